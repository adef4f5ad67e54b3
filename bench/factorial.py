#!/usr/bin/env python3
"""What many changes of the search are worth, measured together.

    bench/factorial.py --games 6400 killers=0 lmr_base=700,lmr_slope=400 null_base=5

Each argument is a change: options of a tuning build (docs/engine.md), joined by
commas. In every short match each change is given to one side, chosen at random,
and kept from the other. So each change is measured by all games, and what the
others do averages out; by matches of their own the changes would need as many
games each. Small effects add up, large ones disturb each other: confirm what
you keep by a match of its own. Results are kept in --out; the same command goes
on where it was stopped.
"""
import argparse
import json
import math
import os
import random
import subprocess
import sys

GAMES_A_MATCH = 32


def invert(matrix):
    n = len(matrix)
    rows = [row + [float(i == j) for j in range(n)] for i, row in enumerate(matrix)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [v / rows[i][i] for v in rows[i]]
        for r in range(n):
            if r != i:
                factor = rows[r][i]
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[i])]
    return [row[n:] for row in rows]


def fit(sides, scores):
    """Least squares: the Elo of each change and its 95 % error."""
    n = len(sides[0])
    inverse = invert([[float(sum(s[i] * s[j] for s in sides)) for j in range(n)] for i in range(n)])
    moments = [sum(s[i] * y for s, y in zip(sides, scores)) for i in range(n)]
    worth = [sum(a * m for a, m in zip(row, moments)) for row in inverse]
    rest = sum((y - sum(w * x for w, x in zip(worth, s))) ** 2 for s, y in zip(sides, scores))
    variance = rest / (len(scores) - n)
    elo = 1600 / math.log(10)  # of a score, near one half
    return [(w * elo, 1.96 * math.sqrt(inverse[i][i] * variance) * elo)
            for i, w in enumerate(worth)]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("changes", nargs="+", metavar="OPTION=VALUE[,OPTION=VALUE...]")
    parser.add_argument("--games", type=int, default=6400)
    parser.add_argument("--nodes", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default="factorial.jsonl")
    arguments = parser.parse_args()
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
    build = os.path.join(root, "build", "tuning")
    for command in (["cmake", "--preset", "release", "-B", build, "-DROOKERY_TUNING=ON"],
                    ["ninja", "-C", build, "rookery"]):
        subprocess.run(command, cwd=root, check=True, stdout=subprocess.DEVNULL)

    settings = {"changes": arguments.changes, "nodes": arguments.nodes, "seed": arguments.seed}
    done = []
    if os.path.exists(arguments.out):
        with open(arguments.out, encoding="utf-8") as file:
            lines = [json.loads(line) for line in file]
        if not lines or lines[0] != settings:
            sys.exit(f"factorial: {arguments.out} is of another run; choose another --out")
        done = lines[1:]
    else:
        with open(arguments.out, "w", encoding="utf-8") as file:
            file.write(json.dumps(settings) + "\n")

    for number in range(len(done), arguments.games // GAMES_A_MATCH):
        rng = random.Random(f"{arguments.seed} {number}")
        sides = [rng.choice((1, -1)) for _ in arguments.changes]

        def player(name, side):
            given = [c for c, s in zip(arguments.changes, sides) if s == side]
            return "rookery:" + ",".join(given + ["name=" + name])

        match = subprocess.run(
            [os.path.join(build, "rookery"), "match", player("one", 1), player("other", -1),
             "--nodes", str(arguments.nodes), "--games", str(GAMES_A_MATCH),
             "--concurrency", str(os.cpu_count()), "--seed", f"{arguments.seed}{number:05}",
             "--draw", "after=40", "moves=8", "score=10", "--resign", "moves=4", "score=600",
             "--json"], capture_output=True, text=True, check=False)
        if match.returncode != 0:
            sys.exit("factorial: " + match.stderr.strip())
        score = json.loads(match.stdout)["encounters"][0]["share"]
        done.append({"sides": sides, "score": score})
        with open(arguments.out, "a", encoding="utf-8") as file:
            file.write(json.dumps(done[-1]) + "\n")
        if sys.stderr.isatty():
            print(f"\r{len(done) * GAMES_A_MATCH} games", end="", file=sys.stderr)

    if len(done) <= len(arguments.changes) + 1:
        sys.exit("factorial: too few games for so many changes")
    try:
        table = fit([d["sides"] for d in done], [d["score"] - 0.5 for d in done])
    except ZeroDivisionError:  # two changes were always on the same side
        sys.exit("factorial: too few games for so many changes")
    print(f"| change | Elo, {len(done) * GAMES_A_MATCH} games |\n|---|---|")
    for elo, error, change in sorted(((e, r, c) for (e, r), c in zip(table, arguments.changes)),
                                     reverse=True):
        print(f"| {change} | {elo:+.1f} ± {error:.1f} |")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
