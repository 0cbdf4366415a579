"""noughts.judge, the environment, and the bridge for the course's agents."""

import inspect
import pathlib
import random
import re
import subprocess
import sys
import types

import numpy
import pytest

import noughts
from noughts import course, env


def test_a_perfect_function_keeps_everything():
    game = noughts.Quixo(size=3)
    judged = noughts.judge(lambda p: p.analyze().best[0], game, positions=100, games=4)
    assert (judged.positions, judged.kept, judged.share) == (100, 100, 1.0)
    assert judged.document["games"]["won"] == 2 and judged.document["games"]["lost"] == 2
    assert "100 positions" in repr(judged) and "</svg>" in judged._repr_svg_()
    assert judged.csv().startswith("tier,")


def test_a_random_function_is_counted_as_the_values_say():
    game, generator, record = noughts.Quixo(size=3), random.Random(2), []

    def policy(position):
        move = generator.choice(position.moves())
        record.append((position, move))
        return move

    judged = noughts.judge(policy, game, positions=200, games=0)
    turned = {"win": "loss", "loss": "win", "draw": "draw"}
    kept = sum(turned[p.play(m).analyze().value] == p.analyze().value for p, m in record)
    assert (judged.positions, judged.kept) == (200, kept) and kept < 200
    assert len({p.text for p, _ in record}) == 200
    low, high = judged.interval
    assert low < judged.share < high


def test_nonsense_is_counted_and_exceptions_pass():
    game = noughts.Quixo(size=3)
    judged = noughts.judge(lambda p: "nonsense", game, positions=20, games=2)
    assert judged.document["illegal"] == 22 and judged.kept == 0

    def broken(position):
        raise ZeroDivisionError("mine")

    with pytest.raises(ZeroDivisionError, match="mine"):
        noughts.judge(broken, game, positions=5)


def test_a_command(tmp_path):
    agent = tmp_path / "agent.py"
    agent.write_text(
        "import sys\n"
        "for line in sys.stdin:\n"
        "    print('a1T', flush=True)\n"
    )
    judged = noughts.judge(f"{sys.executable} {agent}", noughts.Quixo(size=3), positions=40, games=0)
    assert judged.positions == 40 and judged.document["crashes"] == 0
    with pytest.raises(noughts.BadInput, match="cannot be run"):
        noughts.judge("/no/such/agent 2>/dev/null", noughts.Quixo(size=3))


def test_other_games_are_judged():
    quantum = noughts.judge(lambda p: p.analyze().best[0], noughts.Quantum(q="3/4"), 30, 2)
    assert quantum.kept == 30
    crowd = noughts.judge(lambda p: p.moves()[0], noughts.Hyper(players=3), 50, 3)
    assert crowd.positions == 50 and crowd.kept < 50


GAMES = [
    noughts.Quixo(size=3),
    noughts.Quantum(q="1/2"),
    noughts.Hyper(side=3, dims=2, players=3),
]


@pytest.mark.parametrize("game", GAMES, ids=lambda g: g.family)
def test_environment_keeps_the_interface(game):
    """What PettingZoo's AEC interface asks for: agents in turn, rewards, masks, leaving."""
    environment = env.Environment(game, labels=True, longest=60)
    for seed in range(10):
        environment.reset(seed=seed)
        generator, total = random.Random(seed), dict.fromkeys(environment.possible_agents, 0.0)
        assert environment.agents == environment.possible_agents
        for agent in environment.agent_iter():
            assert agent == environment.agent_selection and agent in environment.agents
            observation, reward, termination, truncation, info = environment.last()
            total[agent] += reward
            mask = observation["action_mask"]
            assert environment.observation_space(agent).contains(observation)
            assert environment.num_agents == len(environment.agents)
            if termination or truncation:
                assert mask.sum() == 0
                environment.step(None)
                continue
            assert list(numpy.flatnonzero(mask)) == sorted(environment.position.legal_actions())
            assert set(info["action_values"]) == set(numpy.flatnonzero(mask))
            assert info["value"] == max(info["action_values"].values())
            action = environment.action_space(agent).sample(mask, generator)
            assert environment.action_space(agent).contains(action)
            environment.step(action)
        assert environment.agents == []
        winner = environment.position.winner
        for seat, agent in enumerate(environment.possible_agents):
            expected = 0.0 if winner is None else 1.0 if seat == winner else -1.0
            assert total[agent] == expected
        assert environment.position.result is not None or environment.plies == 60


def test_environment_refuses_what_is_wrong():
    environment = env.Environment(noughts.Quixo(size=3))
    environment.reset(options={"position": "XX./.../... X"})
    illegal = next(a for a in range(100) if a not in environment.position.legal_actions())
    with pytest.raises(ValueError, match="not legal"):
        environment.step(illegal)
    winning = environment.label()["action_values"]
    environment.step(next(a for a, value in winning.items() if value == 1.0))
    assert "|" in environment.render()


