"""Machines that are not as usual: a comma for a point, narrow and dumb terminals, a clock that jumps,
no /proc, ten thousand connections, few descriptors. Answers are the same, and in the same words."""
import fcntl
import os
import pty
import re
import resource
import shutil
import struct
import subprocess
import sys
import termios
import time

from common import finish
from connections import SOLVED, Server, healthy
from faults import settled

ASKED = ["solve quixo --size 3", "solve quixo --size 3 --json", "analyze quixo --size 4 --json", "analyze quantum --collapse chance --q 0.25",
         "solve quantum --json", "analyze hyper --side 3 --dims 2", "line quixo --size 3", "show quixo --size 5 --moves",
         "study classify hyper --side 4 --dims 2 --json", "play quixo --size 3 --x perfect:0.5 --o random --seed 1",
         "solve quantum --sweep --from 0.25 --to 0.75 --step 0.25", "verify quixo --size 3 --tables GOOD --all",
         "tables info quixo --tables GOOD --read", "show quixo --size 9", "--help"]
COMMA = "de_DE.UTF-8"
TAKES_SECONDS = "solve quixo --size 4 --steps"  # long enough for a progress bar


def oddities(attack, most=None):
    good = attack.path("good")
    code, _, err = attack.run(["solve", "quixo", "--size", "3", "--tables", good])
    attack.demand(code == 0, "a solve ends well", err)
    asked = [[good if word == "GOOD" else word for word in line.split()] for line in ASKED]
    right = {tuple(words): said(attack, words) for words in asked}
    attack.begin()
    for number, odd in enumerate((comma, jumping_clock, no_proc, dumb, narrow, no_colour, python_comma, many, few_descriptors)):
        if most is None or number < most:
            odd(attack, right)


