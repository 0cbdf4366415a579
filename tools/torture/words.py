"""Command lines that nobody would type: an answer or one sentence, never a signal."""
from common import finish, finish_unless_working

VERBS = ["show", "analyze", "line", "solve", "verify", "tables", "study report", "study classify", "study tree", "moves", "perft", "curve",
         "filling", "info", "study", "tables info"]
GAMES = ["quixo", "quantum", "hyper", "chess", ""]
OPTIONS = ["--size", "--line", "--side", "--dims", "--players", "--position", "--depth", "--q", "--draw", "--collapse",
           "--seconds", "--rate", "--alpha", "--memory", "--tiers", "--json", "--quiet", "--threads", "--plan",
           "--tables", "--certificate", "--move", "--moves", "--seed", "--both-lines", "--step", "--help", "--perft", "--curve", "--sweep", "--filling", "--fortress-wins"]
VALUES = ["0", "-1", "3", "4", "5", "8", "99999999999999999999", "nan", "-nan", "inf", "1e400", "1/0", "1/2", "", " ",
          "X../.../... X", "X1.1-9 O2.1-3", "11 22", "[1,1]", "\x1b[31m", "%s%n", "a" * 5000, "@/dev/null", "@/", "-",
          "/", "/dev/null", "lose", "chance", "mover", "..", "9..0", "0..9", "\u00e9", "--", "=", "--json=1"]
# What may take long is bounded by these, whatever else is said.
SMALL = ["--plan"]
COMPUTES = 0.5  # seconds of the processor; what has used them gets SIGTERM


def command_lines(attack, most=None):
    done = 0
    while attack.time_left() > 0 and (most is None or done < most):
        random = attack.random
        words = [*random.choice(VERBS).split(), random.choice(GAMES)]
        for _ in range(random.randrange(5)):
            words.append(random.choice(OPTIONS))
            if random.random() < 0.8:
                words.append(random.choice(VALUES))
        if words[0] == "solve":
            words += SMALL
        process = attack.start(words)
        said = finish_unless_working(process, COMPUTES)
        if said is None:
            process.terminate()
            said = finish(process, most=5)
            attack.count("command lines interrupted")
        err = said[1]
        code = process.returncode
        attack.demand(code in (0, 1, 2, 3, 130), "a command line is answered", f"{code} {words} {err[:300]}")
        if code == 2:
            attack.demand(err.count(b"\n") == 1, "bad usage gets one line", f"{words} {err[:500]}")
        attack.count(f"command lines: exit {code}")
        done += 1
