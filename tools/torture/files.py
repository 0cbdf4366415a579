"""Kills and full disks against everything that writes a file."""
import json
import os
import shutil
import signal
import subprocess
import time

from common import Broken, finish, read, write


def solve(size):
    return ["solve", "quixo", "--quiet", "--size", str(size), "--threads", "1", "--tables", f"tables{size}"]


# Commands with one output each, small enough to be killed often; OUT is the file.
WRITERS = [
    ["study", "classify", "hyper", "--filling", "--side", "4", "--dims", "2", "--certificate", "OUT"],
    ["study", "train", "hyper", "--side", "3", "--dims", "2", "--games", "3000", "--samples", "0", "--out", "OUT"],
    ["solve", "quantum", "--sweep", "--from", "1/2", "--to", "3/4", "--step", "1/4", "--csv", "OUT"],
    ["solve", "quantum", "--sweep", "--from", "1/2", "--to", "3/4", "--step", "1/4", "--svg", "OUT"],
    ["line", "quixo", "--size", "3", "--svg", "OUT"],
]
# And with a folder of them.
FOLDERS = [
    ["study", "report", "quixo", "--size", "3", "--out", "OUT"],
    ["solve", "hyper", "--side", "6", "--dims", "2", "--certificates", "OUT"],
]


def with_out(words, out):
    return [out if word == "OUT" else word for word in words]


def understood(attack, words):
    """Whether this build has the command as written here."""
    code, _, err = attack.run(with_out(words, attack.path("try")))
    if code == 2:
        raise Broken(f"the attack no longer fits the program: {words}: {err}")


def outputs(path):
    """Name and content of every file at or below a path; unfinished ones aside."""
    if os.path.isdir(path):
        names = [os.path.join(path, name) for name in sorted(os.listdir(path))]
    else:
        names = [path] if os.path.exists(path) else []
    return {os.path.basename(name): read(name) for name in names if not name.endswith(".part")}


def remove(path):
    if os.path.isdir(path):
        shutil.rmtree(path)
    elif os.path.lexists(path):
        os.remove(path)


def kills(attack, most=None):
    """kill -9 at any moment: what has its name is whole; a solve goes on to the same digest."""
    writers = WRITERS + FOLDERS
    good = {}
    durations = {}
    for i, words in enumerate(writers):
        understood(attack, words)
        started = time.monotonic()
        out = attack.path(f"good{i}")
        attack.run(with_out(words, out))
        durations[i] = time.monotonic() - started
        good[i] = outputs(out)
    solves = {}
    for size in (3, 4):
        started = time.monotonic()
        code, text, err = attack.run(solve(size) + ["--json"])
        attack.demand(code == 0, "a solve ends well", err)
        solves[size] = (time.monotonic() - started, json.loads(text)["digest"])
        remove(attack.path(f"tables{size}"))
    attack.begin()
    while attack.time_left() > 0 and (most is None or attack.tally.get("killed", 0) < most):
        if attack.random.random() < 0.5:
            kill_solve(attack, attack.random.choice([3] * 9 + [4]), solves)
        else:
            i = attack.random.randrange(len(writers))
            kill_writer(attack, writers[i], durations[i], good[i])
    for size in solves:
        finish_solve(attack, size, solves[size][1])


