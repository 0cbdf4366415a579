"""An environment for players that learn, with PettingZoo's AEC interface.

    env = noughts.env.Environment(noughts.Quixo(size=4))
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        action = None if termination or truncation else my_policy(observation, info)
        env.step(action)

It needs no PettingZoo; noughts.pettingzoo has the same games as PettingZoo's own classes. An action is a number in
game.actions; an observation has the planes of the board and the mask of legal actions. With
labels=True, info has the exact value of the position and of each legal action, from the
view of the agent: 1, 0 or -1 (Quantum: the score, through 20).
"""

import random

import numpy

_NUMBERS = {"win": 1.0, "draw": 0.0, "hold": 0.0, "loss": -1.0, "exposed": -1.0}
_FULL_SCORE = 20  # what a complete win is worth in quantum tic-tac-toe


class Discrete:
    """The numbers 0 to n - 1."""

    def __init__(self, n):
        self.n = n

    def sample(self, mask=None, generator=random):
        """Returns a random number; with a mask, one that the mask allows."""
        if mask is None:
            return generator.randrange(self.n)
        return int(generator.choice(numpy.flatnonzero(mask)))

    def contains(self, x):
        return 0 <= int(x) < self.n

    def __repr__(self):
        return f"Discrete({self.n})"


class Box:
    """Arrays of 0 and 1."""

    def __init__(self, shape):
        self.shape, self.dtype = tuple(shape), numpy.dtype(numpy.int8)
        self.low, self.high = 0, 1

    def contains(self, x):
        return x.shape == self.shape and bool(((x == 0) | (x == 1)).all())

    def __repr__(self):
        return f"Box(0, 1, {self.shape}, int8)"


class Dict(dict):
    """Several spaces by name."""

    def contains(self, x):
        return x.keys() == self.keys() and all(self[name].contains(x[name]) for name in self)


class Environment:
    """A game of noughts between agents."""

    def __init__(self, game, labels=False, longest=200, illegal="raise"):
        """longest: moves after which a game is cut off (Quixo may go on for ever).

        illegal: an action that is not legal raises ValueError ("raise"), loses the game
        ("lose"), or is replaced by any legal one ("random"); info then has "illegal".
        """
        if illegal not in ("raise", "lose", "random"):
            raise ValueError(f"illegal is raise, lose or random, not {illegal!r}")
        self.game = game
        self.labels = labels
        self.longest = longest
        self.illegal = illegal
        self.metadata = {"name": f"noughts_{game.family}", "render_modes": ["ansi"]}
        self.render_mode = "ansi"
        self.possible_agents = list(game.seats)
        self.agents = []
        self._actions = len(game.actions)
        self._spaces = self._make_spaces(self._actions, game.initial.planes().shape)
        self._random = random.Random()

    def _make_spaces(self, actions, board):
        """The spaces of actions and of observations of any agent."""
        return Discrete(actions), Dict(observation=Box(board), action_mask=Box((actions,)))

    @property
    def num_agents(self):
        return len(self.agents)

    @property
    def max_num_agents(self):
        return len(self.possible_agents)

    @property
    def unwrapped(self):
        return self

    def action_space(self, agent):
        return self._spaces[0]

    def observation_space(self, agent):
        return self._spaces[1]

    def reset(self, seed=None, options=None):
        """Starts a game; options["position"] may give a position as text."""
        self._random.seed(seed)
        self.agents = list(self.possible_agents)
        zeros = dict.fromkeys(self.agents, 0.0)
        self.rewards, self._cumulative_rewards = dict(zeros), dict(zeros)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.plies = 0
        self._set(self.game.position((options or {}).get("position", "")))

    def observe(self, agent):
        """The board with the agent's own marks first; legal actions only if it is to move."""
        mask = numpy.zeros(self._actions, numpy.int8)
        if agent == self.agent_selection and not self._over:
            mask[self.position.legal_actions()] = 1
        planes = self.position.planes()  # the mover's marks first
        if self.game.family != "quantum":
            turns = self.possible_agents.index(agent) - self.position.seat
            planes = numpy.roll(planes, -turns, axis=0) if turns else planes
        return {"observation": planes, "action_mask": mask}

    def last(self, observe=True):
        agent = self.agent_selection
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def agent_iter(self, max_iter=2**63):
        """Yields the agents in turn until all have left the game."""
        while self.agents and max_iter > 0:
            yield self.agent_selection
            max_iter -= 1

    def step(self, action):
        """Plays an action. An agent whose game is over gives None and leaves."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise ValueError("the game is over; call step(None) so that the agent leaves")
            return self._leave(agent)
        legal = self.position.legal_actions()
        told = {}
        if action not in legal:
            if self.illegal == "raise":
                raise ValueError(f"action {action} is not legal here; choose one that the mask allows")
            told = {"illegal": True}
            action = None if self.illegal == "lose" else self._random.choice(legal)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards[agent] = 0.0
        self.infos[agent] = told
        self.plies += 1
        if action is None:
            self._forfeit(agent)
        else:
            self._set(self.position.play(int(action)))
        for name in self.agents:
            self._cumulative_rewards[name] += self.rewards[name]

    def label(self):
        """The exact value of the position, and of each legal action by its number."""
        analysis = self.position.analyze()
        sign = -1 if self.game.family == "quantum" and self.position.seat == 1 else 1
        number_of = dict(zip(self.position.moves(), self.position.legal_actions()))
        actions = {number_of[m.move]: _number(m.value, sign) for m in analysis.moves}
        return {"value": _number(analysis.value, sign), "action_values": actions}

    def render(self):
        return str(self.position)

    def close(self):
        pass

    def state(self):
        """The text of the position."""
        return self.position.text

    def _set(self, position):
        """Goes to a position. While chance is to select, it selects, until a player moves."""
        while position.result is None and position.seat >= len(self.possible_agents):
            position = position.play(self._selected(position))
        self.position = position
        if position.result is not None:
            for seat, name in enumerate(self.possible_agents):
                self.terminations[name] = True
                if position.winner is not None:
                    self.rewards[name] = 1.0 if seat == position.winner else -1.0
        elif self.plies >= self.longest:
            self.truncations = dict.fromkeys(self.agents, True)
        self._over = position.result is not None or self.plies >= self.longest
        self.agent_selection = self.agents[0] if self._over else self.possible_agents[position.seat]
        if self.labels and not self._over:
            self.infos[self.agent_selection].update(self.label())

    def _forfeit(self, agent):
        """Ends the game with a loss of this agent."""
        self._over = True
        for name in self.possible_agents:
            self.terminations[name] = True
            self.rewards[name] = -1.0 if name == agent else 1.0
        self.agent_selection = self.agents[0]

    def _selected(self, position):
        """Selects for the System, by its odds."""
        moves, odds = zip(*chances(position))
        return self._random.choices(moves, odds)[0]

    def _leave(self, agent):
        index = self.agents.index(agent)
        self.agents.remove(agent)
        for kept in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations):
            kept.pop(agent)
        self.infos.pop(agent)
        self.rewards = dict.fromkeys(self.agents, 0.0)  # those of the end were told once
        if self.agents:
            self.agent_selection = self.agents[index % len(self.agents)]


def chances(position):
    """Lists what the System may select here: pairs of a move and its probability."""
    moves = position.analyze().moves
    # Where both outcomes are worth the same, either.
    return [(m.move, 0.5 if m.probability is None else float(m.probability)) for m in moves]


def _number(value, sign):
    if value is None:
        return float("nan")
    if isinstance(value, str):
        return _NUMBERS[value]
    return sign * float(value) / _FULL_SCORE
