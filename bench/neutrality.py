#!/usr/bin/env python3
"""Does the match runner favour a player? The same engine plays itself, once as an agent of ours and
once as a program behind a pipe, the way docs/matches.md tells.

usage: bench/neutrality.py ROOKERY [--games 400] [--tc 0.2+0.01] [--concurrency 1] [--in-process]

Needs a quiet machine: about 10 minutes with one game at a time. Prints nodes a move of both and
the score with its 95 % interval, and ends with 1 if the nodes differ by 2 % or more or the interval
leaves out 0. --in-process keeps our agent in the runner, where it is favoured. Keeps no files.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile


def nodes_by_player(path):
    """(nodes, moves) of each name, out of the comments of the PGN."""
    totals = {}
    with open(path) as file:
        text = file.read()
    for game in re.split(r"(?=^\[Event )", text, flags=re.M):
        names = [re.search(rf'^\[{side} "(.*)"\]', game, re.M) for side in ("White", "Black")]
        if None in names:
            continue
        side = 0
        for comment, dots, word in re.findall(r"\{([^}]*)\}|\d+(\.+)|([^\s{}]+)",
                                              game[game.index("\n\n"):]):
            if dots:
                side = 0 if dots == "." else 1
            elif word:
                side = 1 - side  # of the next move
            elif found := re.search(r"\bn=(\d+)", comment):
                total = totals.setdefault(names[1 - side][1], [0, 0])
                total[0] += int(found[1])
                total[1] += 1
    return totals


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("rookery")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--tc", default="0.2+0.01")
    parser.add_argument("--concurrency", type=int, default=1)
    parser.add_argument("--in-process", action="store_true")
    options = parser.parse_args()
    rookery = os.path.abspath(options.rookery)
    with tempfile.TemporaryDirectory() as folder:
        pgn = os.path.join(folder, "games.pgn")
        command = [rookery, "match", "rookery:name=agent", f"cmd={rookery},arg=uci,name=program",
                   "--tc", options.tc, "--games", str(options.games), "--concurrency",
                   str(options.concurrency), "--pgn", pgn, "--json"]
        if options.in_process:
            command.append("--in-process")
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
        if done.returncode != 0:
            sys.exit(f"the match ended with {done.returncode}")
        nodes = nodes_by_player(pgn)
    encounter = json.loads(done.stdout)["encounters"][0]
    rates = {name: total / max(1, moves) for name, (total, moves) in nodes.items()}
    difference = 100 * (rates["agent"] / rates["program"] - 1)
    elo, error = encounter["elo"], encounter["elo_error"]
    if elo is None:
        sys.exit("one side won all games: play more of them")
    print(f"{encounter['games']} games at {options.tc}: nodes a move {rates['agent']:.0f} (agent) and "
          f"{rates['program']:.0f} (program), {difference:+.2f} %; score {elo:+.1f} +- {error:.1f} Elo")
    fair = abs(difference) < 2 and abs(elo) <= error
    print("neutral" if fair else "NOT neutral")
    return 0 if fair else 1


sys.exit(main())
