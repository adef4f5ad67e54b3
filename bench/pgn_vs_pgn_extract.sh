#!/bin/bash
# PGN beside Debian's pgn-extract: both read, replay and write back the same file of generated
# games, in turn, five times; the best of each. Processor time is shown too, since it says more on
# a busy machine.
cd "$(dirname "$0")/.." || exit 1
extract=$(PATH=$PATH:/usr/games command -v pgn-extract) || {
  echo "skipped: pgn-extract is not installed (apt-get install pgn-extract)"
  exit 0
}
games=${1:-100000}
./rookery --version >/dev/null || exit 1 # builds it
folder=$(mktemp -d) && trap 'rm -rf "$folder"' EXIT
build/release/rookery pgn --generate "$games" --seed 1 --out "$folder/in.pgn" || exit 1

python3 - "$games" "$folder" "$extract" <<'END'
import os, subprocess, sys, time
games, folder, extract = sys.argv[1:]
given, ours, theirs = (f"{folder}/{name}.pgn" for name in ("in", "ours", "theirs"))
commands = {"rookery": ["build/release/rookery", "pgn", given, "--out", ours],
            "pgn-extract": [extract, "-s", "-w", "79", "-o", theirs, given]}
best = {}
for _ in range(5):
    for name, command in commands.items():
        start = time.monotonic()
        child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        if status:
            sys.exit(f"{name} failed")
        run = (time.monotonic() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss)
        old = best.get(name, run)
        best[name] = (min(old[0], run[0]), min(old[1], run[1]), max(old[2], run[2]))
print(f"{games} games, {os.path.getsize(given) / 1e6:.1f} MB")
for name, (wall, cpu, memory) in best.items():
    print(f"  {name:<12} {wall:7.2f} s  {cpu:7.2f} s of processor time  {memory / 1024:5.1f} MB memory")
a, b = best["rookery"], best["pgn-extract"]
print(f"  ratio {b[0] / a[0]:.2f}, of processor time {b[1] / a[1]:.2f}")
same = open(given, "rb").read() == open(ours, "rb").read()
print("  what rookery wrote is", "what it read" if same else "NOT what it read")
sys.exit(not (same and a[0] <= b[0]))
END
