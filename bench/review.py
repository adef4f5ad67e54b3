#!/usr/bin/env python3
"""How fast reviews are: one game of 40 moves, single explanations, a hundred games on all cores.

usage: bench/review.py GAMES.pgn [--rookery ./rookery] [--nodes 20000] [--many-only]

GAMES.pgn has a game of 40 moves or more. One game and explanations run at the defaults; the hundred
games, made by repeating those of the file, with --nodes and without levels, and tell the share of
the cores that was busy (and, on a machine that others use too, that was busy or wanted), and the
memory after a tenth of the games and at the end."""
import argparse
import os
import re
import resource
import subprocess
import tempfile
import time


def first_moves(game, moves):
    """A game's tags and its first so many moves, cut at the number of the next."""
    head, _, body = game.partition("\n\n")
    body = re.sub(r"\{[^}]*\}|\([^)]*\)", " ", body)
    end = re.search(rf"(?<!\d){moves + 1}\.", body)
    return None if not end else f"{head}\n\n{body[:end.start()].strip()} *\n\n"


def peak_kb(pid, field="VmRSS"):
    with open(f"/proc/{pid}/status") as file:
        for line in file:
            if line.startswith(field):
                return int(line.split()[1])
    return 0


def ready_seconds(pid):
    """How long the threads of a process have run or waited for a core that others had."""
    total = 0
    for task in os.listdir(f"/proc/{pid}/task"):
        try:
            with open(f"/proc/{pid}/task/{task}/schedstat") as file:
                total += sum(int(word) for word in file.read().split()[:2])
        except OSError:
            pass  # it has ended
    return total / 1e9


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("games")
    parser.add_argument("--rookery", default="./rookery")
    parser.add_argument("--nodes", default="20000")
    parser.add_argument("--many-only", action="store_true", help="only the hundred games")
    options = parser.parse_args()
    with open(options.games) as file:
        games = [g for g in re.split(r"(?=^\[Event )", file.read(), flags=re.M) if g.strip()]
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "XDG_STATE_HOME": folder}
        path = os.path.join(folder, "games.pgn")

        def run(*arguments):
            begin, used = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run([options.rookery, *arguments], check=True, env=environment,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            wall, now = time.monotonic() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
            return wall, now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime

        for game in [] if options.many_only else [
                g for g in (first_moves(g, 40) for g in games) if g][:3]:
            with open(path, "w") as file:
                file.write(game)
            wall, cpu = run("review", path)
            print(f"40 moves at the default: {wall:.1f} s, {cpu:.1f} s of CPU")
        times = []
        for fen, move in () if options.many_only else (("rnbqkb1r/pppp1ppp/5n2/4p3/4P3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 2 3", "Qh5"),
                          ("q3k3/p4ppp/8/1N6/8/8/5PPP/4K2R b - - 0 1", "g6"),
                          ("r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 9", "Bxh7+"),
                          ("8/1P6/8/8/2k5/8/6K1/1r6 b - - 0 1", "Rb2+"),
                          ("r2qkbnr/ppp2ppp/2np4/4N3/2B1P1b1/8/PPPP1PPP/RNBQK2R b KQkq - 0 5", "Bxd1")):
            times.append(run("explain", "--fen", fen, "--move", move)[0])
        if times:
            print(f"explain: {min(times):.2f} to {max(times):.2f} s")
        with open(path, "w") as file:
            file.write("".join((games * (100 // len(games) + 1))[:100]))
        begin, used = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
        process = subprocess.Popen([options.rookery, "review", path, "--json", "--no-levels",
                                    "--fresh", "--nodes", options.nodes], env=environment,
                                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        memory, ready = {}, 0
        for done, _ in enumerate(process.stdout, 1):
            if process.poll() is None:
                ready, until = ready_seconds(process.pid), time.monotonic()
            if done in (10, 100):
                memory[done] = peak_kb(process.pid) / 1024 if process.poll() is None else 0
                if done == 100:
                    memory["peak"] = peak_kb(process.pid, "VmHWM") / 1024
        process.wait()
        wall, now = time.monotonic() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu = now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime
        print(f"100 games, {options.nodes} nodes: {wall:.1f} s, {100 * cpu / wall / os.cpu_count():.0f} % "
              f"of {os.cpu_count()} cores busy, {100 * ready / (until - begin) / os.cpu_count():.0f} % "
              f"busy or wanted; memory {memory.get(10, 0):.0f} MB after 10 games, "
              f"{memory.get(100, 0):.0f} MB after 100, at most {memory.get('peak', 0):.0f} MB")


main()
