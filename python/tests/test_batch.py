"""Many games at once: each must be played as one game is."""

import numpy
import pytest

import noughts


@pytest.mark.parametrize("size", [3, 4, 5])
@pytest.mark.parametrize("both_lines", ["lose", "win"])
def test_a_batch_plays_as_single_games_do(size, both_lines):
    game = noughts.Quixo(size, both_lines=both_lines)
    batch = noughts.Batch(game, 70, seed=size, longest=40)
    observations, masks = batch.reset()
    positions, plies, ends = [game.initial] * 70, numpy.zeros(70, int), 0
    for _ in range(60):
        for i, position in enumerate(positions):
            assert (observations[i] == position.planes()).all()
            assert list(numpy.flatnonzero(masks[i])) == sorted(position.legal_actions())
        actions = batch.sample()
        observations, rewards, terminations, truncations, masks = batch.step(actions)
        plies += 1
        for i, position in enumerate(positions):
            after = position.play(int(actions[i]))
            assert terminations[i] == (after.result is not None)
            expected = 0 if after.winner is None else 1 if after.winner == position.seat else -1
            assert rewards[i] == expected
            assert truncations[i] == (after.result is None and plies[i] == 40)
            if terminations[i] or truncations[i]:
                after, plies[i], ends = game.initial, 0, ends + 1
            positions[i] = after
        assert (batch.plies == plies).all() and not batch.illegal.any()
    assert ends > 50


def test_labels_are_exact():
    game = noughts.Quixo(3)
    batch, tables = noughts.Batch(game, 500, seed=2, labels=True), game.tables()
    seen = set()
    for _ in range(40):
        before, boards = batch.values.copy(), batch.boards.copy()
        actions = batch.sample()
        _, rewards, terminations, truncations, _ = batch.step(actions)
        for i in range(0, 500, 25):
            after = tables.position(int(boards[i])).play(int(actions[i]))
            value = -{"win": 1, "draw": 0, "loss": -1}[after.analyze().value]
            assert batch.regrets[i] == before[i] - value
            if terminations[i]:
                assert rewards[i] == value
        assert (batch.values == tables.probe(batch.boards)).all()
        seen |= set(batch.regrets.tolist())
    assert seen == {0, 2}  # 3x3 has no draws


def test_illegal_actions_lose():
    batch = noughts.Batch(noughts.Quixo(3), 4, labels=True)
    _, rewards, terminations, _, masks = batch.step([0, -1, 99, 1])
    assert rewards.tolist() == [0, -1, -1, 0] and terminations.tolist() == [False, True, True, False]
    assert batch.illegal.tolist() == [False, True, True, False]
    assert batch.regrets.tolist()[1] == 2  # 3x3 is won by the first player
    # What the other has on the board may not be taken.
    taken = numpy.flatnonzero(masks[0] == 0)
    assert len(taken) > 0
    _, rewards, _, _, _ = batch.step([taken[0]] * 4)
    assert rewards[0] == -1
    with pytest.raises(noughts.BadInput, match="each of the 4 games, not 3"):
        batch.step([0, 0, 0])


def test_what_a_batch_needs():
    with pytest.raises(noughts.BadInput, match="3x3 to 5x5"):
        noughts.Batch(noughts.Hyper(), 4)
    with pytest.raises(noughts.BadInput, match="3x3 to 5x5"):
        noughts.Batch(noughts.Quixo(6), 4)
    one, two = (noughts.Batch(noughts.Quixo(5), 3000, seed=9, threads=t) for t in (1, 2))
    for _ in range(30):
        one.step(one.sample())
        two.step(two.sample())
        assert (one.boards == two.boards).all()
    assert len(one) == 3000
