"""What all attacks share: the program, the luck, the tally, the clock."""
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import tempfile
import time


class Broken(Exception):
    """A promise of docs/reference/reliability.md that did not hold."""


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

    def start(self, words, file_limit=None, descriptors=None, environment=None):
        def limit():
            if file_limit is not None:
                resource.setrlimit(resource.RLIMIT_FSIZE, (file_limit, file_limit))
            if descriptors is not None:
                resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))

        return subprocess.Popen([self.binary, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, preexec_fn=limit, cwd=self.folder,
                                env=dict(os.environ, **(environment or {})))

    def run(self, words, file_limit=None):
        """Runs to the end; returns (exit code, output, errors). A signal is a fault whatever it was."""
        process = self.start(words, file_limit)
        out, err = finish(process, most=600)
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


class Patience:
    """How long to wait for a process, by what it does and not by the clock: until it has used
    `most` seconds of the processor, or was found `STILL` times one after the other with no
    thread that runs or waits for a processor or a disk, and nothing done in between."""

    STILL, LOOK = 150, 0.1  # on an idle machine 15 seconds

    def __init__(self, pid, most):
        self.pid = pid
        self.most = most
        self.begun = self.seen = None
        self.still = 0

    def look(self):
        """After another `LOOK` seconds or more; raises Broken when it is over."""
        try:
            now = processor_seconds(self.pid)
            idle = now == self.seen and not any(state in "RD" for state in thread_states(self.pid))
        except OSError:
            return  # it has ended
        self.still = self.still + 1 if idle else 0
        self.seen = now
        self.begun = now if self.begun is None else self.begun
        if now - self.begun > self.most:
            raise Broken(f"did not end within {self.most} seconds of the processor")
        if self.still > self.STILL:
            raise Broken("stands still")


def finish(process, most, until=None, look=Patience.LOOK):
    """Output and errors of a process that must come to its end, with at most so many seconds of
    the processor; None if `until` holds before that."""
    patience = Patience(process.pid, most)
    looked = time.monotonic()
    while True:
        try:
            return process.communicate(timeout=look)
        except subprocess.TimeoutExpired:
            if until is not None and until():
                return None
        if time.monotonic() - looked < Patience.LOOK:
            continue
        looked = time.monotonic()
        try:
            patience.look()
        except Broken as broken:
            process.kill()
            process.communicate()
            raise Broken(f"{broken}: {process.args}") from None


def finish_unless_working(process, seconds):
    """What it said if it ends by itself; None as soon as it takes signals and has used so much
    of the processor."""
    return finish(process, seconds + 60, look=0.01,
                  until=lambda: processor_seconds(process.pid) >= seconds and takes_signals(process.pid))


def thread_states(pid):
    for task in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{task}/stat") as file:
            yield file.read().rsplit(")", 1)[1].split()[0]


def takes_signals(pid):
    """Whether it would end a signal with its own words: from then on it ignores SIGXFSZ."""
    with open(f"/proc/{pid}/status") as file:
        ignored = int(re.search(r"SigIgn:\s*([0-9a-f]+)", file.read()).group(1), 16)
    return ignored >> (signal.SIGXFSZ - 1) & 1 == 1


def processor_seconds(pid):
    """What a process has used until now, all its threads together."""
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def used_by_children():
    """Processor seconds of all that were started and have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
