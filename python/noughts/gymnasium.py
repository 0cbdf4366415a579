"""The games as Gymnasium environments for one agent; needs gymnasium.

    import gymnasium, noughts.gymnasium
    env = gymnasium.make("noughts/Quixo-v0", opponent="perfect:0.2")

Importing this registers noughts/Quixo-v0, noughts/Quantum-v0 and noughts/NK-v0. Options are
the parameters of the game and

    opponent    a built-in player ("random", "easy", "perfect:0.2", "perfect"), or a function
                that takes a noughts.Position and returns a move
    seat        the agent's seat; None: a random seat in each game
    labels      info has the exact value of the position and of every legal action
    longest     moves after which a game is cut off
    illegal     what an illegal action does: "lose", "random" or "raise"

The reward is 1 for a win, -1 for a loss, 0 for everything else. info["action_mask"] is the
mask of legal actions too, where libraries look for it.
"""

import gymnasium
import numpy
from gymnasium import spaces

from . import Hyper, Quantum, Quixo
from .env import Environment


def make_spaces(actions, board):
    """The spaces of actions, and of observations with their mask."""
    planes = spaces.Box(0, 1, board, numpy.int8)
    mask = spaces.Box(0, 1, (actions,), numpy.int8)
    return spaces.Discrete(actions), spaces.Dict(observation=planes, action_mask=mask)


class Single(gymnasium.Env):
    """A game of noughts in which the environment plays the other seats."""

    metadata = {"render_modes": ["ansi"]}

    def __init__(self, make, opponent="random", seat=None, labels=False, longest=200,
                 illegal="lose", render_mode=None, **options):
        game = make(**options)
        if seat is not None and seat not in range(len(game.seats)):
            raise ValueError(f"seat is None or a number from 0 to {len(game.seats) - 1}")
        self._env = Environment(game, labels, longest, illegal)
        self._seat, self._opponent = seat, opponent
        self.render_mode = render_mode
        made = make_spaces(len(game.actions), game.initial.planes().shape)
        self.action_space, self.observation_space = made

    @property
    def position(self):
        """The noughts.Position of the game."""
        return self._env.position

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        env, names = self._env, self._env.possible_agents
        mine = self.np_random.integers(len(names)) if self._seat is None else self._seat
        self._name = names[int(mine)]
        self._choose = self._opponent
        if isinstance(self._opponent, str):
            self._choose = env.game.player(self._opponent, int(self.np_random.integers(2**63)))
        env.reset(int(self.np_random.integers(2**63)), options)
        self._others_move()
        return self._seen()

    def step(self, action):
        self._env.step(int(action))
        self._others_move()
        env, name = self._env, self._name
        observation, info = self._seen()
        reward = env._cumulative_rewards[name]
        return observation, reward, env.terminations[name], env.truncations[name], info

    def _others_move(self):
        env = self._env
        while not env._over and env.agent_selection != self._name:
            position = env.position
            move = self._choose(position)
            env.step(dict(zip(position.moves(), position.legal_actions())).get(move, -1))

    def _seen(self):
        observation = self._env.observe(self._name)
        info = dict(self._env.infos[self._name], action_mask=observation["action_mask"])
        return observation, info

    def render(self):
        return self._env.render()


for _name, _make, _defaults in (
    ("Quixo", Quixo, {}),
    ("Quantum", Quantum, {}),
    ("NK", Hyper, {"side": 3, "dims": 2}),
):
    gymnasium.register(
        f"noughts/{_name}-v0",
        entry_point="noughts.gymnasium:Single",
        kwargs={"make": _make, **_defaults},
    )
