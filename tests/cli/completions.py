#!/usr/bin/env python3
"""completions.py BINARY: man pages and completions of `rookery manual`, in the real programs.

Each shell is asked what may follow; all must offer the same. Each man page must format without a
warning.
"""
import os
import pathlib
import pty
import re
import select
import subprocess
import sys
import tempfile
import time

BINARY = pathlib.Path(sys.argv[1]).resolve()
LIMIT = 120

# What is typed, what must be offered, what must not be.
QUESTIONS = [
    ("rookery pl", ["play"], ["web"]),
    ("rookery --v", ["--version"], []),
    ("rookery think --de", ["--depth"], ["--agent"]),
    ("rookery think --agent mini", ["minimax"], ["location"]),
    ("rookery play --opponent loc", ["location"], ["minimax"]),
    ("rookery play --level 1", ["1", "10", "12"], ["2"]),
    ("rookery match mini", ["minimax"], []),
    ("rookery match minimax loc", ["location"], []),
    ("rookery tournament --format g", ["gauntlet"], ["round-robin"]),
    ("rookery lichess up", ["upgrade"], ["init"]),
    ("rookery review gam", ["game.pgn"], []),
    ("rookery review --html rev", ["review.html"], []),
]

BASH = r"""
source completions/rookery.bash
line=$1
COMP_WORDS=($line); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_rookery
printf '%s\n' "${COMPREPLY[@]}"
"""

ZSH = r"""
PS1= ; unsetopt zle_bracketed_paste prompt_cr prompt_sp 2>/dev/null
fpath=($PWD/completions $fpath)
autoload -Uz compinit && compinit -u -D
compadd() {
  local -a hits
  if [[ " ${@[1,(i)(-|--)]} " != *" -"(O|A|D)" "* ]]; then
    builtin compadd -A hits "$@"
    print -rl -- "<hit>${(@)^hits}</hit>"
  fi
  builtin compadd "$@"
}
_ask() { _main_complete; compstate[insert]= ; compstate[list]= ; print -r -- "<answered>" }
zle -C ask complete-word _ask
bindkey '^I' ask
print -r -- "<""ready>"
"""


def ask_bash(line, folder):
    done = subprocess.run(["bash", "--norc", "-c", BASH, "bash", line], cwd=folder,
                          capture_output=True, text=True, timeout=LIMIT)
    return done.stdout.split(), done.stderr


def ask_fish(line, folder):
    done = subprocess.run(["fish", "--no-config", "-c",
                           f"source completions/rookery.fish; complete -C '{line}'"], cwd=folder,
                          capture_output=True, text=True, timeout=LIMIT,
                          env=dict(os.environ, HOME=str(folder)))
    return [answer.split("\t")[0] for answer in done.stdout.splitlines()], done.stderr


class Zsh:
    """One interactive zsh on a terminal: what its widgets print is read back."""

    def __init__(self, folder):
        (folder / "setup.zsh").write_text(ZSH)
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.execvpe("zsh", ["zsh", "-f", "-i"],
                       dict(os.environ, HOME=str(folder), TERM="dumb", ZDOTDIR=str(folder)))
        self.send("source setup.zsh\n")
        self.wait("<ready>")

    def send(self, text):
        os.write(self.terminal, text.encode())

    def wait(self, mark):
        seen, deadline = "", time.monotonic() + LIMIT
        while mark not in seen:
            if time.monotonic() > deadline:
                raise SystemExit(f"zsh did not answer: {seen[-400:]}")
            if select.select([self.terminal], [], [], 1)[0]:
                seen += os.read(self.terminal, 65536).decode(errors="replace")
        return seen

    def ask(self, line, _):
        self.send("\x15" + line + "\t")  # Ctrl-U: an empty line first
        answer = self.wait("<answered>")
        return re.findall(r"<hit>(.*?)</hit>", answer), ""

    def close(self):
        os.close(self.terminal)
        os.waitpid(self.pid, 0)


def main():
    wrong = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        subprocess.run([BINARY, "manual", "--out", folder], check=True, stdout=subprocess.DEVNULL)
        for file in ("game.pgn", "review.html"):
            (folder / file).touch()
        zsh = Zsh(folder)
        for shell, ask in (("bash", ask_bash), ("zsh", zsh.ask), ("fish", ask_fish)):
            for line, offered, refused in QUESTIONS:
                if shell != "bash" and line == "rookery --v":
                    continue  # offered by bash alone
                answers, complaint = ask(line, folder)
                if complaint or not set(offered) <= set(answers) or set(refused) & set(answers):
                    wrong.append(f"{shell}: '{line}' offers {answers}, not {offered} {complaint}")
        zsh.close()
        pages = sorted((folder / "man").glob("*.1"))
        for page in pages:
            done = subprocess.run(["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", page],
                                  capture_output=True, text=True, timeout=LIMIT,
                                  env=dict(os.environ, MANROFFSEQ="", MANWIDTH="80", LC_ALL="C.UTF-8"))
            if done.returncode or done.stderr:
                wrong.append(f"{page.name}: {done.stderr.strip()}")
    for line in wrong:
        print(line)
    print(f"{len(QUESTIONS)} questions to three shells, {len(pages)} man pages; {len(wrong)} wrong")
    return 1 if wrong or not pages else 0


if __name__ == "__main__":
    sys.exit(main())
