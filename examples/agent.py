#!/usr/bin/env python3
"""A chess agent of one page that speaks UCI: rules, minimax, alpha-beta, quiescence, a table.

Try it: rookery grade cmd=examples/agent.py     Play it: rookery play --opponent cmd=examples/agent.py
Change anything; `rookery grade` says what breaks. docs/grading.md says what it must do.
"""
import sys

VALUES = {"P": 100, "N": 300, "B": 300, "R": 500, "Q": 900, "K": 0}
STRAIGHT, DIAGONAL = ((1, 0), (-1, 0), (0, 1), (0, -1)), ((1, 1), (1, -1), (-1, 1), (-1, -1))
KNIGHT = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
STEPS = {"N": KNIGHT, "B": DIAGONAL, "R": STRAIGHT, "Q": STRAIGHT + DIAGONAL, "K": STRAIGHT + DIAGONAL}
MATE, OPEN = 30_000, 1_000_000


def name(square):
    return "abcdefgh"[square[0]] + str(square[1] + 1)


class Board:
    """Pieces by (file, rank): "P" is a white pawn, "p" a black one. Moves make a new board."""

    def __init__(self, fen=None):
        if fen:
            rows, turn, self.rights, passed = fen.split()[:4]
            self.white = turn == "w"
            self.passed = None if passed == "-" else (ord(passed[0]) - 97, int(passed[1]) - 1)
            self.pieces = {}
            for rank, row in zip(range(7, -1, -1), rows.split("/")):
                file = 0
                for c in row:
                    if c.isdigit():
                        file += int(c)
                    else:
                        self.pieces[file, rank] = c
                        file += 1

    def key(self):
        return frozenset(self.pieces.items()), self.white, self.rights, self.passed

    def is_own(self, piece):
        return piece.isupper() == self.white

    def attacked(self, square, by_white):
        """Whether a side attacks a square."""
        x, y = square
        for dx in (-1, 1):
            if self.pieces.get((x + dx, y + (-1 if by_white else 1))) == ("P" if by_white else "p"):
                return True
        for kind, steps in STEPS.items():
            wanted = kind if by_white else kind.lower()
            for dx, dy in steps:
                at = (x + dx, y + dy)
                while kind in "BRQ" and 0 <= at[0] < 8 and 0 <= at[1] < 8 and at not in self.pieces:
                    at = (at[0] + dx, at[1] + dy)
                if self.pieces.get(at) == wanted:
                    return True
        return False

    def in_check(self, white):
        king = next(at for at, piece in self.pieces.items() if piece == ("K" if white else "k"))
        return self.attacked(king, not white)

    def candidates(self):
        """Moves that may leave the king in check: (from, to, promotion)."""
        ahead, home, last = (1, 1, 7) if self.white else (-1, 6, 0)
        for (x, y), piece in list(self.pieces.items()):
            if not self.is_own(piece):
                continue
            kind = piece.upper()
            if kind == "P":
                targets = []
                if (x, y + ahead) not in self.pieces:
                    targets.append((x, y + ahead))
                    if y == home and (x, y + 2 * ahead) not in self.pieces:
                        targets.append((x, y + 2 * ahead))
                for to in ((x - 1, y + ahead), (x + 1, y + ahead)):
                    if (to in self.pieces and not self.is_own(self.pieces[to])) or to == self.passed:
                        targets.append(to)
                for to in targets:
                    for promotion in "bnqr" if to[1] == last else ("",):
                        yield (x, y), to, promotion
                continue
            for dx, dy in STEPS[kind]:
                to = (x + dx, y + dy)
                while 0 <= to[0] < 8 and 0 <= to[1] < 8:
                    if to not in self.pieces or not self.is_own(self.pieces[to]):
                        yield (x, y), to, ""
                    if to in self.pieces or kind in "NK":
                        break
                    to = (to[0] + dx, to[1] + dy)
            if kind == "K":
                yield from self.castling(x, y)

    def castling(self, x, y):
        """Not out of check, not through check; into check is found later like any other."""
        if self.in_check(self.white):
            return
        for right, step, empty in (("K", 1, (5, 6)), ("Q", -1, (1, 2, 3))):
            if (right if self.white else right.lower()) in self.rights and not any((f, y) in self.pieces for f in empty):
                if not self.attacked((x + step, y), not self.white):
                    yield (x, y), (x + 2 * step, y), ""

    def after(self, move):
        (x, y), to, promotion = move
        board = Board()
        pieces = board.pieces = dict(self.pieces)
        piece = pieces.pop((x, y))
        if piece in "Pp" and to == self.passed and x != to[0]:
            del pieces[to[0], y]
        pieces[to] = (promotion.upper() if self.white else promotion) if promotion else piece
        if piece in "Kk" and abs(to[0] - x) == 2:
            pieces[(x + to[0]) // 2, y] = pieces.pop((7 if to[0] == 6 else 0, y))
        lost = {(4, 0): "KQ", (4, 7): "kq", (0, 0): "Q", (7, 0): "K", (0, 7): "q", (7, 7): "k"}
        gone = lost.get((x, y), "") + lost.get(to, "")
        board.rights = "".join(r for r in self.rights if r not in gone)
        board.passed = (x, (y + to[1]) // 2) if piece in "Pp" and abs(to[1] - y) == 2 else None
        board.white = not self.white
        return board

    def moves(self):
        """Legal moves in the order of their text: [(text, board after it, whether it captures)]."""
        found = []
        for move in self.candidates():
            board = self.after(move)
            if not board.in_check(self.white):
                captures = len(board.pieces) < len(self.pieces)
                found.append((name(move[0]) + name(move[1]) + move[2], board, captures))
        return sorted(found, key=lambda entry: entry[0])

    def evaluate(self):
        """Pieces, as the side to move sees them."""
        return sum(VALUES[p.upper()] if self.is_own(p) else -VALUES[p.upper()] for p in self.pieces.values())


class Search:
    def __init__(self):
        self.idea, self.nodes, self.best, self.table = "minimax", 0, None, {}

    def negamax(self, board, depth, alpha, beta, ply):
        moves = board.moves()
        if not moves:
            return -(MATE - ply) if board.in_check(board.white) else 0
        if depth == 0:
            return self.quiesce(board, alpha, beta, ply) if self.idea == "quiescence" else board.evaluate()
        if self.idea == "table" and ply > 0 and (entry := self.table.get((board.key(), depth))):
            value, bound = entry
            if bound == "exact" or (bound == "lower" and value >= beta) or (bound == "upper" and value <= alpha):
                return value
        best, old_alpha = -OPEN, alpha
        for text, child, _ in moves:
            self.nodes += 1
            value = -self.negamax(child, depth - 1, -beta, -alpha, ply + 1)
            if value > best:
                best = value
                if ply == 0:
                    self.best = text
            if self.idea != "minimax":
                alpha = max(alpha, best)
                if alpha >= beta:
                    break
        if self.idea == "table":
            self.table[board.key(), depth] = best, "lower" if best >= beta else "upper" if best <= old_alpha else "exact"
        return best

    def quiesce(self, board, alpha, beta, ply):
        moves = board.moves()
        if not moves:
            return -(MATE - ply) if board.in_check(board.white) else 0
        best = board.evaluate()
        for _, child, captures in moves:
            if best >= beta:
                return best
            alpha = max(alpha, best)
            if captures:
                self.nodes += 1
                best = max(best, -self.quiesce(child, -beta, -alpha, ply + 1))
        return best


def main():
    search = Search()
    board = Board("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    for line in sys.stdin:
        words = line.split()
        command = words[0] if words else ""
        if command == "uci":
            print("id name one-page agent\noption name Idea type combo default alphabeta "
                  "var minimax var alphabeta var quiescence var table\nuciok")
            search.idea = "alphabeta"
        elif command == "isready":
            print("readyok")
        elif command == "ucinewgame":
            search.table.clear()
        elif command == "setoption" and words[2] == "Idea":
            search.idea = words[4]
        elif command == "position":
            at = words.index("moves") if "moves" in words else len(words)
            start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
            board = Board(start if words[1] == "startpos" else " ".join(words[2:at]))
            for text in words[at + 1:]:
                board = next(child for name_, child, _ in board.moves() if name_ == text)
        elif command == "go":
            depth = int(words[words.index("depth") + 1]) if "depth" in words else 2
            search.nodes, search.best = 0, "0000"
            value = search.negamax(board, depth, -OPEN, OPEN, 0)
            plies = MATE - abs(value)
            score = f"cp {value}" if plies > 1000 else f"mate {(plies + 1) // 2 if value > 0 else -((plies + 1) // 2)}"
            print(f"info depth {depth} score {score} nodes {search.nodes} pv {search.best}\nbestmove {search.best}")
        elif command == "quit":
            break
        sys.stdout.flush()


if __name__ == "__main__":
    main()