@pytest.mark.parametrize("game", GAMES, ids=lambda g: g.family)
def test_actions_have_names(game):
    names, generator = game.actions, random.Random(1)
    assert len(set(names)) == len(names)
    for _ in range(20):
        p = game.initial
        while p.result is None:
            for move, action in zip(p.moves(), p.legal_actions()):
                assert move.endswith(names[action])
            p = p.play(generator.choice(p.moves()))
            if len(p.text) > 200:
                break
            if generator.random() < 0.05:
                break


class CourseGame:
    """Quixo as copies of the course's game.py write it, by a class of ours; no player is told."""

    def __init__(self):
        self._board = numpy.full((5, 5), -1)

    def get_board(self):
        return self._board.copy()

    def _line(self, player):
        mine = self._board == player
        lines = [*mine, *mine.T, numpy.diagonal(mine), numpy.diagonal(mine[:, ::-1])]
        return any(line.all() for line in lines)

    def check_winner(self):
        return next((player for player in (0, 1) if self._line(player)), -1)

    def move(self, from_pos, slide, player_id):
        x, y = from_pos
        if self._board[y, x] not in (-1, player_id):
            return False
        line = self._board[y, :] if slide.name in ("LEFT", "RIGHT") else self._board[:, x]
        at = x if slide.name in ("LEFT", "RIGHT") else y
        tiles = numpy.delete(line, at)
        first = slide.name in ("LEFT", "TOP")
        line[:] = [player_id, *tiles] if first else [*tiles, player_id]
        return True


class CourseGameWithoutDiagonals(CourseGame):
    def _line(self, player):
        mine = self._board == player
        return any(line.all() for line in [*mine, *mine.T])


class CourseGameThatTakesAll(CourseGame):
    def move(self, from_pos, slide, player_id):
        self._board[from_pos[1], from_pos[0]] = -1
        return super().move(from_pos, slide, player_id)


def test_copies_of_the_course_are_compared_with_our_rules():
    # Only where both have a line do the course and we differ, and X wins by theirs.
    found = course.differences(CourseGame, count=200)
    assert len(found) > 3 and {(d.what, d.theirs, d.ours) for d in found} == {("both", 0, 1)}
    both = course.differences(CourseGameWithoutDiagonals, count=300)
    assert any(d.what == "winner" and d.theirs == -1 for d in both)
    assert {d.what for d in course.differences(CourseGameThatTakesAll, count=20)} == {"legal"}


def player_with(game_class, folder):
    """Writes a game.py and a player for it, as students have them; returns the player's place."""
    classes = [c for c in reversed(game_class.__mro__) if c is not object]
    sides = "Move = Enum('Move', 'TOP BOTTOM LEFT RIGHT', start=0)"
    (folder / "game.py").write_text("\n\n".join([
        "from enum import Enum\nimport numpy", sides, *map(inspect.getsource, classes),
        f"Game = {game_class.__name__}"]))
    (folder / "my_player.py").write_text(
        f"from game import Game, Move\n\n{inspect.getsource(LeftToRight).replace('course.', '')}")
    return f"{folder / 'my_player.py'}:LeftToRight"


@pytest.mark.parametrize("game_class, words", [
    (CourseGame, r"game\.py differs from our rules on \d+ of 200 random boards: (\d+) in who wins if "
                 r"each player has a line; for example \w+T in "),
    (CourseGameThatTakesAll, r"game\.py differs from our rules on 200 of 200 random boards: \d+ in "
                             r"which moves are legal"),
])
def test_the_game_file_of_a_player_is_compared_before_it_is_judged(game_class, words, tmp_path):
    place = player_with(game_class, tmp_path)
    root = str(pathlib.Path(noughts.__file__).resolve().parents[1])
    done = subprocess.run(
        [sys.executable, "-m", "noughts.dialects", "course", place], capture_output=True, text=True,
        input="...../...../...../...../..... X\n", env={"PYTHONPATH": root})
    assert done.stdout == "a5R\n" and done.returncode == 0
    assert re.match(f"dialects: {words}", done.stderr), done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_what_the_comparison_of_a_game_file_says(monkeypatch):
    def compared(game_class):
        module = types.ModuleType("game")
        module.Game = type("Game", (game_class,), {"__module__": "game"})
        module.Player = type("Player", (), {"__module__": "game"})
        monkeypatch.setitem(sys.modules, "game", module)
        return course.compared(type("Mine", (module.Player,), {})(), count=50)

    class Broken(CourseGame):
        def get_board(self):
            raise KeyError("board")

    assert compared(course.Game)[0] is False  # it takes a position
    same, sentence = compared(Broken)
    assert not same and sentence == "game.py cannot be compared with our rules: KeyError: 'board'"
    same, sentence = compared(CourseGameThatTakesAll)
    assert not same and "50 in which moves are legal" in sentence
    with pytest.warns(UserWarning, match="our rules decide"):
        module = sys.modules["game"]
        course.policy(type("Mine", (module.Player, LeftToRight), {})())
    assert course.compared(LeftToRight()) == (
        True, "the player brings no game.py; our rules decide")


