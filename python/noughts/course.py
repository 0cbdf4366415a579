"""A bridge for Quixo agents of the course at Politecnico di Torino.

There an agent is an object with

    make_move(game) -> ((x, y), Move)

where (x, y) is the column and the row of the tile that is taken, from the top left, and
Move says on which side it is pushed in. game.get_board() is an array with -1 for an empty
tile, 0 for a tile of the first player and 1 for one of the second.

    noughts.judge(course.policy(MyAgent()), noughts.Quixo(size=5, tables="tables/5x5"))

Their rules differ in one point: docs/guide/dialects/course.md, "Where the rules differ".
"""

import random
import sys
import warnings
from collections import Counter
from dataclasses import dataclass
from enum import Enum

import numpy

from . import _noughts

_EMPTY = -1
_SIGNS = {".": _EMPTY, "X": 0, "O": 1}
_TILES = {number: sign for sign, number in _SIGNS.items()}


class Move(Enum):
    """The side on which the tile is pushed in."""

    TOP = 0
    BOTTOM = 1
    LEFT = 2
    RIGHT = 3


class Game:
    """A position of noughts as agents of the course see it."""

    def __init__(self, position):
        self.position = position

    @property
    def current_player_idx(self):
        return self.position.seat

    def get_current_player(self):
        """0 or 1."""
        return self.position.seat

    def get_board(self):
        """A new array of -1, 0 and 1, row by row from the top."""
        rows = self.position.board["rows"]
        return numpy.array([[_SIGNS[sign] for sign in row] for row in rows])

    @property
    def _board(self):
        return self.get_board()

    def check_winner(self):
        """The player who has won, or -1. Our rules decide, even where theirs differ."""
        return -1 if self.position.winner is None else self.position.winner

    def move(self, from_pos, slide, player_id):
        """Plays a move; False if it is not legal."""
        if player_id != self.position.seat:
            return False
        try:
            self.position = self.position.play(move_text(self.position, from_pos, slide))
        except (ValueError, KeyError, TypeError):
            return False
        return True

    def print(self):
        print(self.get_board())


def move_text(position, from_pos, slide):
    """A move of the course in our notation; slide is a Move, theirs or ours."""
    column, row = from_pos
    size = len(position.board["rows"])
    return f"{chr(ord('a') + int(column))}{size - int(row)}{_slide_name(slide)[0]}"


def course_move(position, text):
    """A move in our notation as ((x, y), Move)."""
    size = len(position.board["rows"])
    sides = {side.name[0]: side for side in Move}
    return (ord(text[0]) - ord("a"), size - int(text[1])), sides[text[2]]


def policy(player):
    """A function for noughts.judge from an agent of the course.

    It warns if the game file that the agent was written for plays by other rules than ours.
    """
    same, sentence = compared(player)
    if not same:
        warnings.warn(sentence, stacklevel=2)

    def choose(position):
        return move_text(position, *player.make_move(Game(position)))

    return choose


def position_of(quixo, game, player=None):
    """Returns the position of a course game; quixo is a noughts.Quixo of the same size."""
    player = _mover_of(game) if player is None else player
    rows = ["".join(_TILES[int(tile)] for tile in row) for row in game.get_board()]
    return quixo.position(f"{'/'.join(rows)} {_TILES[player]}")


class PerfectPlayer:
    """Plays perfectly in the course's interface, by the values of a noughts.Quixo game.

    5x5 is perfect with tables only, PerfectPlayer(noughts.Quixo(size=5, tables="tables/5x5"));
    without them it plays what a search finds. `player`, 0 or 1, is needed where the game does
    not tell who moves.
    """

    def __init__(self, quixo=None, seed=1, move_type=Move, player=None):
        self._quixo = _noughts.Quixo(size=5) if quixo is None else quixo
        self._choose = self._quixo.player("perfect", seed)
        self._move_type = move_type  # the course's own enum, where the game compares with it
        self._player = player

    def make_move(self, game):
        position = position_of(self._quixo, game, self._player)
        from_pos, slide = course_move(position, self._choose(position))
        return from_pos, self._move_type[slide.name]


@dataclass(frozen=True)
class Difference:
    """A board and a move on which a game file and our rules disagree."""

    what: str  # "legal", "board", "winner", or "both": the winner where each player has a line
    position: str
    move: str
    theirs: object
    ours: object


