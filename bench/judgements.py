#!/usr/bin/env python3
"""Our judgements of human games beside another engine's, by the same published formulas.

usage: bench/judgements.py GAMES.pgn [--rookery ./rookery] [--engine stockfish] [--nodes 400000]
                           [--keep FILE] [--other-only] [--units 1.0,1.1,...] [--fit]

Both engines value every position; both have the formulas of docs/review.md applied to them. Told
are the share of the other's mistakes and blunders that we call at least inaccurate, and of its
fine moves (no worse than good) that we call mistakes or worse. --keep FILE stores the other engine's
values, game by game, and reads them the next time; --other-only ends there.
--fit finds kPublishedUnit: the factor that brings our centipawns nearest to the other's in winning
chances, on the odd games. --units tries some, for the odd games and the even ones by themselves: a
unit fitted on one half is judged by the other."""
import argparse
import json
import math
import os
import subprocess

from uci_engine import UciEngine, position_command

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


class Uci(UciEngine):
    def __init__(self, command, nodes):
        super().__init__(command)
        self.nodes = nodes

    def value(self, fen, moves):
        words = self.scores(position_command(fen, moves), self.nodes)[-1]
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


def squared_error(unit, games, theirs):
    """Between the two engines' winning chances before each move, in per cent; and how many."""
    total = count = 0
    for game, values in zip(games, theirs):
        white_first = " b " not in game.get("tags", {}).get("FEN", "")
        for ply, move in enumerate(game["moves"]):
            sign = 1 if (ply % 2 == 0) == white_first else -1
            if "cp" not in move["best_score"] or values[ply][0] != "cp":
                continue
            total += (win(sign * move["best_score"]["cp"] * unit) - win(values[ply][1])) ** 2
            count += 1
    return total / max(1, count)


def fitted_unit(games, theirs):
    return min((n / 100 for n in range(50, 301)), key=lambda u: squared_error(u, games, theirs))


def reviewed(options, *more):
    lines = subprocess.run([options.rookery, "review", "--json", "--no-levels", options.games,
                            *more], capture_output=True, text=True, check=True).stdout
    return [json.loads(line) for line in lines.splitlines()]


def values_of_other(options, games):
    known = {}
    if options.keep and os.path.exists(options.keep):
        with open(options.keep) as file:
            known = json.load(file)
    uci = Uci(options.engine, options.nodes)
    for game in games:
        key = f"{options.nodes} {game.get('tags', {}).get('FEN', '')} " + \
            " ".join(move["uci"] for move in game["moves"])
        if key not in known:
            known[key] = other_values(uci, game)
            if options.keep:
                with open(options.keep, "w") as file:
                    json.dump(known, file)
        yield known[key]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("games")
    parser.add_argument("--rookery", default="./rookery")
    parser.add_argument("--engine", default="stockfish")
    parser.add_argument("--nodes", type=int, default=400_000)
    parser.add_argument("--keep")
    parser.add_argument("--other-only", action="store_true")
    parser.add_argument("--units")
    parser.add_argument("--fit", action="store_true")
    options = parser.parse_args()
    if options.other_only:  # the shortest review tells the moves
        print(len(list(values_of_other(options, reviewed(options, "--nodes", "1000")))), "games")
        return
    ours = reviewed(options)
    theirs = list(values_of_other(options, ours))

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
    if options.fit:
        unit = fitted_unit(ours[::2], theirs[::2])
        print(f"fitted on the odd games: {unit:.2f}; root mean square error there "
              f"{squared_error(unit, ours[::2], theirs[::2]) ** .5:.1f} %, on the even games "
              f"{squared_error(unit, ours[1::2], theirs[1::2]) ** .5:.1f} %; "
              f"fitted on these: {fitted_unit(ours[1::2], theirs[1::2]):.2f}")
    for unit in (float(u) for u in options.units.split(",")) if options.units else ():
        print(f"unit {unit:.2f} odd:  {compare(list(pairs(every[::2], unit)))}")
        print(f"unit {unit:.2f} even: {compare(list(pairs(every[1::2], unit)))}")


main()
