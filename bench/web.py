#!/usr/bin/env python3
"""Measures the page: how soon it is there and answers, what it weighs, what it costs at rest, what many tabs cost.

    bench/web.py build/release/rookery

Prints one line a figure with its bound, and fails if one is missed. Times are the worst of five where nothing else is
said. Needs Chromium and the packages of www (www/test/run.sh packages); takes about a minute."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "web"))
from web_client import Server

TABS, REST_SECONDS, TRIES = 20, 10, 5
FILE_GAMES = 10_000
missed = []


def report(what, value, bound, unit):
    ok = value <= bound
    print(f"{what:<52}{value:>10.1f} {unit:<4} (at most {bound:g}){'' if ok else '  MISSED'}")
    if not ok:
        missed.append(what)


def cpu_seconds(pid):
    fields = open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident_mb(pid):
    for line in open(f"/proc/{pid}/status"):
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024


def answer_ms(page, game, ply, uci):
    """From the move to the opponent's answer."""
    begin = time.monotonic()
    assert page.ask("move", game=game, ply=ply, uci=uci)["ok"]
    page.event("moved", lambda event: event["ply"] == ply + 2)
    return (time.monotonic() - begin) * 1000


def analysing_page(server, name):
    page = server.page(name)
    page.hello()
    analysis = page.ask("open_analysis")["analysis"]
    page.ask("watch", ch="analysis/" + analysis)
    assert page.ask("analyse_start", analysis=analysis, path="", slot=0, agent="rookery", lines=3)["ok"]
    page.event("lines", lambda event: event["infos"])
    return page


def level_one_ms(page):
    page.ask("settings_set", patch={"human_pause": False})
    times = []
    for _ in range(TRIES):
        game = page.ask("new_game", white="human", black="rookery:level=1")["game"]
        page.ask("watch", ch="game/" + game)
        times.append(answer_ms(page, game, 0, "e2e4"))
        page.ask("unwatch", ch="game/" + game)
    return max(times)


def list_seconds(server, page):
    """From the upload of a file of many games to its first hundred rows."""
    game = '[White "A {}"]\n[Black "B"]\n[Result "1-0"]\n\n' + " ".join(
        f"{n}. Nf3 Nf6 {n + 1}. Ng1 Ng8" for n in range(1, 41, 2)) + " 1-0\n\n"
    pgn = "".join(game.replace("{}", str(n)) for n in range(FILE_GAMES))
    begin = time.monotonic()
    status, reply = server.post("/api/import", {"name": "many.pgn", "pgn": pgn})
    assert status == 200 and reply["count"] == FILE_GAMES, reply
    rows = page.ask("games_query", file=reply["file"], count=100)
    assert rows["total"] == FILE_GAMES
    return time.monotonic() - begin


def bundle_kb():
    lines = subprocess.run(["node", ROOT / "www/test/sizes.mjs"], capture_output=True, text=True, check=True).stdout
    return float(lines.split("\n")[-2].split()[0])


def in_browser(program):
    environment = dict(os.environ, ROOKERY=str(pathlib.Path(program).resolve()))
    run = subprocess.run(["node", ROOT / "www/test/figures.mjs"], capture_output=True, text=True, check=True,
                         env=environment)
    return json.loads(run.stdout)


def main():
    program = sys.argv[1]
    seen = in_browser(program)
    report("start to the first drawn board", seen["first_board_ms"], 1000, "ms")
    report("from the decision to the piece on the board", seen["decision_to_piece_ms"], 150, "ms")
    report("the page at rest, share of a core", seen["page_at_rest_percent"], 0.5, "%")
    report("everything that is served, compressed", bundle_kb(), 200, "KB")
    with tempfile.TemporaryDirectory() as state:
        server = Server(program, state)
        server.follow_link()
        pid = server.process.pid
        page = server.page("bench-page-0")
        page.hello()
        trips = []
        for _ in range(100):
            begin = time.monotonic()
            page.ask("ping")
            trips.append((time.monotonic() - begin) * 1000)
            time.sleep(0.02)
        report("request to reply, median", sorted(trips)[50], 20, "ms")
        report("level 1 answers, without its pause", level_one_ms(page), 300, "ms")
        report(f"a file of {FILE_GAMES} games, until it is listed", list_seconds(server, page), 2, "s")
        used = cpu_seconds(pid)
        time.sleep(REST_SECONDS)
        report("the program at rest, share of a core",
               100 * (cpu_seconds(pid) - used) / REST_SECONDS, 0.5, "%")
        others = [analysing_page(server, "bench-page-1")]
        report("level 1 answers beside an analysis", level_one_ms(page), 300, "ms")
        others += [analysing_page(server, f"bench-page-{i}") for i in range(2, TABS + 1)]
        report(f"memory with {TABS} analysing tabs", resident_mb(pid), 1024, "MB")
        for other in others:
            other.socket.close()
        assert server.stop() == 0
    sys.exit(1 if missed else 0)


main()
