#!/usr/bin/env python3
"""Verdicts about mates in games full of them, against a longer search by another UCI engine.

usage: bench/mates.py GAMES.pgn [--rookery ./rookery] [--engine stockfish] [--nodes 200000]
                      [--longer 4000000] [--keep FILE] [--other-only]

Reviews the games at the default and asks the engine for every position of them, from the last one
back with one table, whether it is a forced mate; what decides about a verdict is searched again with
--longer nodes. A mate is *let go* if there was one before the move and none is left after it, and
*allowed* if there is one against the mover after it and there was none before it. Counted are
  false    a mate that we tell where the engine sees none and none is at the end of our line, or that
           we tell to be let go or allowed although it is still there, or was there all the same;
  silent   a mate let go or allowed by a move that we do not mark as bad;
  mild     one of these two where the game is decided all the same (97 % or more for one side before
           and after): an inaccuracy too many, or one too few;
  inexact  a mate told that is longer than the one the engine sees: no contradiction, but worse.
--keep FILE stores the engine's answers and reads them the next time; --other-only asks it about
every position and ends there. Exit status 1 if there is a
false or a silent one that is not mild. Games for it:
  rookery match rookery:level=2 rookery:level=3 --nodes 20000 --games 60 --pgn games.pgn"""
import argparse
import json
import os
import subprocess
import sys

from uci_engine import UciEngine, position_command

BAD = {"inaccuracy", "mistake", "blunder", "missed win"}


class Reference(UciEngine):
    """Forced mates by another engine: moves to mate of the side to move, negative if it is mated,
    None without one."""

    def __init__(self, command, keep):
        self.path, self.known = keep, {}
        if keep and os.path.exists(keep):
            with open(keep) as file:
                self.known = json.load(file)
        super().__init__(command)

    def mate(self, fen, moves, nodes):
        position = position_command(fen, moves)
        key = f"{nodes} {position}"
        if key not in self.known:
            told = self.scores(position, nodes)
            mate = bool(told) and "mate" in told[-1]
            self.known[key] = int(told[-1][told[-1].index("mate") + 1]) if mate else None
        return self.known[key]

    def save(self):
        if self.path:
            with open(self.path, "w") as file:
                json.dump(self.known, file)


class Counts:
    def __init__(self):
        self.false = self.silent = self.mild = self.inexact = self.told = self.let_go = self.allowed = 0


def is_mate(score, sign):
    """Scores are White's view; the sign is 1 for a mate by White."""
    return score.get("mate") is not None and score["mate"] * sign > 0


def check_game(game, number, engine, options, counts):
    fen = game.get("tags", {}).get("FEN")
    white_first = " b " not in (fen or "")
    played = [move["uci"] for move in game["moves"]]
    engine.send("ucinewgame")
    ended = game["moves"][-1]["san"].endswith("#")
    quick = {n: engine.mate(fen, played[:n], options.nodes)
             for n in range(len(played) - bool(ended), -1, -1)}
    if options.other_only:
        return

    def mates(ply, sign, longer):
        """Whether the side to move mates (sign 1) or is mated (-1)."""
        if ended and ply == len(played):
            return sign < 0
        found = quick[ply]
        if found is None and longer:
            found = engine.mate(fen, played[:ply], options.longer)
        return found is not None and found * sign > 0

    for ply, move in enumerate(game["moves"]):
        where = f"game {number}, ply {ply + 1}, {move['san']}"

        decided = min(move["win_before"], move["win_after"]) >= 97 or \
            max(move["win_before"], move["win_after"]) <= 3

        def note(kind, text, may_be_mild=True):
            if decided and may_be_mild and kind != "inexact":
                kind, text = "mild", f"{kind}, {text}"
            setattr(counts, kind, getattr(counts, kind) + 1)
            print(f"{where}: {kind}: {text}; {move['judgement']}, quick {quick[ply]} before, "
                  f"{quick.get(ply + 1)} after", file=sys.stderr)

        for claim, line, at in (("claim", "proof", ply + 1), ("best_claim", "best_line", ply)):
            if not move[claim] or move[claim]["kind"] != "mate":
                continue
            counts.told += 1
            amount = move[claim]["amount"]
            if at == len(played):
                continue
            if not mates(at, 1, True):
                # The engine may see less than we do; then our line, a move before its end, decides.
                end = engine.mate(fen, played[:ply] + move[line][:-3], options.longer)
                if end is None or end < 0:
                    note("false", f"no mate in {amount}", may_be_mild=False)
            elif quick[at] is not None and quick[at] < amount:
                note("inexact", f"mate in {amount} is told, {quick[at]} found")
        score, best = move["score"], move["best_score"]
        side = 1 if (ply % 2 == 0) == white_first else -1
        bad = move["judgement"] in BAD
        if bad and is_mate(best, side) and not is_mate(score, side) and mates(ply + 1, -1, True):
            note("false", "told to be let go, still there")
        if bad and is_mate(score, -side) and not is_mate(best, -side) and mates(ply, -1, True):
            note("false", "told to be allowed, was there before")
        if mates(ply, 1, False) and not mates(ply + 1, -1, True):
            counts.let_go += 1
            if not bad:
                note("silent", "a mate is let go")
        if mates(ply + 1, 1, False) and not mates(ply, -1, True):
            counts.allowed += 1
            if not bad and move["judgement"] != "forced":
                note("silent", "a mate is allowed")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("games")
    parser.add_argument("--rookery", default="./rookery")
    parser.add_argument("--engine", default="stockfish")
    parser.add_argument("--nodes", type=int, default=200_000)
    parser.add_argument("--longer", type=int, default=4_000_000)
    parser.add_argument("--keep")
    parser.add_argument("--other-only", action="store_true")
    options = parser.parse_args()
    command = [options.rookery, "review", "--json", "--no-levels", options.games]
    if options.other_only:  # the shortest review tells the moves
        command += ["--nodes", "1000"]
    lines = subprocess.run(command, capture_output=True, text=True,
                           check=True).stdout.splitlines()
    engine, counts = Reference(options.engine, options.keep), Counts()
    for number, game in enumerate(map(json.loads, lines), 1):
        check_game(game, number, engine, options, counts)
        engine.save()
    print(f"{len(lines)} games, {counts.let_go} mates let go, {counts.allowed} allowed; "
          f"{counts.told} told: {counts.false} false, {counts.inexact} inexact, "
          f"{counts.silent} silent, {counts.mild} mild")
    return 1 if counts.false or counts.silent else 0


sys.exit(main())
