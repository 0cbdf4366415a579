"""Datasets as Parquet: what tools/parquet writes, read again and compared with the lines.

make check-python installs pyarrow; without it nothing here runs.
"""

import json
import pathlib
import subprocess
import sys

import pytest

parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")

ROOT = pathlib.Path(__file__).resolve().parents[2]
NOUGHTS = ROOT / "build" / "noughts"
GAMES = [["quixo", "--size", "3", "--prompts"], ["quantum"], ["hyper", "--side", "3", "--dims", "2"]]


def convert(folder):
    return subprocess.run([sys.executable, ROOT / "tools" / "parquet", folder],
                          capture_output=True, text=True)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game[0])
def test_parquet_has_what_the_lines_have(game, tmp_path):
    command = [NOUGHTS, "study", "dataset", *game, "--positions", "200", "--out", tmp_path]
    subprocess.run(command, check=True, capture_output=True)
    for _ in range(2):  # the second time its files are replaced
        done = convert(tmp_path)
        assert done.returncode == 0, done.stderr
    subprocess.run(["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=tmp_path, check=True)
    assert len((tmp_path / "SHA256SUMS").read_text().splitlines()) == 7
    count = 0
    for part in ("train", "validation", "test"):
        lines = [json.loads(line) for line in (tmp_path / f"{part}.jsonl").read_text().splitlines()]
        rows = parquet.read_table(tmp_path / f"{part}.parquet").to_pylist()
        assert len(rows) == len(lines)
        count += len(rows)
        for line, row in zip(lines, rows):
            for key in ("game", "position", "to_move", "tier", "best", "keep", "difficulty"):
                assert row[key] == line[key]
            assert row["prompt"] == line.get("prompt") and json.loads(row["rules"]) == line["rules"]
            assert row["value"] == line.get("exact", line["value"])
            assert row["plies"] == line.get("plies")
            assert {move["move"] for move in row["moves"]} == set(line["moves"])
            for move in row["moves"]:
                rating = line["moves"][move["move"]]
                assert move["value"] == rating.get("exact", rating["value"])
                assert move["plies"] == rating.get("plies")
    assert count == 200


def test_a_folder_without_a_dataset_is_refused(tmp_path):
    done = convert(tmp_path)
    assert done.returncode != 0 and "noughts study dataset" in done.stderr
    assert len(done.stderr.splitlines()) == 1
