#!/usr/bin/env python3
"""Any winning move of 3x3 Quixo, each as likely: the expected plies as exact fractions,
from nothing but the rules, and compared with what the program says.

    quixo_random_win.py                  prints the fractions
    quixo_random_win.py build/noughts    also compares with report quixo --study random-win

Nothing here knows src/. A board is nine signs row by row, the side to move is always X.
Expected plies E are guessed in floating point to find the best defence, then solved as
linear equations in fractions, one strongly connected part after the other, and at last
every equation is checked exactly. Since all these chains end, the solution is the only one.
"""
import itertools
import json
import subprocess
import sys
from fractions import Fraction

SIDE = 3
CELLS = range(SIDE * SIDE)
LINES = ([[r * SIDE + c for c in range(SIDE)] for r in range(SIDE)] +
         [[r * SIDE + c for r in range(SIDE)] for c in range(SIDE)] +
         [[i * (SIDE + 1) for i in range(SIDE)], [(i + 1) * (SIDE - 1) for i in range(SIDE)]])
SWAP = str.maketrans("XO", "OX")


def slides():
    """Every way to take a border tile out of its row or column and push it in at an end:
    the cells of that row or column from the end to the hole."""
    found = []
    for line in LINES[:2 * SIDE]:
        for ends in (line, line[::-1]):
            for hole in range(1, SIDE):
                cell = ends[hole]
                if cell // SIDE in (0, SIDE - 1) or cell % SIDE in (0, SIDE - 1):
                    found.append(ends[:hole + 1])
    return found


SLIDES = slides()


def images(board):
    rows = [board[r * SIDE:(r + 1) * SIDE] for r in range(SIDE)]
    for _ in range(4):
        rows = ["".join(column) for column in zip(*rows)]  # transposed
        yield "".join(rows)
        rows = [row[::-1] for row in rows]
        yield "".join(rows)


def winner(board):
    """1 if X, to move, has won, -1 if lost, 0 if the game goes on. Whoever made both lines loses."""
    if any(all(board[c] == "X" for c in line) for line in LINES):
        return 1
    return -1 if any(all(board[c] == "O" for c in line) for line in LINES) else 0


def children(board):
    """After each legal move, the colours swapped so that X is to move again."""
    for cells in SLIDES:
        if board[cells[-1]] == "O":
            continue
        after = list(board)
        for into, out in zip(cells[1:], cells):
            after[into] = board[out]
        after[cells[0]] = "X"
        yield min(images("".join(after).translate(SWAP)))


def solve():
    """Values and plies of all boards, one of each eight images, by plain rounds."""
    boards = {min(images("".join(b))) for b in itertools.product(".XO", repeat=len(CELLS))}
    over = {board: winner(board) for board in boards}
    moves = {board: [] if over[board] else list(children(board)) for board in boards}
    value = {board: (result, 0) for board, result in over.items() if result}
    for plies in itertools.count(1):
        new = {}
        for board in boards - value.keys():
            known = [value[child] for child in moves[board] if child in value]
            if any(won < 0 for won, _ in known):
                new[board] = (1, plies)
            elif len(known) == len(moves[board]):
                new[board] = (-1, 1 + max(n for _, n in known))
        if not new:
            return moves, value
        value.update(new)


def parts(graph):
    """Strongly connected parts (Tarjan), each after those that it leads to."""
    index, low, stack, inside, found = {}, {}, [], set(), []
    for root in graph:
        if root in index:
            continue
        work = [(root, iter(graph[root]))]
        index[root] = low[root] = len(index)
        stack.append(root)
        inside.add(root)
        while work:
            node, rest = work[-1]
            for child in rest:
                if child not in index:
                    index[child] = low[child] = len(index)
                    stack.append(child)
                    inside.add(child)
                    work.append((child, iter(graph[child])))
                    break
                if child in inside:
                    low[node] = min(low[node], index[child])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    part = []
                    while not part or part[-1] != node:
                        part.append(stack.pop())
                        inside.discard(part[-1])
                    found.append(part)
    return found


