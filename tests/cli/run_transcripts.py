#!/usr/bin/env python3
"""Runs the golden transcripts of the command line: run_transcripts.py BINARY FOLDER [--update].

A .txt file holds commands and what they print:

    $ rookery perft 3 --fen 'x'
    rookery: ...
    [exit 2]

Standard output comes before standard error; `[exit N]` is there when the status is not 0. A line
`< TEXT` after the command is given to it on standard input. `...` inside an expected line stands
for anything (times, rates); a line that is only `...` stands for any lines. --update writes what
was really printed, keeping nothing of the wildcards.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile


def parse(text):
    """[(command, input, expected)], with comment lines (#) before the first command dropped."""
    cases = []
    for line in text.splitlines():
        if line.startswith("$ "):
            cases.append((line[2:], [], []))
        elif cases and line.startswith("< ") and not cases[-1][2]:
            cases[-1][1].append(line[2:])
        elif cases:
            cases[-1][2].append(line)
    for _, _, expected in cases:
        while expected and not expected[-1]:
            expected.pop()
    return cases


def run(binary, command, given, folder):
    environment = dict(os.environ, PATH=f"{folder}:{os.environ['PATH']}")
    done = subprocess.run(["bash", "-c", command], input="".join(l + "\n" for l in given),
                          capture_output=True, text=True, env=environment, timeout=300,
                          cwd=folder)
    lines = (done.stdout + done.stderr).splitlines()
    if done.returncode:
        lines.append(f"[exit {done.returncode}]")
    while lines and not lines[-1]:
        lines.pop()
    return lines


def matches(expected, actual):
    pattern = "".join(
        r"(?:.*\n)*?" if line == "..." else
        ".*?".join(re.escape(part) for part in line.split("...")) + "\n" for line in expected)
    return re.fullmatch(pattern, "".join(line + "\n" for line in actual)) is not None


def main():
    binary, folder = map(pathlib.Path, sys.argv[1:3])
    update = "--update" in sys.argv[3:]
    failures = count = 0
    with tempfile.TemporaryDirectory() as scratch:
        (pathlib.Path(scratch) / "rookery").symlink_to(binary.resolve())
        for path in sorted(folder.glob("*.txt")):
            text = path.read_text()
            written = [text.split("$ ", 1)[0]]
            for command, given, expected in parse(text):
                count += 1
                actual = run(binary, command, given, scratch)
                same = matches(expected, actual)
                written.append("\n".join([f"$ {command}", *(f"< {l}" for l in given),
                                          *(expected if same else actual), "", ""]))
                if not same and not update:
                    failures += 1
                    print(f"{path.name}: $ {command}\n--- expected", *expected, "--- printed",
                          *actual, "---", sep="\n")
            if update:
                path.write_text("".join(written).rstrip("\n") + "\n")
    print(f"{count} commands, {failures} wrong")
    return 1 if failures or not count else 0


sys.exit(main())