def differences(game_class, size=5, count=2000, seed=1):
    """Lists where a copy of the course's game.py plays by other rules than ours.

    Copies differ, so check yours before you judge. On random boards every move is made in a new
    game_class() and by our rules; whether it is legal, the board after it, and the winner are
    compared. On every tenth board some move completes a line of each player. The first
    disagreement of each board is kept.
    """
    generator, quixo, found = random.Random(seed), _noughts.Quixo(size=size), []
    for number in range(count):
        position = _random_position(quixo, size, generator, number % 10 == 0)
        legal = set(position.moves())
        texts = list(quixo.actions)
        generator.shuffle(texts)
        for text in texts:
            difference = _difference(game_class, position, text, text in legal)
            if difference is not None:
                found.append(difference)
                break
    return found


def _random_position(quixo, size, generator, both):
    """A game that goes on; with `both`, a push from the top can complete a line of each player."""
    while True:
        rows = [generator.choices(".XO", k=size) for _ in range(size)]
        mover = generator.choice("XO")
        if both:  # the board after the push, and then its column before
            column = generator.randrange(size)
            for row, sign in zip(generator.sample(range(1, size), 2), "XO"):
                rows[row] = [sign] * size
            tiles = [row[column] for row in rows[1:]] + [generator.choice("." + mover)]
            for row, tile in zip(rows, tiles):
                row[column] = tile
        position = quixo.position(f"{'/'.join(map(''.join, rows))} {mover}")
        if position.result is None:
            return position


def compared(player, count=200):
    """Whether the game file of a player plays by our rules, and a sentence that says so.

    The file is the one whose Game the player's module imports.
    """
    game_class = _game_of(player)
    if game_class is None:
        return True, "the player brings no game.py; our rules decide"
    file = f"{game_class.__module__}.py"
    try:
        size = len(game_class().get_board())
        found = differences(game_class, size, count)
    except Exception as error:  # whatever their file raises
        return False, f"{file} cannot be compared with our rules: {type(error).__name__}: {error}"
    if not found:
        return True, f"{file} plays by our rules on {count} random boards"
    kinds = Counter(difference.what for difference in found)
    told = ", ".join(f"{kinds[what]} in {words}" for what, words in _KINDS.items() if kinds[what])
    first = found[0]
    return False, (f"{file} differs from our rules on {len(found)} of {count} random boards: {told}; "
                   f"for example {first.move} in {first.position}; our rules decide")


_KINDS = {"legal": "which moves are legal", "board": "the board after a move", "winner": "who wins",
          "both": "who wins if each player has a line"}


def _game_of(player):
    """The class Game that the module of the player, or of one of its base classes, knows."""
    for base in type(player).__mro__:
        game_class = getattr(sys.modules.get(base.__module__), "Game", None)
        if isinstance(game_class, type) and hasattr(game_class, "check_winner"):
            return None if game_class is Game else game_class
    return None


def _difference(game_class, position, text, legal):
    game = game_class()
    game._board = Game(position).get_board()
    move = getattr(game, "_Game__move", None) or game.move
    slide = _their_move(game_class, course_move(position, text)[1])
    accepted = bool(move(course_move(position, text)[0], slide, position.seat))
    if accepted != legal:
        return Difference("legal", position.text, text, accepted, legal)
    if not legal:
        return None
    after = position.play(text)
    board = numpy.asarray(game._board)
    ours = Game(after).get_board()
    if not numpy.array_equal(board, ours):
        return Difference("board", position.text, text, board.tolist(), ours.tolist())
    winner = int(game.check_winner())
    if winner != Game(after).check_winner():
        what = "both" if all(_has_line(ours == seat) for seat in (0, 1)) else "winner"
        return Difference(what, position.text, text, winner, Game(after).check_winner())
    return None


def _has_line(mine):
    diagonals = numpy.diagonal(mine), numpy.diagonal(mine[:, ::-1])
    return any(line.all() for line in [*mine, *mine.T, *diagonals])


def _their_move(game_class, slide):
    """Returns the slide as the enum that the game's own file defines."""
    theirs = getattr(sys.modules.get(game_class.__module__), "Move", Move)
    return theirs[slide.name]


def _mover_of(game):
    """Returns who moves, if this copy of the course's game tells."""
    if hasattr(game, "get_current_player"):
        return int(game.get_current_player())
    if hasattr(game, "current_player_idx"):
        return int(game.current_player_idx)
    raise ValueError(
        "this game does not tell who moves: it has neither get_current_player nor "
        "current_player_idx; give PerfectPlayer(player=0) or player=1"
    )


def _slide_name(slide):
    name = getattr(slide, "name", None)
    if name not in Move.__members__:
        raise ValueError(f"a slide is TOP, BOTTOM, LEFT or RIGHT, not {slide!r}")
    return name
