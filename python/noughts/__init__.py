"""The tic-tac-toe family, solved exactly.

    import noughts
    game = noughts.Quixo(size=4)
    p = game.position("X..O/..../.O../.... X")
    p.analyze()                      # the value of the position and of each move
    p.play("a4R").moves()

Quixo, Quantum and Hyper make games; judge() tells how well a player plays; noughts.env
has an environment for players that learn, noughts.course a bridge for agents of the course
at Politecnico di Torino. docs/python.md tells more.
"""

from ._noughts import (
    Analysis,
    BadInput,
    Certificate,
    Corrupt,
    Error,
    Game,
    Hyper,
    Judgement,
    Missing,
    NoSpace,
    NoTime,
    Position,
    Quantum,
    Quixo,
    RatedMove,
    Tables,
    Unfinished,
    WrongValue,
    WrongVersion,
    __version__,
    judge,
    read_certificate,
)

__all__ = [
    "Analysis",
    "BadInput",
    "Certificate",
    "Corrupt",
    "Error",
    "Game",
    "Hyper",
    "Judgement",
    "Missing",
    "NoSpace",
    "NoTime",
    "Position",
    "Quantum",
    "Quixo",
    "RatedMove",
    "Tables",
    "Unfinished",
    "WrongValue",
    "WrongVersion",
    "__version__",
    "judge",
    "read_certificate",
]
