"""The games in PettingZoo, Gymnasium and OpenSpiel, by the tests that those packages bring.

make check-python installs them; without them nothing here runs.
"""

import pickle
import types

import numpy
import pytest

import noughts

pettingzoo_test = pytest.importorskip("pettingzoo.test", reason="pettingzoo is not installed")
gymnasium = pytest.importorskip("gymnasium", reason="gymnasium is not installed")
pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")

import noughts.gymnasium  # noqa: E402
import noughts.openspiel as openspiel  # noqa: E402
from noughts.pettingzoo import nk_v0, quantum_v0, quixo_v0  # noqa: E402

MODULES = [quixo_v0, quantum_v0, nk_v0]
IDS = ["quixo", "quantum", "nk"]
pytestmark = pytest.mark.filterwarnings("ignore")  # that an observation is a dict, as it must be


@pytest.mark.parametrize("module", MODULES, ids=IDS)
@pytest.mark.parametrize("options", [{}, {"labels": True, "illegal": "lose"}])
def test_api_test_of_pettingzoo(module, options):
    if module is nk_v0:
        options = {**options, "side": 3, "dims": 2, "players": 3}
    pettingzoo_test.api_test(module.env(**options), num_cycles=300)
    pettingzoo_test.seed_test(lambda: module.env(**options), num_cycles=300)
    pettingzoo_test.parallel_api_test(module.parallel_env(**options), 100)


def test_max_cycles_test_of_pettingzoo():
    """It plays four rounds and expects no game to end by itself, as quantum ones may."""
    five = types.SimpleNamespace(
        env=lambda **o: quixo_v0.env(size=5, **o),
        parallel_env=lambda **o: quixo_v0.parallel_env(size=5, **o),
    )
    for _ in range(5):
        pettingzoo_test.max_cycles_test(five)
    passed = 0
    for _ in range(30):
        for module in (quixo_v0, nk_v0, quantum_v0):
            try:
                pettingzoo_test.max_cycles_test(module)
                passed += module is quantum_v0
            except AssertionError:
                assert module is quantum_v0
        if passed:
            break
    assert passed


def test_environments_of_pettingzoo_are_pickled_and_play_the_rules():
    env = pickle.loads(pickle.dumps(quixo_v0.env(size=3, labels=True)))
    for seed in range(5):
        env.reset(seed=seed)
        generator, position = numpy.random.default_rng(seed), noughts.Quixo(3).initial
        for agent in env.agent_iter():
            observation, reward, termination, truncation, info = env.last()
            if termination or truncation:
                seat = int(agent[-1])
                if position.winner is not None:
                    assert reward == (1 if seat == position.winner else -1)
                own = observation["observation"]
                assert (own == numpy.roll(position.planes(), position.seat - seat, 0)).all()
                env.step(None)
                continue
            legal = numpy.flatnonzero(observation["action_mask"])
            assert list(legal) == sorted(position.legal_actions())
            assert info["value"] == {"win": 1, "draw": 0, "loss": -1}[position.analyze().value]
            action = int(generator.choice(legal))
            env.step(action)
            position = position.play(action)


@pytest.mark.parametrize("how, reward", [("lose", -1.0), ("random", 0.0)])
def test_illegal_actions(how, reward):
    env = quixo_v0.env(size=3, illegal=how)
    env.reset(seed=1)
    env.step(0)
    mask = env.last()[0]["action_mask"]
    env.step(int(numpy.flatnonzero(mask == 0)[0]))
    assert env.rewards["player_1"] == reward
    assert env.terminations["player_1"] == (how == "lose")
    assert env.infos["player_1"]["illegal"]


@pytest.mark.parametrize("name", ["Quixo", "Quantum", "NK"])
def test_check_env_of_gymnasium(name):
    from gymnasium.utils.env_checker import check_env

    env = gymnasium.make(f"noughts/{name}-v0", opponent="perfect:0.2", labels=True)
    check_env(env.unwrapped)
    env.close()


