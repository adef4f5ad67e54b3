"""A UCI engine behind a pipe, for the measurements of this folder."""
import subprocess


def position_command(fen, moves):
    return f"position {f'fen {fen}' if fen else 'startpos'} moves {' '.join(moves)}"


class UciEngine:
    def __init__(self, command):
        self.process = subprocess.Popen(command.split(), stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)
        self.send("uci", "setoption name Hash value 64", "isready")
        self.read("readyok")

    def send(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines))
        self.process.stdin.flush()

    def read(self, until):
        lines = []
        for line in self.process.stdout:
            lines.append(line)
            if line.startswith(until):
                return lines
        raise SystemExit("the engine ended")

    def scores(self, position, nodes):
        """The words of each report with a score, of a search of so many nodes."""
        self.send(position, f"go nodes {nodes}")
        return [line.split() for line in self.read("bestmove") if " score " in line]
