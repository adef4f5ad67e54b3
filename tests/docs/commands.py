#!/usr/bin/env python3
"""Runs the commands of the docs: commands.py BINARY ROOT [FILE...].

Commands stand in blocks that begin with ```sh and a mark:

    ```sh            each command runs in an empty home and must succeed
    ```sh screen     runs on a terminal until it has drawn something, then is asked to end
    ```sh slow       takes too long to run here: only parsed
    ```sh net        needs the network, other programs or root: only parsed

Parsed means: command, options and the values of options are known to the program; a script or
preset exists. So is whatever looks like a command in a line of text or in a block without a mark.
Links between the pages must lead somewhere.
"""
import json
import os
import pathlib
import pty
import re
import select
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time

BINARY, ROOT = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
LIMIT = 300  # seconds: generous, the machine may be busy

# Other people's programs that the docs may name.
KNOWN = {"cmake", "ninja", "sudo", "apt", "apt-get", "systemctl", "loginctl", "journalctl", "echo", "cd",
         "git", "man", "mkdir", "tar", "cat", "printf", "chmod", "head", "tail", "curl", "python3",
         "npm", "dpkg", "lintian", "sha256sum", "ctest", "flock", "psql", "createdb", "createuser", "ssh", "jq",
         "clang-format", "valgrind", "perf", "install", "sed", "grep", "source", "docker"}

GAME = """[Event "Docs"]
[White "Ann"]
[Black "Bea"]
[Result "1-0"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0
"""


def pages():
    if len(sys.argv) > 3:
        return [pathlib.Path(name).resolve() for name in sys.argv[3:]]
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-z", "*.md"], capture_output=True,
                            text=True)
    names = listed.stdout.split("\0")[:-1] if listed.returncode == 0 else [
        str(path.relative_to(ROOT)) for path in ROOT.rglob("*.md")
        if not {"build", "node_modules"} & set(path.relative_to(ROOT).parts)]
    return sorted(ROOT / name for name in names if (ROOT / name).exists())


def without_comment(line):
    return re.sub(r"(^|\s)#\s.*$", "", line).rstrip()


def commands_of(text):
    """[(line number, mark, command)]; mark is "run", "screen", "slow", "net" or "text"."""
    found, mark, pending, start = [], None, "", 0
    for number, line in enumerate(text.splitlines(), 1):
        fence = re.match(r"\s*```(.*)$", line)
        if fence:
            words = fence.group(1).split()
            if mark is not None:
                mark = None
            elif words[:1] == ["sh"]:
                mark = words[1] if len(words) > 1 else "run"
                if mark not in ("run", "screen", "slow", "net"):
                    found.append((number, "error", f"unknown mark '{mark}'"))
            else:
                mark = "other" if words else "plain"
            continue
        if mark == "other" or (mark == "plain" and not pending and
                               not re.match(r"\s*(\./)?rookery [a-z]", line)):
            continue
        if mark is not None or pending:
            body = line
        elif re.match(r"\s{4,}(\./)?(rookery|test)\b(?! =)", line):
            body = line  # an indented block
        else:
            for span in re.findall(r"`([^`]+)`", line):
                if re.match(r"(\./)?rookery [a-z-]", span):
                    found.append((number, "text", span))
            continue
        body = without_comment(body).strip()
        if not body and not pending:
            continue
        start = start if pending else number
        pending += body.rstrip("\\").rstrip() + " "
        if not body.endswith("\\"):
            found.append((start, "text" if mark in (None, "plain") else mark, pending.strip()))
            pending = ""
    return found


def anchors(text):
    out = set()
    for title in re.findall(r"^#+ (.*)$", text, re.M):
        out.add(re.sub(r"[^\w\- ]", "", title.strip().lower()).replace(" ", "-"))
    return out


