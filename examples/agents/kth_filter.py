"""A filter of states of 4x4x4 tic-tac-toe as the course in Stockholm has them: the first cell."""

import sys

for line in sys.stdin:
    board, last, player = line.split()
    cell = board.index(".")
    after = board[:cell] + player + board[cell + 1:]
    print(after, f"{cell}_{1 if player == 'x' else 2}_0", "o" if player == "x" else "x", flush=True)
