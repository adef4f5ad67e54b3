#!/usr/bin/env python3
"""Readers that stall, and names and values that were chosen to do harm: hostile.py ROOKERY

Every command, its standard output a pipe that is full and that nobody reads, ends when it is told
to (SIGTERM). No file name, tag or option value ends a command by a signal, makes it hang, or
reaches the terminal with control characters in it.
"""
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

from full_pipe import full_pipe

ROOKERY = str(pathlib.Path(sys.argv[1]).resolve())
PGN = '[White "{0}"]\n[Black "{0}"]\n[RookeryBlack "{0}"]\n[RookeryWhite "{0}"]\n\n1. e4 *\n'
EPD = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - bm Bb5;\n"
faults = []


def environment(folder):
    return {"PATH": os.environ["PATH"], "HOME": str(folder), "TERM": "dumb"}


def stalled(folder):
    """(arguments, standard input) of every command, with something to print."""
    suite = folder / "s.epd"
    suite.write_text(EPD * 50)
    (folder / "g.pgn").write_text("\n".join(["1. e4 e5 2. Nf3 *\n"] * 20000))
    (folder / "r.pgn").write_text("\n".join(["1. f3 e5 2. g4 Qh4# 0-1\n"] * 20))
    (folder / "t").mkdir()
    for i in range(500):
        (folder / "t" / f"K{'QRBNP'[i % 5]}vK{'QRBNP'[i // 5 % 5]}.rtbw").write_bytes(b"x" * 80)
    subprocess.run([ROOKERY, "selfplay", "--out", "d", "--games", "4", "--nodes", "10", "--agent",
                    "location"], cwd=folder, check=True, capture_output=True,
                   env=environment(folder))
    commands = [
        (["agents"], b""), (["think", "--agent", "alphabeta", "--depth", "3"], b""),
        (["eval", "--agent", "seven-terms"], b""), (["compare", "--depth", "2"], b""),
        (["uci"], b"uci\nposition startpos\ngo infinite\n"),
        (["play", "--plain", "--white", "location", "--black", "random"], b""),
        (["selfplay", "--out", "e", "--games", "0", "--nodes", "10"], b""),
        (["selfplay", "--stats", "d"], b""),
        (["train", "--data", "d", "--out", "n", "--epochs", "2000"], b""),
        (["bench"], b""), (["suite", "s.epd", "--nodes", "100"], b""),
        (["match", "random", "location", "--depth", "1", "--games", "1000"], b""),
        (["tournament", "random", "location", "--depth", "1", "--games", "1000"], b""),
        (["openings", "--count", "100"], b""),
        (["learn", "--out", "l", "--games", "8", "--generations", "50"], b""),
        (["perft", "4"], b""), (["pgn", "g.pgn", "--out", "-"], b""), (["tune", "d"], b""),
        (["lichess", "init"], b""), (["--help"], b""),
        (["web", "--no-open"], b""), (["review", "r.pgn", "--nodes", "500"], b""),
        (["review", "r.pgn", "--nodes", "500", "--json"], b""),
        (["explain", "--move", "f2f3", "--nodes", "1000"], b""),
        (["explain", "--batch", "--nodes", "1000"], b";e2e4\n" * 20),
        (["tree", "--agent", "alphabeta-sound", "--depth", "3"], b""),
        (["syzygy", "check", "t"], b""), (["manual", "--out", "m"], b""), (["chances", "d"], b""),
    ]
    # Those that came later: as they are, and with their help.
    listed = subprocess.run([ROOKERY, "--help"], capture_output=True, text=True, check=True).stdout
    for name in re.findall(r"^  ([a-z]+) ", listed, re.M):
        if not any(arguments[0] == name for arguments, _ in commands):
            commands += [([name], b""), ([name, "--help"], b"")]
    return commands


def check_stalled(folder):
    for arguments, stdin in stalled(folder):
        reader, writer = full_pipe()
        process = subprocess.Popen([ROOKERY, *arguments], cwd=folder, stdin=subprocess.PIPE,
                                   stdout=writer, stderr=subprocess.DEVNULL,
                                   env=environment(folder))
        os.close(writer)
        process.stdin.write(stdin)
        process.stdin.flush()
        begun = time.monotonic()
        while process.poll() is None and time.monotonic() < begun + 1.5:
            time.sleep(0.02)
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(20)
            if process.returncode not in (0, 1, 2, 128 + signal.SIGTERM, -signal.SIGTERM):
                faults.append(f"stalled {arguments}: ends with {process.returncode}")
        except subprocess.TimeoutExpired:
            faults.append(f"stalled {arguments}: does not end")
            process.kill()
            process.wait()
        try:
            process.stdin.close()
        except BrokenPipeError:
            pass
        os.close(reader)


NASTY = [b"a\nb", b"\x1b]0;owned\x07\x1b[2J", b"%s%n%s", b"-rf", b"--help", b"a b'c\"d`e$(id)",
         b"\xff\xfe", b"n" * 255, b"..", b"{}{:d}", b"\xe2\x80\xae.txt", b"a:b;c|d>e"]


