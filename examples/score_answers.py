"""Scores the answers of a language model, or of anybody, on prompts with exact labels.

    noughts study dataset quixo --size 4 --positions 1000 --prompts --out dataset
    python3 score_answers.py dataset/test.jsonl answers.jsonl

Each line of the answers is an object with `position`, as in the dataset, and `answer`: any text. The
last legal move that it names counts. Needs nothing but Python.
"""

import json
import sys


def read(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


def named(answer, moves):
    words = answer.replace("`", " ").replace("*", " ").replace(",", " ").replace(".", " ").split()
    return next((word for word in reversed(words) if word in moves), None)


def main():
    labels = {label["position"]: label for label in read(sys.argv[1])}
    asked = kept = illegal = critical = critical_kept = 0
    by_chance = 0.0
    for answer in read(sys.argv[2]):
        label = labels[answer["position"]]
        move = named(answer["answer"], label["moves"])
        keeps = move in label["keep"]
        asked += 1
        kept += keeps
        illegal += move is None
        if label["difficulty"] > 0:
            critical += 1
            critical_kept += keeps
            by_chance += 1 - label["difficulty"]
    print(f"{asked} answers, {illegal} without a legal move, {kept} keep the value")
    if critical:
        print(f"of {critical} in which it matters {critical_kept} ({100 * critical_kept / critical:.1f} %)"
              f" keep it; random moves in {100 * by_chance / critical:.1f} %")


main()
