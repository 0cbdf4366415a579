"""Who can win and who can hold in many n^k games, with certificates that are checked.

    snakemake -s cluster/survey.smk --profile cluster/profiles/local --config out=survey

One job solves a game and writes its certificates, one replays them with rules code only; the
last leaves OUT/survey.csv. A game that is open, or that runs out of its memory, is a line
in it like any other.

    games     side,dims,players with spaces between them; the default is below
    out       the folder, shared by all machines that take part
    memory    GiB for each search; 1 if it is missing
    noughts   the program, where it is not on the path
"""
import csv
import json

NOUGHTS = config.get("noughts", "noughts")
OUT = config["out"]
MEMORY = float(config.get("memory", 1))
GAMES = config.get("games", "2,2,2 2,2,3 3,2,2 3,2,3 3,2,4 3,3,2 3,3,3 3,3,4 4,2,2 4,2,3 4,2,4"
                            " 4,3,2 4,3,3 4,3,4 5,2,2 5,2,3 8,3,2")
NAMES = ["%sto%s-players%s" % tuple(game.split(",")) for game in GAMES.split()]


wildcard_constraints:
    side="\\d+",
    dims="\\d+",
    players="\\d+",


localrules: all, survey


rule all:
    input:
        f"{OUT}/survey.csv",


# What cannot be decided within its memory ends with 3 and leaves an empty answer.
rule game:
    output:
        f"{OUT}/games/{{side}}to{{dims}}-players{{players}}.json",
    params:
        certificates=lambda w: f"{OUT}/certificates/{w.side}to{w.dims}-players{w.players}",
    threads: 1
    resources:
        mem_mb=int(MEMORY * 1024) + 200,
        runtime=240,
    shell:
        "{NOUGHTS} solve hyper --side {wildcards.side} --dims {wildcards.dims}"
        " --players {wildcards.players} --memory {MEMORY} --threads {threads}"
        " --certificates {params.certificates} --json >{output} || [ $? = 3 ]"


rule check:
    input:
        f"{OUT}/games/{{name}}.json",
    output:
        f"{OUT}/checked/{{name}}.jsonl",
    threads: 1
    resources:
        mem_mb=1000,
        runtime=120,
    params:
        certificates=lambda w: f"{OUT}/certificates/{w.name}",
    shell:
        "for file in {params.certificates}/*.cert; do [ -e \"$file\" ] || continue;"
        " {NOUGHTS} verify hyper --certificate \"$file\" --json | tr -d '\\n'; echo;"
        " done >{output}"


rule survey:
    input:
        games=[f"{OUT}/games/{name}.json" for name in NAMES],
        checked=[f"{OUT}/checked/{name}.jsonl" for name in NAMES],
    output:
        f"{OUT}/survey.csv",
    run:
        def word(values):
            return "".join("?" if v is None else "+" if v else "-" for v in values)

        with open(output[0], "w", newline="") as file:
            table = csv.writer(file)
            table.writerow(["game", "wins", "holds", "how", "certificates", "checked", "wrong", "seconds"])
            for name, game, checked in zip(NAMES, input.games, input.checked):
                text = open(game).read()
                checks = [json.loads(line) for line in open(checked) if line.strip()]
                proofs = [len(checks), sum(c["checked"] for c in checks), sum(c["wrong"] for c in checks)]
                if not text.strip():
                    table.writerow([name, "?", "?", "out of memory", *proofs, ""])
                    continue
                answer = json.loads(text)
                table.writerow([name, word([p["can_force_win"] for p in answer["players"]]),
                                word([p["can_avoid_loss"] for p in answer["players"]]),
                                "; ".join(answer["how"]), *proofs, "%.3f" % answer["seconds"]])
