#!/usr/bin/env python3
"""Our judgements of human games beside another engine's, by the same published formulas.

usage: bench/judgements.py GAMES.pgn [--rookery ./rookery] [--engine stockfish] [--nodes 400000]
                           [--keep FILE] [--units 1.0,1.1,...]

Both engines value every position; both have the formulas of docs/review.md applied to them. Told
are the share of the other's mistakes and blunders that we call at least inaccurate, and of its
fine moves (no worse than good) that we call mistakes or worse. --keep FILE stores what was searched
and reads it the next time. --units tries other values of kPublishedUnit on the searched scores, for
the odd games and the even ones by themselves: a unit fitted on one half is judged by the other."""
import argparse
import json
import math
import os
import subprocess

RANK = {"best": 0, "good": 0, "inaccuracy": 1, "mistake": 2, "blunder": 3}


def win(cp):
    return 100 / (1 + math.exp(-0.00368208 * max(-1000, min(1000, cp))))


def by_mate(otherwise):
    return "inaccuracy" if otherwise > 999 else "mistake" if otherwise > 700 else "blunder"


def judge(best, played):
    """Scores of the mover: ("cp", n) or ("mate", n); 'mate' 0 is a mate already given."""
    def cp(score):
        kind, n = score
        return n if kind == "cp" else (1000 if n >= 0 else -1000)
    mates = [s[0] == "mate" and s[1] >= 0 for s in (best, played)]
    mated = [s[0] == "mate" and s[1] < 0 for s in (best, played)]
    if mates[0] and not mates[1] and not mated[1]:
        return by_mate(cp(played))
    if mated[1] and not mated[0]:
        return by_mate(-cp(best))
    loss = win(cp(best)) - win(cp(played))
    return "blunder" if loss >= 15 else "mistake" if loss >= 10 else "inaccuracy" if loss >= 5 else "good"


class Uci:
    def __init__(self, command, nodes):
        self.nodes = nodes
        self.process = subprocess.Popen([command], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True)
        self.send("uci", "setoption name Hash value 64", "isready")
        self.read("readyok")

    def send(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines))
        self.process.stdin.flush()

    def read(self, until):
        lines = []
        for line in self.process.stdout:
            lines.append(line)
            if line.startswith(until):
                return lines
        raise SystemExit("the other engine ended")

    def value(self, fen, moves):
        start = f"fen {fen}" if fen else "startpos"
        self.send(f"position {start} moves {' '.join(moves)}", f"go nodes {self.nodes}")
        words = next(line for line in reversed(self.read("bestmove")) if " score " in line).split()
        at = words.index("score")
        return [words[at + 1], int(words[at + 2])]


def other_values(uci, game):
    """The value of every position, backwards, for its side to move."""
    moves = [move["uci"] for move in game["moves"]]
    uci.send("ucinewgame")
    return [uci.value(game.get("tags", {}).get("FEN"), moves[:n])
            for n in reversed(range(len(moves) + 1))][::-1]


def other_judgement(values, ply):
    before, after = values[ply], values[ply + 1]
    if after == ["mate", 0]:
        return "best"
    return judge(before, [after[0], -after[1]])


def our_judgement(move, ply, white_first, unit):
    sign = 1 if (ply % 2 == 0) == white_first else -1
    def score(s):
        return ("mate", sign * s["mate"]) if "mate" in s else ("cp", sign * s["cp"] * unit)
    if move["uci"] == move["best"]:
        return "best"
    return judge(score(move["best_score"]), score(move["score"]))


def compare(pairs):
    bad = [ours for ours, other in pairs if RANK[other] >= 2]
    fine = [ours for ours, other in pairs if RANK[other] == 0]
    marked = sum(RANK[ours] >= 1 for ours in bad)
    cried = sum(RANK[ours] >= 2 for ours in fine)
    return (f"of its {len(bad)} mistakes and blunders {marked} at least inaccurate "
            f"({100 * marked / max(1, len(bad)):.1f} %); of its {len(fine)} fine moves {cried} "
            f"called mistakes ({100 * cried / max(1, len(fine)):.2f} %)")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("games")
    parser.add_argument("--rookery", default="./rookery")
    parser.add_argument("--engine", default="stockfish")
    parser.add_argument("--nodes", type=int, default=400_000)
    parser.add_argument("--keep")
    parser.add_argument("--units")
    options = parser.parse_args()
    if options.keep and os.path.exists(options.keep):
        with open(options.keep) as file:
            ours, theirs = json.load(file)
    else:
        review = [options.rookery, "review", "--json", "--no-levels", options.games]
        lines = subprocess.run(review, capture_output=True, text=True, check=True).stdout
        ours = [json.loads(line) for line in lines.splitlines()]
        uci = Uci(options.engine, options.nodes)
        theirs = [other_values(uci, game) for game in ours]
        if options.keep:
            with open(options.keep, "w") as file:
                json.dump([ours, theirs], file)

    def pairs(games, unit=None):
        for n in games:
            white_first = " b " not in ours[n].get("tags", {}).get("FEN", "")
            for ply, move in enumerate(ours[n]["moves"]):
                told = {"missed win": "mistake", "forced": "best", "book": "good", "great": "best",
                        "brilliant": "best"}.get(move["judgement"], move["judgement"])
                yield (our_judgement(move, ply, white_first, unit) if unit else told,
                       other_judgement(theirs[n], ply))

    every = range(len(ours))
    print(f"{len(ours)} games, {sum(len(game['moves']) for game in ours)} moves")
    print("as told:", compare(list(pairs(every))))
    for unit in (float(u) for u in options.units.split(",")) if options.units else ():
        print(f"unit {unit:.2f} odd:  {compare(list(pairs(every[::2], unit)))}")
        print(f"unit {unit:.2f} even: {compare(list(pairs(every[1::2], unit)))}")


main()
