#!/usr/bin/env python3
"""Games that try `rookery review`: review_inputs.py ROOKERY

Chess960, games from a position, five hundred moves, no room on the disk, many games that are killed
and gone on with: a clear line or the whole result, and nothing lost."""
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile

ROOKERY = sys.argv[1]
QUICK = ["--nodes", "1000", "--no-levels", "--json"]
failures = []


def check(ok, what):
    if not ok:
        failures.append(what)
        print("FAILED:", what)


def review(folder, pgn, *arguments, state="state", **more):
    path = os.path.join(folder, "games.pgn")
    with open(path, "w") as file:
        file.write(pgn)
    return subprocess.run([ROOKERY, "review", path, *arguments], capture_output=True, text=True,
                          env={**os.environ, "XDG_STATE_HOME": os.path.join(folder, state)},
                          timeout=600, **more)


def small_games(count):
    """Short games that differ."""
    openings = ["1. e4 e5", "1. d4 d5", "1. c4 c5", "1. Nf3 Nf6", "1. f3 e5 2. g4 Qh4#"]
    return "".join(f'[White "w{n}"]\n[Black "b{n}"]\n\n{openings[n % 5]} *\n\n'
                   for n in range(count))


with tempfile.TemporaryDirectory() as folder:
    chess960 = ('[Variant "Chess960"]\n[SetUp "1"]\n'
                '[FEN "bqnrkrnb/pppppppp/8/8/8/8/PPPPPPPP/BQNRKRNB w KQkq - 0 1"]\n\n'
                '1. Nf3 Nf6 2. O-O O-O *\n')
    result = review(folder, chess960, *QUICK)
    moves = json.loads(result.stdout)["moves"] if result.returncode == 0 else []
    check(len(moves) == 4 and moves[2]["uci"] == "e1f1", f"Chess960: {result}")

    placed = '[SetUp "1"]\n[FEN "8/8/8/4k3/8/8/4P3/4K3 b - - 0 40"]\n\n40... Kd4 41. Kd2 *\n'
    result = review(folder, placed, *QUICK)
    check(result.returncode == 0 and len(json.loads(result.stdout)["moves"]) == 2,
          f"from a position: {result}")
    broken = '[SetUp "1"]\n[FEN "8/8/8/4k3/8/8/4P3/8 b - - 0 40"]\n\n40... Kd4 *\n'
    result = review(folder, broken, *QUICK)
    check(result.returncode == 2 and result.stderr.startswith("rookery: review: "),
          f"a position without a king: {result}")
    check(review(folder, "", *QUICK).returncode == 2, "an empty file")
    check(review(folder, "\0\1\2" * 1000, *QUICK).returncode == 2, "no text")

    # Five hundred moves, a thousand plies: a pawn goes on now and then.
    shuffle = ["Nf3", "Nf6", "Ng1", "Ng8"]
    pawns = ["a3", "a6", "b3", "b6", "c3", "c6", "d3", "d6", "g3", "g6", "h3", "h6"]
    sans = []
    for n in range(250):
        sans += [pawns[2 * (n // 42)], pawns[2 * (n // 42) + 1]] if n % 42 == 41 else shuffle
    text = " ".join(f"{i // 2 + 1}. {san}" if i % 2 == 0 else san
                    for i, san in enumerate(sans[:1000]))
    result = review(folder, text + " *\n", *QUICK)
    check(result.returncode == 0 and len(json.loads(result.stdout)["moves"]) >= 900,
          f"500 moves: {result.returncode} {result.stderr[:200]}")

    # No room: files of at most four kilobytes. The older file stays.
    html = os.path.join(folder, "review.html")
    with open(html, "w") as file:
        file.write("older")

    def no_room():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))

    result = review(folder, small_games(3), *QUICK, "--html", html, preexec_fn=no_room)
    with open(html) as file:
        check(result.returncode == 1 and len(result.stderr.splitlines()) == 1 and
              file.read() == "older", f"no room: {result.returncode} {result.stderr}")
    check(sorted(os.listdir(folder)) == ["games.pgn", "review.html", "state"],
          f"leftovers: {os.listdir(folder)}")

    # One game: the same bytes for any number of threads, in every kind of file.
    legal = ('[White "Ann"]\n[Black "Bob"]\n\n1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 '
             '6. Bxf7+ Ke7 7. Nd5# 1-0\n')
    outputs = set()
    for threads in ("1", "2", "5"):
        files = [os.path.join(folder, "same." + kind) for kind in ("html", "pgn", "epd")]
        result = review(folder, legal, "--nodes", "3000", "--json", "--fresh", "--threads", threads,
                        "--html", files[0], "--pgn", files[1], "--puzzles", files[2])
        check(result.returncode == 0, f"{threads} threads: {result.stderr}")
        outputs.add((result.stdout, *(open(file, "rb").read() for file in files)))
    check(len(outputs) == 1, "another number of threads gives other bytes")

    # Many games: killed in the middle, gone on with, the same as in one go with another number of
    # threads.
    pgn = small_games(300)
    whole = review(folder, pgn, *QUICK, "--threads", "1", state="other").stdout
    check(len(whole.splitlines()) == 300, "300 games")
    path = os.path.join(folder, "games.pgn")
    process = subprocess.Popen([ROOKERY, "review", path, *QUICK, "--threads", "2"],
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                               env={**os.environ, "XDG_STATE_HOME": os.path.join(folder, "killed")})
    seen = [process.stdout.readline() for _ in range(50)]
    process.kill()
    process.wait()
    check("".join(seen) == "".join(whole.splitlines(True)[:50]), "what came before the kill")
    result = review(folder, pgn, *QUICK, "--threads", "2", state="killed")
    check(result.stdout == whole, "after kill -9 the same comes out")

print("ok" if not failures else f"{len(failures)} failed")
sys.exit(bool(failures))
