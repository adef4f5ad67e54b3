#!/usr/bin/env python3
"""Measures the levels: what docs/levels.md shows comes from here.

    bench/levels.py ROOKERY puzzles CSV [--levels 1-9] [--count 2000]
    bench/levels.py ROOKERY neighbours [--levels 1-12] [--games 100]
    bench/levels.py ROOKERY stockfish [--levels 5-12] [--games 100] [--elo 1350]
                                      [--engine /usr/games/stockfish]

Puzzles (id,fen,moves,rating,... as Lichess publishes them; the first move is the opponent's) reach
from 400 to 1600 or so, matches with Stockfish's UCI_Elo from 1350 up, matches between neighbours
join the two. Every search has a number of nodes or a depth, so a busy machine changes nothing.

Instead of levels, --players takes specs ('rookery:sight-nodes=900'); neighbours then plays each
against the one before it.
"""
import argparse
import csv
import math
import re
import subprocess

# Near the level's own strength, so that the result says something.
OPPONENTS = {5: 1350, 6: 1500, 7: 1650, 8: 1800, 9: 1950, 10: 2100, 11: 2250, 12: 2400}
# The whole engine has no limit of its own, so a match gives it one.
NODES = 400_000


def nodes_of(elo):
    """What Stockfish searches: it chooses its weakened move at a small depth, but by what its table
    knows, so its strength needs more nodes than that depth does. Its UCI_Elo was set with a minute
    a game and more, many times as many."""
    return 20_000 if elo < 2000 else 50_000


class Engine:
    def __init__(self, rookery, player):
        self.process = subprocess.Popen(
            [rookery, "uci", "--agent", player], text=True, bufsize=1,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.say("uci")
        self.wait("uciok")

    def say(self, line):
        self.process.stdin.write(line + "\n")

    def wait(self, word):
        for line in self.process.stdout:
            if line.startswith(word):
                return line.split()
        raise SystemExit("the engine ended")

    def move(self, fen, moves):
        self.say(f"position fen {fen} moves {' '.join(moves)}")
        self.say("go nodes 1000000")
        return self.wait("bestmove")[1]

    def quit(self):
        self.say("quit")
        self.process.wait()


def solves(engine, row):
    """Every move of the solver is as expected; of several mates in one any counts as such only if
    it is the one of the list, which is the stricter reading."""
    moves = row["moves"].split()
    engine.say("ucinewgame")
    for at in range(1, len(moves), 2):
        if engine.move(row["fen"], moves[:at]) != moves[at]:
            return False
    return True


def expected(own, other):
    return 1 / (1 + 10 ** ((other - own) / 400))


def performance(results):
    """The rating at which the expected score is the one that was reached, and its error."""
    low, high = -1000.0, 4000.0
    score = sum(solved for _, solved in results)
    for _ in range(60):
        middle = (low + high) / 2
        if sum(expected(middle, rating) for rating, _ in results) < score:
            low = middle
        else:
            high = middle
    information = sum(expected(low, r) * (1 - expected(low, r)) for r, _ in results)
    return low, 1.96 * 400 / math.log(10) / math.sqrt(max(information, 1e-9))


def puzzles(options):
    with open(options.csv, newline="") as file:
        rows = sorted(csv.DictReader(file), key=lambda row: row["id"])
    rows = [row for row in rows if 400 <= int(row["rating"]) <= 1800]
    rows = rows[::max(1, len(rows) // options.count)][:options.count]
    for player in options.players:
        engine = Engine(options.rookery, player)
        results = [(int(row["rating"]), solves(engine, row)) for row in rows]
        engine.quit()
        rating, error = performance(results)
        print(f"{player}: {sum(s for _, s in results)} of {len(results)} puzzles, "
              f"performance {rating:.0f} +/- {error:.0f}", flush=True)


def match(options, first, second, games):
    run = subprocess.run(
        [options.rookery, "match", first, second, "--games", str(games), "--nodes", str(NODES),
         "--concurrency", str(options.concurrency), "--seed", str(options.seed),
         "--draw", "after=40", "moves=8", "score=10", "--resign", "moves=4", "score=700"],
        text=True, stdout=subprocess.PIPE, check=True)
    found = re.search(r"Score +\+(\d+) =(\d+) -(\d+)", run.stdout)
    return [int(n) for n in found.groups()]


def difference(wins, draws, losses):
    games = wins + draws + losses
    share = (wins + draws / 2) / games
    if share in (0, 1):
        return None, None
    variance = (wins * (1 - share) ** 2 + draws * (0.5 - share) ** 2 + losses * share ** 2) / games
    slope = 400 / math.log(10) / (share * (1 - share))
    return -400 * math.log10(1 / share - 1), 1.96 * slope * math.sqrt(variance / games)


def show(label, wins, draws, losses, base=0):
    elo, error = difference(wins, draws, losses)
    text = "no figure: one side won every game" if elo is None else f"{base + elo:.0f} +/- {error:.0f}"
    print(f"{label}: +{wins} ={draws} -{losses}, {text}", flush=True)


def neighbours(options):
    for below, player in zip(options.players, options.players[1:]):
        result = match(options, f"{player},name=new", f"{below},name=old", options.games)
        show(f"{player} against {below}", *result)


def stockfish(options):
    for level, player in zip(options.levels, options.players):
        elo = options.elo or OPPONENTS[level]
        opponent = (f"cmd={options.engine},option.UCI_LimitStrength=true,option.UCI_Elo={elo},"
                    f"option.Hash=16,timeout=1000,nodes={nodes_of(elo)},name=SF{elo}")
        result = match(options, f"{player},name=new", opponent, options.games)
        show(f"{player} against UCI_Elo {elo}", *result, base=elo)


def span(text):
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rookery")
    commands = parser.add_subparsers(required=True)
    for name, run, levels in (("puzzles", puzzles, "1-9"), ("neighbours", neighbours, "1-12"),
                              ("stockfish", stockfish, "5-12")):
        command = commands.add_parser(name)
        command.set_defaults(run=run)
        command.add_argument("--levels", type=span, default=span(levels))
        command.add_argument("--players", nargs="+")
        if name == "puzzles":
            command.add_argument("csv")
            command.add_argument("--count", type=int, default=2000)
        else:
            command.add_argument("--games", type=int, default=100)
            command.add_argument("--seed", type=int, default=1)
            command.add_argument("--concurrency", type=int, default=1)
        if name == "stockfish":
            command.add_argument("--elo", type=int)
            command.add_argument("--engine", default="/usr/games/stockfish")
    options = parser.parse_args()
    if options.players:
        options.levels = [None] * len(options.players)
    else:
        options.players = [f"rookery:level={level}" for level in options.levels]
    options.run(options)


if __name__ == "__main__":
    main()
