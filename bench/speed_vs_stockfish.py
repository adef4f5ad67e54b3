#!/usr/bin/env python3
"""Speed of Rookery beside Debian's stockfish, and of two threads beside one.

    bench/speed_vs_stockfish.py nps   [ROOKERY [SECONDS]]
        start position and Kiwipete
    bench/speed_vs_stockfish.py depth [ROOKERY [DEPTH]]
        time to depth 10..DEPTH on ten positions
    bench/speed_vs_stockfish.py threads [ROOKERY [SECONDS]]
        nodes/s of one and two threads on the ten positions, without stockfish

Hash 16, one thread but for the last, the engines alternating. The effective
branching factor is the mean growth of the nodes from one depth to the next.
"""
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SLICES = 5  # the engines alternate, so that a busy moment of the machine meets both
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
POSITIONS = [
    START,
    KIWIPETE,
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 9",
    "rnbq1rk1/ppp1ppbp/3p1np1/8/2PPP3/2N2N2/PP2BPPP/R1BQK2R b KQ - 3 6",
    "2rq1rk1/pb1n1ppN/4p3/1pb5/3P1Pn1/P1N5/1PQ1B1PP/R1B2RK1 b - - 0 16",
    "8/pp3pk1/2p1b1p1/4P2p/3B1P1P/2P3P1/PP4K1/8 w - - 0 30",
    "3r2k1/1p3ppp/p1n1p3/8/1P1PP3/P4P2/4B1PP/3R2K1 b - - 0 24",
    "8/5pk1/4p1p1/1R5p/3r3P/5PP1/5K2/8 w - - 0 40",
    "r2q1rk1/1b1nbppp/pp1ppn2/8/2PNP3/1PN1B3/P3BPPP/R2Q1RK1 w - - 0 12",
    "4rrk1/pp1n3p/3q2pQ/2p1pb2/2PP4/2P3N1/P2B2PP/4RRK1 b - - 7 19",
]


class Engine:
    def __init__(self, command):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.ask("uci", "uciok")
        self.ask("setoption name Hash value 16\nisready", "readyok")

    def ask(self, text, end):
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()
        lines = []
        while not lines or not lines[-1].startswith(end):
            line = self.process.stdout.readline()
            if not line:
                sys.exit("the engine has gone")
            lines.append(line.strip())
        return lines

    def search(self, fen, limit):
        """[(depth, seconds, nodes)] as the iterations end, and the last line's nodes per second."""
        self.ask("ucinewgame\nisready", "readyok")
        lines = self.ask(f"position fen {fen}\ngo {limit}", "bestmove")
        found, nps = {}, 0
        for line in lines:
            if "lowerbound" in line or "upperbound" in line:
                continue
            values = dict(re.findall(r"\b(depth|time|nodes|nps) (\d+)", line))
            if len(values) == 4:
                depth = int(values["depth"])
                found[depth] = (int(values["time"]) / 1000, int(values["nodes"]))
                nps = int(values["nps"])
        return found, nps

    def quit(self):
        self.process.stdin.write("quit\n")
        self.process.stdin.flush()
        self.process.wait()


def stockfish():
    path = shutil.which("stockfish", path=os.environ["PATH"] + ":/usr/games")
    if not path:
        sys.exit("stockfish is not installed (Debian: apt-get install stockfish)")
    return path


def nps(ours, theirs, seconds):
    for name, fen in (("start", START), ("kiwipete", KIWIPETE)):
        limit = f"movetime {int(seconds * 1000 / SLICES)}"
        a = b = 0
        for _ in range(SLICES):
            a += ours.search(fen, limit)[1] // SLICES
            b += theirs.search(fen, limit)[1] // SLICES
        print(f"{name:10} rookery {a:>9}  stockfish {b:>9} nodes/s  ratio {a / b:.2f}")


def depths(ours, theirs, top):
    totals = {}
    growth = {"rookery": [], "stockfish": []}
    for fen in POSITIONS:
        for name, engine in (("rookery", ours), ("stockfish", theirs)):
            found, _ = engine.search(fen, f"depth {top}")
            for depth in range(10, top + 1):
                if depth in found:
                    seconds, nodes = found[depth]
                    total = totals.setdefault((name, depth), [0, 0.0, 0])
                    total[0] += 1
                    total[1] += seconds
                    total[2] += nodes
            growth[name].append((found[top][1] / found[10][1]) ** (1 / (top - 10)))
    print("        rookery                   stockfish")
    print("depth   seconds        nodes      seconds        nodes   (10 positions)")
    for depth in range(10, top + 1):
        a = totals.get(("rookery", depth), [0, 0.0, 0])
        b = totals.get(("stockfish", depth), [0, 0.0, 0])
        print(f"{depth:5} {a[1]:9.2f} {a[2]:12} {b[1]:12.2f} {b[2]:12}")
    for name, values in growth.items():
        print(f"effective branching factor, {name}: {sum(values) / len(values):.2f}")


def threads(ours, seconds):
    sums = [0, 0]
    for fen in POSITIONS:
        for i in (0, 1):
            ours.ask(f"setoption name Threads value {i + 1}\nisready", "readyok")
            sums[i] += ours.search(fen, f"movetime {int(seconds * 1000)}")[1]
    one, two = (s // len(POSITIONS) for s in sums)
    print(f"one thread {one}  two threads {two} nodes/s  ratio {two / one:.2f}")


def main():
    mode = sys.argv[1] if len(sys.argv) > 1 else ""
    if mode not in ("nps", "depth", "threads"):
        sys.exit(__doc__)
    rookery = sys.argv[2] if len(sys.argv) > 2 else os.path.join(ROOT, "build/release/rookery")
    ours = Engine([rookery, "uci"])
    if mode == "threads":
        threads(ours, float(sys.argv[3]) if len(sys.argv) > 3 else 3)
        return ours.quit()
    theirs = Engine([stockfish()])
    if mode == "nps":
        nps(ours, theirs, float(sys.argv[3]) if len(sys.argv) > 3 else 10)
    else:
        depths(ours, theirs, int(sys.argv[3]) if len(sys.argv) > 3 else 20)
    ours.quit()
    theirs.quit()


main()
