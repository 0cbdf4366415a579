"""What all attacks share: the program, the luck, the tally, the clock."""
import os
import random
import resource
import shutil
import signal
import subprocess
import tempfile
import time


class Broken(Exception):
    """A promise of docs/reliability.md that did not hold."""


class Attack:
    def __init__(self, binary, helper, seed, seconds, name):
        self.binary = os.path.abspath(binary)
        self.helper = os.path.abspath(helper)
        self.random = random.Random(f"{seed}/{name}")
        self.name = name
        self.seconds = seconds
        self.begin()
        self.tally = {}
        self.folder = tempfile.mkdtemp(prefix="noughts-torture-")

    def close(self):
        shutil.rmtree(self.folder, ignore_errors=True)

    def begin(self):
        """The time counts from now on: what had to be prepared is no part of the attack."""
        self.deadline = time.monotonic() + self.seconds

    def time_left(self):
        return self.deadline - time.monotonic()

    def count(self, what, times=1):
        self.tally[what] = self.tally.get(what, 0) + times

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def start(self, words, file_limit=None):
        def limit():
            if file_limit is not None:
                resource.setrlimit(resource.RLIMIT_FSIZE, (file_limit, file_limit))

        return subprocess.Popen([self.binary, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, preexec_fn=limit, cwd=self.folder)

    def run(self, words, file_limit=None, seconds=600):
        """Runs to the end; returns (exit code, output, errors). A signal is a fault whatever it was."""
        process = self.start(words, file_limit)
        try:
            out, err = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise Broken(f"did not end within {seconds} seconds: {words}")
        if process.returncode < 0:
            raise Broken(f"ended by {signal.Signals(-process.returncode).name}: {words}")
        return process.returncode, out.decode(errors="replace"), err.decode(errors="replace")

    def demand(self, holds, promise, detail=""):
        if not holds:
            raise Broken(f"{promise}: {detail}")


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(path, content):
    with open(path, "wb") as file:
        file.write(content)


def processor_seconds(pid):
    """What a process has used until now, all its threads together."""
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def used_by_children():
    """Processor seconds of all that were started and have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
