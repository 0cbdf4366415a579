"""The parts that all environments of noughts.pettingzoo share."""

from gymnasium.utils import EzPickle
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from ..env import Environment
from ..gymnasium import make_spaces


class Raw(Environment, AECEnv, EzPickle):
    """A game of noughts as PettingZoo's AECEnv."""

    def __init__(self, game, name, labels, max_cycles, illegal, render_mode):
        EzPickle.__init__(self, game, name, labels, max_cycles, illegal, render_mode)
        rounds = 2**31 if max_cycles is None else max_cycles
        Environment.__init__(self, game, labels, rounds * len(game.seats), illegal)
        self.metadata = {"name": name, "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = render_mode
        names = [f"player_{seat}" for seat in range(len(game.seats))]
        self.possible_agents = names
        board = game.initial.planes().shape
        made = {agent: make_spaces(self._actions, board) for agent in names}
        self.action_spaces = {agent: pair[0] for agent, pair in made.items()}
        self.observation_spaces = {agent: pair[1] for agent, pair in made.items()}

    def action_space(self, agent):
        return self.action_spaces[agent]

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def __str__(self):
        return self.metadata["name"]


class Rounds(ParallelEnv):
    """All agents name their actions at once; they are played in turn."""

    def __init__(self, raw):
        self._raw = raw
        self.metadata = dict(raw.metadata, is_parallelizable=True)
        self.possible_agents = raw.possible_agents
        self.render_mode = raw.render_mode
        self.agents = []

    def action_space(self, agent):
        return self._raw.action_space(agent)

    def observation_space(self, agent):
        return self._raw.observation_space(agent)

    def reset(self, seed=None, options=None):
        self._raw.reset(seed, options)
        self.agents = list(self._raw.agents)
        return self._observations(), {agent: self._raw.infos[agent] for agent in self.agents}

    def step(self, actions):
        raw, playing = self._raw, list(self.agents)
        rewards = dict.fromkeys(playing, 0.0)
        waiting = dict(actions)
        while not raw._over and raw.agent_selection in waiting:
            raw.step(waiting.pop(raw.agent_selection))
            for agent in playing:
                rewards[agent] += raw.rewards[agent]
        answer = (
            self._observations(),
            rewards,
            {agent: raw.terminations[agent] for agent in playing},
            {agent: raw.truncations[agent] for agent in playing},
            {agent: raw.infos[agent] for agent in playing},
        )
        if raw._over:
            self.agents = []
        return answer

    def _observations(self):
        return {agent: self._raw.observe(agent) for agent in self.agents}

    def render(self):
        return self._raw.render()

    def state(self):
        return self._raw.state()

    def close(self):
        self._raw.close()


def family(make, name, defaults, longest):
    """raw_env, env and parallel_env of a family of games."""

    def raw_env(labels=False, max_cycles=longest, illegal="random", render_mode=None, **options):
        game = make(**{**defaults, **options})
        return Raw(game, name, labels, max_cycles, illegal, render_mode)

    def env(**options):
        return wrappers.OrderEnforcingWrapper(raw_env(**options))

    def parallel_env(**options):
        return Rounds(raw_env(**options))

    for function in (raw_env, env, parallel_env):
        function.__doc__ = f"{name}: options as in noughts.pettingzoo."
    return raw_env, env, parallel_env