def kill_after(attack, process, seconds):
    time.sleep(seconds)
    sign = attack.random.choice([signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
    process.send_signal(sign)
    finish(process, most=5)
    ended = process.returncode
    attack.demand(ended in (-signal.SIGKILL, -signal.SIGTERM, -signal.SIGINT, 0, 130),
                  "a killed program ends as one", f"{ended} {process.args}")
    # Before main() the system's own way to end is all there is.
    attack.count("killed" if ended != 0 else "too fast to be killed")
    if sign != signal.SIGKILL and ended < 0:
        attack.count("signals before the handler stood")


def kill_solve(attack, size, solves):
    duration, digest = solves[size]
    kill_after(attack, attack.start(solve(size)), attack.random.random() * duration / 3)
    if attack.random.random() < 0.1:
        finish_solve(attack, size, digest)


def finish_solve(attack, size, digest):
    code, text, err = attack.run(solve(size) + ["--json"])
    attack.demand(code == 0, "a solve goes on after a kill", err)
    document = json.loads(text)
    attack.demand(document["digest"] == digest, "the digest is the same", document["digest"])
    attack.demand("mended" not in document, "a kill damages nothing", document.get("mended"))
    attack.count("solves finished after kills")
    remove(attack.path(f"tables{size}"))


def kill_writer(attack, words, duration, good):
    out = attack.path("out")
    if attack.random.random() < 0.5:
        remove(out)  # else what was there must stay whole
    kill_after(attack, attack.start(with_out(words, out)), attack.random.random() * duration * 1.1)
    for name, content in outputs(out).items():
        attack.demand(content == good[name if name in good else next(iter(good))], "a file is whole or not there",
                      f"{words}: {name}, {len(content)} bytes")
        attack.count("files that were whole")
    remove(out)


def full_disks(attack, most=None):
    """No room: exit 3 with the reason, and no half file under its name."""
    writers = WRITERS + FOLDERS
    sizes = {}
    for i, words in enumerate(writers):
        out = attack.path("out")
        attack.run(with_out(words, out))
        sizes[i] = max(len(content) for content in outputs(out).values())
        remove(out)
    done = 0
    attack.begin()
    while attack.time_left() > 0 and (most is None or done < most):
        done += 1
        i = attack.random.randrange(len(writers) + 1)
        out = attack.path("out")
        if i == len(writers):
            code, _, err = attack.run(solve(3), file_limit=attack.random.randrange(9000))
            attack.demand(code in (0, 3), "a full disk is a fault", f"{code} {err}")
            remove(attack.path("tables3"))
        elif attack.random.random() < 0.3 and writers[i] in WRITERS:
            os.symlink("/dev/full", out)
            code, _, err = attack.run(with_out(writers[i], out))
            attack.demand(code == 3 and "No space left" in err, "a full device is a fault", f"{code} {err}")
            attack.demand(os.path.islink(out), "a device stays", out)
        else:
            limit = attack.random.randrange(sizes[i])
            code, _, err = attack.run(with_out(writers[i], out), file_limit=limit)
            attack.demand(code == 3 and "too large" in err.lower(), "a full disk is a fault", f"{code} {err}")
            attack.demand(all(len(c) <= limit for c in outputs(out).values()), "no half file", out)
        attack.count("full disks")
        remove(out)


def damage(attack, most=None):
    """Bytes flipped, files cut: the answer is the same, or there is none."""
    folders = {}
    for name, options in {"plain": [], "steps": ["--steps"]}.items():
        code, _, err = attack.run(["solve", "quixo", "--quiet", "--size", "3", "--tables", name, *options])
        attack.demand(code == 0, "a solve ends well", err)
        folders[name] = attack.path(name)
    certificate = attack.path("win.cert")
    attack.run(["study", "classify", "hyper", "--filling", "--side", "4", "--dims", "2", "--certificate", certificate])
    round_size = 2000 if most is None else min(2000, most)
    done = 0
    while attack.time_left() > 0 and (most is None or done < most):
        for name, folder in folders.items():
            seed = attack.random.randrange(1 << 31)
            tried = subprocess.run([attack.helper, folder, str(round_size // 2), str(seed)], capture_output=True, text=True)
            attack.demand(tried.returncode == 0, "damage is noticed or harmless", f"seed {seed}: {tried.stderr}")
            noticed, harmless = map(int, tried.stdout.split()[:2])
            attack.count("damages of tables noticed", noticed)
            attack.count("damages of tables harmless", harmless)
            done += round_size // 2
        flip_certificate(attack, certificate)
        mend(attack)


def flip_certificate(attack, path):
    good = read(path)
    for _ in range(20):
        bad = bytearray(good)
        bad[attack.random.randrange(len(bad))] ^= 1 << attack.random.randrange(8)
        write(attack.path("bad.cert"), bytes(bad))
        code, _, _ = attack.run(["verify", "hyper", "--certificate", attack.path("bad.cert")])
        attack.demand(code in (1, 2, 3), "a changed certificate is refused", bytes(bad)[:80])
        attack.count("changed certificates refused")


def mend(attack):
    """solve over damaged tables mends them and says so, or exits 3."""
    tables = attack.path("mend")
    words = ["solve", "quixo", "--quiet", "--json", "--size", "3", "--tables", tables]
    code, text, err = attack.run(words)
    attack.demand(code == 0, "a solve ends well", err)
    digest = json.loads(text)["digest"]
    name = attack.random.choice([n for n in os.listdir(tables) if n.endswith(".table")])
    path = os.path.join(tables, name)
    bad = bytearray(read(path))
    good = bytes(bad)
    bad[attack.random.randrange(len(bad))] ^= 1 << attack.random.randrange(8)
    if attack.random.random() < 0.3:
        bad = bad[:attack.random.randrange(len(bad))]
    write(path, bytes(bad))
    code, text, err = attack.run(words)
    if code == 0:
        document = json.loads(text)
        attack.demand(document["digest"] == digest and read(path) == good or "mended" not in document,
                      "what is mended is as it was", name)
        attack.demand(read(path) == good or "mended" not in document, "what is mended is told", name)
        attack.count("damaged tables mended" if "mended" in document else "damages without effect")
    else:
        attack.demand(code == 3 and err, "what cannot be mended is a fault", f"{code} {err}")
        attack.count("damaged tables refused")
        remove(tables)
