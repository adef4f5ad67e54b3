// The evaluations of the documents against a second calculation, written straight from their
// tables: a plain board of characters, no bitboards, no code of the evaluations themselves.
#include <gtest/gtest.h>
#include <algorithm>

#include <array>
#include <cmath>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "base/rng.h"
#include "chess/game.h"
#include "chess/make_move.h"
#include "chess/movegen.h"
#include "eval/advance.h"
#include "eval/development.h"
#include "eval/domination.h"
#include "eval/piece_square.h"
#include "eval/seven_terms.h"
#include "notation/fen.h"

namespace rookery::eval {
namespace {

using chess::Color;
using chess::Position;

// ---- the tables as the documents print them ----

constexpr const char* kLocationTables[6] = {
    // pawn
    " 0     0     0     0     0     0     0     0 "
    " 2    2.5   2.5   3.5   3.5   2.5   2.5    2 "
    " 1     2    2.5    3     3    2.5    2     1 "
    "0.5    1    1.5    2     2    1.5    1    0.5"
    " 0   0.25  0.25    1     1    0.5  0.25    0 "
    "0.25    0   0.25  -0.5  -0.5  0.25    0   0.25"
    " 0.5  0.25    0    -2    -2     0   0.25   0.5 "
    " 0     0     0     0     0     0     0     0 ",
    // knight
    "-1     0    0.5   0.5   0.5   0.5    0    -1 "
    " 0    0.5   0.5  0.75  0.75   0.5   0.5    0 "
    "0.5   0.5  0.75    1     1   0.75   0.5   0.5 "
    "0.75  0.75   1.5   2.5   2.5   1.5   0.5   0.5 "
    "0.75  0.75   1.5    2     2    1.5   0.5   0.5 "
    "0.5   0.5    1    1.5   1.5    1    0.5   0.5 "
    "-1   -0.75 -0.5    0     0   -0.5  -0.75  -1 "
    "-1   -0.75   0   -0.5  -0.5    0   -0.75  -1 ",
    // bishop
    "0     0    0.5   0.5   0.5   0.5    0     0 "
    "0    0.5   0.5  0.75  0.75   0.5   0.5    0 "
    "0.5   0.5  0.75    1     1   0.75   0.5   0.5 "
    "0.5  0.75    1     2     2     1   0.75   0.5 "
    "0.5  0.75    1     2     2     1   0.75   0.5 "
    "0.5   0.5  0.75    1     1   0.75   0.5   0.5 "
    "0    0.5   0.5  0.75  0.75   0.5   0.5    0 "
    "0     0    0.5   0.5   0.5   0.5    0     0 ",
    // rook: none
    "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 "
    "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 ",
    nullptr,  // queen: as the bishop
    // king
    "-0.5   -1    -1    -1    -1    -1    -1   -0.5 "
    "-1    -1   -1.5  -1.5  -1.5  -1.5  -1.5   -1 "
    "-1   -1.5  -1.5   -2    -2   -1.5  -1.5   -1 "
    "-1    -2   -2.5   -3    -3   -2.5   -2    -1 "
    "-1    -2   -2.5   -3    -3   -2.5   -2    -1 "
    "-0.5   -1   -1.5   -2    -2   -1.5   -1   -0.5 "
    "0     0    -1   -1.5  -1.5  -0.5    0     0 "
    "0     0   -0.5   -1    -1   -0.5    0     0 "};

// Michniewski's tables are symmetrical but for the queen's: the left halves, then the queen.
constexpr const char* kPawnHalf =
    "0 0 0 0  50 50 50 50  10 10 20 30  5 5 10 25  0 0 0 20  5 -5 -10 0  5 10 10 -20  0 0 0 0";
constexpr const char* kKnightHalf =
    "-50 -40 -30 -30  -40 -20 0 0  -30 0 10 15  -30 5 15 20  -30 0 15 20  -30 5 10 15 "
    "-40 -20 0 5  -50 -40 -30 -30";
constexpr const char* kBishopHalf =
    "-20 -10 -10 -10  -10 0 0 0  -10 0 5 10  -10 5 5 10  -10 0 10 10  -10 10 10 10 "
    "-10 5 0 0  -20 -10 -10 -10";
constexpr const char* kRookHalf =
    "0 0 0 0  5 10 10 10  -5 0 0 0  -5 0 0 0  -5 0 0 0  -5 0 0 0  -5 0 0 0  0 0 0 5";
constexpr const char* kKingHalf =
    "-30 -40 -40 -50  -30 -40 -40 -50  -30 -40 -40 -50  -30 -40 -40 -50  -20 -30 -30 -40 "
    "-10 -20 -20 -20  20 20 0 0  20 30 10 0";
constexpr const char* kKingLateHalf =
    "-50 -40 -30 -20  -30 -20 -10 0  -30 -10 20 30  -30 -10 30 40  -30 -10 30 40 "
    "-30 -10 20 30  -30 -30 0 0  -50 -30 -30 -30";
constexpr const char* kQueenFull =
    "-20 -10 -10 -5 -5 -10 -10 -20  -10 0 0 0 0 0 0 -10  -10 0 5 5 5 5 0 -10 "
    "-5 0 5 5 5 5 0 -5  0 0 5 5 5 5 0 -5  -10 5 5 5 5 5 0 -10  -10 0 5 0 0 0 0 -10 "
    "-20 -10 -10 -5 -5 -10 -10 -20";

std::vector<double> numbers(const char* text) {
  std::istringstream in(text);
  std::vector<double> result;
  for (double x; in >> x;) result.push_back(x);
  return result;
}
/// The value on a row (0 = rank 8) and column of a printed table of 64 or 32 numbers.
double at(const std::vector<double>& table, int row, int column) {
  if (table.size() == 64) return table[row * 8 + column];
  return table[row * 4 + (column < 4 ? column : 7 - column)];
}

// ---- a plain board ----

struct Board {
  char at[8][8];  // [row][column], row 0 = rank 8; ' ' = empty
  bool white_to_move;
  int passed_row = -1, passed_column = -1;  // en-passant square after any double push

