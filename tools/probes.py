"""How many boards of 4x4 Quixo Python looks up a second, from tables on disk and in memory.

    noughts solve quixo --size 4 --tables DIR
    PYTHONPATH=build/python python3 tools/probes.py DIR
"""

import sys
import time

import numpy

import noughts

MANY = 1_000_000


def boards_of(tables):
    """A million boards of one class, and as many of all."""
    random = numpy.random.default_rng(1)
    yield "one class", random.choice(tables.boards(5, 5), MANY)
    x, o = random.integers(0, 1 << 16, (2, MANY), dtype=numpy.uint64)
    yield "all classes", x << numpy.uint64(32) | o & ~x


def main():
    for where, game in (("on disk", noughts.Quixo(size=4, tables=sys.argv[1])), ("in memory", noughts.Quixo(size=4))):
        tables = game.tables()
        for name, boards in boards_of(tables):
            tables.probe(boards)  # warm
            for _ in range(3):
                start = time.process_time()
                tables.probe(boards)
                print(f"{where}, {name}: {MANY / (time.process_time() - start):,.0f} a second of processor time")


main()
