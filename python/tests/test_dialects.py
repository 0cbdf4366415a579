"""Players of other courses and contests, judged: each dialect with a player of examples/agents."""

import importlib.util
import pathlib
import re
import shlex
import subprocess
import sys
import threading
import time
from http.server import HTTPServer

import pytest

import noughts
from noughts import dialects

ROOT = pathlib.Path(__file__).resolve().parents[2]
AGENTS = ROOT / "examples" / "agents"
PAGES = ROOT / "docs" / "guide" / "dialects"


def load(name):
    spec = importlib.util.spec_from_file_location(name, AGENTS / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def legal(policy, game, **more):
    """The judgement of a player that must name a legal move everywhere."""
    judged = noughts.judge(policy, game, positions=60, games=2, **more)
    document = judged.document
    assert (document["illegal"], document["crashes"], document["timeouts"]) == (0, 0, 0), judged
    return judged


@pytest.fixture
def server():
    http = HTTPServer(("127.0.0.1", 0), load("http_server").Player)
    threading.Thread(target=http.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{http.server_port}"
    http.shutdown()
    http.server_close()


def test_course():
    player = load("course_player").MyPlayer()
    judged = legal(dialects.course(player), noughts.Quixo(size=4))
    # The same tile by our notation: the first of a column from the top, pushed to the right.
    first = judged.answers[0]
    assert first["answer"][0] in "abcd" and first["answer"][2] in "RL"


def test_laval():
    player = load("laval_player").QuixoIA(["me", "you"])
    choose = dialects.laval(player)
    position = noughts.Quixo(5).position("O..../...../...../...../X.... X")
    assert choose(position) == "b5B"  # [2, 1], bas: the second of the top row goes in below
    assert player.plateau[1, 1] == "O" and player.plateau[1, 5] == "X"
    legal(choose, noughts.Quixo(5))


def test_laval_may_play_on_its_own_board():
    class Silent(load("laval_player").QuixoIA):
        def jouer_un_coup(self, cube):
            (x, y), _ = super().jouer_un_coup(cube)
            rows = self.plateau.plateau
            column = [row[x - 1] for row in rows]
            del column[y - 1]
            column = [cube, *column] if y > 1 else [*column, cube]
            for row, tile in zip(rows, column):
                row[x - 1] = tile

    legal(dialects.laval(Silent(["me", "you"])), noughts.Quixo(5))


def test_referee():
    Bot = load("referee_bot").QuixoBot
    legal(dialects.referee(Bot), noughts.Quixo(5))

    class Lazy(Bot):
        def play_turn(self, board):
            return [[0] * 5 for _ in board]

    judged = noughts.judge(dialects.referee(Lazy), noughts.Quixo(5), positions=10, games=0)
    assert judged.document["illegal"] == 10
    assert "not the board after a legal move" in judged.document["troubles"][0]["reason"]


def test_kth():
    command = f"{sys.executable} {AGENTS / 'kth_filter.py'}"
    cube = noughts.Hyper(side=4, dims=3)
    choose = dialects.kth(command)
    assert choose(cube.initial) == "111"
    assert choose(cube.initial.play("111").play("112")) == "113"
    assert dialects.kth(command, names="other")(cube.initial) == "o" + "." * 63 + " (not one more x)"
    judged = noughts.judge(choose, cube, positions=0, games=2)
    assert judged.document["games"]["forfeited"] == 0


def test_http(server):
    legal(dialects.http(server), noughts.Quixo(size=3))
    legal(dialects.http(server + "/move"), noughts.Quantum())
    with pytest.raises(OSError):
        dialects.http("http://127.0.0.1:9")(noughts.Quixo(size=3).initial)


@pytest.mark.parametrize("dialect, player", [("course", "course_player.py:MyPlayer"),
                                             ("laval", "laval_player.py:QuixoIA"),
                                             ("referee", "referee_bot.py:QuixoBot")])
def test_as_programs(dialect, player):
    place = AGENTS / player
    command = f"{sys.executable} -m noughts.dialects {dialect} {place}"
    judged = noughts.judge(command, noughts.Quixo(5), positions=20, games=0)
    assert judged.document["illegal"] == judged.document["crashes"] == 0, judged


def test_programs_say_what_is_missing():
    for place, words in [("no_file.py:Player", "there is no file"), ("nothing", "FILE.py:NAME"),
                         (f"{AGENTS / 'course_player.py'}:Nobody", "has no Nobody")]:
        done = subprocess.run([sys.executable, "-m", "noughts.dialects", "course", place],
                              capture_output=True, text=True, stdin=subprocess.DEVNULL)
        assert done.returncode != 0 and words in done.stderr
        assert len(done.stderr.splitlines()) == 1


def says(text, page):
    """Whether the page shows this text; a line of three dots stands for any lines."""
    parts = [re.escape(part) for part in page.split("...\n")]
    return re.fullmatch("(.*\n)*?".join(parts), text) is not None


@pytest.mark.parametrize("name", dialects.__all__)
def test_pages_of_the_guide(name, server, monkeypatch):
    """The player of a page is the one in examples/agents, and it is judged as the page says."""
    page = (PAGES / f"{name}.md").read_text().replace("http://127.0.0.1:5000", server)
    place = re.search(r"examples/agents/(\w+\.py)", page).group(1)
    player, snippet, *_ = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert player == (AGENTS / place).read_text()
    command, output = re.search(r"```\n\$ (.*?)\n(.*?)```", page, re.DOTALL).groups()
    monkeypatch.chdir(AGENTS)
    monkeypatch.syspath_prepend(str(AGENTS))
    monkeypatch.setenv("PYTHONPATH", str(pathlib.Path(noughts.__file__).resolve().parents[1]))
    *lines, last = snippet.replace("python3", sys.executable).strip().splitlines()
    names = {}
    exec("\n".join(lines), names)
    assert says(f"{eval(last, names)}\n".replace("\n\n", "\n"), output)
    program = ROOT / "build" / "noughts"
    if not program.exists():
        pytest.skip("build/noughts is not built: the command was not run")
    words = shlex.split(command.replace("python3", sys.executable))
    done = subprocess.run([program, *words[1:]], capture_output=True, text=True)
    assert done.returncode == 0 and says(done.stdout, output), done.stdout + done.stderr


def test_boards_and_numbers_are_answers():
    game = noughts.Quixo(size=3)
    by_board = noughts.judge(lambda p: p.play(p.moves()[0]), game, positions=60, games=2)
    by_number = noughts.judge(lambda p: p.legal_actions()[0], game, positions=60, games=2)
    by_text = noughts.judge(lambda p: p.moves()[0], game, positions=60, games=2)
    assert by_board.kept == by_number.kept == by_text.kept
    assert by_board.document["illegal"] == by_number.document["illegal"] == 0


def test_exceptions_can_be_counted():
    def broken(position):
        raise ZeroDivisionError("mine")

    game = noughts.Quixo(size=3)
    judged = noughts.judge(broken, game, positions=10, games=2, errors="count")
    assert judged.document["crashes"] == 12 and judged.kept == 0
    assert judged.document["troubles"][0]["reason"] == "ZeroDivisionError: mine"
    with pytest.raises(noughts.BadInput, match="raise or count"):
        noughts.judge(broken, game, errors="ignore")


def test_functions_have_a_time_limit():
    game, left = noughts.Quixo(size=3), []

    def loops(position):
        try:
            while True:
                pass
        finally:
            left.append(position)

    def sleeps(position):
        time.sleep(3600)

    for slow in (loops, sleeps):
        judged = noughts.judge(slow, game, positions=3, games=0, move_time=0.05)
        assert judged.document["timeouts"] == 3 and judged.positions == 3
        assert judged.document["troubles"][0]["reason"] == "no answer in time"
    for _ in range(600):  # the loops were ended, not left running
        if len(left) == 3:
            break
        time.sleep(0.1)
    assert len(left) == 3


def test_a_factory_makes_a_player_for_each_seat():
    made, asked = [], set()

    def factory(seat):
        made.append(seat)

        def play(position):
            asked.add((seat, position.seat))
            return position.moves()[0]

        return play

    noughts.judge(factory, noughts.Quixo(size=3), positions=60, games=2, factory=True)
    assert made == [0, 1] and asked == {(0, 0), (1, 1)}


def test_retries_ask_again():
    asked = {}

    def slow_witted(position):
        asked[position.text] = asked.get(position.text, 0) + 1
        return "no move" if asked[position.text] % 2 else position.moves()[0]

    judged = noughts.judge(slow_witted, noughts.Quixo(size=3), positions=30, games=0, retries=1)
    assert judged.document["retries"] == judged.document["illegal"] == 30
    assert all(answer["move"] is not None for answer in judged.answers)


def test_two_agents_are_compared():
    game = noughts.Quixo(size=3)
    first = noughts.judge(lambda p: p.moves()[0], game, positions=100, games=0)
    perfect = noughts.judge(game.player("perfect"), game, positions=100, games=0)
    compared = noughts.compare(first, perfect, ["weak", "strong"])
    assert compared.verdict.startswith("strong plays better than weak") and compared.p < 0.01
    assert compared.document["only_second"] == 100 - first.kept and "strong" in repr(compared)
    other = noughts.judge(lambda p: p.moves()[0], noughts.Quixo(5), positions=5, games=0)
    with pytest.raises(noughts.BadInput, match="same positions"):
        noughts.compare(first, other)
