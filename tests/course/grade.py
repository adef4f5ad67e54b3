#!/usr/bin/env python3
"""Grades students' programs: grade.py ROOKERY EXAMPLES [AGENT]. The template is right, and so is the one in C++;
five copies of the template, each with one mistake that students make, are each told the right thing."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

# name, (what stands in the template, what the student wrote), the idea that is wrong, what is said.
MISTAKES = [
    ("wrong sign", [("value = -self.negamax(child, depth - 1, -beta, -alpha, ply + 1)",
                     "value = self.negamax(child, depth - 1, -beta, -alpha, ply + 1)")],
     "minimax", "The sign is wrong"),
    ("no quiescence", [('return self.quiesce(board, alpha, beta, ply) if self.idea == "quiescence" else board.evaluate()',
                        "return board.evaluate()")],
     "quiescence", "There is no quiescence"),
    ("table without depth", [("self.table.get((board.key(), depth))", "self.table.get(board.key())"),
                             ("self.table[board.key(), depth] =", "self.table[board.key()] =")],
     "table", "The table forgets the depth"),
    ("stale alpha, not raised", [("alpha = max(alpha, best)\n                if alpha >= beta",
                                  "if best >= beta")],
     "alphabeta", "alpha is stale"),
    ("stale alpha, kept from another branch",
     [("value = -self.negamax(child, depth - 1, -beta, -alpha, ply + 1)",
       'alpha = max(alpha, getattr(self, "alpha", -OPEN)) if ply and self.idea != "minimax" else alpha\n'
       "            value = -self.negamax(child, depth - 1, -beta, -alpha, ply + 1)\n"
       "            self.alpha = alpha")],
     "alphabeta", "alpha is stale"),
    ("illegal castling", [("if not self.attacked((x + step, y), not self.white):", "if True:")],
     "rules", "castling through check"),
]


def grade(rookery, program):
    done = subprocess.run([rookery, "grade", f"cmd={sys.executable},arg={program}" if str(program).endswith(".py")
                           else f"cmd={program}", "--json"], capture_output=True, text=True, timeout=600)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    return done.returncode, {line["verdict"]: line for line in lines if "verdict" in line}, done


def main():
    rookery, examples = sys.argv[1], pathlib.Path(sys.argv[2])
    failures = []

    def expect(holds, what):
        print(("right: " if holds else "WRONG: ") + what)
        if not holds:
            failures.append(what)

    for program in [examples / "agent.py", *sys.argv[3:]]:
        status, verdicts, done = grade(rookery, program)
        expect(status == 0 and all(v["passed"] for v in verdicts.values()) and len(verdicts) >= 4,
               f"{os.path.basename(program)} passes {list(verdicts)} {done.stderr}")
        for verdict in verdicts.values():
            if not verdict["passed"]:
                print(verdict)
    template = (examples / "agent.py").read_text()
    with tempfile.TemporaryDirectory() as folder:
        for name, edits, idea, told in MISTAKES:
            text = template
            for old, new in edits:
                assert text.count(old) == 1, f"{name}: the template changed: {old}"
                text = text.replace(old, new)
            program = pathlib.Path(folder) / (name.replace(" ", "_").replace(",", "") + ".py")
            program.write_text(text)
            status, verdicts, done = grade(rookery, program)
            wrong = next((v for v in verdicts.values() if not v["passed"]), None)
            expect(status == 1 and wrong and wrong["verdict"] == idea and told in wrong["text"],
                   f"{name}: {wrong and wrong['verdict']}: {wrong and wrong['text']}{done.stderr}")
    sys.exit(1 if failures else 0)


main()