def solve_exactly(chosen):
    """E = 1 + mean of E over the chosen children, by elimination in each part."""
    expected = {board: Fraction(0) for board, kids in chosen.items() if not kids}
    for part in parts(chosen):
        unknown = {board for board in part if board not in expected}
        rows = {}
        for board in unknown:
            kids = chosen[board]
            row = {board: Fraction(1)}
            constant = Fraction(1)
            for kid in kids:
                share = Fraction(1, len(kids))
                if kid in unknown:
                    row[kid] = row.get(kid, 0) - share
                else:
                    constant += share * expected[kid]
            rows[board] = [row, constant]
        order = []
        while rows:  # the shortest equation first
            board = min(rows, key=lambda b: len(rows[b][0]))
            row, constant = rows.pop(board)
            scale = row.pop(board)
            row, constant = {k: c / scale for k, c in row.items()}, constant / scale
            order.append((board, row, constant))
            for other in rows.values():
                factor = other[0].pop(board, None)
                if factor is None:
                    continue
                other[1] -= factor * constant
                for kid, share in row.items():
                    other[0][kid] = other[0].get(kid, 0) - factor * share
        for board, row, constant in reversed(order):
            expected[board] = constant - sum(c * expected[k] for k, c in row.items())
    return expected


def expectations(moves, value, best):
    """E of every decided board; with `best` the loser delays as long as can be."""
    chosen, losers = {}, set()
    for board, (won, _) in value.items():
        kids = [kid for kid in moves[board] if won < 0 or value.get(kid, (0,))[0] < 0]
        chosen[board] = kids
        if won < 0 and kids:
            losers.add(board)
    if best:
        guess = dict.fromkeys(chosen, 0.0)
        change = 1
        while change > 1e-12:
            change = 0
            for board, kids in chosen.items():
                if kids:
                    there = [guess[kid] for kid in kids]
                    new = 1 + (max(there) if board in losers else sum(there) / len(there))
                    change = max(change, new - guess[board])
                    guess[board] = new
        policy = {board: [max(kids, key=guess.get)] if board in losers else kids
                  for board, kids in chosen.items()}
    expected = solve_exactly(policy if best else chosen)
    for board, kids in chosen.items():
        there = [expected[kid] for kid in kids]
        right = 0 if not kids else 1 + (max(there) if best and board in losers
                                        else sum(there) / len(there))
        assert expected[board] == right, board
    return expected


def text_of(board):
    return "/".join(board[r * SIDE:(r + 1) * SIDE] for r in range(SIDE)) + " X"


def compare(said, expected, value):
    """Each number of the program is the fraction, as near as it claims."""
    def same(number, fraction):
        near = abs(Fraction(number) - fraction)
        assert near <= (said["error"] + 1e-15) * fraction, (number, float(fraction))
    won = {board: expected[board] for board, (v, plies) in value.items() if v > 0 and plies}
    longest = max(won.values())
    same(said["initial"], expected["." * len(CELLS)])
    same(said["longest"], longest)
    position = said["position"].split()[0].replace("/", "")
    assert won[min(images(position))] == longest
    for key, of in (("plies", lambda b: value[b][1]), ("tiles", lambda b: 9 - b.count("."))):
        rows = {}
        for board, plies in won.items():
            rows.setdefault(of(board), []).append((len(set(images(board))), plies))
        assert [row[key] for row in said["by_" + key]] == sorted(rows)
        for row in said["by_" + key]:
            boards = rows[row[key]]
            assert row["boards"] == sum(n for n, _ in boards)
            same(row["longest"], max(plies for _, plies in boards))
            mean = sum(n * plies for n, plies in boards) / row["boards"]
            assert abs(Fraction(row["mean"]) - mean) <= 1e-9 * mean


def main():
    moves, value = solve()
    assert len(value) == len(moves), "3x3 has no draws"
    said = {}
    if len(sys.argv) > 1:
        command = [sys.argv[1], *"report quixo --size 3 --study random-win --json".split()]
        document = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
        said = {row["defence"]: row for row in document["defences"]}
    for defence in ("best", "random"):
        expected = expectations(moves, value, defence == "best")
        empty = expected["." * len(CELLS)]
        print(f"{defence}: from the empty board {empty} = {float(empty):.15g}")
        if said:
            compare(said[defence], expected, value)
            print(f"{defence}: the program says the same")


if __name__ == "__main__":
    main()
