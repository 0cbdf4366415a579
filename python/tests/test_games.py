"""Positions, analyses, errors: what the package says must be what the program says."""

import os
import random
import signal
import subprocess
import sys
import threading
import time
from fractions import Fraction

import pytest

import noughts


def test_natural_use():
    game = noughts.Quixo(size=4)
    p = game.position("X..O/..../.O../.... X")
    assert p.text == "X..O/..../.O../.... X"
    assert p.to_move == "X" and p.seat == 0 and p.result is None
    assert "a4R" in p.moves()
    after = p.play("a4R")
    assert after.to_move == "O" and p.to_move == "X"
    analysis = p.analyze()
    assert analysis.value in ("win", "draw", "loss")
    assert [m.move for m in analysis.moves[: len(analysis.best)]] == analysis.best
    assert sorted(m.move for m in analysis.moves) == sorted(p.moves())
    assert analysis.source == "table"
    assert "to move" in repr(analysis) and "<table>" in analysis._repr_html_()
    assert "a b c d" in str(p) and p.text in repr(p)


def test_a_value_is_the_best_of_its_moves():
    """By the values of the positions that the moves lead to."""
    game = noughts.Quixo(size=3)
    generator = random.Random(4)
    turned = {"win": "loss", "loss": "win", "draw": "draw"}
    order = ["loss", "draw", "win"]
    for _ in range(30):
        p = game.initial
        for _ in range(generator.randrange(8)):
            if p.moves():
                p = p.play(generator.choice(p.moves()))
        if p.result is not None:
            continue
        analysis = p.analyze()
        values = {m: turned[p.play(m).analyze().value] for m in p.moves()}
        assert {m.move: m.value for m in analysis.moves} == values
        assert analysis.value == max(values.values(), key=order.index)
        assert all(m.keeps == (m.value == analysis.value) for m in analysis.moves)


def test_published_lengths():
    """Quixo is won in 7 moves on 3x3 and in 21 on 4x4 (docs/results/sources.md)."""
    for size, plies in ((3, 7), (4, 21)):
        initial = noughts.Quixo(size=size).initial
        assert (initial.analyze().value, initial.analyze().plies) == ("win", plies)
        line = initial.line()
        assert len(line["moves"]) == plies and line["result"] == "X wins"
        assert line["positions"][-1].winner == 0


def test_quantum_scores_are_fractions():
    game = noughts.Quantum(q=Fraction(3, 4))
    assert game.rules["collapse"] == "chance"
    value = game.initial.analyze().value
    assert value == Fraction(5, 2) and isinstance(value, Fraction)
    assert noughts.Quantum().initial.analyze().value == 10
    assert noughts.Quantum().initial.analyze().best == ["X1.1-9", "X1.3-7"]


def test_three_players():
    analysis = noughts.Hyper(side=3, dims=2, players=3).initial.analyze()
    assert analysis.value in ("hold", "exposed")
    assert len(analysis.document["players"]) == 3


def test_errors_say_what_the_library_says():
    with pytest.raises(noughts.BadInput, match="size takes a whole number from 3 to"):
        noughts.Quixo(size=99)
    with pytest.raises(ValueError, match="colour"):
        noughts.Quixo(colour="red")
    game = noughts.Quixo(size=3)
    with pytest.raises(noughts.BadInput, match="row"):
        game.position("X../... X")
    with pytest.raises(noughts.Error):
        game.initial.play("b2T")
    with pytest.raises(FileNotFoundError):
        noughts.Quixo(size=3, tables="/no/such/folder").initial.analyze()
    with pytest.raises(noughts.BadInput, match="only quantum"):
        game.curve()


