"""The tic-tac-toe family, solved exactly.

    import noughts
    game = noughts.Quixo(size=4)
    p = game.position("X..O/..../.O../.... X")
    p.analyze()                      # the value of the position and of each move
    p.play("a4R").moves()

Quixo, Quantum and Hyper make games; judge() tells how well a player plays. For players that
learn there are noughts.pettingzoo, noughts.gymnasium, noughts.openspiel, and Batch for many
games at once. noughts.course is a bridge for agents of the course at Politecnico di Torino.
docs/guide/python.md tells more.
"""

from ._noughts import (
    Analysis,
    BadInput,
    Batch,
    Certificate,
    Comparison,
    Corrupt,
    Error,
    Game,
    Hyper,
    Judgement,
    Missing,
    NoSpace,
    NoTime,
    Player,
    Position,
    Quantum,
    Quixo,
    RatedMove,
    Tables,
    Unfinished,
    WrongValue,
    WrongVersion,
    __version__,
    compare,
    judge,
    read_certificate,
)

__all__ = [
    "Analysis",
    "BadInput",
    "Batch",
    "Certificate",
    "Comparison",
    "Corrupt",
    "Error",
    "Game",
    "Hyper",
    "Judgement",
    "Missing",
    "NoSpace",
    "NoTime",
    "Player",
    "Position",
    "Quantum",
    "Quixo",
    "RatedMove",
    "Tables",
    "Unfinished",
    "WrongValue",
    "WrongVersion",
    "__version__",
    "compare",
    "judge",
    "read_certificate",
]
