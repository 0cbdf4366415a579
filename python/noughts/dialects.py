"""Lets noughts.judge ask players written for a course or a contest.

Each function takes a player as its author wrote it and returns what noughts.judge asks:

    course(player)       Turin: make_move(game) -> ((x, y), Move)             Quixo
    laval(player)        Quebec: jouer_un_coup(cube) -> ([x, y], direction)   Quixo 5x5
    referee(bot)         Mexico: play_turn(board) -> the board after it       Quixo
    kth(command)         Stockholm: a program, a state a line in and out      4x4x4
    http(address)        any server: POST /move                               every game

As a program that speaks the line protocol, for `noughts judge --agent`:

    python3 -m noughts.dialects course my_player.py:MyPlayer --game quixo --size 5

docs/guide/dialects has a page of each, with a whole player.
"""

import argparse
import importlib.util
import json
import os
import subprocess
import sys
import urllib.error
import urllib.request
import warnings

from . import _noughts

__all__ = ["course", "http", "kth", "laval", "referee"]


def _rows(position):
    return position.board["rows"]


def course(player):
    """A player with make_move(game): noughts.course has what it sees. It needs numpy.

    A game.py that comes with the player is compared with our rules first; a warning says what
    differs.
    """
    from .course import policy

    return policy(player)


# Quebec: the project Quixo of Université Laval.

_DIRECTIONS = {"haut": "T", "bas": "B", "gauche": "L", "droite": "R"}


def laval(player):
    """A player with jouer_un_coup(cube), where cube is "X" or "O".

    Before each question `player.plateau` gets the board: the object there keeps its class and gets
    new rows in its own `plateau`; where there is none, a list of five rows of "X", "O" and " ".
    The answer is an origin [x, y], from 1 to 5 and the top left, and haut, bas, gauche or droite:
    where the cube goes in. A dict with origine and direction will do. If the answer is None, the
    move is read from the player's own board.
    """

    def choose(position):
        rows = [[" " if tile == "." else tile for tile in row] for row in _rows(position)]
        board = getattr(player, "plateau", None)
        if hasattr(board, "plateau"):
            board.plateau = rows
        else:
            player.plateau = rows
        answer = player.jouer_un_coup(position.to_move)
        if answer is None:
            after = getattr(player.plateau, "plateau", player.plateau)
            return "/".join("".join(row).replace(" ", ".") for row in after)
        if isinstance(answer, dict):
            answer = answer["origine"], answer["direction"]
        (x, y), direction = answer
        # The rows of a board of noughts are numbered from below.
        return f"{chr(ord('a') + int(x) - 1)}{len(rows) + 1 - int(y)}{_DIRECTIONS[direction]}"

    return choose


# Mexico: a referee that gives a board and takes a board.

_SYMBOLS = {".": 0, "X": 1, "O": -1}
_TILES = {number: tile for tile, number in _SYMBOLS.items()}


def referee(bot):
    """A bot with play_turn(board), or a class of such bots, made once for each symbol.

    The board is a list of rows of 0, 1 for X and -1 for O; the answer is the board after the move.
    """
    bots = {seat: bot(symbol) if isinstance(bot, type) else bot for seat, symbol in enumerate((1, -1))}

    def choose(position):
        board = [[_SYMBOLS[tile] for tile in row] for row in _rows(position)]
        after = bots[position.seat].play_turn(board)
        if after is None:
            return "no board"
        return "/".join("".join(_TILES[int(cell)] for cell in row) for row in after)

    return choose


# Stockholm: agents of KTH for tic-tac-toe on a cube, which filter states.