def broken_links(path, text):
    bare = re.sub(r"```.*?```", "", text, flags=re.S)
    for target in re.findall(r"\]\(([^)\s]+)\)", bare):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        file = (path.parent / name) if name else path
        if not file.exists():
            yield f"link to {target}: no such file"
        elif anchor and file.suffix == ".md" and anchor not in anchors(file.read_text()):
            yield f"link to {target}: no such heading"


def unreachable(start):
    """Pages of docs that no chain of links leads to."""
    seen, waiting = set(), [start.resolve()]
    while waiting:
        path = waiting.pop()
        if path in seen or path.suffix != ".md" or not path.exists():
            continue
        seen.add(path)
        for target in re.findall(r"\]\(([^)\s#]+)[^)\s]*\)", path.read_text()):
            if not re.match(r"[a-z]+:", target):
                waiting.append((path.parent / target).resolve())
    return sorted(path for path in pages() if ROOT / "docs" in path.parents and path not in seen)


_help = {}


def help_of(*words):
    if words not in _help:
        done = subprocess.run([BINARY, *words, "--help"], capture_output=True, text=True,
                              timeout=LIMIT, stdin=subprocess.DEVNULL)
        _help[words] = done.stdout if done.returncode == 0 else None
    return _help[words]


def is_placeholder(word):
    return bool(re.search(r"[A-Z]{2,}|^[A-Z]$|[<>…]|\.\.\.", word))


def parse_rookery(words, values):
    """What is wrong with the arguments of rookery, or None. Values that are placeholders (FILE) are
    not judged."""
    if not words or words[0] in ("--help", "-h", "--version", "help"):
        return None
    if is_placeholder(words[0]):
        return None
    text = help_of(words[0])
    if text is None:
        return f"rookery has no command '{words[0]}'"
    known = set(re.findall(r"(?<![\w-])(--?[a-zA-Z][\w-]*)", text))
    for sub in words[1:2]:
        if re.search(rf"^\s+{re.escape(sub)}\s", text.partition("Subcommands:")[2], re.M):
            known |= set(re.findall(r"(?<![\w-])(--?[a-zA-Z][\w-]*)", help_of(words[0], sub) or ""))
    for word in words[1:]:
        name = word.partition("=")[0]
        if name.startswith("--") and name not in known:
            return f"rookery {words[0]} has no option '{name}'"
    if not values or any(is_placeholder(word) for word in words):
        return None
    # With --help behind it the program converts and checks the values, and does nothing.
    done = subprocess.run([BINARY, *words, "--help"], capture_output=True, text=True, timeout=LIMIT,
                          stdin=subprocess.DEVNULL)
    return None if done.returncode == 0 else done.stderr.strip()


def parse(command, values):
    """What is wrong with a command that is not run, or None; `values`: those of options too."""
    try:
        lexer = shlex.shlex(command, posix=True, punctuation_chars="|;&")
        lexer.whitespace_split = True
        lexer.commenters = ""
        words = list(lexer)
    except ValueError as error:
        return f"not a shell command: {error}"
    parts, part = [], []
    for word in words:
        if word and set(word) <= set("|;&"):
            parts.append(part)
            part = []
        else:
            part.append(word)
    for part in parts + [part]:
        while part and (re.match(r"[A-Z_]+=", part[0]) or part[0] in ("sudo", "time", "-u", "postgres", "nice")):
            part = part[1:]
        for cut in (">", "<", ">>", "2>"):
            if cut in part:
                part = part[:part.index(cut)]
        if not part:
            continue
        program = part[0]
        if is_placeholder(program):
            continue
        if program == "build/tuning/rookery":
            continue  # has options that other builds do not have
        if pathlib.PurePath(program).name == "rookery":
            if wrong := parse_rookery(part[1:], values):
                return wrong
        elif (ROOT / program).is_file() and "/" in program:
            text = (ROOT / program).read_text(errors="replace")
            for word in part[1:]:
                name = word.partition("=")[0]
                if re.match(r"--[a-z]", name) and name not in text and name[2:] not in text:
                    return f"{program} has no option '{name}'"
        elif program == "cmake" and "--preset" in part:
            preset = part[part.index("--preset") + 1]
            presets = json.loads((ROOT / "CMakePresets.json").read_text())["configurePresets"]
            if preset not in {entry["name"] for entry in presets}:
                return f"no preset '{preset}'"
        elif "/" in program and not program.startswith(("build/", "/usr/", "../", "~")):
            return f"no file '{program}'"
        elif "/" not in program and program not in KNOWN:
            return f"'{program}' is not a program that the docs know"
    return None


