"""Loads games and positions from a pickle. Equal games share one object, solved once."""

from functools import lru_cache

from . import _noughts

_MAKERS = {"quixo": _noughts.Quixo, "quantum": _noughts.Quantum, "hyper": _noughts.Hyper}


@lru_cache(maxsize=64)
def _made(family, given):
    return _MAKERS[family](**dict(given))


def game(family, given):
    return _made(family, tuple(sorted(given.items())))


def position(game, text):
    return game.position(text)