def test_larger_quixo_boards_are_searched():
    game = noughts.Quixo(size=7)
    assert len(game.actions) == len(game.initial.legal_actions()) == 68
    assert game.initial.planes().shape == (2, 7, 7)
    analysis = game.initial.analyze()
    assert analysis.value is None and analysis.source == "guess" and analysis.best == []
    assert analysis.document["cannot_lose"] == ["X"] and "guess" in analysis._repr_html_()
    assert noughts.Quixo(size=5).initial.analyze().source == "table"
    with pytest.raises(ValueError, match="no tables"):
        game.solve()
    with pytest.raises(ValueError, match="no exact values"):
        noughts.judge(lambda position: position.moves()[0], game, positions=1, games=0)


def test_positions_are_values():
    game = noughts.Hyper(side=3, dims=3)
    a, b = game.position("111 222"), game.initial.play("111").play("222")
    assert a == b and hash(a) == hash(b) and len({a, b, game.initial}) == 2
    assert a != noughts.Hyper(side=3, dims=3, players=3).position("111 222")
    assert a != "111 222"


@pytest.mark.parametrize(
    "game, text",
    [
        (noughts.Quixo(size=5), "X...O/...../...../...../..... X"),
        (noughts.Quantum(), "X1.1-9 O2.1-3 X3.3-9 selA"),
        (noughts.Hyper(side=3, dims=4), "1111 2222 3333"),
        (noughts.Hyper(side=4, dims=1), "1"),
    ],
)
def test_pictures(game, text):
    import xml.etree.ElementTree as xml

    svg = game.position(text)._repr_svg_()
    root = xml.fromstring(svg)
    width, height = float(root.get("width")), float(root.get("height"))
    for rect in root.iter("{http://www.w3.org/2000/svg}rect"):
        assert float(rect.get("x", 0)) + float(rect.get("width")) <= width
        assert float(rect.get("y", 0)) + float(rect.get("height")) <= height
    assert "to move" in svg


def test_progress_is_told():
    reports = []
    noughts.Hyper(side=3, dims=3, players=3).solve(progress=reports.append)
    for report in reports:
        assert report["stage"] and report["done"] >= 0
    assert noughts.Quixo(size=4).solve(progress=True)["initial"]["value"] == "win"


def test_an_exception_in_a_callback_ends_the_work():
    def stop(report):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        for _ in range(50):  # until one of them takes long enough to report
            noughts.Quantum(collapse="chance").curve(progress=stop)


def test_the_gil_is_free_meanwhile():
    """Another thread of Python goes on while a board is solved."""
    counted, done = [0], threading.Event()

    def count():
        while not done.is_set():
            counted[0] += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    during = 0
    for _ in range(20):
        game = noughts.Quixo(size=4)
        before = counted[0]
        game.solve()
        during = max(during, counted[0] - before)
        if during > 2:
            break
    done.set()
    thread.join()
    assert during > 2


def test_ctrl_c_ends_a_solver():
    """In a process of its own: it says when it starts, is interrupted, and ends soon."""
    code = (
        "import noughts, signal\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever started this may ignore it\n"
        "try:\n"
        "    print('go', flush=True)\n"
        "    while True: noughts.Hyper(side=5, dims=2, players=3).solve()\n"
        "except KeyboardInterrupt:\n"
        "    print('stopped')\n"
    )
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout.readline() == "go\n"
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
    finally:
        process.kill()  # what has ended does not mind
    assert out == "stopped\n" and process.returncode == 0


def test_stubs_name_everything():
    """Every class, method and function of the module is in the stub, and the other way round."""
    import ast

    from noughts import _noughts

    path = os.path.join(os.path.dirname(_noughts.__file__), "_noughts.pyi")
    with open(path) as file:
        tree = ast.parse(file.read())
    stubbed = {}
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            stubbed[node.name] = {n.name for n in node.body if isinstance(n, ast.FunctionDef)}
        elif isinstance(node, ast.FunctionDef):
            stubbed[node.name] = set()
    names = {name for name in vars(_noughts) if not name.startswith("__")}
    assert names == set(stubbed)
    for name, methods in stubbed.items():
        thing = getattr(_noughts, name)
        if isinstance(thing, type) and not issubclass(thing, Exception):
            own = {m for m in vars(thing) if not m.startswith("__") and m != "_pybind11_conduit_v1_"}
            assert own == {m for m in methods if not m.startswith("__")}, name
            for method in own - {"_repr_svg_", "_repr_html_"}:
                if name not in ("_CurveValues", "RatedMove", "Analysis"):
                    assert getattr(thing, method).__doc__, (name, method)
        assert thing.__doc__ or name == "_CurveValues", name


