#!/usr/bin/env python3
"""The promises of SECURITY.md, each broken once by an older version: promises.py ROOKERY FAKE_LICHESS
[--only N...]

From outside, by what a program does that is given these files, peers and bounds; so any binary can be
put to the test. The numbers are those of docs/audit.md, "Which test guards which promise".
"""
import argparse
import http.server
import json
import os
import pathlib
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

from full_pipe import full_pipe

TOKEN = "lip_TopSecret42"
HOSTILE = '[RookeryBlack "cmd=/bin/sh,arg=-c,arg=touch pwned"]\n\n1. e4 *\n'
ESCAPE = "\x1b]0;owned\x07\x1b[2J"
SMALL = ["--games", "2", "--depth", "1"]
TIMEOUT = 20


class Run:
    """A command that has ended, or was ended after TIMEOUT. `tasks`: so many threads and processes
    in all, as a user of its own where root must be bounded too."""

    def __init__(self, arguments, folder, stdin=b"", environment=None, memory=None, umask=-1,
                 tasks=None):
        program = os.open(OPTIONS.rookery, os.O_RDONLY)  # where another user cannot look

        def bounds():
            os.umask(umask if umask >= 0 else 0o022)
            if memory:
                resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
            if tasks:
                resource.setrlimit(resource.RLIMIT_NPROC, (tasks, tasks))
                if os.getuid() == 0:
                    os.setgroups([])
                    os.setuid(100_000 + os.getpid())

        if tasks:
            folder.chmod(0o777)
        env = {"PATH": os.environ["PATH"], "HOME": str(folder), "TERM": "dumb",
               "LICHESS_TOKEN": TOKEN}
        env.update(environment or {})
        env = {key: value for key, value in env.items() if value is not None}
        process = subprocess.Popen([OPTIONS.rookery, *arguments], cwd=folder, env=env,
                                   executable=f"/proc/self/fd/{program}" if tasks else None,
                                   pass_fds=[program] if tasks else [], stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   preexec_fn=bounds)
        os.close(program)
        try:
            self.out, self.err = process.communicate(stdin, TIMEOUT)
            self.status = process.returncode
        except subprocess.TimeoutExpired:
            process.kill()
            self.out, self.err = process.communicate()
            self.status = "no end"

    @property
    def ends_well(self):
        """Status 0 to 2: no signal, no hang."""
        return self.status in (0, 1, 2)

    @property
    def is_printable(self):
        return not any(byte < 32 and byte not in b"\n\t\r" for byte in self.out + self.err)


def engine(folder, name, body):
    """A UCI engine in Python; `body` is done for each "go"."""
    path = folder / name
    path.write_text(f"""#!/usr/bin/env python3
import os, subprocess, sys
def say(text):
    print(text, flush=True)
for line in sys.stdin:
    word = (line.split() or [""])[0]
    if word == "uci":
        say("id name {ESCAPE!r}"); say("uciok")
    elif word == "isready":
        say("readyok")
    elif word == "go":
        {body}
    elif word == "quit":
        break
""")
    path.chmod(0o755)
    return f"cmd={path}"


# --- the promises; each yields (what, whether it holds) -------------------------------------------

def files_name_no_programs(folder):
    (folder / "game.pgn").write_text(HOSTILE)
    Run(["play", "--plain", "game.pgn"], folder, b"quit\n")
    yield "opening a game runs nothing", not (folder / "pwned").exists()
    planted = folder / ".local/state/rookery/current/20260101-000000-000-1.pgn"
    planted.parent.mkdir(parents=True)
    planted.write_text(HOSTILE)
    Run(["play", "--plain", "--resume"], folder, b"quit\n", {"HOME": None})
    yield "without a home the present folder is not trusted", not (folder / "pwned").exists()
    Run(["play", "--plain", "--resume"], folder, b"quit\n")
    yield "an autosave runs nothing", not (folder / "pwned").exists()


def every_fit_ends(folder):
    Run(["selfplay", "--out", "d", "--games", "1", "--nodes", "20", "--seed", "8"], folder)
    yield "statistics of one game end", Run(["selfplay", "--stats", "d"], folder).ends_well


def bot_config(folder, url, more=None):
    config = {"base_url": url, "engine": {"agent": "random", "move_time_ms": 10},
              "games": {"pgn_file": "games.pgn"}, "challenges": {"min_initial_seconds": 10},
              "timing": {"watchdog_ms": 1000, "request_timeout_ms": 1500, "retry_first_ms": 30,
                         "retry_max_ms": 500, "finish_grace_ms": 300}, **(more or {})}
    (folder / "bot.json").write_text(json.dumps(config))


