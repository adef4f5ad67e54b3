#!/usr/bin/env python3
"""Motifs named by `rookery explain` beside the themes of a puzzle file.

usage: bench/motifs.py PUZZLES.csv [ROOKERY [EVERY [FIRST]]] [--keep FILE]

The file has the columns id,fen,moves,rating,themes; the first of the moves is the one to explain.
EVERY n: only each n-th puzzle, from number FIRST on. Counted strictly: what the file does not name
is wrong. --keep FILE stores what was explained, by puzzle, and explains only what is not there yet:
a run that was stopped goes on."""
import csv
import json
import os
import subprocess
import sys

THEMES = ["fork", "pin", "skewer", "discoveredAttack", "hangingPiece", "trappedPiece",
          "backRankMate", "deflection", "promotion"]
arguments = sys.argv[1:]
keep = None
if "--keep" in arguments:
    at = arguments.index("--keep")
    keep = arguments[at + 1]
    del arguments[at:at + 2]
path = arguments[0]
rookery = arguments[1] if len(arguments) > 1 else "./rookery"
every = int(arguments[2]) if len(arguments) > 2 else 1
first = int(arguments[3]) if len(arguments) > 3 else 0
with open(path, newline="") as file:
    puzzles = list(csv.DictReader(file))[first::every]

told = {}
if keep and os.path.exists(keep):
    with open(keep) as file:
        told = {entry["id"]: entry for entry in map(json.loads, file)}
wanted = [p for p in puzzles if p["id"] not in told]
with subprocess.Popen([rookery, "explain", "--batch"], stdin=subprocess.PIPE,
                      stdout=subprocess.PIPE, text=True) as process, \
        open(keep or os.devnull, "a", buffering=1) as kept:
    for puzzle in wanted:
        process.stdin.write(f"{puzzle['fen']};{puzzle['moves'].split()[0]}\n")
        process.stdin.flush()
        told[puzzle["id"]] = {**json.loads(process.stdout.readline()), "id": puzzle["id"]}
        kept.write(json.dumps(told[puzzle["id"]]) + "\n")
    process.stdin.close()

hits, extra, missed = ({theme: 0 for theme in THEMES} for _ in range(3))
mates = mates_found = mates_wrong = 0
for puzzle in puzzles:
    themes, named = set(puzzle["themes"].split()), set(told[puzzle["id"]]["motifs"])
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
