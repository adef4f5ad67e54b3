#!/usr/bin/env python3
"""Measures the terminal game: start-up to a drawn board, from a key to its frame, and the CPU used
at rest. Usage: tools/measure_terminal.py [ROOKERY] (default build/release/rookery).

Each figure is the best of several tries, for other work on the machine only adds to it."""
import fcntl
import os
import pty
import select
import struct
import sys
import tempfile
import termios
import time

TRIES = 15
REST_SECONDS = 10


class Terminal:
    def __init__(self, command):
        self.began = time.perf_counter()
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.environ.update(TERM="xterm-256color", LC_ALL="C.UTF-8", XDG_STATE_HOME=state)
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
            os.execv(command[0], command)

    def wait_for(self, text, seconds=10):
        """The moment at which `text` has appeared."""
        seen = b""
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            if select.select([self.fd], [], [], 0.2)[0]:
                seen += os.read(self.fd, 65536)
                if text in seen:
                    return time.perf_counter()
        sys.exit(f"measure_terminal: {text!r} did not appear in {seconds} s")

    def drain(self, seconds):
        end = time.perf_counter() + seconds
        while (left := end - time.perf_counter()) > 0:
            if select.select([self.fd], [], [], left)[0]:
                os.read(self.fd, 65536)

    def send(self, text):
        os.write(self.fd, text)
        return time.perf_counter()

    def cpu_ticks(self):
        with open(f"/proc/{self.pid}/stat") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return int(fields[11]) + int(fields[12])

    def close(self):
        os.kill(self.pid, 9)
        os.waitpid(self.pid, 0)
        os.close(self.fd)


root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
rookery = sys.argv[1] if len(sys.argv) > 1 else os.path.join(root, "build/release/rookery")
starts, moves, ticks = [], [], None
with tempfile.TemporaryDirectory() as state:
    for _ in range(TRIES):
        game = Terminal([rookery, "play", "--white", "human", "--black", "human", "--ascii"])
        starts.append(game.wait_for(b"White to move") - game.began)
        game.drain(0.2)
        pressed = game.send(b"e2e4\r")
        moves.append(game.wait_for(b"1.") - pressed)
        game.close()
    for command in (["--level", "5"], ["--white", "human", "--black", "human", "--clock", "5+3"]):
        game = Terminal([rookery, "play", "--seed", "1", *command])
        game.drain(2)
        before = game.cpu_ticks()
        game.drain(REST_SECONDS)
        used = (game.cpu_ticks() - before) * 1000 / os.sysconf("SC_CLK_TCK")
        print(f"CPU in {REST_SECONDS} s at rest ({' '.join(command)}): {used:.0f} ms")
        game.close()
print(f"start-up to a drawn board: best {min(starts) * 1000:.1f} ms of {TRIES}")
print(f"typed move to its frame:   best {min(moves) * 1000:.1f} ms of {TRIES}")
