#!/usr/bin/env python3
"""Fails each site of some commands in turn and looks what they do: run_faults.py ROOKERY LIBRARY
[--fake-lichess PROGRAM] [--sample N] [--only NAME...] [--jobs N]

A site is a system call that can fail, or an allocation, by the stack it is made from (faults.cpp).
A run passes if the command ends in time with status 0 (it did without), or with 1 or 2 and a line
on standard error. A signal, a hang or a silent failure does not. After a fault in self-play, a match
or a review the same command without one must go on and end with the same files as if nothing had
been; a game that the page was told has ended must be on the disk.
"""
import argparse
import collections
import concurrent.futures
import contextlib
import http.client
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "web"))
import web_client

TIME_LIMIT = 40
TOKEN = "lip_TopSecret42"


class Scenario:
    """A command in a folder of its own, with `files` in it. `proof` says what must be there in the
    end; `drive` deals with the running program and may tell what it found wrong."""

    def __init__(self, name, arguments, stdin="", again=None, proof=None, server=False, drive=None,
                 files=None):
        self.name, self.arguments, self.stdin = name, arguments, stdin
        self.again, self.proof, self.server, self.drive = again, proof, server, drive
        self.files = files or {}


def selfplay_games(folder):
    return {path.name: path.read_bytes() for path in sorted(folder.glob("d/*.games"))}


def match_games(folder):
    """Numbers of the finished games in the PGN, and that there is none twice."""
    text = (folder / "m.pgn").read_text() if (folder / "m.pgn").exists() else ""
    rounds = [line for line in text.splitlines() if line.startswith("[Round ")]
    return sorted(rounds)


def wait_for_bot(process, folder):
    end = time.monotonic() + 4
    while time.monotonic() < end and process.poll() is None:
        if (folder / "games.pgn").exists():
            break
        time.sleep(0.02)
    process.send_signal(signal.SIGTERM)


def reviewed(folder):
    """The files that a review writes, the same however often it was begun."""
    return {name: (folder / name).read_bytes() for name in ("out.pgn", "out.html")}


class RunningServer(web_client.Server):
    def __init__(self, link):
        self.link, self.cookie = link, None
        address = urllib.parse.urlsplit(link)
        self.host, self.port = address.hostname, address.port


