"""Ctrl-C and SIGTERM while something long runs: exit 130 within a second, and one line."""
import signal

from common import finish, finish_unless_working, processor_seconds, used_by_children
from files import remove

MOST_SECONDS = 1.0  # of the processor, from the signal to the end
FIRST, LAST = 0.05, 6.0  # the processor seconds after which signals come

# What runs for seconds or more, each through another part of the program. TABLES are
# tables of 4x4, OUT is a name that nothing has yet, AGENT a program that plays.
LONG = [
    "bench --only quixo/successors", "bench --only quixo/4x4", "bench --only quixo/5x5",
    "bench --only hyper", "bench --only quantum",
    "solve quixo --size 5 --tables OUT", "solve quixo --size 5 --tables OUT --plan",
    "solve quixo --size 4 --steps", "solve quixo --size 4 --reachable",
    "solve quixo --size 4 --algorithm reference", "solve quixo --size 4 --algorithm reference --steps",
    "study report quixo --size 4 --out OUT", "study report quixo --size 4 --study algorithms",
    "study report quixo --size 4 --study reachable", "study report quixo --size 4 --study random-win",
    "study report quixo --size 4 --study empty-tiles",
    "verify quixo --size 4 --tables TABLES --all", "verify quixo --size 4 --tables TABLES --sample 0",
    "judge quixo --size 4 --agent AGENT --positions 1000000", "judge hyper --side 3 --dims 3 --players 4 --agent AGENT",
    "show quixo --perft --size 5 --depth 60", "show quantum --perft --depth 9", "show hyper --perft --side 4 --dims 3 --depth 9 --canonical",
    "solve quantum --algorithm alphabeta --collapse chance", "solve quantum --algorithm naive",
    "solve quantum --curve --draw 7", "solve quantum --sweep --step 1/1000", "study report quantum --out OUT", "study report quantum --out OUT --table6",
    "solve hyper --side 4 --dims 3", "solve hyper --side 4 --dims 3 --players 3", "solve hyper --side 3 --dims 3 --players 4",
    "solve hyper --side 4 --dims 2 --players 4 --misere", "solve hyper --side 4 --dims 2 --players 3 --kingmaking",
    "study classify hyper --side 4 --dims 5", "study classify hyper --side 9 --dims 5",
    "study classify hyper --filling --side 3 --dims 5 --players 3", "study classify hyper --filling --side 9 --dims 5",
    "study tree hyper --side 4 --dims 2 --players 3", "study tree hyper --side 4 --dims 2 --players 3 --guide random",
    "study train hyper --side 4 --dims 2 --players 3 --games 100000000 --out OUT",
    "study report hyper --out OUT --part tables", "study report hyper --out OUT --part figures", "study report hyper --out OUT --part map",
    "analyze hyper --side 5 --dims 2 --players 3", "line hyper --side 5 --dims 2 --players 3",
    "play hyper --side 5 --dims 2 --players 3 --x hard --o hard --others hard", "tour",
]


def command(attack, line):
    rules = " ".join(line.split()[1:]).split(" --agent")[0]
    meant = {"OUT": attack.path("out"), "TABLES": attack.path("tables"), "AGENT": f"{attack.binary} play {rules} --agent"}
    return [meant.get(word, word) for word in line.split()] + ["--threads", "1"]


def interrupt(attack, line, after):
    """A signal when the program has used so much. Says what it used from then on, or None
    if it ended before."""
    before = used_by_children()
    process = attack.start(command(attack, line))
    said = finish_unless_working(process, after)
    used = None
    if said is None:
        used = processor_seconds(process.pid)
        process.send_signal(attack.random.choice([signal.SIGINT, signal.SIGTERM]))
        said = finish(process, most=60)
    err = said[1].decode(errors="replace")
    attack.demand(process.returncode != 2, "the attack fits the program", f"{line}: {err}")
    if used is None or process.returncode == 0:
        return None
    attack.demand(process.returncode == 130 and err == "noughts: interrupted\n", "a signal ends it as one",
                  f"{line} after {after:.2f} s: {process.returncode} {err}")
    return used_by_children() - before - used


def interrupts(attack, most=None):
    code, _, err = attack.run(["solve", "quixo", "--size", "4", "--tables", attack.path("tables")])
    attack.demand(code == 0, "a solve ends well", err)
    longest = {}
    attack.begin()
    lines = []
    while attack.time_left() > 0 and (most is None or attack.tally.get("interrupted", 0) < most):
        lines = lines or attack.random.sample(LONG, len(LONG))
        line = lines.pop()
        after = FIRST * (LAST / FIRST) ** attack.random.random()
        took = interrupt(attack, line, after)
        remove(attack.path("out"))
        attack.count("ended before the signal" if took is None else "interrupted")
        if took is not None:
            longest[line] = max(took, longest.get(line, 0))
            attack.demand(took < MOST_SECONDS, "a signal ends it within a second",
                          f"{line} after {after:.2f} s: {took:.2f} s")
    for line in sorted(longest, key=longest.get)[-1:]:
        attack.count(f"ms at most to end ({line})", round(1000 * longest[line]))
