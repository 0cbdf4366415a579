"""Tic-tac-toe on n^k boards: side, dims, players, misere; 4^3 (Qubic) if not given."""

from .. import Hyper
from ._aec import family

raw_env, env, parallel_env = family(Hyper, "nk_v0", {"side": 4, "dims": 3}, None)
