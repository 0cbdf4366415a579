"""Quixo: size, line, both_lines, tables; 4x4 if not given."""

from .. import Quixo
from ._aec import family

raw_env, env, parallel_env = family(Quixo, "quixo_v0", {}, 100)
