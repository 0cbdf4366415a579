"""An environment for players that learn, with PettingZoo's AEC interface.

    env = noughts.env.Environment(noughts.Quixo(size=4))
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        action = None if termination or truncation else my_policy(observation, info)
        env.step(action)

It needs no PettingZoo: what has the methods is the interface. An action is a number in
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
        """Any of them; with a mask, of those that it allows."""
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

    def __init__(self, game, labels=False, longest=200):
        """longest: plies after which a game is cut off (Quixo may go on for ever)."""
        self.game = game
        self.labels = labels
        self.longest = longest
        self.metadata = {"name": f"noughts_{game.family}", "render_modes": ["ansi"]}
        self.render_mode = "ansi"
        self.possible_agents = list(game.seats)
        self.agents = []
        actions = Discrete(len(game.actions))
        board = Box(game.initial.planes().shape)
        self._spaces = actions, Dict(observation=board, action_mask=Box((actions.n,)))
        self._random = random.Random()

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
        """Begins a game; options may have a position as text."""
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
        """The board as the player to move sees it; only she has legal actions."""
        mask = numpy.zeros(self._spaces[0].n, numpy.int8)
        if agent == self.agent_selection and self.position.result is None:
            mask[self.position.legal_actions()] = 1
        return {"observation": self.position.planes(), "action_mask": mask}

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
        """The agents in turn, until all have left the game."""
        while self.agents and max_iter > 0:
            yield self.agent_selection
            max_iter -= 1

    def step(self, action):
        """Plays an action; None from an agent whose game is over lets it leave."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise ValueError("the game is over: step(None) lets the agent leave")
            return self._leave(agent)
        moves = dict(zip(self.position.legal_actions(), self.position.moves()))
        if action not in moves:
            raise ValueError(f"action {action} is not legal here")
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards[agent] = 0.0
        self.plies += 1
        self._set(self.position.play(moves[action]))
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
        """Goes to a position, and on to where a player moves: chance selects by itself."""
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
        over = position.result is not None or self.plies >= self.longest
        self.agent_selection = self.agents[0] if over else self.possible_agents[position.seat]
        if self.labels and not over:
            self.infos[self.agent_selection] = self.label()

    def _selected(self, position):
        """What the System selects, by its odds."""
        outcomes = position.analyze().document["moves"]
        odds = [_probability(outcome.get("probability")) for outcome in outcomes]
        return self._random.choices([o["move"] for o in outcomes], odds)[0]

    def _leave(self, agent):
        index = self.agents.index(agent)
        self.agents.remove(agent)
        for kept in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations):
            kept.pop(agent)
        self.infos.pop(agent)
        if self.agents:
            self.agent_selection = self.agents[index % len(self.agents)]


def _probability(text):
    """Of an outcome; where both are worth the same, either."""
    from fractions import Fraction

    return 0.5 if text is None else float(Fraction(text))


def _number(value, sign):
    if value is None:
        return float("nan")
    if isinstance(value, str):
        return _NUMBERS[value]
    return sign * float(value) / _FULL_SCORE