def nobody_waits_for_a_reader(folder):
    server = subprocess.Popen([OPTIONS.fake_lichess,
                               json.dumps({"token": TOKEN, "games": 3, "max_plies": 40,
                                           "keep_alive_ms": 300, "initial_ms": 120000})],
                              stdout=subprocess.PIPE, text=True)
    bot_config(folder, "http://127.0.0.1:" + server.stdout.readline().strip())
    reader, writer = full_pipe()
    bot = subprocess.Popen([OPTIONS.rookery, "lichess", "--config", "bot.json"], cwd=folder,
                           stdout=writer, stderr=subprocess.DEVNULL,
                           env={"HOME": str(folder), "LICHESS_TOKEN": TOKEN})
    os.close(writer)
    end = time.monotonic() + TIMEOUT
    games = folder / "games.pgn"
    while time.monotonic() < end and not (games.exists() and games.read_text().count("[Event ") == 3):
        time.sleep(0.05)
    yield "a bot whose output stalls plays on", games.exists() and \
        games.read_text().count("[Event ") == 3
    bot.terminate()
    try:
        ended = bot.wait(TIMEOUT) is not None
    except subprocess.TimeoutExpired:
        ended = False
        bot.kill()
        bot.wait()
    yield "and ends when told to", ended
    os.close(reader)
    server.kill()
    server.communicate()


def children_of(pid):
    found = []
    for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
        found += (task / "children").read_text().split()
    return found


def runner_favours_nobody(folder):
    match = subprocess.Popen([OPTIONS.rookery, "match", "rookery",
                              f"cmd={OPTIONS.rookery},arg=uci", "--tc", "5+1", "--games", "2"],
                             cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    end, most = time.monotonic() + 5, 0
    while time.monotonic() < end and most < 2:
        most = max(most, len(children_of(match.pid)))
        time.sleep(0.02)
    match.terminate()
    match.wait()
    yield "with clocks both players are behind a pipe", most == 2


class HostileServer(http.server.BaseHTTPRequestHandler):
    """Knows the token; `body` is the account and `events` whatever else is asked for."""

    def do_GET(self):
        self.server.seen.append(self.headers.get("Authorization"))
        self.answer(self.server.body if self.path == "/api/account" else self.server.events)

    def do_POST(self):
        self.server.seen.append(self.rfile.read(int(self.headers.get("Content-Length", 0))))
        self.answer(json.dumps({TOKEN: {"scopes": "bot:play", "userId": "x"}}).encode())

    def answer(self, body):
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("X-OAuth-Scopes", "bot:play")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        try:
            self.wfile.write(body)
        except ConnectionError:
            pass  # hung up on

    def log_message(self, *_):
        pass


def server_json_is_hostile(folder):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), HostileServer)
    server.seen, server.body, server.events = [], b"", b""
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}"
    bot_config(folder, url)
    for what, body in [("a null name", b'{"id":"x","username":null,"title":"BOT"}'),
                       ("names that are numbers", b'{"id":1,"username":2,"title":3}'),
                       ("nesting", b'{"id":' + b"[" * 100_000 + b"]" * 100_000 + b"}"),
                       ("a list", b"[]"), ("nothing", b"")]:
        server.body = body
        server.seen.clear()
        run = Run(["lichess", "--config", "bot.json", "check"], folder)
        yield f"{what} from the server is no crash", run.ends_well and len(server.seen) >= 2
    nested = b"[" * 100_000 + b"]" * 100_000
    for what, body, events in [
            ("a null name", b'{"id":"x","username":null,"title":"BOT"}', b""),
            ("a nested event", b'{"id":"x","username":"x","title":"BOT"}',
             b'{"type":"challenge","challenge":' + nested + b"}\n")]:
        server.body, server.events = body, events
        bot = subprocess.Popen([OPTIONS.rookery, "lichess", "--config", "bot.json"], cwd=folder,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               env={"HOME": str(folder), "LICHESS_TOKEN": TOKEN})
        try:
            status = bot.wait(4)
        except subprocess.TimeoutExpired:  # it plays on
            bot.terminate()
            try:
                status = bot.wait(TIMEOUT)
            except subprocess.TimeoutExpired:
                bot.kill()
                status = bot.wait()
        yield f"{what} ends no bot by a signal", status in (0, 1, 2, 128 + signal.SIGTERM)
    server.seen.clear()
    bot_config(folder, f"http://localhost:1@127.0.0.1:{server.server_port}")
    Run(["lichess", "--config", "bot.json", "check"], folder)
    yield "user@host gets no token", not any(server.seen)
    server.shutdown()