def play_in_page(process, folder):
    """A game to its end and an analysis; a game whose end was confirmed must be on the disk, and who
    was greeted once finds the server there, whatever failed for whom."""
    ended, troubled, greeted = False, False, False
    link = process.stdout.readline().decode().strip()
    try:
        if link:
            page = RunningServer(link).page()
            page.socket.settimeout(10)
            page.hello()
            greeted = True
            game = page.ask("new_game", white="human", black="human")["game"]
            page.ask("watch", ch="game/" + game)
            for ply, uci in enumerate(["f2f3", "e7e5", "g2g4", "d8h4"]):
                ended = page.ask("move", game=game, ply=ply, uci=uci)["ok"]
            analysis = page.ask("open_analysis", game=game)["analysis"]
            page.ask("watch", ch="analysis/" + analysis)
            page.ask("tree_edit", analysis=analysis, op="add", path="", uci="e2e4")
            page.ask("games_query", kind="all")
            page.ask("settings_set", patch={"hash": 2})
            troubled = any(e.get("t") == "notice" and e.get("level") == "error"
                           for e in page.events)
    except (OSError, KeyError, AttributeError, http.client.HTTPException):
        # Refused, or gone: what the process says counts, and it may be about to say it.
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(3)
    if greeted and process.poll() is not None:
        return "one call that failed ended the server"
    for _ in range(2):  # the fault may be that the signal does not get through to the loop
        process.send_signal(signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(TIME_LIMIT / 2)
            break
    games = list(folder.glob(".local/state/rookery/*/*.pgn"))
    if ended and not troubled and not any('[Result "0-1"]' in g.read_text() for g in games):
        return "a game that had ended is not on the disk"
    return None


MATCH = ["match", "random:seed=1", "location", "--depth", "1", "--games", "4", "--concurrency", "2",
         "--db", "m.db", "--pgn", "m.pgn"]
SCENARIOS = [
    Scenario("uci", ["uci"], "uci\nisready\nsetoption name Hash value 2\n"
             "setoption name Threads value 2\nposition startpos moves e2e4 e7e5\ngo nodes 3000\n"),
    Scenario("play", ["play", "--plain", "--black", "location", "--white", "human"],
             "e4\nsave game.pgn\nquit\n"),
    Scenario("selfplay", ["selfplay", "--out", "d", "--games", "4", "--threads", "2", "--nodes",
                          "10", "--hash", "1"],
             again=True, proof=selfplay_games),
    Scenario("match", MATCH, again=["--resume"], proof=match_games),
    Scenario("engines", ["match", "cmd={rookery},arg=uci,arg=--agent,arg=location", "random:seed=1",
                         "--depth", "1", "--games", "2"]),
    Scenario("lichess-check", ["lichess", "--config", "bot.json", "check"], server=True),
    Scenario("lichess", ["lichess", "--config", "bot.json"], server=True, drive=wait_for_bot),
    Scenario("web", ["web", "--no-open"], drive=play_in_page),
    Scenario("review", ["review", "g.pgn", "--nodes", "1000", "--threads", "2", "--no-levels",
                        "--pgn", "out.pgn", "--html", "out.html"],
             again=True, proof=reviewed, files={"g.pgn": "1. f3 e5 2. g4 Qh4# 0-1\n"}),
]


class Runner:
    def __init__(self, options):
        self.options = options

    def prepare(self, scenario, folder):
        server = None
        for name, text in scenario.files.items():
            (folder / name).write_text(text)
        if scenario.server:
            settings = {"token": TOKEN, "keep_alive_ms": 300, "rest_ms": 800, "initial_ms": 120000,
                        "games": 1, "max_plies": 8}
            server = subprocess.Popen([self.options.fake_lichess, json.dumps(settings)],
                                      stdout=subprocess.PIPE, text=True)
            port = server.stdout.readline().strip()
            config = {"base_url": f"http://127.0.0.1:{port}",
                      "engine": {"agent": "random", "move_time_ms": 10},
                      "games": {"pgn_file": "games.pgn"}, "log_file": "bot.log",
                      "challenges": {"min_initial_seconds": 10},
                      "timing": {"watchdog_ms": 1000, "rate_limit_wait_ms": 1000,
                                 "request_timeout_ms": 1500, "retry_first_ms": 30,
                                 "retry_max_ms": 500, "finish_grace_ms": 300}}
            (folder / "bot.json").write_text(json.dumps(config))
        return server

    def run(self, scenario, folder, fault=None, sites=None, extra=()):
        """Status (negative: a signal, None: no end), standard error, what else is wrong."""
        rookery = str(pathlib.Path(self.options.rookery).resolve())
        words = ["setarch", "-R", rookery]
        words += [w.replace("{rookery}", rookery) for w in scenario.arguments] + list(extra)
        env = {"PATH": os.environ["PATH"], "HOME": str(folder), "LICHESS_TOKEN": TOKEN,
               "TERM": "dumb"}
        if fault or sites:
            env["LD_PRELOAD"] = str(pathlib.Path(self.options.library).resolve())
            env.update({"ROOKERY_FAULT": fault} if fault else {"ROOKERY_FAULT_LIST": str(sites)})
        server = self.prepare(scenario, folder)
        try:
            process = subprocess.Popen(words, cwd=folder, env=env, stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            try:
                wrong = scenario.drive(process, folder) if scenario.drive else None
                _, errors = process.communicate(scenario.stdin.encode(), TIME_LIMIT)
                return process.returncode, errors.decode(errors="replace"), wrong
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
                return None, "", None
        finally:
            if server:
                server.kill()
                server.communicate()

    def sites_of(self, scenario):
        """(kind, site) of all calls, and what a run without faults leaves behind."""
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            status, errors, wrong = self.run(scenario, folder, sites=folder / "sites")
            if status != 0 or wrong:
                sys.exit(f"{scenario.name}: fails without a fault: {status} {errors} {wrong}")
            lines = (folder / "sites").read_text().split("\n")
            proof = scenario.proof(folder) if scenario.proof else None
            return [tuple(line.split()) for line in lines if line], proof

    def fail(self, scenario, kind, site, expected):
        """What went wrong; nothing if all is well."""
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            status, errors, wrong = self.run(scenario, folder, fault=site)
            if wrong:
                return wrong
            if status is None:
                return "hangs"
            if status < 0 or status > 2:
                return f"ends by signal or abort ({status}): {errors[-200:]}"
            if status != 0 and not errors.strip() and kind != "write":
                return f"fails without a word ({status})"
            if scenario.again:
                extra = scenario.again if isinstance(scenario.again, list) else []
                if extra and not (folder / "m.db").exists():
                    extra = []
                status, errors, _ = self.run(scenario, folder, extra=extra)
                if status != 0:
                    return f"cannot go on afterwards ({status}): {errors[-200:]}"
                if scenario.proof(folder) != expected:
                    return "games are lost or doubled"
        return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("rookery")
    parser.add_argument("library")
    parser.add_argument("--fake-lichess")
    parser.add_argument("--sample", type=int, help="at most so many sites of each command")
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    runner = Runner(options)
    wrong = total = 0
    for scenario in SCENARIOS:
        if options.only and scenario.name not in options.only:
            continue
        if scenario.server and not options.fake_lichess:
            continue
        sites, expected = runner.sites_of(scenario)
        chosen = sites
        if options.sample and len(sites) > options.sample:
            # Every system call, and allocations spread over the run.
            calls = [s for s in sites if s[0] != "malloc"]
            allocations = [s for s in sites if s[0] == "malloc"]
            room = max(1, options.sample - len(calls))
            chosen = calls[:options.sample] + allocations[:: max(1, len(allocations) // room)]
        begin = time.monotonic()
        findings = []
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            jobs = {pool.submit(runner.fail, scenario, kind, site, expected): (kind, site)
                    for kind, site in chosen}
            for job in concurrent.futures.as_completed(jobs):
                if job.result():
                    findings.append((*jobs[job], job.result()))
        kinds = collections.Counter(kind for kind, _ in sites)
        print(f"{scenario.name}: {len(sites)} sites "
              f"({', '.join(f'{n} {kind}' for kind, n in sorted(kinds.items()))}), "
              f"{len(chosen)} failed, {len(findings)} wrong, {time.monotonic() - begin:.0f} s",
              flush=True)
        for kind, site, what in findings:
            print(f"  {kind} {site}: {what}".rstrip().replace("\n", " "), flush=True)
        wrong += len(findings)
        total += len(chosen)
    print(f"{total} faults, {wrong} wrong")
    return 1 if wrong else 0


sys.exit(main())
