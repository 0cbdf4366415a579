"""The n-th system call or allocation fails, for n = 1, 2, 3, ... until a run passes untouched: no
signal, no half file, no false answer, and an exit code that says it."""
import json
import os
import signal
import subprocess

from common import finish
from files import remove

KINDS = ["write", "pread", "fsync", "rename", "open", "mmap", "malloc"]
ALL_UP_TO = 40  # every one of the first; then each a seventh further

# What runs, and what it leaves under OUT. GOOD are tables of 3x3 that are there.
RUNS = [
    "solve quixo --size 3 --json --tables OUT",
    "verify quixo --size 3 --json --all --tables GOOD",
    "verify quixo --size 3 --json --all --tables GOOD --state OUT",
    "tables info quixo --read --json --tables GOOD",
    "analyze quixo --size 5 --json",
    "solve quantum --json",
]


def settled(text):
    """An answer without what differs from run to run."""
    document = json.loads(text)
    for key in ("seconds", "resumed_classes"):
        document.pop(key, None)
    return document


def faults(attack, most=None):
    library = os.path.join(os.path.dirname(attack.helper), "tests", "torture", "libfaults.so")
    good = attack.path("good")
    code, _, err = attack.run(["solve", "quixo", "--size", "3", "--tables", good])
    attack.demand(code == 0, "a solve ends well", err)
    attack.begin()
    runs = RUNS[:]
    attack.random.shuffle(runs)
    for line in runs:
        right = None
        for kind in attack.random.sample(KINDS, len(KINDS)):
            at = 0
            while attack.time_left() > 0:
                at = at + 1 if at < ALL_UP_TO else at + max(1, at // 7)
                injected, answer = one(attack, library, line, kind, at, good, right)
                right = right or answer
                if not injected:
                    break
                if most is not None and attack.tally.get("faults injected", 0) >= most:
                    return


def one(attack, library, line, kind, at, good, right):
    out, note = attack.path("out"), attack.path("note")
    words = [{"OUT": out, "GOOD": good}.get(word, word) for word in line.split()] + ["--quiet", "--threads"]
    words.append("1" if kind == "malloc" else "2")
    environment = dict(os.environ, LD_PRELOAD=library, NOUGHTS_FAULT=f"{kind}:{at}", NOUGHTS_FAULT_NOTE=note)
    process = subprocess.Popen([attack.binary, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, env=environment, cwd=attack.folder)
    text, err = finish(process, most=60)
    told = f"{line}, {kind} {at}: {process.returncode} {err.decode(errors='replace')[:300]}"
    injected = os.path.exists(note)
    # The JSON library takes memory while it gives some back, where no exception may pass.
    in_a_library = kind == "malloc" and process.returncode == -signal.SIGABRT and b"bad_alloc" in err
    attack.demand(process.returncode in (0, 1, 3) or in_a_library, "a fault ends no program by a signal", told)
    attack.demand(injected or process.returncode == 0, "without a fault there is an answer", told)
    # Exit 1 is an answer too: that good tables are wrong would be a false one.
    attack.demand(process.returncode != 1, "a fault is no wrong value", told)
    if process.returncode == 0:
        answer = settled(text)
        attack.demand(right is None or answer == right, "an answer in spite of a fault is the right one", told)
    else:
        answer = None
        attack.demand(kind == "write" or in_a_library or err.startswith(b"noughts: "), "a fault has a sentence", told)
    if injected:
        attack.count("faults injected")
        attack.count("of them answered all the same" if answer else "of them ended in a library without memory"
                     if in_a_library else "of them told")
    whole(attack, out, line, told)
    remove(note)
    remove(out)
    return injected, answer


def whole(attack, out, line, told):
    """What has its name is whole, and the same command ends well afterwards."""
    if os.path.isfile(out):
        with open(out, encoding="utf-8") as file:
            json.load(file)
    if os.path.isdir(out):
        attack.demand(not any(name.endswith(".part") for name in os.listdir(out)) or "malloc" in told, "no half file stays", told)
        code, text, err = attack.run(["solve", "quixo", "--size", "3", "--json", "--quiet", "--tables", out])
        attack.demand(code == 0 and "mended" not in json.loads(text), "a solve goes on after a fault", f"{told}: {err}")
