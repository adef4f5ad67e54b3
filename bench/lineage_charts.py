#!/usr/bin/env python3
"""Draws the charts of docs/lineage.md: lineage_charts.py ROOKERY OUT_FOLDER [--elo TOURNAMENT_OUTPUT NAME TITLE]
Nodes by depth are measured here; Elo is read from what `rookery tournament` printed."""
import json
import math
import pathlib
import re
import subprocess
import sys

FEN = "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1"
AGENTS = [("minimax:repeat=0", 4), ("alphabeta:repeat=0", 5), ("alphabeta-sound", 6), ("transposition-sound", 6),
          ("quiescent", 6), ("considerable", 6), ("rookery", 12)]
COLORS = ["#640d0f", "#ca4304", "#b48a00", "#17694a", "#1f5c85", "#5b2a9c", "#22201b"]


def text(x, y, what, anchor="start", size=13, color="#22201b"):
    return f'<text x="{x:.0f}" y="{y:.0f}" font-size="{size}" text-anchor="{anchor}" fill="{color}">{what}</text>'


def page(width, height, body, title):
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            f'font-family="sans-serif" role="img" aria-label="{title}"><rect width="{width}" height="{height}" fill="#f6f3ec"/>'
            + text(16, 24, title, size=15) + "".join(body) + "</svg>\n")


def nodes_chart(rookery, out):
    left, top, width, height, most = 70, 44, 640, 400, 12
    x = lambda depth: left + (depth - 1) * (width - left - 130) / (most - 1)
    y = lambda nodes: top + (height - top - 40) * (1 - math.log10(nodes) / 7)
    body = []
    for power in range(0, 8):
        body.append(f'<path d="M{left} {y(10 ** power):.0f}H{width - 130}" stroke="#d9d3c5"/>' + text(left - 8, y(10 ** power) + 4, f"{10 ** power:,}", "end", 11))
    for depth in range(1, most + 1):
        body.append(text(x(depth), height - 20, depth, "middle", 11))
    body.append(text((left + width - 130) / 2, height - 4, "depth in plies, after 1.d4", "middle", 11))
    last = []
    for (agent, deepest), color in zip(AGENTS, COLORS):
        points = []
        for depth in range(1, deepest + 1):
            done = subprocess.run([rookery, "think", "--agent", agent, "--depth", str(depth), "--fen", FEN, "--json"], capture_output=True, text=True, check=True)
            points.append((depth, max(1, json.loads(done.stdout)["info"]["nodes"])))
        print(agent, [n for _, n in points])
        body.append(f'<polyline fill="none" stroke="{color}" stroke-width="2" points="{" ".join(f"{x(d):.1f},{y(n):.1f}" for d, n in points)}"/>')
        last.append([y(points[-1][1]), x(points[-1][0]), agent, color])
    low = -99
    for at, x_, agent, color in sorted(last):  # names one below the other
        at = max(at, low + 14)
        low = at
        body.append(text(x_ + 6, at + 4, agent, size=12, color=color))
    (out / "nodes-by-depth.svg").write_text(page(width + 60, height, body, "Nodes by depth (logarithmic)"))


def elo_chart(path, out, name, title):
    rows = re.findall(r"^\s*(?:\d+\s+)?(\S+)\s+([+-]?\d+(?:\.\d+)?) \+/- (\d+(?:\.\d+)?)", pathlib.Path(path).read_text(), re.M)
    rows = sorted(((agent, float(elo), float(error)) for agent, elo, error in rows), key=lambda row: row[1])
    assert rows, "no Elo in " + path
    low, high = min(r[1] - r[2] for r in rows) - 20, max(r[1] + r[2] for r in rows) + 20
    x = lambda elo: 190 + 480 * (elo - low) / (high - low)
    body = []
    for i, (agent, elo, error) in enumerate(rows):
        y = 48 + 24 * i
        body.append(text(180, y + 5, agent, "end") + f'<path d="M{x(elo - error):.0f} {y}H{x(elo + error):.0f}" stroke="#857d6d" stroke-width="2"/>'
                    f'<circle cx="{x(elo):.0f}" cy="{y}" r="5" fill="#1f5c85"/>' + text(x(elo + error) + 6, y + 4, f"{elo:+.0f}", size=11))
    (out / f"{name}.svg").write_text(page(740, 60 + 24 * len(rows), body, title))


rookery, out = sys.argv[1], pathlib.Path(sys.argv[2])
if "--elo" in sys.argv:
    at = sys.argv.index("--elo")
    elo_chart(sys.argv[at + 1], out, sys.argv[at + 2], sys.argv[at + 3])
else:
    nodes_chart(rookery, out)
