"""Quantum tic-tac-toe: collapse, q, dice, scores, draw, double_win."""

from .. import Quantum
from ._aec import family

raw_env, env, parallel_env = family(Quantum, "quantum_v0", {}, None)
