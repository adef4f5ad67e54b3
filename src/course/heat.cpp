#include "course/heat.h"

#include <limits>

#include "chess/position.h"

namespace rookery::course {

using chess::Color;
using chess::Piece;
using chess::PieceType;
using chess::Square;

namespace {

chess::Setup kings_and_pawns() {
  chess::Setup setup;
  for (std::size_t file = 0; file < 8; ++file) {
    setup.board[8 + file] = make_piece(Color::white, PieceType::pawn);
    setup.board[48 + file] = make_piece(Color::black, PieceType::pawn);
  }
  setup.board[4] = make_piece(Color::white, PieceType::king);
  setup.board[60] = make_piece(Color::black, PieceType::king);
  setup.side_to_move = Color::black;
  return setup;
}

/// White's view; none if such a position cannot be.
std::optional<double> total(const search::Agent& agent, const chess::Setup& setup) {
  const auto position = chess::Position::from_setup(setup);
  if (!position) return std::nullopt;
  const auto breakdown = agent.explain(*position);
  if (!breakdown) return std::nullopt;
  return breakdown->total;
}

double worth(const search::Agent& agent, PieceType type, std::size_t square) {
  chess::Setup without = kings_and_pawns();
  if (type == PieceType::pawn) without.board[8 + square % 8] = Piece::none;
  const Piece there = without.board[square];
  if (type != PieceType::king && there != Piece::none && type_of(there) == PieceType::king)
    return std::numeric_limits<double>::quiet_NaN();
  if (square != 4) without.board[square] = Piece::none;
  chess::Setup with = without;
  if (type == PieceType::king) with.board[4] = Piece::none;
  with.board[square] = make_piece(Color::white, type);
  const auto before = total(agent, without), after = total(agent, with);
  if (!before || !after) return std::numeric_limits<double>::quiet_NaN();
  return *after - *before;
}

}  // namespace

std::optional<HeatMaps> heat_maps(const search::Agent& agent) {
  const auto initial = agent.explain(chess::Position::initial());
  if (!initial) return std::nullopt;
  HeatMaps out{std::string(initial->unit), {}};
  for (int type = 0; type < 6; ++type) {
    HeatMap map{"PNBRQK" [type], {}};
    for (std::size_t square = 0; square < 64; ++square)
      map.squares.push_back(worth(agent, static_cast<PieceType>(type), square));
    out.maps.push_back(std::move(map));
  }
  return out;
}

}  // namespace rookery::course