class Home:
    """A folder to run in: rookery on the path, ./rookery, a few games, and nothing else."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="docs"))
        for link in (self.folder / "bin" / "rookery", self.folder / "work" / "rookery"):
            link.parent.mkdir()
            link.symlink_to(BINARY)
        work = self.folder / "work"
        for name in ("game.pgn", "games.pgn", "mygame.pgn"):
            (work / name).write_text(GAME)
        (work / "tests").symlink_to(ROOT / "tests")
        self.environment = {
            "HOME": str(self.folder), "PATH": f"{self.folder}/bin:/usr/bin:/bin",
            "LANG": "C.UTF-8", "TERM": "xterm-256color", "BROWSER": "true",
        }
        self.work = work

    def close(self):
        shutil.rmtree(self.folder, ignore_errors=True)


def run(command, home):
    try:
        done = subprocess.run(["bash", "-euo", "pipefail", "-c", command], cwd=home.work,
                              env=home.environment, stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, errors="replace", timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return f"still running after {LIMIT} s; mark its block slow"
    if done.returncode != 0:
        return f"exit {done.returncode}: {(done.stderr or done.stdout).strip()[-400:]}"
    return None


def run_on_screen(command, home):
    """Until something was drawn; then SIGTERM, which every screen heeds."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(home.work)
        os.execve("/bin/bash", ["bash", "-c", "exec " + command], home.environment)
    drawn, asked, deadline, status = b"", False, time.monotonic() + LIMIT, None
    while time.monotonic() < deadline:
        if select.select([terminal], [], [], 0.1)[0]:
            try:
                chunk = os.read(terminal, 65536)
            except OSError:
                chunk = b""  # the other end is closed
            drawn += chunk
        if not asked and len(drawn) > 100:
            os.kill(pid, signal.SIGTERM)
            asked = True
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            break
    else:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        os.close(terminal)
        return "did not " + ("end after SIGTERM" if asked else "draw anything")
    os.close(terminal)
    code = os.waitstatus_to_exitcode(status)
    if code in (0, 128 + signal.SIGTERM, -signal.SIGTERM) and asked:
        return None
    return f"exit {code}: {drawn.decode(errors='replace').strip()[-400:]}"


def main():
    counts, failures = dict.fromkeys(("run", "screen", "slow", "net", "text"), 0), []
    for path in pages():
        text = path.read_text()
        name = os.path.relpath(path, ROOT)
        failures += [f"{name}: {wrong}" for wrong in broken_links(path, text)]
        home = Home()
        for number, mark, command in commands_of(text):
            if mark == "error":
                failures.append(f"{name}:{number}: {command}")
                continue
            counts[mark] += 1
            wrong = (run(command, home) if mark == "run" else
                     run_on_screen(command, home) if mark == "screen" else
                     parse(command, mark != "text"))
            if wrong:
                failures.append(f"{name}:{number}: {command}\n    {wrong}")
        home.close()
    failures += [f"{os.path.relpath(page, ROOT)}: no link leads there from docs/README.md"
                 for page in unreachable(ROOT / "docs/README.md")]
    for failure in failures:
        print(failure)
    print(f"{counts['run']} commands run, {counts['screen']} on a terminal, "
          f"{counts['slow'] + counts['net']} marked slow or net and {counts['text']} in the text "
          f"parsed; {len(failures)} wrong")
    return 1 if failures or not sum(counts.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