def files_have_an_end(folder):
    memory = 3 << 30
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    for option in ("EvalFile", "BookFile"):
        run = Run(["uci"], folder, f"setoption name {option} value /dev/zero\nisready\nquit\n".encode(),
                  memory=memory)
        yield f"{option} /dev/zero is refused", run.ends_well and b"readyok" in run.out
    yield "play /dev/zero is refused", \
        Run(["play", "--plain", "/dev/zero"], folder, b"quit\n", memory=memory).ends_well
    os.mkfifo(folder / "pipe.pgn")
    yield "play of a pipe does not wait", \
        Run(["play", "--plain", "pipe.pgn"], folder, b"quit\n").ends_well
    most = max(before, 512 * 1024)
    yield "in little memory", resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss <= most


def one_file_one_runner(folder):
    command = ["match", engine(folder, "slow.py", "say('bestmove 0000')"), "random", "--db", "m.db",
               "--pgn", "m.pgn", "--games", "4000", "--nodes", "1"]
    first = subprocess.Popen([OPTIONS.rookery, *command], cwd=folder, stdout=subprocess.DEVNULL,
                             stderr=subprocess.DEVNULL)
    pgn = folder / "m.pgn"
    end = time.monotonic() + TIMEOUT
    while time.monotonic() < end and not (pgn.exists() and pgn.read_text().count("[Event ") >= 3):
        time.sleep(0.02)
    second = subprocess.Popen([OPTIONS.rookery, *command, "--resume"], cwd=folder,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    try:
        message = second.communicate(timeout=TIMEOUT)[1]
    except subprocess.TimeoutExpired:
        second.kill()
        message = second.communicate()[1]
    refused = second.returncode in (1, 2)
    yield "a second runner is refused, and told who has the file", \
        refused and str(first.pid).encode() in message
    first.terminate()
    first.wait()
    with sqlite3.connect(folder / "m.db") as database:
        games = database.execute("select count(*) from games").fetchone()[0]
        yield "the games of the file are all in the PGN", pgn.read_text().count("[Event ") == games
        database.execute("update games set game = 4000000000 where game = 0")
    database.close()
    process = subprocess.Popen([OPTIONS.rookery, *command, "--resume"], cwd=folder,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        process.wait(timeout=1)
    except subprocess.TimeoutExpired:
        process.terminate()
    yield "a game number out of range is no crash", process.wait() in (0, 1, 2, 143, -signal.SIGTERM)


def nothing_raw_reaches_a_terminal(folder):
    (folder / "tags.pgn").write_text(f'[White "{ESCAPE}"]\n[Black "{ESCAPE}"]\n\n1. e4 *\n')
    yield "play --plain", Run(["play", "--plain", "tags.pgn"], folder, b"quit\n").is_printable
    (folder / "s.epd").write_text("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm a3; "
                                  f'id "{ESCAPE}";\n')
    yield "suite", Run(["suite", "s.epd", "--nodes", "10"], folder).is_printable
    liar = engine(folder, "liar.py", "say('info string ' + %r); say('bestmove ' + %r)" % (ESCAPE, ESCAPE))
    yield "match", Run(["match", liar, "random", *SMALL], folder).is_printable
    (folder / ESCAPE).write_text("x")
    yield "names of files", Run(["suite", ESCAPE], folder).is_printable


def running_out(folder):
    for name, arguments in [
            ("selfplay", ["selfplay", "--out", "d", "--games", "4", "--nodes", "10", "--hash", "4096"]),
            ("match", ["match", "rookery:Hash=4096", "random", *SMALL]),
            ("match with many games at a time", ["match", "rookery", "random", "--concurrency", "64",
                                                 "--games", "64", "--depth", "1"])]:
        run = Run(arguments, folder, memory=1 << 30)
        yield f"{name} without memory", run.ends_well and (run.status == 0 or run.err.strip() != b"")
    run = Run(["match", "random", "location", "--concurrency", "4", *SMALL], folder, tasks=2)
    yield "match without threads", run.ends_well and (run.status == 0 or run.err.strip() != b"")
    run = Run(["selfplay", "--out", "e", "--games", "4", "--nodes", "10", "--threads", "4"], folder,
              tasks=1)
    yield "selfplay without threads", run.ends_well and (run.status == 0 or run.err.strip() != b"")
    run = Run(["uci"], folder, b"position startpos\ngo depth 5\nisready\n", tasks=1)
    yield "uci: go without a thread has an answer", \
        run.ends_well and b"bestmove" in run.out and b"readyok" in run.out
    run = Run(["uci"], folder, b"position startpos\ngo depth 60\n")
    yield "uci: go depth 60 ends with its input", run.ends_well and b"bestmove" in run.out


def smaller_ones(folder):
    dots = "a" + ".a" * 100_000 + " = 1\n"
    (folder / "bot.toml").write_text(dots)
    yield "a key of 100,000 dots (bot)", \
        Run(["lichess", "--config", "bot.toml", "check"], folder).ends_well
    (folder / ".config/rookery").mkdir(parents=True)
    (folder / ".config/rookery/config.toml").write_text(dots)
    yield "a key of 100,000 dots (config.toml)", \
        Run(["think", "--agent", "nobody", "--depth", "1"], folder).ends_well
    run = Run(["uci", "--agent", "minimax"], folder,
              b"position startpos\ngo wtime 60000 btime 60000 movestogo 2147483647\n")
    yield "movestogo 2147483647", run.ends_well and b"bestmove" in run.out
    Run(["play", "--plain", "--white", "human", "--black", "human"], folder,
        b"e4\nsave g.pgn\nquit\n", umask=0o077)
    saved = folder / "g.pgn"
    yield "saved files heed the umask", saved.exists() and saved.stat().st_mode & 0o777 == 0o600
    process = subprocess.Popen([OPTIONS.rookery, "play", "--plain", "--white", "human", "--black",
                                "human"], cwd=folder, stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, env={"HOME": str(folder)})
    process.stdin.write(b"e4\ne5\n")
    process.stdin.flush()
    end = time.monotonic() + TIMEOUT
    autosaves = []
    while time.monotonic() < end and not autosaves:
        autosaves = list(folder.glob(".local/state/rookery/current/*.pgn"))
        time.sleep(0.02)
    yield "autosaves are private", bool(autosaves) and \
        all(file.stat().st_mode & 0o077 == 0 for file in autosaves)
    process.kill()
    process.communicate()
    for file in autosaves:
        file.unlink()
    victim = folder / "victim.pgn"
    victim.write_text('[RookeryWhite "human"]\n[RookeryBlack "human"]\n\n1. e4 *\n')
    before = victim.read_bytes()
    link = folder / ".local/state/rookery/current/20260101-000000-000-1.pgn"
    link.symlink_to(victim)
    Run(["play", "--plain", "--resume"], folder, b"e5\nquit\n")
    yield "autosaves follow no links", victim.read_bytes() == before
    link.unlink()
    for table in ("KQvK.rtbw", "KQvK.rtbz"):
        magic = b"\x71\xe8\x23\x5d" if table.endswith("w") else b"\xd7\x66\x0c\xa5"
        (folder / table).write_bytes(magic + b"\x01" + b"\xff" * (64 * 40 + 16 - 5))
    run = Run(["uci"], folder, f"setoption name SyzygyPath value {folder}\nposition fen "
              "8/8/8/8/8/2k5/8/KQ6 w - - 0 1\ngo depth 4\n".encode())
    yield "damaged endgame tables", run.ends_well and b"bestmove" in run.out
    twice = engine(folder, "twice.py",
                   "say('bestmove e2e4'); say('bestmove e2e4')")
    (folder / "o.epd").write_text("4k3/8/8/8/8/8/4P3/4K3 w - -\n")
    run = Run(["match", twice, "cmd=%s,arg=uci,arg=--agent,arg=random" % OPTIONS.rookery, "--openings",
               "o.epd", "--games", "1", "--nodes", "100", "--max-moves", "1", "--json"], folder)
    yield "a second bestmove is ignored", run.ends_well and \
        json.loads(run.out or b'{"faults": 9}')["faults"] == 0
    daemon = engine(folder, "daemon.py",
                    "subprocess.Popen(['setsid', 'sleep', '298']); say('bestmove 0000')")
    Run(["match", daemon, "random", *SMALL], folder)
    end = time.monotonic() + TIMEOUT
    while left := [p for p in pathlib.Path("/proc").glob("[0-9]*/cmdline")
                   if b"sleep\0" + b"298\0" == read_quietly(p)]:
        if time.monotonic() > end:
            break
        time.sleep(0.02)
    yield "a daemon of an engine does not outlive the match", not left
    for path in left:
        os.kill(int(path.parent.name), signal.SIGKILL)


def read_quietly(path):
    try:
        return path.read_bytes()
    except OSError:
        return b""


PROMISES = [files_name_no_programs, every_fit_ends, nobody_waits_for_a_reader,
            runner_favours_nobody, server_json_is_hostile, files_have_an_end, one_file_one_runner,
            nothing_raw_reaches_a_terminal, running_out, smaller_ones]

parser = argparse.ArgumentParser()
parser.add_argument("rookery", type=os.path.abspath)
parser.add_argument("fake_lichess", type=os.path.abspath)
parser.add_argument("--only", type=int, nargs="*")
OPTIONS = parser.parse_args()
broken = 0
for number, promise in enumerate(PROMISES, 1):
    if OPTIONS.only and number not in OPTIONS.only:
        continue
    with tempfile.TemporaryDirectory() as name:
        for what, holds in promise(pathlib.Path(name)):
            broken += not holds
            print(f"{number:2} {'holds' if holds else 'BROKEN'}: {what}", flush=True)
print(f"{broken} broken" if broken else "all hold")
sys.exit(1 if broken else 0)
