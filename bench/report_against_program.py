#!/usr/bin/env python3
"""Measures what docs/report-against-program.md states: report_against_program.py ROOKERY [--part NAME ...]
Everything but the seconds is exact and the same on every machine."""
import argparse
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "examples"))
from agent import Board  # the rules, as the template for students has them

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
AFTER_D4 = "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1"
MIDDLE = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N1PN2/PP2BPPP/R1BQ1RK1 w - - 0 9"
PINNED = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"


def run(*command):
    done = subprocess.run([rookery, *map(str, command)], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{command}: {done.stderr}")
    return done.stdout


def think(agent, depth, fen):
    return json.loads(run("think", "--agent", agent, "--depth", depth, "--fen", fen, "--json"))


def fen_of(board):
    rows = []
    for rank in range(7, -1, -1):
        row = "".join(board.pieces.get((file, rank), "1") for file in range(8))
        rows.append(re.sub("1+", lambda ones: str(len(ones[0])), row))
    passed = "abcdefgh"[board.passed[0]] + str(board.passed[1] + 1) if board.passed else "-"
    return f"{'/'.join(rows)} {'w' if board.white else 'b'} {''.join(r for r in board.rights if r != '-') or '-'} {passed} 0 1"


def random_positions(count, seed, plies):
    chance = random.Random(seed)
    while count:
        board = Board(START)
        for _ in range(chance.randint(*plies)):
            moves = board.moves()
            if not moves:
                break
            board = chance.choice(moves)[1]
        if board.moves():
            count -= 1
            yield fen_of(board)


def table():
    print("nodes of the published transposition, and of alphabeta searched once to each depth (after 1.d4)")
    each = [think("alphabeta:repeat=0", depth, AFTER_D4)["info"]["nodes"] for depth in (1, 2, 3, 4)]
    whole = think("transposition", 4, AFTER_D4)["info"]["nodes"]
    print(f"  {' + '.join(map(str, each))} = {sum(each)}; transposition {whole}: the table gave {sum(each) - whole} fewer")
    full, repeated = (think(agent, 4, AFTER_D4)["info"]["nodes"] for agent in ("minimax:repeat=0", "minimax"))
    alphabeta = think("alphabeta", 4, AFTER_D4)["info"]["nodes"]
    for name, nodes in (("minimax, four searches", repeated), ("minimax, one search", full), ("alphabeta, four searches", alphabeta),
                        ("alphabeta, one search", each[3]), ("transposition, depths 1 to 4", whole)):
        print(f"  {name:<30}{nodes:>10}  {100 * nodes / repeated:6.1f} % of four full searches  {100 * nodes / full:6.1f} % of one")


def random_endings(count, seed):
    chance = random.Random(seed)
    while count:
        squares = chance.sample([(file, rank) for file in range(8) for rank in range(8)], 6)
        board = Board("8/8/8/8/8/8/8/8 w - -")
        pieces = ["K", "k", *chance.choice((("R", "r", "P", "p"), ("Q", "r", "P", "p"), ("B", "n", "P", "p"), ("R", "b", "P", "p")))]
        board.pieces = dict(zip(squares, pieces))
        if any(piece in "Pp" and square[1] in (0, 7) for square, piece in board.pieces.items()):
            continue
        if board.in_check(False) or not board.moves():
            continue
        count -= 1
        yield fen_of(board)


def wrong_values(count=200):
    for kind, depth, positions in (("middlegames of random games", 4, random_positions(count, 4, (10, 60))), ("random endings of six pieces", 5, random_endings(count, 4))):
        print(f"values of the published and of the sound table against minimax, {count} {kind}, depth {depth}")
        wrong = {"transposition": [], "transposition-sound": []}
        moves = dict.fromkeys(wrong, 0)
        for fen in positions:
            truth = think("minimax:repeat=0", depth, fen)
            for agent in wrong:
                found = think(agent, depth, fen)
                # A near mate ends the deepening early; what counts is a different value.
                if found["info"]["score"].get("own") != truth["info"]["score"].get("own") and "mate" not in truth["info"]["score"]:
                    wrong[agent].append((fen, truth["info"]["score"]["own"], found["info"]["score"]["own"]))
                    moves[agent] += found["bestmove"] != truth["bestmove"]
        for agent, list_ in wrong.items():
            print(f"  {agent:<22}{len(list_):>4} wrong values, {moves[agent]} of them with another move")
            for fen, true, found in list_[:3]:
                print(f"    '{fen}': minimax {true}, {agent} {found} (White's view)")


def en_passant():
    print(f"nodes of minimax at depth 3, '{PINNED}'")
    print(f"  {think('minimax', 3, PINNED)['info']['nodes']} = 3 x {think('minimax:repeat=0', 3, PINNED)['info']['nodes']}")


def single_games():
    print("one game with each colour from the starting position, depth 4")
    with tempfile.TemporaryDirectory() as folder:
        start = pathlib.Path(folder) / "start.epd"
        start.write_text("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n")
        for first, second in (("location", "piece-value"), ("location", "michniewski"), ("michniewski", "piece-value")):
            pgn = pathlib.Path(folder) / f"{first}-{second}.pgn"
            run("match", first, second, "--games", 2, "--depth", 4, "--openings", start, "--pgn", pgn)
            games = re.findall(r'\[White "(.*?)"\]\n\[Black "(.*?)"\]\n\[Result "(.*?)"\]', pgn.read_text())
            for white, black, result in games:
                print(f"  {white} - {black}: {result}")


def castling(games=40):
    print(f"how often agents castle: {games} games each against piece-value, depth 3, built-in openings")
    with tempfile.TemporaryDirectory() as folder:
        for agent in ("location", "michniewski", "minimax:repeat=0"):
            pgn = pathlib.Path(folder) / "games.pgn"
            pgn.unlink(missing_ok=True)
            run("match", agent, "piece-value", "--games", games, "--depth", 3, "--pgn", pgn)
            castled = theirs = 0
            for game in re.split(r"\n\n(?=\[Event)", pgn.read_text()):
                white = re.search(r'\[White "(.*?)"\]', game)[1] != "piece-value"
                text = re.sub(r"\{.*?\}", "", game.split("\n\n", 1)[1], flags=re.S)
                words = [w for w in text.split() if not re.match(r"[\d.]+$|1-0|0-1|1/2", w)]
                first = 0 if re.search(r"^\s*1\. ", text) or not re.search(r"^\s*\d+\.\.\.", text) else 1
                for ply, word in enumerate(words):
                    if word.startswith("O-O"):
                        if ((ply + first) % 2 == 0) == white:
                            castled += 1
                        else:
                            theirs += 1
            print(f"  {agent:<20} castles in {castled} of {games} games (piece-value: {theirs})")


def depth_five():
    print("seven-terms, full minimax, one core")
    for name, fen in (("starting position", START), ("a middlegame", MIDDLE)):
        for depth in (3, 4, 5) if fen == START else (3, 4):
            begun = time.process_time(), time.monotonic()
            found = think("seven-terms", depth, fen)["info"]
            print(f"  {name:<18} depth {depth}: {found['nodes']:>10} nodes  {found['time_ms'] / 1000:8.2f} s")


def branching(games=30):
    print(f"legal moves by ply, {games} games of michniewski at depth 2 after four random plies")
    chance = random.Random(3)
    engine = subprocess.Popen([rookery, "uci", "--agent", "michniewski:depth=2"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    counts = {}
    for _ in range(games):
        board, line = Board(START), []
        for ply in range(120):
            moves = {text: child for text, child, _ in board.moves()}
            if not moves:
                break
            counts.setdefault(ply // 20, []).append(len(moves))
            if ply < 4:
                text = chance.choice(sorted(moves))
            else:
                engine.stdin.write(f"position startpos moves {' '.join(line)}\ngo depth 2\n")
                engine.stdin.flush()
                while not (answer := engine.stdout.readline()).startswith("bestmove"):
                    pass
                text = answer.split()[1]
            line.append(text)
            board = moves[text]
    engine.stdin.write("quit\n")
    engine.stdin.close()
    engine.wait()
    for block, found in sorted(counts.items()):
        print(f"  plies {20 * block + 1:>3} to {20 * block + 20:>3}: {sum(found) / len(found):5.1f} moves on average, {min(found)} to {max(found)}, {len(found)} positions")
    all_ = [n for found in counts.values() for n in found]
    print(f"  all: {sum(all_) / len(all_):.1f}")


def sequences():
    print("sequences and positions after three plies")
    ways = {fen_of(Board(START)): 1}
    for _ in range(3):
        after = {}
        for fen, count in ways.items():
            for _, child, _ in Board(fen).moves():
                # An en-passant square makes another position only where a pawn may take there.
                if child.passed and not any(text[2:4] == "abcdefgh"[child.passed[0]] + str(child.passed[1] + 1) and child.pieces.get(
                        ("abcdefgh".index(text[0]), int(text[1]) - 1)) in ("P", "p") for text, _, _ in child.moves()):
                    child.passed = None
                key = fen_of(child)
                after[key] = after.get(key, 0) + count
        ways = after
    print(f"  {sum(ways.values())} sequences, {len(ways)} positions")


PARTS = {f.__name__: f for f in (table, wrong_values, en_passant, single_games, castling, depth_five, branching, sequences)}
parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("rookery")
parser.add_argument("--part", action="append", choices=PARTS)
options = parser.parse_args()
rookery = options.rookery
for name in options.part or PARTS:
    PARTS[name]()
    sys.stdout.flush()
