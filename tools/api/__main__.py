"""Asks a server of our own what its description allows, and what it does not: tools/api
[--requests 10000] [--seed 1]

Schemathesis (build/api-tools, make check-api) makes the requests from /api/v1/openapi.json and
compares the answers with it. Everything on 127.0.0.1. The first round that finds something ends it
with exit code 1 and shows what was found.
"""
import argparse
import collections
import os
import re
import signal
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
MOST_ROUNDS = 100


def start(binary):
    process = subprocess.Popen([binary, "serve", "--port", "0"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    port = re.search(rb":(\d+)/", process.stdout.readline()).group(1).decode()
    return process, f"http://127.0.0.1:{port}"


def ask(tool, server, seed, examples, note):
    words = [tool, "--config-file", os.path.join(HERE, "schemathesis.toml"), "run", f"{server}/api/v1/openapi.json", "--no-color",
             "--seed", str(seed), "--max-examples", str(examples), "--workers", "2"]
    return subprocess.run(words, cwd=HERE, env=dict(os.environ, NOUGHTS_ASKED=note, PYTHONDONTWRITEBYTECODE="1"),
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)


def counted(note):
    statuses = collections.Counter()
    with open(note, encoding="ascii") as file:
        for line in file:
            status, count = line.split()
            statuses[int(status)] += int(count)
    return statuses


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--requests", type=int, default=10000)
    parser.add_argument("--examples", type=int, default=100, help="of each route, in one round")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--binary", default="build/noughts")
    parser.add_argument("--tool", default="build/api-tools/bin/st")
    arguments = parser.parse_args()
    process, server = start(arguments.binary)
    statuses = collections.Counter()
    with tempfile.NamedTemporaryFile(prefix="noughts-asked-") as note:
        try:
            for seed in range(arguments.seed, arguments.seed + MOST_ROUNDS):
                ran = ask(os.path.abspath(arguments.tool), server, seed, arguments.examples, note.name)
                if ran.returncode != 0:
                    print(ran.stdout)
                    print(f"api: found something; again with: tools/api --seed {seed}")
                    return 1
                statuses = counted(note.name)
                if sum(statuses.values()) >= arguments.requests:
                    break
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait()
    told = ", ".join(f"{count} with {status}" for status, count in sorted(statuses.items()))
    print(f"api: {sum(statuses.values())} requests in {seed - arguments.seed + 1} rounds, {told}")
    enough = sum(statuses.values()) >= arguments.requests and process.returncode == 0
    print("api: nothing was found" if enough else f"api: too few requests, or the server ended with {process.returncode}")
    return 0 if enough else 1


sys.exit(main())
