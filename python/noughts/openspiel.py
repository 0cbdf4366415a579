"""The games as OpenSpiel games; needs open_spiel.

    import pyspiel, noughts.openspiel
    game = pyspiel.load_game("noughts_quixo(size=4)")
    state = game.new_initial_state()
    noughts.openspiel.action_values(state)          # the exact value of each legal action
    bot = noughts.openspiel.PerfectBot(game, 0)

Importing this registers noughts_quixo, noughts_quantum and noughts_nk. Their parameters are
those of noughts.Quixo, Quantum and Hyper. Quixo also has `longest`: a game that is not over
after so many moves is a draw. With collapse=chance, collapses are chance nodes. Utilities are
1, 0 and -1; for quantum tic-tac-toe they are its scores.
"""

import random
from fractions import Fraction

import numpy
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from . import Hyper, Quantum, Quixo
from .env import chances

_SELECTIONS = 9  # quantum: at most one for each ply
_NUMBERS = {"win": 1.0, "draw": 0.0, "hold": 0.0, "loss": -1.0, "exposed": -1.0, None: numpy.nan}


class Game(pyspiel.Game):
    """A game of noughts; its attribute `noughts` is the noughts game."""

    def __init__(self, family, params=None):
        name, make, long_name, defaults = family
        given = {**defaults, **(params or {})}
        self.longest = int(given.pop("longest", 0))
        self.noughts = make(**{key: value for key, value in given.items() if value != ""})
        players = len(self.noughts.seats)
        chance = self.noughts.rules.get("collapse") == "chance"
        self.best_utility = 1.0
        if make is Quantum:
            rules = self.noughts.rules
            scores = [abs(float(Fraction(rules[end]))) for end in ("complete", "narrow", "draw")]
            self.best_utility = max(scores) * (2 if rules["double_win"] else 1)
        length = self.longest
        if make is Quantum:
            length = 9 + _SELECTIONS
        elif make is Hyper:
            length = len(self.noughts.actions)
        # With more than two players who share a draw, or out of a misère game, sums differ.
        zero_sum = players == 2
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.noughts.actions),
            max_chance_outcomes=len(self.noughts.actions) if chance else 0,
            num_players=players,
            min_utility=-self.best_utility,
            max_utility=self.best_utility,
            utility_sum=0.0 if zero_sum else None,
            max_game_length=length,
        )
        super().__init__(_type_of(family, chance, zero_sum), info, params or {})

    def new_initial_state(self, state=None):
        return State(self)

    def make_py_observer(self, iig_obs_type=None, params=None):
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return Observer(self)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class State(pyspiel.State):
    """A position of a game; its attribute `position` is the noughts position."""

    def __init__(self, game):
        super().__init__(game)
        self.position = game.noughts.initial
        self.plies = 0

    def current_player(self):
        if self.is_terminal():
            return pyspiel.PlayerId.TERMINAL
        seat = self.position.seat
        return seat if seat < self.get_game().num_players() else pyspiel.PlayerId.CHANCE

    def _legal_actions(self, player):
        return [] if self.is_terminal() else sorted(self.position.legal_actions())

    def chance_outcomes(self):
        number_of = dict(zip(self.position.moves(), self.position.legal_actions()))
        return sorted((number_of[move], odds) for move, odds in chances(self.position))

    def _apply_action(self, action):
        self.position = self.position.play(action)
        self.plies += 1

    def _action_to_string(self, player, action):
        return self.get_game().noughts.actions[action]

    def is_terminal(self):
        longest = self.get_game().longest
        return self.position.result is not None or 0 < longest <= self.plies

    def returns(self):
        game, position = self.get_game(), self.position
        players = game.num_players()
        if position.result is None:
            return [0.0] * players
        if game.noughts.family == "quantum":
            score = float(position.analyze().value)
            return [score, -score]
        if position.winner is None:
            return [0.0] * players
        return [1.0 if seat == position.winner else -1.0 for seat in range(players)]

    def __str__(self):
        return str(self.position)


class Observer:
    """The board as position.planes() shows it."""

    def __init__(self, game):
        shape = game.noughts.initial.planes().shape
        self.tensor = numpy.zeros(int(numpy.prod(shape)), numpy.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state, player):
        self.dict["observation"][:] = state.position.planes()

    def string_from(self, state, player):
        return f"{state.position.text} {state.plies}"


def _sign(state):
    """Returns -1 for O in quantum tic-tac-toe, where scores are for X, else 1."""
    quantum = state.get_game().noughts.family == "quantum"
    return -1.0 if quantum and state.position.seat == 1 else 1.0


def _number(value, sign):
    return _NUMBERS[value] if value is None or isinstance(value, str) else sign * float(value)


def value(state):
    """The exact value of a state for the player to move (chance: for X); nan if not known."""
    return _number(state.position.analyze().value, _sign(state))


def action_values(state):
    """The exact value of each legal action for the player to move, by its number."""
    number_of = dict(zip(state.position.moves(), state.position.legal_actions()))
    sign = _sign(state)
    return {number_of[m.move]: _number(m.value, sign) for m in state.position.analyze().moves}


class PerfectBot(pyspiel.Bot):
    """Plays a best move; with share > 0, that share of moves is random."""

    def __init__(self, game, player_id, seed=1, share=0.0):
        super().__init__()
        self._player_id, self._share = player_id, share
        self._random = random.Random(seed)

    def player_id(self):
        return self._player_id

    def restart_at(self, state):
        pass

    def step(self, state):
        position = state.position
        if self._random.random() < self._share:
            return self._random.choice(position.legal_actions())
        number_of = dict(zip(position.moves(), position.legal_actions()))
        analysis = position.analyze()
        # Where no best move is known, the first is the one that looks best.
        return number_of[self._random.choice(analysis.best or [analysis.moves[0].move])]


def _type_of(family, chance, zero_sum):
    name, _, long_name, defaults = family
    types = pyspiel.GameType
    return types(
        short_name=name,
        long_name=long_name,
        dynamics=types.Dynamics.SEQUENTIAL,
        chance_mode=types.ChanceMode.EXPLICIT_STOCHASTIC if chance else types.ChanceMode.DETERMINISTIC,
        information=types.Information.PERFECT_INFORMATION,
        utility=types.Utility.ZERO_SUM if zero_sum else types.Utility.GENERAL_SUM,
        reward_model=types.RewardModel.TERMINAL,
        max_num_players=defaults.get("players", 2) if zero_sum else 8,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=defaults,
    )


_FAMILIES = (
    ("noughts_quixo", Quixo, "Quixo",
     {"size": 4, "line": 0, "both_lines": "lose", "tables": "", "longest": 200}),
    ("noughts_quantum", Quantum, "Quantum tic-tac-toe",
     {"collapse": "opponent", "q": "", "dice": "", "scores": "zero-sum", "draw": 0.0,
      "double_win": False}),
    ("noughts_nk", Hyper, "Tic-tac-toe on n^k boards",
     {"side": 3, "dims": 2, "players": 2, "misere": False}),
)


class QuixoGame(Game):
    def __init__(self, params=None):
        super().__init__(_FAMILIES[0], params)


class QuantumGame(Game):
    def __init__(self, params=None):
        super().__init__(_FAMILIES[1], params)


class NKGame(Game):
    def __init__(self, params=None):
        super().__init__(_FAMILIES[2], params)


for _family, _class in zip(_FAMILIES, (QuixoGame, QuantumGame, NKGame)):
    pyspiel.register_game(_type_of(_family, False, True), _class)
