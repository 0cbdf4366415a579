#!/usr/bin/env python3
"""Every door gives the same answer: doors.py PROGRAM

Asks the 500 positions of positions.jsonl at the command line, over HTTP and, where the module
`noughts` can be imported, in Python: without tables, and those of Quixo with tables of all of 3x3
and of a few tiers of 4x4 and 5x5. The documents must be equal. The page without a server is asked
the same positions by `make check-site` (web/e2e/same.mjs).
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import urllib.error
import urllib.parse
import urllib.request

try:
    import noughts
except ImportError:
    noughts = None

HERE = pathlib.Path(__file__).parent
TABLES = [["--size", "3"], ["--size", "4", "--tiers", "16..13"], ["--size", "5", "--tiers", "25..25"]]


def positions():
    with open(HERE / "positions.jsonl", encoding="ascii") as lines:
        return [json.loads(line) for line in lines]


def groups(asked):
    """The positions of each game, by its rules."""
    found = {}
    for position in asked:
        key = (position["game"], json.dumps(position["rules"]))
        found.setdefault(key, []).append(position["position"])
    return [(game, json.loads(rules), texts) for (game, rules), texts in found.items()]


def by_command_line(program, tables, game, rules, texts):
    options = []
    for name, value in rules.items():
        options += ["--" + name.replace("_", "-")] + ([] if value is True else [str(value)])
    options += ["--tables", tables] if tables and game == "quixo" else []
    ran = subprocess.run([program, "analyze", game, *options, "--stdin", "--quiet"], text=True, check=True,
                         input="".join(text + "\n" for text in texts), stdout=subprocess.PIPE)
    return [json.loads(line) for line in ran.stdout.splitlines()]


class Server:
    def __init__(self, program, tables):
        # All doors get the time that they need, on a busy machine as well.
        options = ["--seconds", "3600"] + (["--tables", tables] if tables else [])
        self.process = subprocess.Popen([program, "serve", "--port", "0", *options], text=True, stdout=subprocess.PIPE)
        line = self.process.stdout.readline()
        self.address = "http://" + line.split("http://")[1].split("/")[0]

    def ask(self, game, rules, texts):
        for text in texts:
            query = {name.replace("_", "-"): str(value).lower() for name, value in rules.items()}
            query = urllib.parse.urlencode({**query, "position": text})
            yield self.get(f"{self.address}/api/v1/{game}/analyze?{query}")

    @staticmethod
    def get(address):
        try:
            with urllib.request.urlopen(address) as reply:
                return json.load(reply)
        except urllib.error.HTTPError as refused:
            sys.exit(f"{address}: {refused.read().decode()}")

    def end(self):
        self.process.terminate()
        self.process.wait()


def by_python(tables, game, rules, texts):
    if game == "quixo" and tables:
        rules = {**rules, "tables": tables}
    made = {"quixo": noughts.Quixo, "quantum": noughts.Quantum, "hyper": noughts.Hyper}[game](**rules)
    return [made.position(text).analyze().document for text in texts]


def compare(program, tables, asked):
    server = Server(program, tables)
    compared = 0
    try:
        for game, rules, texts in groups(asked):
            first = by_command_line(program, tables, game, rules, texts)
            doors = {"HTTP": list(server.ask(game, rules, texts))}
            if noughts is not None:
                doors["Python"] = by_python(tables, game, rules, texts)
            for door, answers in doors.items():
                for text, mine, other in zip(texts, first, answers, strict=True):
                    compared += 1
                    if mine != other or "error" in mine:
                        sys.exit(f"{game} {rules} {text!r}\ncommand line: {json.dumps(mine)}\n{door}: {json.dumps(other)}")
    finally:
        server.end()
    return compared


def has_tables(position):
    rules = position["rules"]
    return position["game"] == "quixo" and set(rules) == {"size"} and rules["size"] <= 5


def main():
    program = sys.argv[1]
    asked = positions()
    compared = compare(program, "", asked)
    with tempfile.TemporaryDirectory() as folder:
        for options in TABLES:
            subprocess.run([program, "solve", "quixo", *options, "--tables", f"{folder}/{options[1]}x{options[1]}", "--quiet"],
                           check=True, stdout=subprocess.DEVNULL)
        compared += compare(program, folder, [position for position in asked if has_tables(position)])
    module = "and Python" if noughts else "(the Python module was not built)"
    print(f"doors: {len(asked)} positions, {compared} documents are those of the command line: HTTP {module}")


main()
