"""Scores the answers of a language model, or of anybody, on prompts with exact labels.

    noughts study dataset quixo --size 4 --positions 1000 --prompts --out dataset
    python3 score_answers.py dataset/test.jsonl answers.jsonl

Each line of the answers is an object with `position`, as in the dataset, and `answer`: any text. The
last legal move that it names counts. Needs nothing but Python.
"""

import json
import sys

AROUND = "`*_\"'.,:;!?()[]{}"  # what may stand around a move; quantum moves have a dot inside


def read(path):
    try:
        with open(path, encoding="utf-8") as file:
            return [json.loads(line) for line in file if line.strip()]
    except (OSError, ValueError) as error:
        stop(f"{path} cannot be read as JSON lines: {error}")


def stop(sentence):
    print(f"score_answers: {sentence}", file=sys.stderr)
    sys.exit(2)


def named(answer, moves):
    words = (word.strip(AROUND) for word in reversed(answer.split()))
    return next((word for word in words if word in moves), None)


def main():
    if len(sys.argv) != 3:
        stop("give the labels and the answers: score_answers.py dataset/test.jsonl answers.jsonl")
    labels = {label["position"]: label for label in read(sys.argv[1])}
    answers = {}
    for number, answer in enumerate(read(sys.argv[2]), 1):
        if not isinstance(answer, dict) or answer.get("position") not in labels:
            stop(f"line {number} of {sys.argv[2]} names no position of {sys.argv[1]}")
        answers[answer["position"]] = str(answer.get("answer"))
    kept = illegal = critical = critical_kept = 0
    by_chance = 0.0
    for position, answer in answers.items():
        label = labels[position]
        move = named(answer, label["moves"])
        keeps = move in label["keep"]
        kept += keeps
        illegal += move is None
        if label["difficulty"] > 0:
            critical += 1
            critical_kept += keeps
            by_chance += 1 - label["difficulty"]
    print(f"{len(answers)} of {len(labels)} positions answered; {illegal} answers name no legal move;"
          f" {kept} keep the value")
    if critical:
        print(f"of {critical} in which a move can go wrong, {critical_kept} keep it"
              f" ({100 * critical_kept / critical:.1f} %); random moves {100 * by_chance / critical:.1f} %")


main()
