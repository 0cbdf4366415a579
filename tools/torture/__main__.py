"""Attacks the program: tools/torture [--minutes 10] [--seed N] [--only NAME]

kills, interrupts, full disks, flipped bytes and cut files, failing system calls, forged tables and
lost output, command lines, raw requests, alone and behind nginx, slow and abandoned connections,
odd machines; everything in a temporary folder and on 127.0.0.1. The first
broken promise ends it with exit code 1. The same seed tries the same things, as far as
time and the scheduler let it.
"""
import argparse
import random
import sys
import time

import connections
import faults
import files
import forgeries
import interrupts
import oddities
import proxy
import words
from common import Attack, Broken

# Name, attack, share of the time.
ATTACKS = [
    ("kills", files.kills, 0.2),
    ("interrupts", interrupts.interrupts, 0.1),
    ("full disks", files.full_disks, 0.1),
    ("damage", files.damage, 0.15),
    ("faults", faults.faults, 0.05),
    ("forgeries", forgeries.forgeries, 0.05),
    ("command lines", words.command_lines, 0.1),
    ("raw requests", connections.raw_requests, 0.05),
    ("behind nginx", proxy.behind_nginx, 0.05),
    ("slow connections", connections.slow_connections, 0.05),
    ("abandoned questions", connections.abandoned, 0.05),
    ("oddities", oddities.oddities, 0.05),
]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 31))
    parser.add_argument("--only", choices=[name for name, _, _ in ATTACKS])
    parser.add_argument("--most", type=int, help="with --only: so many tries, however long they take")
    parser.add_argument("--binary", default="build/noughts")
    parser.add_argument("--helper", default="build/damage_tables")
    arguments = parser.parse_args()
    print(f"torture: seed {arguments.seed}, about {arguments.minutes:g} minutes", flush=True)
    for name, attack_with, share in ATTACKS:
        if arguments.only not in (None, name):
            continue
        seconds = 60 * arguments.minutes * (1 if arguments.only else share)
        if arguments.most:
            seconds = 1e6
        attack = Attack(arguments.binary, arguments.helper, arguments.seed, seconds, name)
        started = time.monotonic()
        try:
            attack_with(attack, arguments.most) if arguments.most else attack_with(attack)
        except Broken as broken:
            print(f"torture: {name}: BROKEN after {attack.tally}: {broken}", flush=True)
            print(f"torture: again with: tools/torture --seed {arguments.seed} --only '{name}'")
            return 1
        finally:
            attack.close()
        told = ", ".join(f"{count} {what}" for what, count in attack.tally.items())
        print(f"torture: {name}: {told} ({time.monotonic() - started:.0f} s)", flush=True)
    print("torture: nothing was broken")
    return 0


sys.exit(main())
