"""The n-th system call or allocation fails, for n = 1, 2, 3, ... until a run passes untouched: no
signal, no half file, no false answer, and an exit code that says it."""
import json
import os
import resource
import signal
import subprocess
import urllib.error
import urllib.request

from common import finish
from files import outputs, remove

FILES = ["write", "read", "pread", "pwrite", "fsync", "close", "rename", "open", "ftruncate", "mkdir", "unlink", "opendir", "readdir",
         "stat", "mmap"]
PROGRAMS = ["pipe", "fork", "poll", "waitpid", "thread"]
CONNECTIONS = ["socket", "setsockopt", "bind", "listen", "accept", "receive", "send", "epoll_create", "epoll_ctl", "epoll_wait",
               "eventfd", "timerfd"]
# One allocation that fails is survived by a reserve; with two in a row that is gone as well.
MEMORY = ["malloc", "malloc twice"]
ALL_UP_TO = 40  # every one of the first; then each a seventh further

# What runs, and what it leaves under OUT. GOOD are tables of 3x3 that are there, AGENT a program that plays.
RUNS = [
    "solve quixo --size 3 --json --tables OUT",
    "verify quixo --size 3 --json --all --tables GOOD",
    "verify quixo --size 3 --json --all --tables GOOD --state OUT",
    "tables info quixo --read --json --tables GOOD",
    "tables publish quixo --size 3 --json --tables GOOD --out OUT",
    "study report quixo --size 3 --study random-win --json",
    "study report quixo --size 3 --json --out OUT",
    "judge quixo --size 3 --json --agent AGENT --positions 5 --games 1 --seed 1",
    "serve --port 0 --tables GOOD",
    "analyze quixo --size 5 --json",
    "solve quantum --json",
]
# What differs from run to run.
CHANGING = ("seconds", "resumed_classes", "time", "times", "agent", "milliseconds")


def settled(text):
    """An answer without what differs from run to run."""
    def without(value):
        if isinstance(value, dict):
            return {key: without(item) for key, item in value.items() if not any(word in key for word in CHANGING)}
        return [without(item) for item in value] if isinstance(value, list) else value

    return without(json.loads(text)) if text.strip() else None


