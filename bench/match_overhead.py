#!/usr/bin/env python3
"""Measures the processor time that the match runner itself uses, its engines not counted.

usage: bench/match_overhead.py ROOKERY [ENGINE] [SECONDS]

Two games at a time at 10 ms a move, the hardest case for a runner. Prints the share of one core.
"""
import os
import subprocess
import sys
import time


def own_seconds(pid):
    """User and system time of a process without its children."""
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main():
    rookery = sys.argv[1]
    engine = sys.argv[2] if len(sys.argv) > 2 else "stockfish"
    seconds = float(sys.argv[3]) if len(sys.argv) > 3 else 30
    player = f"cmd={engine}"
    runner = subprocess.Popen(
        [rookery, "match", player + ",name=a", player + ",name=b", "--st", "0.01",
         "--concurrency", "2", "--games", "100000", "--time-margin", "5000", "--json"],
        stdout=subprocess.PIPE, text=True)
    time.sleep(2)  # the start is not what is measured
    begin, used = time.monotonic(), own_seconds(runner.pid)
    time.sleep(seconds)
    share = (own_seconds(runner.pid) - used) / (time.monotonic() - begin)
    runner.terminate()
    runner.communicate()
    print(f"the runner used {100 * share:.2f} % of one core over {seconds:.0f} s")


main()