def test_the_stub_has_all_parameters():
    import ast
    import re

    from noughts import _noughts

    path = os.path.join(os.path.dirname(_noughts.__file__), "_noughts.pyi")
    with open(path) as file:
        tree = ast.parse(file.read())
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name in ("Quixo", "Quantum", "Hyper"):
            told = re.findall(r"^  ([a-z-]+):", getattr(_noughts, node.name).__doc__, re.M)
            stubbed = [a.arg.replace("_", "-") for a in node.args.args]
            assert stubbed == told, node.name


def test_parameters_may_come_without_names():
    assert noughts.Quixo(3).rules == noughts.Quixo(size=3).rules
    assert noughts.Hyper(3, 3, 3).rules == noughts.Hyper(side=3, dims=3, players=3).rules
    with pytest.raises(noughts.BadInput, match="size is given twice"):
        noughts.Quixo(3, size=4)
    with pytest.raises(noughts.BadInput, match="takes 3 parameters, not 4"):
        noughts.Quixo(3, 3, "lose", "tables")
    with pytest.raises(noughts.BadInput, match="size takes a whole number"):
        noughts.Quixo("five")


@pytest.mark.parametrize("game", [noughts.Quixo(4), noughts.Quixo(6), noughts.Quantum(),
                                  noughts.Hyper(3, 3)], ids=repr)
def test_actions_are_played_by_number(game):
    generator, p = random.Random(3), game.initial
    while p.result is None and len(p.text) < 150:
        texts, actions = p.moves(), p.legal_actions()
        for text, action in zip(texts, actions):
            assert p.play(action).text == p.play(text).text
        illegal = set(range(len(game.actions))) - set(actions)
        for action in [*illegal, -1, len(game.actions)]:
            with pytest.raises(noughts.BadInput, match=f"action {action} is not legal here"):
                p.play(action)
        p = p.play(generator.choice(actions))
        if generator.random() < 0.05:
            break


def test_a_double_win_is_told_only_where_it_counts():
    text = ("X1.6-7 O2.1-6 X3.3-8 O4.3-9 X5.2-3 O6.1-6 selA X7.3-8 selB O8.4-5 X9.4-5 selB")
    assert noughts.Quantum().position(text).result == "X wins, complete (20 for X)"
    assert noughts.Quantum(double_win=True).position(text).result == "X wins, double (40 for X)"


def test_pickles_and_copies():
    import copy
    import pickle

    for game in (noughts.Quixo(3), noughts.Quantum(q=Fraction(3, 4)), noughts.Hyper(3, 3, players=3)):
        p = game.initial.play(0)
        again = pickle.loads(pickle.dumps(p))
        assert again == p and again.game.rules == game.rules
        assert copy.deepcopy(p) is p


def test_built_in_players():
    game = noughts.Quixo(3)
    perfect, chance = game.player(), game.player("random", seed=5)
    p = game.initial
    for _ in range(40):
        if p.result is not None:
            break
        p = p.play(perfect(p) if p.seat == 0 else chance(p))
    assert p.winner == 0
    half = game.player("perfect:0.5", seed=1)
    start = game.position("XX./.../... X")
    assert len({half(start) for _ in range(60)}) > len(start.analyze().best)
    with pytest.raises(noughts.BadInput, match="is not a player"):
        game.player("grandmaster")
    with pytest.raises(noughts.BadInput, match="over"):
        perfect(p)
