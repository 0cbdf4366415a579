"""Tables as arrays, curves as fractions, certificates."""

import time
from fractions import Fraction
from math import comb
from pathlib import Path

import numpy
import pytest

import noughts

OPENINGS = Path(__file__).resolve().parents[2] / "data" / "quixo-5x5-opening"


@pytest.fixture(scope="module")
def four():
    return noughts.Quixo(size=4).tables()


@pytest.fixture(scope="module")
def curve():
    return noughts.Quantum(draw=-5).curve()


def test_classes_add_up_to_the_published_totals(four):
    """26,434,489 won and 15,003,736 lost boards of 4x4 (docs/results/sources.md)."""
    counts = [four.counts(x, o) for x, o in four.classes()]
    assert sum(c["win"] for c in counts) == 26_434_489
    assert sum(c["loss"] for c in counts) == 15_003_736
    assert sum(sum(c.values()) for c in counts) == 3**16


def test_arrays_of_a_class(four):
    boards, values, plies = four.boards(3, 2), four.values(3, 2), four.plies(3, 2)
    assert boards.dtype == numpy.uint64 and values.dtype == numpy.int8
    assert len(boards) == len(values) == len(plies) == comb(16, 3) * comb(13, 2)
    assert (numpy.diff(boards.astype(numpy.int64)) > 0).all()
    counts = four.counts(3, 2)
    assert ((values == 1).sum(), (values == -1).sum(), (values == 0).sum()) == (
        counts["win"],
        counts["loss"],
        counts["draw"],
    )
    assert (plies[values == 0] == -1).all() and (plies[values != 0] >= 0).all()
    for i in range(0, len(boards), 5003):
        position = four.position(int(boards[i]))
        analysis = position.analyze()
        assert {"win": 1, "draw": 0, "loss": -1}[analysis.value] == values[i]
        assert four.board(position) == boards[i]


def test_probe_words_and_tiles(four):
    boards = numpy.concatenate([four.boards(2, 2), four.boards(8, 7)[:1000]])
    values = numpy.concatenate([four.values(2, 2), four.values(8, 7)[:1000]])
    assert (four.probe(boards) == values).all()
    bits = numpy.arange(16, dtype=numpy.uint64)
    own = (boards[:, None] >> (bits + numpy.uint64(32))) & numpy.uint64(1)
    other = (boards[:, None] >> bits) & numpy.uint64(1)
    tiles = (own.astype(numpy.int8) - other.astype(numpy.int8)).reshape(-1, 4, 4)
    assert (four.probe(tiles) == values).all()
    assert (four.probe_plies(tiles) == four.probe_plies(boards)).all()


def test_a_million_probes(four):
    boards = numpy.random.default_rng(1).choice(four.boards(5, 5), 1_000_000)
    start = time.process_time()
    four.probe(boards)
    rate = 1_000_000 / (time.process_time() - start)
    print(f"{rate:,.0f} probes a second")
    assert rate > 100_000  # what is promised is measured in docs/guide/python.md, not here


def test_tables_on_disk_are_probed_alike():
    """Many boards at once, of many classes in no order, as one by one."""
    game = noughts.Quixo(size=5, tables=str(OPENINGS))
    tables = game.tables()
    classes = [(x, o) for x, o in tables.classes() if x + o in (0, 1, 3, 5)]
    boards = numpy.concatenate([tables.boards(x, o)[::7] for x, o in classes])
    numpy.random.default_rng(2).shuffle(boards)
    values = tables.probe(boards)
    for i in range(0, len(boards), len(boards) // 200):
        value = tables.position(int(boards[i])).analyze().value
        assert {"win": 1, "draw": 0, "loss": -1}[value] == values[i]
    counts = [tables.counts(x, o) for x, o in classes]
    assert len(tables.values(2, 3)) == sum(tables.counts(2, 3).values())
    assert sum(c["draw"] for c in counts) > 0 and set(values) == {1, 0, -1}
    with pytest.raises(noughts.Missing):
        tables.probe(numpy.array([(1 << 10) - 1], numpy.uint64))


def test_wrong_boards_are_refused(four):
    with pytest.raises(noughts.BadInput, match="not a board"):
        four.probe(numpy.array([1 | 1 << 32], numpy.uint64))
    with pytest.raises(noughts.BadInput, match="not a board"):
        four.probe(numpy.array([1 << 20], numpy.uint64))
    with pytest.raises(noughts.BadInput, match="shape"):
        four.probe(numpy.zeros((2, 5, 5), numpy.int8))
    with pytest.raises(noughts.BadInput):
        four.probe(numpy.zeros((2, 2), numpy.float64))
    with pytest.raises(noughts.BadInput, match="tiles"):
        four.values(9, 9)


def test_curve_is_exact(curve):
    assert curve.pieces[0].start == 0 and curve.pieces[-1].end == 1
    for before, after in zip(curve.pieces, curve.pieces[1:]):
        assert before.end == after.start
    for q in (Fraction(0), Fraction(1, 3), Fraction(3, 4), Fraction(1)):
        value = curve.value(q)
        assert isinstance(value, Fraction)
        assert value == noughts.Quantum(q=q, draw=-5).initial.analyze().value
        piece = next(p for p in curve.pieces if float(p.start) <= q <= float(p.end))
        assert sum(c * q**i for i, c in enumerate(piece.coefficients)) == value
    (fair,) = curve.fair
    assert fair.polynomial[:4] == (-4, 2, 1, 5) and abs(float(fair) - 0.735384) < 1e-6
    assert fair.low < fair.high and "root of" in repr(fair)
    with pytest.raises(noughts.BadInput, match="from 0 to 1"):
        curve.value(2)


def test_curve_for_sympy(curve):
    sympy = pytest.importorskip("sympy")
    expression = curve.sympy()
    q = sympy.Symbol("q")
    assert expression.subs(q, sympy.Rational(3, 4)) == sympy.Rational(
        *curve.value(Fraction(3, 4)).as_integer_ratio()
    )
    assert abs(curve.fair[0].sympy().evalf() - float(curve.fair[0])) < 1e-9


def test_certificates(tmp_path):
    solved = noughts.Hyper(side=4, dims=2).solve()
    assert solved["players"][0]["can_force_win"] is False
    assert solved["certificates"]
    for number, certificate in enumerate(solved["certificates"]):
        assert certificate.check()["holds"] and certificate.check()["checked"] > 0
        path = str(tmp_path / f"{number}.cert")
        certificate.write(path)
        again = noughts.read_certificate(path)
        assert again.text == certificate.text and again.claim == certificate.claim
    with open(path, "a") as file:
        file.write("more\n")
    with pytest.raises(noughts.Corrupt):
        noughts.read_certificate(path)
    with pytest.raises(noughts.Missing):
        noughts.read_certificate(str(tmp_path / "none"))

