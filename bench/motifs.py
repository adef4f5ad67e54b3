#!/usr/bin/env python3
"""Motifs named by `rookery explain` beside the themes of a puzzle file.

usage: bench/motifs.py PUZZLES.csv [ROOKERY [EVERY [FIRST]]]

The file has the columns id,fen,moves,rating,themes; the first of the moves is the one to explain.
EVERY n: only each n-th puzzle, from number FIRST on. Counted strictly: what the file does not name
is wrong."""
import csv
import json
import subprocess
import sys

THEMES = ["fork", "pin", "skewer", "discoveredAttack", "hangingPiece", "trappedPiece",
          "backRankMate", "deflection", "promotion"]
path = sys.argv[1]
rookery = sys.argv[2] if len(sys.argv) > 2 else "./rookery"
every = int(sys.argv[3]) if len(sys.argv) > 3 else 1
first = int(sys.argv[4]) if len(sys.argv) > 4 else 0
with open(path, newline="") as file:
    puzzles = list(csv.DictReader(file))[first::every]

lines = "".join(f"{p['fen']};{p['moves'].split()[0]}\n" for p in puzzles)
output = subprocess.run([rookery, "explain", "--batch"], input=lines, capture_output=True,
                        text=True, check=True).stdout.splitlines()
assert len(output) == len(puzzles)

hits, extra, missed = ({theme: 0 for theme in THEMES} for _ in range(3))
mates = mates_found = mates_wrong = 0
for puzzle, line in zip(puzzles, output):
    themes, named = set(puzzle["themes"].split()), set(json.loads(line)["motifs"])
    mate = {t for t in themes if t.startswith("mateIn")}
    ours = {"mateIn5" if m[6:].isdigit() and int(m[6:]) > 5 else m
            for m in named if m.startswith("mateIn")}
    mates += bool(mate)
    mates_found += bool(mate) and mate == ours
    mates_wrong += bool(ours) and mate != ours
    for theme in THEMES:
        if theme in themes and theme in named:
            hits[theme] += 1
        elif theme in named:
            extra[theme] += 1
            print(f"extra {theme}: {puzzle['id']} {puzzle['fen']} {puzzle['moves'].split()[0]}",
                  file=sys.stderr)
        elif theme in themes:
            missed[theme] += 1

def share(part, whole):
    return f"{100 * part / whole:5.1f} %" if whole else "    -  "

print(f"{len(puzzles)} puzzles; mates found {mates_found} of {mates} "
      f"({share(mates_found, mates).strip()}), wrong {mates_wrong}")
print(f"{'theme':18}{'named':>7}{'extra':>7}{'missed':>7}{'recall':>10}{'precision':>11}")
for theme in THEMES:
    h, e, m = hits[theme], extra[theme], missed[theme]
    print(f"{theme:18}{h:7}{e:7}{m:7}{share(h, h + m):>10}{share(h, h + e):>11}")
pooled = [theme for theme in THEMES if theme != "backRankMate"]
h, e, m = (sum(count[theme] for theme in pooled) for count in (hits, extra, missed))
print(f"{'pooled, no mates':18}{h:7}{e:7}{m:7}{share(h, h + m):>10}{share(h, h + e):>11}")
