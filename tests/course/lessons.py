#!/usr/bin/env python3
"""Goes through every lesson in a real terminal: lessons.py ROOKERY. The answers are those of the worksheet, which
the program works out; each lesson is answered wrongly once, then rightly, and is kept as done."""
import json
import os
import pathlib
import pty
import re
import select
import subprocess
import sys
import tempfile
import time


class Terminal:
    def __init__(self, command, environment):
        self.process, self.text = None, ""
        master, slave = pty.openpty()
        self.master = master
        self.process = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, env=environment,
                                        start_new_session=True)
        os.close(slave)

    def read_until(self, wanted, limit=240):
        """What was printed since the last call, up to `wanted` or the end."""
        end = time.monotonic() + limit
        while wanted not in self.text:
            assert time.monotonic() < end, f"no {wanted!r} in {self.text!r}"
            ready, _, _ = select.select([self.master], [], [], 1)
            if not ready:
                continue
            try:
                data = os.read(self.master, 65536)
            except OSError:  # the other end is closed
                data = b""
            if not data:
                break
            self.text += data.decode("utf-8", "replace").replace("\r", "")
        at = self.text.find(wanted)
        at = len(self.text) if at < 0 else at + len(wanted)
        seen, self.text = self.text[:at], self.text[at:]
        return seen

    def type(self, line):
        os.write(self.master, (line + "\n").encode())


def main():
    rookery = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        environment = dict(os.environ, HOME=folder, XDG_STATE_HOME=folder + "/state", TERM="xterm")
        run = lambda *arguments: subprocess.run([rookery, "lesson", *arguments], env=environment, text=True,
                                                capture_output=True, timeout=300, stdin=subprocess.DEVNULL)
        listed = run().stdout
        assert "0 of 15 done" in listed, listed
        ids = [line.split()[0] for line in listed.splitlines() if re.match(r" ?\d+ [* ] ", line)]
        assert len(ids) == 15, ids
        for number in ids:
            sheet = run(number, "--worksheet", "--answers").stdout
            answers = re.findall(r"^\*\*Answer: (.*?)\.\*\*", sheet, re.M)
            assert len(answers) == 2, sheet
            terminal = Terminal([rookery, "lesson", number], environment)
            seen = terminal.read_until("\n> ")
            assert answers[0] not in seen.split("Before you look")[0], "the answer comes before the question"
            terminal.type("what?")
            assert "is not" in terminal.read_until("\n> ")
            terminal.type(answers[0])
            shown = terminal.read_until("Exercise")
            assert "Right: " + answers[0] in shown, (number, answers, shown)
            terminal.read_until("\n> ")
            # A wrong answer gets a hint and another try.
            question = sheet.split("### Exercise")[1]
            choices = re.findall(r"^(\d)\. ", question, re.M)
            if choices:
                right = next(c for c in choices if f"\n{c}. {answers[1]}\n" in question)
                wrong = next(c for c in choices if c != right)
            elif re.fullmatch(r"-?\d+", answers[1]):
                wrong = str(int(answers[1]) + 1)
            else:
                wrong = "Ke2"
            terminal.type(wrong)
            assert "Not so." in terminal.read_until("\n> "), number
            terminal.type(answers[1])
            last = terminal.read_until("Done.")
            assert "Right: " + answers[1] in last, (number, answers, last)
            assert terminal.process.wait(60) == 0
            print(f"lesson {number}: {answers}")
        kept = json.loads((pathlib.Path(folder) / "state/rookery/lessons.json").read_text())
        assert len(kept) == 15 and all(entry["done"] for entry in kept.values()), kept
        assert "15 of 15 done" in run().stdout
        # Giving up keeps a lesson open, an unknown one is told in a line.
        gone = subprocess.run([rookery, "lesson", "3"], env=dict(environment, XDG_STATE_HOME=folder + "/other"),
                              input="1\ns\n", text=True, capture_output=True, timeout=300)
        assert gone.returncode == 0 and "stays open" in gone.stdout, gone
        unknown = run("chess")
        assert unknown.returncode == 2 and unknown.stderr.count("\n") == 1, unknown
    print("15 lessons")


main()
