#!/usr/bin/env python3
"""Verdicts about mates in games full of them, against a longer search by any UCI engine.

usage: bench/mates.py GAMES.pgn [--rookery ./rookery] [--engine ENGINE] [--nodes 1000000]
                      [--review-nodes 150000]

Reviews the games. A verdict "allows mate in N" or "was mate in N" is false if the longer search sees
no mate there, and inexact if it sees a shorter one. A verdict is missing if a move is told to be
fine although the longer search sees a mate before it and none after it, or none before it and one
against the mover after it. Games for it:
  rookery match rookery:level=1 rookery:level=2 --games 100 --pgn games.pgn"""
import argparse
import json
import subprocess
import sys

BAD = {"inaccuracy", "mistake", "blunder", "missed win"}


class Uci:
    def __init__(self, command):
        self.process = subprocess.Popen(command.split(), stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)
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
        raise SystemExit("the engine ended")

    def mate(self, fen, moves, nodes):
        """Moves to mate for the side to move, negative if it is mated; None without a mate."""
        start = f"fen {fen}" if fen else "startpos"
        self.send(f"position {start} moves {' '.join(moves)}", f"go nodes {nodes}")
        told = [line.split() for line in self.read("bestmove") if " score " in line]
        if not told or "mate" not in told[-1]:
            return None
        return int(told[-1][told[-1].index("mate") + 1])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("games")
    parser.add_argument("--rookery", default="./rookery")
    parser.add_argument("--engine", help="a UCI engine; rookery itself if absent")
    parser.add_argument("--nodes", type=int, default=1_000_000)
    parser.add_argument("--review-nodes", type=int, default=150_000)
    options = parser.parse_args()
    lines = subprocess.run([options.rookery, "review", "--json", "--no-levels", "--nodes",
                            str(options.review_nodes), options.games],
                           capture_output=True, text=True, check=True).stdout.splitlines()
    uci = Uci(options.engine or options.rookery + " uci")
    verdicts = false = inexact = missing = unseen = 0
    for number, game in enumerate(map(json.loads, lines), 1):
        fen = game.get("tags", {}).get("FEN")
        played = [move["uci"] for move in game["moves"]]
        uci.send("ucinewgame")
        for move in game["moves"]:
            before = played[:move["ply"] - 1]
            after = before + [move["uci"]]
            where = f"game {number}, ply {move['ply']}, {move['san']}"
            for claim, line, wanted in (("claim", after, 1), ("best_claim", before, 1)):
                if not move[claim] or move[claim]["kind"] != "mate":
                    continue
                verdicts += 1
                found = uci.mate(fen, line, options.nodes)
                told = move[claim]["amount"]
                if found is None:
                    unseen += 1  # a proof that ends in mate is one, whoever sees it: play it out
                    proof = move["proof"] if claim == "claim" else move["best_line"]
                    end = uci.mate(fen, before + proof[:-2], options.nodes)
                    false += end is None or end < 1
                    print(f"{where}: mate in {told} is not seen by {options.nodes} nodes",
                          file=sys.stderr)
                elif found < 1:
                    false += 1
                    print(f"{where}: mate in {told} is told, {found} found", file=sys.stderr)
                elif found < told:
                    inexact += 1
                    print(f"{where}: mate in {told} is told, {found} found", file=sys.stderr)
            if move["judgement"] in BAD or move["judgement"] == "forced":
                continue
            # A fine move: no mate is let go, none is allowed.
            was = uci.mate(fen, before, options.nodes // 20)
            now = uci.mate(fen, after, options.nodes // 20) if "#" not in move["san"] else -1
            let_go = was and was > 0 and not (now and now < 0) and \
                not (uci.mate(fen, after, options.nodes) or 0) < 0
            allowed = now and now > 0 and not (was and was < 0) and \
                not (uci.mate(fen, before, options.nodes) or 0) < 0
            if let_go or allowed:
                missing += 1
                print(f"{where}: {move['judgement']}, mate {was} before, {now} after",
                      file=sys.stderr)
    print(f"{len(lines)} games, {verdicts} verdicts: {false} false, {inexact} with a longer mate "
          f"than the shortest, {unseen} beyond the longer search; {missing} missing")


main()