def said(attack, words, environment=None, before=()):
    """Exit code, output without times, errors."""
    process = subprocess.Popen([*before, attack.binary, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, env=dict(os.environ, **(environment or {})), cwd=attack.folder)
    out, err = finish(process, most=120)
    text = out.decode()
    if "--json" in words and process.returncode == 0:
        return 0, settled(text), err
    return process.returncode, re.sub(r"[0-9.]+ (ms|s|min|seconds)\b", "TIME", text), err


def as_usual(attack, right, what, environment=None, before=()):
    for words, usual in right.items():
        found = said(attack, list(words), environment, before)
        attack.demand(found == usual, f"{what} changes no answer", f"{' '.join(words)}: {found} and not {usual}")
        attack.count(f"commands, {what}")


def missing(what, package):
    print(f"torture: {what} was not tried: install {package}", flush=True)


def comma_locale(attack):
    """The environment of a locale with decimal commas, made for us; nothing where it cannot be made."""
    folder = attack.path("locales")
    os.makedirs(folder, exist_ok=True)
    if shutil.which("localedef") is None or not os.path.exists("/usr/share/i18n/locales/de_DE"):
        missing("a locale with decimal commas", "locales")
        return None
    subprocess.run(["localedef", "--no-archive", "-i", "de_DE", "-f", "UTF-8", os.path.join(folder, COMMA)], capture_output=True, check=False)
    environment = {"LOCPATH": folder, "LC_ALL": COMMA, "LANG": COMMA}
    tried = subprocess.run(["printf", "%.1f", "0,5"], env=dict(os.environ, **environment), capture_output=True, text=True, check=False)
    attack.demand(tried.stdout == "0,5", "the locale has commas", tried)
    return environment


def comma(attack, right):
    environment = comma_locale(attack)
    if environment is not None:
        as_usual(attack, right, "decimal commas", environment)


def shim(attack):
    return os.path.join(os.path.dirname(attack.helper), "tests", "torture", "libfaults.so")


def jumping_clock(attack, right):
    environment = {"LD_PRELOAD": shim(attack), "NOUGHTS_CLOCK": "1"}
    as_usual(attack, right, "a clock that jumps", environment)
    server = Server(attack, environment=environment)
    for _ in range(50):
        healthy(server, attack)
        attack.demand(server.ask(SOLVED)[0] == 200, "a clock that jumps stops no server")
    attack.demand(server.end() < 2, "SIGTERM ends it within two seconds")
    attack.count("requests, a clock that jumps", 100)


def no_proc(attack, right):
    as_usual(attack, right, "no /proc", {"LD_PRELOAD": shim(attack), "NOUGHTS_NO_PROC": "1"})
    agent = f"env -u LD_PRELOAD {attack.binary} play quixo --size 3 --agent"
    words = ["judge", "quixo", "--size", "3", "--agent", agent, "--positions", "3", "--games", "0", "--json"]
    found = said(attack, words, {"LD_PRELOAD": shim(attack), "NOUGHTS_NO_PROC": "1"})
    attack.demand(found[:2] == said(attack, words)[:2], "no /proc changes no verdict", found)


def in_terminal(attack, words, columns=80, environment=None):
    """Exit code and all that a terminal of so many columns got."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    process = subprocess.Popen([attack.binary, *words], stdin=subprocess.DEVNULL, stdout=slave, stderr=slave,
                               env=dict(os.environ, **(environment or {})), cwd=attack.folder)
    os.close(slave)
    text = b""
    while True:
        try:
            piece = os.read(master, 65536)
        except OSError:  # the program has ended
            break
        if not piece:
            break
        text += piece
    os.close(master)
    return process.wait(), text.decode()


def dumb(attack, right):
    for words in [*right, tuple(TAKES_SECONDS.split())]:
        code, text = in_terminal(attack, words, environment={"TERM": "dumb"})
        attack.demand("\x1b" not in text and "\r" not in text.replace("\r\n", ""), "a dumb terminal gets no escapes", f"{words}: {text[:200]!r}")
        attack.demand(words not in right or code == right[words][0], "a dumb terminal changes no exit code", words)
        attack.count("commands, TERM=dumb")


def narrow(attack, right):
    for words in [*right, tuple(TAKES_SECONDS.split())]:
        wide = in_terminal(attack, words, environment={"TERM": "xterm"})
        slim = in_terminal(attack, words, columns=10, environment={"TERM": "xterm"})
        bars = re.findall(r"\r\x1b\[K([^\r\n]*)(?=\r\x1b\[K)", slim[1])
        attack.demand(all(len(bar) < 10 for bar in bars), "a bar fits its terminal", f"{words}: {bars[:3]}")
        attack.demand(slim[0] == wide[0], "a narrow terminal changes no exit code", words)
        attack.count("commands, ten columns")
        attack.count("bars drawn there", len(bars))


def no_colour(attack, right):
    coloured = 0
    for words in right:
        plain = in_terminal(attack, words, environment={"TERM": "xterm", "NO_COLOR": "1"})[1]
        attack.demand("\x1b[" not in plain.replace("\x1b[K", ""), "NO_COLOR means no colour", f"{words}: {plain[:200]!r}")
        coloured += "\x1b[" in in_terminal(attack, words, environment={"TERM": "xterm", "NO_COLOR": ""})[1].replace("\x1b[K", "")
        attack.count("commands, NO_COLOR")
    attack.demand(coloured > 0, "an empty NO_COLOR means nothing", "no command had colours")


PYTHON = """import locale, sys
locale.setlocale(locale.LC_ALL, "de_DE.UTF-8")
assert locale.localeconv()["decimal_point"] == ","
import noughts
game = noughts.Quixo(3)
assert game.player("perfect:0.5", seed=1) is not None
print(noughts.Quantum(q="0.25", collapse="chance").initial().analyze().value)
"""


def python_comma(attack, _):
    """A host that asked for its user's locale, as the program itself never does."""
    module = os.path.join(os.path.dirname(attack.helper), "python")
    environment = comma_locale(attack)
    if environment is None or not os.path.isdir(os.path.join(module, "noughts")):
        return missing("the Python module with decimal commas", "it with make python")
    tried = subprocess.run([sys.executable, "-c", PYTHON], env=dict(os.environ, PYTHONPATH=module, **environment),
                           capture_output=True, text=True, check=False)
    attack.demand(tried.returncode == 0, "decimal commas change nothing in Python", tried.stderr)
    attack.count("programs in Python, decimal commas")


MANY = 10_000


def many(attack, _):
    """So many connections that send nothing: others are answered meanwhile, within the server's memory."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    count = min(MANY, hard - 200)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    server = Server(attack)
    server.ask(SOLVED)
    held = []
    slowest = 0.0
    for number in range(count):
        held.append(server.connect())
        if number % 500 == 499:
            started = time.monotonic()
            healthy(server, attack)
            attack.demand(server.ask(SOLVED)[0] == 200, "questions are answered beside idle connections")
            slowest = max(slowest, time.monotonic() - started)
    attack.count("connections at once", count)
    attack.count("MB at most then", round(server.memory()))
    attack.count("ms for two answers at most then", round(1000 * slowest))
    attack.demand(len(os.listdir(f"/proc/{server.process.pid}/fd")) < 2500, "the server holds 2,048 of them and a few")
    for connection in held:
        connection.close()
    attack.demand(server.end() < 2, "SIGTERM ends it within two seconds")
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def few_descriptors(attack, _):
    """With 64 descriptors a hundred idle connections keep nobody out."""
    server = Server(attack, descriptors=64)
    held = [server.connect() for _ in range(100)]
    for _ in range(20):
        healthy(server, attack)
        attack.count("answers with 64 descriptors, all taken")
    for connection in held:
        connection.close()
    attack.demand(server.end() < 2, "SIGTERM ends it within two seconds")