def test_the_perfect_player_of_the_course_asks_who_moves():
    """In copies without get_current_player, and on boards that a search only guesses at."""
    with pytest.raises(ValueError, match="does not tell who moves"):
        course.PerfectPlayer().make_move(CourseGame())
    table = CourseGame()
    table._board = course.Game(
        noughts.Quixo(5).position("XO.XO/O.X../..OX./.X.O./OX..X X")).get_board()
    from_pos, slide = course.PerfectPlayer(player=0).make_move(table)
    assert table.move(from_pos, slide, 0)
    table.current_player_idx = 1
    from_pos, slide = course.PerfectPlayer().make_move(table)
    assert table.move(from_pos, slide, 1)


class LeftToRight:
    """An agent as the course asks for: the first tile that it may take, pushed in somewhere."""

    def make_move(self, game):
        board, player = game.get_board(), game.get_current_player()
        last = board.shape[0] - 1
        for x in range(last + 1):
            for y in range(last + 1):
                if (x in (0, last) or y in (0, last)) and board[y, x] in (-1, player):
                    return (x, y), course.Move.RIGHT if x < last else course.Move.LEFT
        raise AssertionError("no tile can be taken")


def test_course_moves_are_ours():
    game = noughts.Quixo(size=5)
    p = game.position("X...O/...../...../...../..... X")
    assert course.move_text(p, (0, 0), course.Move.RIGHT) == "a5R"
    assert course.move_text(p, (4, 1), course.Move.LEFT) == "e4L"
    for text in p.moves():
        assert course.move_text(p, *course.course_move(p, text)) == text
    board = course.Game(p).get_board()
    assert board.shape == (5, 5) and board[0, 0] == 0 and board[0, 4] == 1 and board[4, 4] == -1
    after = course.Game(p)
    assert after.move((0, 0), course.Move.BOTTOM, 0) and after.position == p.play("a5B")
    assert not after.move((2, 2), course.Move.TOP, 1)
    assert after.check_winner() == -1


def test_course_agents_are_judged_and_can_play_perfect_ones():
    game = noughts.Quixo(size=4)
    judged = noughts.judge(course.policy(LeftToRight()), game, positions=150, games=2)
    assert judged.document["illegal"] == 0 and judged.positions == 150
    perfect = course.PerfectPlayer(game)
    assert noughts.judge(course.policy(perfect), game, positions=100, games=2).share == 1.0
    # Perfect against that agent in the course's interface: it must win as first player.
    table, players = course.Game(game.initial), [perfect, LeftToRight()]
    for _ in range(100):
        player = table.get_current_player()
        assert table.move(*players[player].make_move(table), player)
        if table.check_winner() >= 0:
            break
    assert table.check_winner() == 0


def test_course_agents_are_judged_on_5x5_without_tables():
    game = noughts.Quixo(size=5)
    judged = noughts.judge(course.policy(LeftToRight()), game, positions=60, games=2)
    document = judged.document
    assert judged.positions == 60 and judged.share < 1 and document["source"] == "table, search"
    assert "opening tables" in str(document["how"]) and "opening tables" in repr(judged)
    assert max(tier["tier"] for tier in document["tiers"]) > 20
    perfect = course.policy(course.PerfectPlayer(game))
    assert noughts.judge(perfect, game, positions=30, games=0).share == 1.0
    with pytest.raises(noughts.BadInput, match="no exact values"):
        noughts.judge(lambda p: p.moves()[0], noughts.Quixo(size=6))


@pytest.mark.parametrize("size", [6, 7, 8])
def test_environment_of_larger_boards(size):
    game = noughts.Quixo(size=size)
    environment = env.Environment(game, longest=20)
    environment.reset(seed=size)
    assert len(game.actions) == len(set(game.actions)) == len(game.initial.moves())
    for agent in environment.agent_iter():
        observation, _, termination, truncation, _ = environment.last()
        if termination or truncation:
            environment.step(None)
            continue
        assert observation["observation"].shape == (2, size, size)
        environment.step(environment.action_space(agent).sample(observation["action_mask"]))
    assert environment.plies == 20 or environment.position.result is not None


def test_both_lines_at_once():
    """By our rules the mover loses; docs/guide/dialects/course.md tells what the course's game does."""
    after = noughts.Quixo(size=3).position("XXO/OO./... X").play("c1T")
    assert after.board["rows"] == ["XXX", "OOO", "..."]
    assert after.winner == 1 and course.Game(after).check_winner() == 1
    other = noughts.Quixo(size=3, both_lines="win").position("XXO/OO./... X").play("c1T")
    assert other.winner == 0
