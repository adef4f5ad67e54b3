#include "eval/piece_square.h"

namespace rookery::eval {

using chess::Color;
using chess::PieceType;
using chess::Position;

namespace {

// clang-format off
// In ticks of a quarter unit: document 000 prints 0.25 where this says 1.
constexpr SquareTable kLocationPawn = {
   0,  0,  0,  0,  0,  0,  0,  0,
   8, 10, 10, 14, 14, 10, 10,  8,
   4,  8, 10, 12, 12, 10,  8,  4,
   2,  4,  6,  8,  8,  6,  4,  2,
   0,  1,  1,  4,  4,  2,  1,  0,
   1,  0,  1, -2, -2,  1,  0,  1,
   2,  1,  0, -8, -8,  0,  1,  2,
   0,  0,  0,  0,  0,  0,  0,  0};
constexpr SquareTable kLocationKing = {
  -2,  -4,  -4,  -4,  -4,  -4,  -4, -2,
  -4,  -4,  -6,  -6,  -6,  -6,  -6, -4,
  -4,  -6,  -6,  -8,  -8,  -6,  -6, -4,
  -4,  -8, -10, -12, -12, -10,  -8, -4,
  -4,  -8, -10, -12, -12, -10,  -8, -4,
  -2,  -4,  -6,  -8,  -8,  -6,  -4, -2,
   0,   0,  -4,  -6,  -6,  -2,   0,  0,
   0,   0,  -2,  -4,  -4,  -2,   0,  0};
constexpr SquareTable kLocationKnight = {
  -4,  0,  2,  2,  2,  2,  0, -4,
   0,  2,  2,  3,  3,  2,  2,  0,
   2,  2,  3,  4,  4,  3,  2,  2,
   3,  3,  6, 10, 10,  6,  2,  2,
   3,  3,  6,  8,  8,  6,  2,  2,
   2,  2,  4,  6,  6,  4,  2,  2,
  -4, -3, -2,  0,  0, -2, -3, -4,
  -4, -3,  0, -2, -2,  0, -3, -4};
constexpr SquareTable kLocationBishopQueen = {
   0,  0,  2,  2,  2,  2,  0,  0,
   0,  2,  2,  3,  3,  2,  2,  0,
   2,  2,  3,  4,  4,  3,  2,  2,
   2,  3,  4,  8,  8,  4,  3,  2,
   2,  3,  4,  8,  8,  4,  3,  2,
   2,  2,  3,  4,  4,  3,  2,  2,
   0,  2,  2,  3,  3,  2,  2,  0,
   0,  0,  2,  2,  2,  2,  0,  0};
constexpr SquareTable kLocationRook = {};  // "deliberately did not include location tables"

constexpr SquareTable kPawn = {
   0,  0,   0,   0,   0,   0,  0,  0,
  50, 50,  50,  50,  50,  50, 50, 50,
  10, 10,  20,  30,  30,  20, 10, 10,
   5,  5,  10,  25,  25,  10,  5,  5,
   0,  0,   0,  20,  20,   0,  0,  0,
   5, -5, -10,   0,   0, -10, -5,  5,
   5, 10,  10, -20, -20,  10, 10,  5,
   0,  0,   0,   0,   0,   0,  0,  0};
constexpr SquareTable kKnight = {
  -50, -40, -30, -30, -30, -30, -40, -50,
  -40, -20,   0,   0,   0,   0, -20, -40,
  -30,   0,  10,  15,  15,  10,   0, -30,
  -30,   5,  15,  20,  20,  15,   5, -30,
  -30,   0,  15,  20,  20,  15,   0, -30,
  -30,   5,  10,  15,  15,  10,   5, -30,
  -40, -20,   0,   5,   5,   0, -20, -40,
  -50, -40, -30, -30, -30, -30, -40, -50};
constexpr SquareTable kBishop = {
  -20, -10, -10, -10, -10, -10, -10, -20,
  -10,   0,   0,   0,   0,   0,   0, -10,
  -10,   0,   5,  10,  10,   5,   0, -10,
  -10,   5,   5,  10,  10,   5,   5, -10,
  -10,   0,  10,  10,  10,  10,   0, -10,
  -10,  10,  10,  10,  10,  10,  10, -10,
  -10,   5,   0,   0,   0,   0,   5, -10,
  -20, -10, -10, -10, -10, -10, -10, -20};
constexpr SquareTable kRook = {
   0,  0,  0,  0,  0,  0,  0,  0,
   5, 10, 10, 10, 10, 10, 10,  5,
  -5,  0,  0,  0,  0,  0,  0, -5,
  -5,  0,  0,  0,  0,  0,  0, -5,
  -5,  0,  0,  0,  0,  0,  0, -5,
  -5,  0,  0,  0,  0,  0,  0, -5,
  -5,  0,  0,  0,  0,  0,  0, -5,
   0,  0,  0,  5,  5,  0,  0,  0};
constexpr SquareTable kQueen = {
  -20, -10, -10, -5, -5, -10, -10, -20,
  -10,   0,   0,  0,  0,   0,   0, -10,
  -10,   0,   5,  5,  5,   5,   0, -10,
   -5,   0,   5,  5,  5,   5,   0,  -5,
    0,   0,   5,  5,  5,   5,   0,  -5,
  -10,   5,   5,  5,  5,   5,   0, -10,
  -10,   0,   5,  0,  0,   0,   0, -10,
  -20, -10, -10, -5, -5, -10, -10, -20};
constexpr SquareTable kKingEarly = {
  -30, -40, -40, -50, -50, -40, -40, -30,
  -30, -40, -40, -50, -50, -40, -40, -30,
  -30, -40, -40, -50, -50, -40, -40, -30,
  -30, -40, -40, -50, -50, -40, -40, -30,
  -20, -30, -30, -40, -40, -30, -30, -20,
  -10, -20, -20, -20, -20, -20, -20, -10,
   20,  20,   0,   0,   0,   0,  20,  20,
   20,  30,  10,   0,   0,  10,  30,  20};
constexpr SquareTable kKingLate = {
  -50, -40, -30, -20, -20, -30, -40, -50,
  -30, -20, -10,   0,   0, -10, -20, -30,
  -30, -10,  20,  30,  30,  20, -10, -30,
  -30, -10,  30,  40,  40,  30, -10, -30,
  -30, -10,  30,  40,  40,  30, -10, -30,
  -30, -10,  20,  30,  30,  20, -10, -30,
  -30, -30,   0,   0,   0,   0, -30, -30,
  -50, -30, -30, -30, -30, -30, -30, -50};
// clang-format on

using TableSet = std::array<const SquareTable*, 6>;  // by piece type
constexpr TableSet kLocationTables = {&kLocationPawn, &kLocationKnight,      &kLocationBishopQueen,
                                      &kLocationRook, &kLocationBishopQueen, &kLocationKing};
constexpr TableSet kEarlyTables = {&kPawn, &kKnight, &kBishop, &kRook, &kQueen, &kKingEarly};
constexpr TableSet kLateTables = {&kPawn, &kKnight, &kBishop, &kRook, &kQueen, &kKingLate};

constexpr PieceValues kLocationValues = {40, 120, 120, 200, 360, 0};  // 10, 30, 30, 50, 90 units

int sum(const Position& position, Color side, const TableSet& tables) {
  int total = 0;
  for (PieceType type : chess::kPieceTypes)
    total += table_sum(position, side, type, *tables[index(type)]);
  return total;
}

}  // namespace

int Location::evaluate(const Position& position) {
  return material(position, Color::white, kLocationValues) -
         material(position, Color::black, kLocationValues) +
         sum(position, Color::white, kLocationTables) -
         sum(position, Color::black, kLocationTables);
}

Breakdown Location::explain(const Position& position) {
  Breakdown result{{{"material"}, {"location"}},
                   static_cast<double>(evaluate(position)) / kTicksPerUnit,
                   "tenths of a pawn"};
  const auto fill = [&](Color side, double Term::*field) {
    result.terms[0].*field = material(position, side, kLocationValues) / double{kTicksPerUnit};
    result.terms[1].*field = sum(position, side, kLocationTables) / double{kTicksPerUnit};
  };
  fill(Color::white, &Term::white);
  fill(Color::black, &Term::black);
  return result;
}

int Michniewski::squares_value(const Position& position, Color side, bool endgame) {
  return sum(position, side, endgame ? kLateTables : kEarlyTables);
}

bool Michniewski::is_endgame(const Position& position) {
  for (Color side : chess::kColors) {
    if (!position.pieces(side, PieceType::queen)) continue;
    const int minors = chess::count(position.pieces(side, PieceType::knight, PieceType::bishop));
    if (chess::more_than_one(position.pieces(side, PieceType::queen)) ||
        position.pieces(side, PieceType::rook) || minors > 1)
      return false;
  }
  return true;
}

int Michniewski::evaluate(const Position& position) {
  const bool endgame = is_endgame(position);
  return material(position, Color::white, kValues) - material(position, Color::black, kValues) +
         squares_value(position, Color::white, endgame) -
         squares_value(position, Color::black, endgame);
}

Breakdown Michniewski::explain(const Position& position) {
  const bool endgame = is_endgame(position);
  const auto mat = [&](Color side) { return double(material(position, side, kValues)); };
  const auto squ = [&](Color side) { return double(squares_value(position, side, endgame)); };
  return {{{"material", mat(Color::white), mat(Color::black)},
           {endgame ? "squares (endgame)" : "squares", squ(Color::white), squ(Color::black)}},
          double(evaluate(position)),
          "centipawns"};
}

}  // namespace rookery::eval