def faults(attack, most=None):
    good = attack.path("good")
    code, _, err = attack.run(["solve", "quixo", "--size", "3", "--tables", good])
    attack.demand(code == 0, "a solve ends well", err)
    attack.begin()
    pairs = [(line, kind) for line in RUNS for kind in FILES + PROGRAMS + CONNECTIONS + MEMORY
             if line.startswith("serve") or kind not in CONNECTIONS]
    attack.random.shuffle(pairs)
    right = {line: one(attack, line, "write", 1 << 40, good, None)[1] for line in RUNS}
    for line, kind in pairs:
        at = 0
        while attack.time_left() > 0:
            at = at + 1 if at < ALL_UP_TO else at + max(1, at // 7)
            injected, _ = one(attack, line, kind, at, good, right[line])
            if not injected:
                attack.count("kinds of call tried to the end")
                break
            if most is not None and attack.tally.get("faults injected", 0) >= most:
                return
    little_memory(attack, good, right)


def words_of(attack, line, good, out):
    agent = f"env -u LD_PRELOAD -u NOUGHTS_FAULT {attack.binary} play quixo --size 3 --agent"
    words = [{"OUT": out, "GOOD": good, "AGENT": agent}.get(word, word) for word in line.split()]
    return words if words[0] == "serve" else words + ["--quiet"]


def ran(attack, words, environment=None, limit=None):
    """Exit code, output and errors; of a server, what it answered before it was told to end."""
    process = subprocess.Popen([attack.binary, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, env=environment, cwd=attack.folder, preexec_fn=limit)
    said = served(process) if words[0] == "serve" else None
    text, err = finish(process, most=60)
    return process.returncode, said if words[0] == "serve" else text.decode(), err


QUESTIONS = ["quixo/analyze?size=3", "quixo/show?size=4", "hyper/analyze?side=3&dims=2"]


def served(process):
    line = process.stdout.readline().decode()
    answers = {}
    if ":" in line:
        base = line.split("http://")[1].split("/")[0]
        for question in QUESTIONS:
            try:
                with urllib.request.urlopen(f"http://{base}/api/v1/{question}", timeout=120) as reply:
                    answers[question] = json.load(reply)
            except (urllib.error.URLError, ConnectionError, TimeoutError, ValueError):
                continue  # a fault may cost an answer: it is no other answer
        process.send_signal(signal.SIGTERM)
    return json.dumps(answers)


def one(attack, line, kind, at, good, right):
    out, note = attack.path("out"), attack.path("note")
    words = words_of(attack, line, good, out)
    memory = kind.startswith("malloc")
    if words[0] not in ("serve", "judge"):
        words += ["--threads", "1" if memory else "2"]
    library = os.path.join(os.path.dirname(attack.helper), "tests", "torture", "libfaults.so")
    fault = f"malloc:{at}:2" if kind == "malloc twice" else f"{kind}:{at}"
    environment = dict(os.environ, LD_PRELOAD=library, NOUGHTS_FAULT=fault, NOUGHTS_FAULT_NOTE=note)
    code, text, err = ran(attack, words, environment)
    told = f"{line}, {kind} {at}: {code} {err.decode(errors='replace')[:300]}"
    injected = os.path.exists(note)
    # The JSON library takes memory while it gives some back, where no exception may pass.
    in_a_library = kind == "malloc twice" and code == -signal.SIGABRT and b"bad_alloc" in err
    attack.demand(code in (0, 1, 3) or in_a_library, "a fault ends no program by a signal", told)
    attack.demand(injected or code == 0, "without a fault there is an answer", told)
    # Exit 1 is an answer too: that good tables are wrong would be a false one.
    attack.demand(code != 1, "a fault is no wrong value", told)
    answer = settled(text) if code == 0 else None
    if code == 0:
        agrees = right is None or (all(right[q] == a for q, a in answer.items()) if words[0] == "serve" else answer == right)
        attack.demand(agrees, "an answer in spite of a fault is the right one", f"{told} {text[:500]}")
    else:
        attack.demand(kind == "write" or in_a_library or err.startswith(b"noughts: "), "a fault has a sentence", told)
    if injected:
        attack.count("faults injected")
        attack.count("of them answered all the same" if code == 0 else "of them ended in a library without memory"
                     if in_a_library else "of them told")
    whole(attack, words, out, line, told, memory or kind == "unlink")
    remove(note)
    remove(out)
    return injected, answer


def whole(attack, words, out, line, told, may_leave):
    """What has its name is whole, and the same command ends well afterwards."""
    if not os.path.lexists(out):
        return
    if os.path.isfile(out):
        with open(out, encoding="utf-8") as file:
            json.load(file)
        return
    attack.demand(may_leave or not any(name.endswith(".part") for name in os.listdir(out)), "no half file stays", told)
    left = outputs(out)
    code, text, err = attack.run(words)
    attack.demand(code == 0 and '"mended"' not in text, "the command goes on after a fault", f"{told}: {code} {err}")
    done = outputs(out)
    if line.startswith("study"):  # a report says how long it took
        return
    other = [name for name, content in left.items() if done.get(name) != content and not name.endswith((".json", ".html", "lock"))]
    attack.demand(not other, "what was there was whole", f"{told} {other}")


def little_memory(attack, good, right):
    """The address space ends somewhere: an answer, or a sentence; no signal."""
    for line in RUNS:
        if line.startswith(("serve", "judge")):
            continue
        for mib in range(20, 400, 10):
            if attack.time_left() <= 0:
                return
            out = attack.path("out")
            limit = mib << 20
            code, text, err = ran(attack, words_of(attack, line, good, out) + ["--threads", "1"],
                                  limit=lambda most=limit: resource.setrlimit(resource.RLIMIT_AS, (most, most)))
            told = f"{line} with {mib} MiB: {code} {err.decode(errors='replace')[:300]}"
            loader = code == 127 and b"shared libraries" in err  # the program has not begun
            attack.demand(code in (0, 3) or loader, "little memory ends no program by a signal", told)
            attack.demand(code != 0 or settled(text) == right[line], "an answer with little memory is the right one", told)
            attack.count("runs with little memory" if not loader else "runs with too little memory to begin")
            remove(out)
