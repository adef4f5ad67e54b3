#!/usr/bin/env python3
"""Measures the processor time that the match runner itself uses, its engines not counted.

usage: bench/match_overhead.py ROOKERY [ENGINE] [SECONDS]

Two games at a time at 10 ms a move, the hardest case for a runner. Prints the share of one core and,
since a busy machine plays fewer moves, the time for a move and the share that this would be at
the full 200 moves a second. The start of the program and of the engines is not counted.
"""
import os
import subprocess
import sys
import tempfile
import time


def own_seconds(pid):
    """User and system time of a process without its children."""
    total = 0
    for task in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{task}/schedstat") as file:
            total += int(file.read().split()[0])
    return total / 1e9


def writes(pid):
    """Calls of write: one for each move, as position and go are sent together."""
    with open(f"/proc/{pid}/io") as file:
        return int(dict(line.split(": ") for line in file)["syscw"])


def main():
    rookery = sys.argv[1]
    engine = sys.argv[2] if len(sys.argv) > 2 else "stockfish"
    seconds = float(sys.argv[3]) if len(sys.argv) > 3 else 30
    player = f"cmd={engine}"
    with tempfile.TemporaryDirectory() as folder:
        pgn = os.path.join(folder, "games.pgn")
        runner = subprocess.Popen(
            [rookery, "match", player + ",name=a", player + ",name=b", "--st", "0.01",
             "--concurrency", "2", "--games", "100000", "--time-margin", "5000", "--json",
             "--pgn", pgn],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(2)
        begin, used, moves = time.monotonic(), own_seconds(runner.pid), writes(runner.pid)
        time.sleep(seconds)
        used = own_seconds(runner.pid) - used
        moves = writes(runner.pid) - moves
        share = used / (time.monotonic() - begin)
        runner.terminate()
        runner.wait()
    per_move = used / max(1, moves)
    print(f"{moves} moves, {100 * share:.2f} % of one core; {1e6 * per_move:.0f} us a move, "
          f"{100 * 200 * per_move:.2f} % at 200 moves a second")


main()