  explicit Board(const Position& p) : white_to_move(p.side_to_move() == Color::white) {
    for (int row = 0; row < 8; ++row)
      for (int column = 0; column < 8; ++column)
        at[row][column] = piece_char(p.piece_on(chess::square_at((7 - row) * 8 + column)));
    if (p.double_push() != chess::Square::none) {
      passed_row = 7 - index(p.double_push()) / 8;
      passed_column = index(p.double_push()) % 8;
    }
  }
  bool is_white(int row, int column) const {
    return at[row][column] >= 'A' && at[row][column] <= 'Z';
  }
  bool is_black(int row, int column) const { return at[row][column] >= 'a'; }
  static int kind(char c) {
    const std::string kinds = "pnbrqk";
    return static_cast<int>(std::min(kinds.find(char(c | 32)), kinds.size() - 1));
  }
  static bool on(int row, int column) { return row >= 0 && row < 8 && column >= 0 && column < 8; }

  /// Does the piece on (r, c) attack (tr, tc)? With `through` a slider sees through own pieces that
  /// slide the same way.
  bool attacks(int r, int c, int tr, int tc, bool through) const {
    const int dr = tr - r, dc = tc - c, ar = std::abs(dr), ac = std::abs(dc);
    if (ar + ac == 0) return false;
    const char piece = char(at[r][c] | 32);
    const bool white = is_white(r, c);
    if (piece == 'p') return ac == 1 && dr == (white ? -1 : 1);
    if (piece == 'n') return ar * ac == 2;
    if (piece == 'k') return std::max(ar, ac) == 1;
    const bool diagonal = ar == ac, straight = ar * ac == 0;
    if (!((diagonal && (piece == 'b' || piece == 'q')) ||
          (straight && (piece == 'r' || piece == 'q'))))
      return false;
    const int sr = (dr > 0) - (dr < 0), sc = (dc > 0) - (dc < 0);
    for (int y = r + sr, x = c + sc; y != tr || x != tc; y += sr, x += sc) {
      if (at[y][x] == ' ') continue;
      const char other = char(at[y][x] | 32);
      const bool helps =
          through && is_white(y, x) == white && (other == 'q' || other == (diagonal ? 'b' : 'r'));
      if (!helps) return false;
    }
    return true;
  }
  int attackers(bool white, int row, int column, bool through) const {
    int sum = 0;
    for (int r = 0; r < 8; ++r)
      for (int c = 0; c < 8; ++c)
        if (at[r][c] != ' ' && is_white(r, c) == white) sum += attacks(r, c, row, column, through);
    return sum;
  }
  bool king_attacked(bool white) const {
    for (int r = 0; r < 8; ++r)
      for (int c = 0; c < 8; ++c)
        if (at[r][c] == (white ? 'K' : 'k')) return attackers(!white, r, c, false) > 0;
    return false;
  }
  /// Sum over the pieces: worth(kind, row as White sees it, column), Black's negative.
  template <class Worth>
  double sum(Worth worth) const {
    double total = 0;
    for (int r = 0; r < 8; ++r)
      for (int c = 0; c < 8; ++c) {
        if (is_white(r, c)) total += worth(kind(at[r][c]), r, c);
        if (is_black(r, c)) total -= worth(kind(at[r][c]), 7 - r, c);
      }
    return total;
  }
  int count(char c) const {
    int n = 0;
    for (const auto& row : at)
      for (char piece : row) n += piece == c;
    return n;
  }
};

/// Positions of random games, checkmates included.
std::vector<Position> sample() {
  std::vector<Position> found;
  Rng rng(2026);
  for (int game = 0; game < 80; ++game) {
    Position p = Position::initial();
    for (int ply = 0; ply < 160 && has_legal_move(p); ++ply) {
      const chess::MoveList moves = legal_moves(p);
      p.make_move(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
      if (ply % 16 == game % 16 || p.in_check() || !has_legal_move(p)) found.push_back(p);
    }
  }
  return found;
}

/// The same position with colours exchanged and the board turned round.
Position flipped(const Position& p) {
  chess::Setup setup = p.to_setup(), turned = setup;
  for (int i = 0; i < 64; ++i) {
    const chess::Piece piece = setup.board[i];
    turned.board[i ^ 56] =
        piece == chess::Piece::none ? piece : make_piece(~color_of(piece), type_of(piece));
  }
  turned.side_to_move = ~setup.side_to_move;
  for (int i = 0; i < 4; ++i) {
    const chess::Square rook = setup.castling_rooks[i];
    turned.castling_rooks[i ^ 2] = rook == chess::Square::none ? rook : flip_rank(rook);
  }
  if (setup.en_passant != chess::Square::none) turned.en_passant = flip_rank(setup.en_passant);
  auto result = Position::from_setup(turned);
  EXPECT_TRUE(result) << notation::to_fen(p);
  return *result;
}

// ---- the second calculations, White's view, own units ----

double piece_value(const Board& b) {
  constexpr double values[] = {10, 30, 30, 50, 90, 900};
  return b.sum([&](int kind, int, int) { return values[kind]; });
}

double location(const Board& b) {
  static const auto tables = [] {
    std::array<std::vector<double>, 6> t;
    for (int i = 0; i < 6; ++i)
      t[i] = numbers(kLocationTables[i] ? kLocationTables[i] : kLocationTables[2]);
    return t;
  }();
  for (const auto& t : tables) EXPECT_EQ(t.size(), 64u);
  return piece_value(b) + b.sum([&](int kind, int r, int c) { return at(tables[kind], r, c); });
}

double michniewski_squares(const Board& b, bool late) {
  static const std::vector<double> tables[7] = {
      numbers(kPawnHalf),  numbers(kKnightHalf), numbers(kBishopHalf),  numbers(kRookHalf),
      numbers(kQueenFull), numbers(kKingHalf),   numbers(kKingLateHalf)};
  return b.sum(
      [&](int kind, int r, int c) { return at(tables[kind + (kind == 5 && late)], r, c); });
}

double michniewski(const Board& b) {
  constexpr double values[] = {100, 320, 330, 500, 900, 20000};
  bool late = true;
  for (const char* side : {"QRNB", "qrnb"}) {
    const int queens = b.count(side[0]), rooks = b.count(side[1]);
    const int minors = b.count(side[2]) + b.count(side[3]);
    late = late && (queens == 0 || (queens == 1 && rooks == 0 && minors <= 1));
  }
  return b.sum([&](int kind, int, int) { return values[kind]; }) + michniewski_squares(b, late);
}

double advance(const Board& b) {
  constexpr double values[] = {100, 300, 300, 500, 900, 0};
  return b.sum([&](int kind, int r, int) { return values[kind] + 10 * (7 - r) - 35; });
}

double development(const Board& b) {
  constexpr double values[] = {100, 300, 300, 500, 900, 0};
  return b.sum([&](int kind, int r, int) {
    const int ranks = kind == 0 ? 6 - r : 7 - r;
    return values[kind] + (kind == 5 ? 0 : ranks * ranks);
  });
}

double half_domination(const Board& b) {
  constexpr double values[] = {100, 300, 325, 500, 900, 0};
  const auto weights = numbers(
      "1 1 1 1 1 1 1 1  1 2 2 2 2 2 2 1  1 2 4 6 6 4 2 1  1 2 5 10 10 5 1 1 "
      "1 2 5 10 10 5 1 1  1 2 4 6 6 4 2 1  1 2 2 2 2 2 2 1  1 1 1 1 1 1 1 1");
  double domination = 0;
  for (int r = 0; r < 8; ++r)
    for (int c = 0; c < 8; ++c) {
      int white = b.attackers(true, r, c, true), black = b.attackers(false, r, c, true);
      if (r == b.passed_row && c == b.passed_column)
        for (int side : {-1, 1}) {
          // White pawns that attack the square below stand two rows below; Black's two above.
          if (Board::on(r + 2, c + side)) white += b.at[r + 2][c + side] == 'P';
          if (Board::on(r - 2, c + side)) black += b.at[r - 2][c + side] == 'p';
        }
      domination += (white > black ? 1 : white < black ? -1 : 0) * weights[r * 8 + c];
    }
  return std::trunc(b.sum([&](int kind, int, int) { return values[kind]; }) + 0.5 * domination);
}

/// Legal moves of one side as if it were its turn: pseudo-legal moves on the plain board that do
/// not leave the own king attacked. En passant and castling need the position.
int plain_moves(const Board& b, const Position& p, bool white) {
  int moves = 0;
  const auto try_move = [&](int r, int c, int tr, int tc, int ways, bool passing = false) {
    Board next = b;
    next.at[tr][tc] = next.at[r][c];
    next.at[r][c] = ' ';
    if (passing) next.at[r][tc] = ' ';
    if (!next.king_attacked(white)) moves += ways;
  };
  const int forward = white ? -1 : 1, last = white ? 0 : 7, second = white ? 6 : 1;
  for (int r = 0; r < 8; ++r)
    for (int c = 0; c < 8; ++c) {
      if (b.at[r][c] == ' ' || b.is_white(r, c) != white) continue;
      const bool pawn = (b.at[r][c] | 32) == 'p';
      for (int tr = 0; tr < 8; ++tr)
        for (int tc = 0; tc < 8; ++tc) {
          if (!b.attacks(r, c, tr, tc, false)) continue;
          const bool taken = b.at[tr][tc] != ' ';
          if (taken && b.is_white(tr, tc) == white) continue;
          const bool passing = pawn && !taken && tr == b.passed_row && tc == b.passed_column &&
                               white == b.white_to_move;
          if (!pawn || taken || passing)
            try_move(r, c, tr, tc, pawn && tr == last ? 4 : 1, passing);
        }
      if (!pawn) continue;
      if (b.at[r + forward][c] != ' ') continue;
      try_move(r, c, r + forward, c, r + forward == last ? 4 : 1);
      if (r == second && b.at[r + 2 * forward][c] == ' ') try_move(r, c, r + 2 * forward, c, 1);
    }
  const int home = white ? 7 : 0;
  const Color side = white ? Color::white : Color::black;
  if (b.king_attacked(white)) return moves;
  const auto free_and_safe = [&](std::initializer_list<int> empty,
                                 std::initializer_list<int> safe) {
    for (int c : empty)
      if (b.at[home][c] != ' ') return false;
    for (int c : safe)
      if (b.attackers(!white, home, c, false) > 0) return false;
    return true;
  };
  moves += p.can_castle(side, chess::CastlingSide::king) && free_and_safe({5, 6}, {5, 6});
  moves += p.can_castle(side, chess::CastlingSide::queen) && free_and_safe({1, 2, 3}, {2, 3});
  return moves;
}

double seven_terms(const Board& b, const Position& p) {
  constexpr double values[] = {100, 330, 340, 530, 970, 0};
  double on_board = 0;
  for (const auto& row : b.at)
    for (char piece : row)
      if (piece != ' ') on_board += values[Board::kind(piece)];
  double total = b.sum([&](int kind, int, int) { return values[kind]; }) +
                 michniewski_squares(b, on_board < 2600);
  int moves[2];
  for (int white = 0; white < 2; ++white) {
    const int sign = white ? 1 : -1;
    const char pawn = white ? 'P' : 'p', rook = white ? 'R' : 'r', king = white ? 'k' : 'K';
    moves[white] = plain_moves(b, p, white);
    total += sign * 5 * moves[white];
    for (int r = 0; r < 8; ++r)
      for (int c = 0; c < 8; ++c) {
        if (b.at[r][c] == king) total += sign * 200 * b.attackers(white, r, c, false);
        if (b.at[r][c] == pawn) {
          bool neighbour = false;
          for (int y = 0; y < 8; ++y)
            for (int x : {c - 1, c + 1})
              neighbour = neighbour || (Board::on(y, x) && b.at[y][x] == pawn);
          total -= sign * 5 * !neighbour;
        }
        if (b.at[r][c] == rook) {
          bool open = true;
          for (int y = 0; y < 8; ++y) open = open && (b.at[y][c] == ' ' || b.at[y][c] == rook);
          total += sign * 15 * open;
        }
      }
  }
  if (moves[b.white_to_move] == 0 && b.king_attacked(b.white_to_move))
    total += b.white_to_move ? -999'999'999 : 999'999'999;
  return total;
}

// ---- the tests ----

template <class E>
double own(const Position& p) {
  return static_cast<double>(E::evaluate(p)) / E::kTicksPerUnit;
}

template <class E>
void expect_consistent(const Position& p) {
  EXPECT_EQ(E::evaluate(flipped(p)), -E::evaluate(p)) << notation::to_fen(p);
  const Breakdown breakdown = E::explain(p);
  double sum = 0;
  for (const Term& term : breakdown.terms) sum += term.white - term.black;
  EXPECT_EQ(breakdown.total, own<E>(p)) << notation::to_fen(p);
  EXPECT_LT(std::fabs(sum - breakdown.total), 1.0) << notation::to_fen(p);  // but for truncation
}

TEST(Documents, SampleIsLargeAndVaried) {
  int checks = 0, mates = 0, pushes = 0;
  const auto positions = sample();
  for (const Position& p : positions) {
    checks += p.in_check();
    mates += p.in_check() && !has_legal_move(p);
    pushes += p.double_push() != chess::Square::none;
  }
  EXPECT_GE(positions.size(), 600u);
  EXPECT_GE(checks, 100);
  EXPECT_GE(mates, 1);
  EXPECT_GE(pushes, 20);
}

TEST(Documents, EvaluationsEqualTheSecondCalculation) {
  for (const Position& p : sample()) {
    const Board b(p);
    const std::string fen = notation::to_fen(p);
    EXPECT_EQ(own<PieceValue>(p), piece_value(b)) << fen;
    EXPECT_EQ(own<Location>(p), location(b)) << fen;
    EXPECT_EQ(own<Michniewski>(p), michniewski(b)) << fen;
    EXPECT_EQ(own<Advance>(p), advance(b)) << fen;
    EXPECT_EQ(own<Development>(p), development(b)) << fen;
    EXPECT_EQ(own<HalfDomination>(p), half_domination(b)) << fen;
    EXPECT_EQ(own<SevenTerms>(p), seven_terms(b, p)) << fen;
  }
}

/// As a search does it: all moves of a position, so that what the last position left behind is
/// used.
TEST(Documents, DominationHoldsFromMoveToMove) {
  int used = 0;
  for (const Position& p : sample()) {
    if (++used > 150) break;
    for (chess::Move move : legal_moves(p)) {
      Position next = p;
      next.make_move(move);
      const std::string fen = notation::to_fen(next);
      EXPECT_EQ(own<HalfDomination>(next), half_domination(Board(next))) << fen;
    }
  }
}

TEST(Documents, EvaluationsAreAntisymmetricAndExplainThemselves) {
  for (const Position& p : sample()) {
    expect_consistent<PieceValue>(p);
    expect_consistent<Location>(p);
    expect_consistent<Michniewski>(p);
    expect_consistent<Advance>(p);
    expect_consistent<Development>(p);
    expect_consistent<HalfDomination>(p);
    expect_consistent<SevenTerms>(p);
  }
}

TEST(Documents, GainOfAMoveIsTheChangeOfTheEvaluation) {
  for (const Position& p : sample())
    for (chess::Move move : legal_moves(p)) {
      Position next = p;
      next.make_move(move);
      const int change = Advance::evaluate(next) - Advance::evaluate(p);
      EXPECT_EQ(Advance::gain(p, move), p.side_to_move() == Color::white ? change : -change)
          << notation::to_fen(p);
    }
}

TEST(Documents, FiguresOfTheDocuments) {
  const Position start = Position::initial();
  EXPECT_EQ(Location::evaluate(start), 0);
  Position e4 = start;
  e4.make_move(chess::Move(chess::Square::e2, chess::Square::e4, chess::MoveKind::double_push));
  EXPECT_EQ(own<Location>(e4), 3.0);  // from -2 on e2 to 1 on e4
  // Document 002: a pawn is worth 65 on its first rank and 135 on its last.
  EXPECT_EQ(Advance::kValues[0] - 35, 65);
  // Sixteen attackers and more on one square overflow nothing: five digits are enough.
  SquareCounts counts;
  for (int i = 0; i < 7; ++i) counts.add(1, 1, 1, 1);
  counts.add(0, 1, 0, 0);
  chess::Bitboard number = 0;
  for (int i = 0; i < SquareCounts::kDigits; ++i) number |= counts.digit[i] << i;
  EXPECT_EQ(number, 29u);
}

}  // namespace
}  // namespace rookery::eval