def test_a_perfect_agent_against_gymnasium_opponents():
    env = gymnasium.make("noughts/Quixo-v0", size=3, opponent="random", seat=0, labels=True)
    won = 0
    for seed in range(10):
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            action = max(info["action_values"], key=info["action_values"].get)
            _, reward, termination, truncation, info = env.step(action)
            over = termination or truncation
            assert reward != -1
        won += reward == 1
    assert won > 0
    perfect = gymnasium.make("noughts/Quixo-v0", size=3, seat=1, opponent="perfect")
    _, info = perfect.reset(seed=1)
    for _ in range(100):
        legal = numpy.flatnonzero(info["action_mask"])
        _, reward, termination, truncation, info = perfect.step(int(legal[0]))
        if termination or truncation:
            break
    assert reward == -1  # the first player wins 3x3
    mine = gymnasium.make("noughts/NK-v0", seat=1, opponent=lambda position: position.moves()[-1])
    observation, _ = mine.reset(seed=1)
    assert mine.unwrapped.position.text and observation["observation"][1].sum() == 1


GAMES = [
    "noughts_quixo(size=3)",
    "noughts_quixo(size=4,line=3,both_lines=win)",
    "noughts_quixo(size=5,longest=60)",
    "noughts_quixo(size=7,longest=60)",
    "noughts_quantum",
    "noughts_quantum(collapse=chance,q=3/4,draw=-2.5)",
    "noughts_nk",
    "noughts_nk(side=3,dims=3,players=3)",
    "noughts_nk(players=3,misere=True)",
]


@pytest.mark.parametrize("name", GAMES)
def test_games_of_openspiel(name):
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=10, serialize=True, verbose=False)
    from open_spiel.python.tests import games_sim_test

    games_sim_test.GamesSimTest().sim_game(game)


def test_tic_tac_toe_is_that_of_openspiel():
    """Every position, its legal actions and its value by their game and by a plain search of it."""
    values = {}

    def value_of(theirs):
        if theirs.is_terminal():
            return theirs.returns()[0]
        key = str(theirs)
        if key not in values:
            found = [value_of(theirs.child(a)) for a in theirs.legal_actions()]
            values[key] = max(found) if theirs.current_player() == 0 else min(found)
        return values[key]

    # Their cells count from the top left; ours are matched by the board that comes of them.
    ours = pyspiel.load_game("noughts_nk").new_initial_state()
    theirs = pyspiel.load_game("tic_tac_toe").new_initial_state()
    seen = set()

    def compare(mine, their):
        assert mine.is_terminal() == their.is_terminal()
        if their.is_terminal():
            assert mine.returns() == their.returns()
            return
        if str(their) in seen:
            return
        seen.add(str(their))
        assert mine.legal_actions() == their.legal_actions()
        sign = 1 if their.current_player() == 0 else -1
        assert openspiel.value(mine) == sign * value_of(their)
        for action, value in openspiel.action_values(mine).items():
            assert value == sign * value_of(their.child(action))
        for action in their.legal_actions()[:: 1 + len(their.history()) % 2]:
            compare(mine.child(action), their.child(action))

    compare(ours, theirs)
    assert len(seen) > 500


def test_chance_nodes_of_openspiel():
    """Near the end, the value by OpenSpiel's own tree is the exact one."""
    game = pyspiel.load_game("noughts_quantum(collapse=chance,q=3/4)")
    generator, chances, checked = numpy.random.default_rng(3), 0, 0

    def search(state):
        nonlocal chances
        if state.is_terminal():
            return state.returns()[0]
        if state.is_chance_node():
            chances += 1
            outcomes = state.chance_outcomes()
            assert sum(p for _, p in outcomes) == pytest.approx(1)
            return sum(p * search(state.child(a)) for a, p in outcomes)
        values = [search(state.child(a)) for a in state.legal_actions()]
        return max(values) if state.current_player() == 0 else min(values)

    while checked < 12:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.position.text.count(".") >= 7 and not state.is_chance_node():
                sign = 1 if state.current_player() == 0 else -1
                assert sign * openspiel.value(state) == pytest.approx(search(state))
                checked += 1
                break
            state.apply_action(int(generator.choice(state.legal_actions())))
    assert chances > 0


def test_the_perfect_bot_of_openspiel():
    game = pyspiel.load_game("noughts_quixo(size=3)")
    bots = [openspiel.PerfectBot(game, 0), pyspiel.make_uniform_random_bot(1, 7)]
    for _ in range(5):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(bots[state.current_player()].step(state))
        assert state.returns() == [1.0, -1.0]
