"""What lies in a folder and what stands around the program is not what it should be: files cut
short under a running server, pipes among tables, lost standard error, small stacks, agents that hide."""
import os
import re
import resource
import shutil
import signal
import subprocess
import time
import urllib.error
import urllib.request

from common import finish
from files import remove

LOST = ["2>/dev/full", "2>&-", "2> >(true)", "2>&- <&-"]
SMALL_STACK = 512 * 1024
QUICK = ["show quixo", "show quixo --size 99", "analyze quixo --size 4", "analyze quixo --size 8", "nonsense",
         "line hyper --side 3 --dims 2", "analyze quantum", "verify quixo --size 3 --tables NOWHERE",
         "verify quixo --size 3 --tables GOOD --all", "play quixo --x easy --o medium", "show quixo --size 5 --moves"]


def forgeries(attack, most=None):
    good = attack.path("good")
    code, _, err = attack.run(["solve", "quixo", "--size", "3", "--tables", good])
    attack.demand(code == 0, "a solve ends well", err)
    attack.begin()
    tries = [lost_error, small_stack, pipe_among_tables, cut_under_a_server, hidden_agent]
    done = 0
    while attack.time_left() > 0 and (most is None or done < most):
        tries[done % len(tries)](attack, good)
        done += 1


def chosen(attack, good):
    return [good if word == "GOOD" else word for word in attack.random.choice(QUICK).split()]


def lost_error(attack, good):
    words = chosen(attack, good)
    code = attack.run(words)[0]
    lost = attack.random.choice(LOST)
    process = subprocess.Popen(["bash", "-c", f'"$0" "$@" >/dev/null {lost}', attack.binary, *words], cwd=attack.folder,
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    finish(process, most=60)
    attack.demand(process.returncode == code, "lost errors change no exit code", f"{words} {lost}: {process.returncode}")
    attack.count("runs without standard error")


def small_stack(attack, good):
    words = chosen(attack, good)
    process = subprocess.Popen([attack.binary, *words], cwd=attack.folder, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_STACK, (SMALL_STACK, SMALL_STACK)))
    finish(process, most=60)
    attack.demand(process.returncode in (0, 2, 3), "half a MiB of stack is enough", f"{words}: {process.returncode}")
    attack.count("runs with small stacks")


def copied(attack, good):
    copy = attack.path("copy")
    remove(copy)
    shutil.copytree(good, copy)
    names = [name for name in os.listdir(copy) if name.endswith((".table", ".json"))]
    return copy, os.path.join(copy, attack.random.choice(names))


def pipe_among_tables(attack, good):
    copy, path = copied(attack, good)
    os.unlink(path)
    os.mkfifo(path)
    words = attack.random.choice([["verify", "quixo", "--size", "3", "--all"], ["solve", "quixo", "--size", "3"],
                                  ["analyze", "quixo", "--size", "3"], ["tables", "info", "quixo", "--read"]])
    code, _, err = attack.run(words + ["--tables", copy])
    attack.demand(code in (0, 3) and "wrong" not in err, "a pipe among tables holds up nobody", f"{words} {path}: {code} {err}")
    attack.count("pipes among tables")


def status_of(address):
    try:
        with urllib.request.urlopen(address, timeout=60) as reply:
            return reply.status
    except urllib.error.HTTPError as error:
        return error.code


def cut_under_a_server(attack, good):
    copy, _ = copied(attack, good)
    process = attack.start(["serve", "--port", "0", "--tables", copy])
    try:
        port = re.search(rb":(\d+)/", process.stdout.readline()).group(1).decode()
        base = f"http://127.0.0.1:{port}/api/v1"
        attack.demand(status_of(f"{base}/quixo/analyze?size=3") == 200, "tables are read", "")
        for name in os.listdir(copy):
            path = os.path.join(copy, name)
            os.truncate(path, attack.random.randrange(os.path.getsize(path) + 1))
        for position in ("", "X../.../..O+X", "XO./.../.XO+X", "XOX/O.O/.XO+X"):
            status = status_of(f"{base}/quixo/analyze?size=3&position={position}")
            attack.demand(status in (200, 400, 404, 500, 503), "a table cut short is a sentence", f"{position}: {status}")
            attack.count("questions about tables cut short")
        attack.demand(status_of(f"{base}/health") == 200, "the server goes on", "")
    finally:
        process.send_signal(signal.SIGTERM)
        finish(process, most=60)
    attack.demand(process.returncode == 0, "the server ends as asked", process.returncode)


def hidden_agent(attack, good):
    note = attack.path("hidden")
    remove(note)
    hide = attack.random.choice(["setsid sh -c 'echo $$ >NOTE; exec sleep 1000' &",
                                 "(setsid sh -c 'echo $$ >NOTE; exec sleep 1000' &)",
                                 "sleep 1000 & echo $! >NOTE"]).replace("NOTE", note)
    agent = f"{hide}\nwhile [ ! -s {note} ]; do :; done; exec {attack.binary} play quixo --size 3 --agent"
    code, _, err = attack.run(["judge", "quixo", "--size", "3", "--agent", agent, "--positions", "3", "--games", "0"])
    attack.demand(code == 0, "an agent is judged", err)
    with open(note, encoding="ascii") as file:
        pid = int(file.read())
    for _ in range(200):
        if not runs(pid):
            break
        time.sleep(0.05)
    attack.demand(not runs(pid), "nothing that an agent started is left", hide)
    attack.count("agents that hide")


def runs(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False