class _Filter:
    """A program that is given a state and answers with the state after its move."""

    def __init__(self, command, names):
        self._command = command
        self._names = {"mover": "xo", "other": "ox"}[names]
        self._program = None

    def _line(self, text):
        if self._program is None or self._program.poll() is not None:
            self._program = subprocess.Popen(
                self._command, shell=True, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._program.stdin.write(text + "\n")
        self._program.stdin.flush()
        answer = self._program.stdout.readline()
        if not answer:
            raise EOFError(f"{self._command} ended without an answer")
        return answer

    def __call__(self, position):
        marks = "".join("." if mark is None else "xo"[mark] for mark in _marks(position))
        last = _last(position)
        mover = "xo"[position.seat]
        answer = self._line(f"{marks} {last} {self._names[position.seat]}").split()
        after = answer[0] if answer else ""
        changed = [i for i, mark in enumerate(marks) if i < len(after) and after[i] != mark]
        if len(after) != len(marks) or len(changed) != 1 or after[changed[0]] != mover:
            return f"{after} (not one more {mover})"
        return position.game.actions[changed[0]]

    def __del__(self):
        if self._program is not None:
            self._program.kill()
            self._program.wait()


def _marks(position):
    """Lists whose mark is on each cell, in the order of game.actions; None for an empty cell."""
    names = position.game.actions
    at = {name: index for index, name in enumerate(names)}
    marks = [None] * len(names)
    for ply, move in enumerate(position.text.split()):
        marks[at[move]] = ply % 2
    return marks


def _last(position):
    """The last move as these programs write it: cell, player, 0; -1 at the start."""
    moves = position.text.split()
    if not moves:
        return "-1"
    return f"{position.game.actions.index(moves[-1])}_{1 + (len(moves) - 1) % 2}_0"


def kth(command, names="mover"):
    """A program that reads `64 cells of . x o, the last move, a player` and writes the same.

    Versions of the course's skeleton differ in whom the third word names: the player who is to
    move (names="mover"), or the one after it (names="other").
    """
    return _Filter(command, names)


# Any server.


def http(address, timeout=60):
    """A server that answers POST /move with {"move": ...}; it is sent the game and the position.

    `address` is that of the server, such as http://127.0.0.1:5000; /move is added to it.
    """
    url = address.rstrip("/")
    if not url.endswith("/move"):
        url += "/move"

    def choose(position):
        question = {"game": position.game.family, "rules": position.game.rules,
                    "position": position.text, "to_move": position.to_move,
                    "board": position.board, "moves": position.moves()}
        request = urllib.request.Request(
            url, json.dumps(question).encode(), {"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=timeout) as response:
                answer = json.load(response)
        except urllib.error.HTTPError as error:
            raise ValueError(f"{url} answered {error.code} {error.reason}") from None
        return answer.get("move") or answer.get("position") or json.dumps(answer)

    return choose


# As a program.


def _load(place):
    """Loads NAME from FILE, given "FILE:NAME". A class is called, unless it is a referee's."""
    file, _, name = place.rpartition(":")
    if not file:
        raise SystemExit(f"dialects: give the player as FILE.py:NAME, not {place}")
    sys.path.insert(0, os.path.dirname(os.path.abspath(file)))
    spec = importlib.util.spec_from_file_location("player_to_judge", file)
    if spec is None or not os.path.exists(file):
        raise SystemExit(f"dialects: there is no file {file}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    if not hasattr(module, name):
        raise SystemExit(f"dialects: {file} has no {name}")
    return getattr(module, name)


def _player(dialect, place):
    if dialect == "kth":
        return kth(place)
    if dialect == "http":
        return http(place)
    loaded = _load(place)
    if dialect == "referee":
        return referee(loaded)
    if dialect == "laval":
        return laval(loaded(["X", "O"]) if isinstance(loaded, type) else loaded)
    return course(loaded() if isinstance(loaded, type) else loaded)


def main():
    parser = argparse.ArgumentParser(
        prog="python3 -m noughts.dialects",
        description="A player of another dialect as an agent for noughts judge.")
    parser.add_argument("dialect", choices=__all__)
    parser.add_argument("player", help="FILE.py:NAME; kth: a command; http: an address")
    parser.add_argument("--game", choices=["quixo", "quantum", "hyper"], default="quixo")
    parser.add_argument("--size", type=int, default=5, help="of the board of Quixo")
    parser.add_argument("--side", type=int, default=4, help="of a cube of --game hyper")
    parser.add_argument("--dims", type=int, default=3)
    options = parser.parse_args()
    games = {"quixo": lambda: _noughts.Quixo(size=options.size), "quantum": _noughts.Quantum,
             "hyper": lambda: _noughts.Hyper(side=options.side, dims=options.dims)}
    game = games["hyper" if options.dialect == "kth" else options.game]()
    warnings.showwarning = lambda text, *_, **__: print(f"dialects: {text}", file=sys.stderr)
    try:
        choose = _player(options.dialect, options.player)
    except ModuleNotFoundError as error:
        raise SystemExit(f"dialects: {sys.executable} has no module {error.name}; "
                         f"install it: {sys.executable} -m pip install {error.name}") from None
    answers, sys.stdout = sys.stdout, sys.stderr  # what the player prints is no answer
    for line in sys.stdin:
        answer = choose(game.position(line.strip()))
        print(getattr(answer, "text", answer), file=answers, flush=True)


if __name__ == "__main__":
    main()