def run(arguments, folder, stdin=b""):
    words = [ROOKERY.encode()] + [a if isinstance(a, bytes) else a.encode() for a in arguments]
    try:
        done = subprocess.run(words, cwd=folder, input=stdin, capture_output=True, timeout=60,
                              env=environment(folder))
    except subprocess.TimeoutExpired:
        return faults.append(f"{words[1:]}: does not end")
    if done.returncode < 0 or done.returncode > 2:
        faults.append(f"{words[1:]}: ends with {done.returncode}: {done.stderr[-200:]!r}")
    shown = done.stdout + done.stderr
    if any(byte < 32 and byte not in b"\n\t\r" or byte == 127 for byte in shown):
        faults.append(f"{words[1:]}: control characters in {shown[-200:]!r}")


def check_names(folder):
    for name in NASTY:
        for contents in (PGN.format("x").encode(), EPD.encode(), b"\x00\x1b[31m\xff" * 20):
            try:
                (folder / os.fsdecode(name)).write_bytes(contents)
            except OSError:
                pass
            path = b"./" + name
            run(["play", "--plain", path], folder, b"quit\n")
            run(["suite", path, "--nodes", "10"], folder)
            run(["pgn", path], folder)
        run(["selfplay", "--stats", path], folder)
        run(["review", path, "--nodes", "1000", "--no-levels"], folder)
        run(["match", "random", "random", "--openings", path, "--games", "2"], folder)
        run(["perft", "--suite", path], folder)
        run(["tune", path], folder)
        run(["syzygy", "check", path], folder)
        run(["lichess", "--config", path, "check"], folder)
        run(["uci"], folder, b"setoption name EvalFile value " + path + b"\nsetoption name BookFile"
            b" value " + path + b"\nsetoption name SyzygyPath value " + path + b"\nquit\n")


def check_values(folder):
    for value in NASTY:
        run(["think", "--agent", value, "--depth", "1"], folder)
        run(["think", "--agent", b"rookery:EvalFile=" + value, "--depth", "1"], folder)
        run(["think", "--fen", value, "--depth", "1"], folder)
        run(["match", value, "random", "--games", "2"], folder)
        run(["match", "random", "random", "--tc", value], folder)
        run([value], folder)
        run(["tree", "--agent", value], folder)
        run(["tree", "--agent", "minimax", "--depth", "1", "--line", value], folder)
        run(["explain", "--move", value], folder)
        run(["explain", "--batch"], folder, value + b";" + value + b"\n")
        run(["web", "--no-open", "--listen", value], folder)
        run(["web", "--no-open", "--listen", "0.0.0.999", "--host", value], folder)
        run(["uci"], folder, b"setoption name " + value + b" value " + value + b"\nposition fen " +
            value + b"\n" + value + b"\nquit\n")
        tags = PGN.encode().replace(b"{0}", value.replace(b"\\", b"\\\\").replace(b'"', b'\\"'))
        (folder / "tags.pgn").write_bytes(tags)
        run(["play", "--plain", "tags.pgn"], folder, b"quit\n")
        run(["pgn", "tags.pgn"], folder)
        run(["review", "tags.pgn", "--nodes", "1000", "--no-levels"], folder)
        epd = EPD.encode().replace(b"bm Bb5", b"bm a3").rstrip() + b' id "' + \
            value.replace(b'"', b"").replace(b"\n", b"") + b'";\n'
        (folder / "id.epd").write_bytes(epd)
        run(["suite", "id.epd", "--nodes", "10"], folder)
        if value != b"%s%n%s":
            check_engine(folder, value.replace(b"\n", b" "))


ENGINE = """#!/usr/bin/env python3
import sys
for line in sys.stdin:
    word = (line.split() or [""])[0]
    if word == "uci":
        out = b"id name NAME\\nid author NAME\\noption name NAME type string default NAME\\nuciok\\n"
    elif word == "isready":
        out = b"readyok\\n"
    elif word == "go":
        out = b"info string NAME\\ninfo depth 1 score cp 1 pv e2e4 NAME\\nbestmove NAME\\n"
    elif word == "quit":
        break
    else:
        continue
    sys.stdout.buffer.write(out.replace(b"NAME", NASTY))
    sys.stdout.buffer.flush()
"""


def check_engine(folder, name):
    """An engine that calls itself so, says so and moves so."""
    engine = folder / "engine.py"
    engine.write_text(ENGINE.replace("NASTY", repr(name), 1).replace("NASTY", repr(name)))
    engine.chmod(0o755)
    spec = f"cmd={engine}"
    run(["think", "--agent", spec, "--movetime", "100"], folder)
    run(["match", spec, "random", "--games", "2", "--depth", "1", "--pgn", "e.pgn"], folder)
    run(["suite", "id.epd", "--agent", spec, "--nodes", "10"], folder)


for check in (check_stalled, check_names, check_values):
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        check(pathlib.Path(name))
    print(f"{check.__name__}: {time.monotonic() - begun:.0f} s", flush=True)
print("\n".join(faults) if faults else "hostile: nothing gives way")
sys.exit(1 if faults else 0)
