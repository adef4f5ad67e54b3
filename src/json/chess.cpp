#include "json/chess.h"

#include <fmt/format.h>
#include <algorithm>
#include <array>

#include "chess/attacks.h"
#include "chess/make_move.h"
#include "chess/movegen.h"
#include "notation/fen.h"
#include "notation/san.h"
#include "notation/text.h"
#include "notation/uci_move.h"
#include "notation/words.h"

namespace rookery::json {

using chess::Color;
using chess::Move;
using chess::PieceType;
using chess::Position;
using chess::Square;
using notation::square_name;

const char* to_json(Color color) { return color == Color::white ? "white" : "black"; }

Value uci_line(std::span<const Move> line, bool chess960) {
  Value out = Value::array();
  for (const Move move : line) out.push_back(notation::to_uci(move, chess960));
  return out;
}

Value san_line(const Position& start, std::span<const Move> line) {
  Value out = Value::array();
  Position position = start;
  for (const Move move : line) {
    out.push_back(notation::to_san(position, move));
    position.make_move(move);
  }
  return out;
}

// --- outcomes -----------------------------------------------------------------------------------

namespace {

struct Reason {
  chess::EndReason reason;
  const char* key;
};
constexpr Reason kReasons[] = {
    {chess::EndReason::checkmate, "checkmate"},
    {chess::EndReason::stalemate, "stalemate"},
    {chess::EndReason::insufficient_material, "insufficient_material"},
    {chess::EndReason::threefold_repetition, "threefold_repetition"},
    {chess::EndReason::fivefold_repetition, "fivefold_repetition"},
    {chess::EndReason::fifty_moves, "fifty_moves"},
    {chess::EndReason::seventy_five_moves, "seventy_five_moves"},
    {chess::EndReason::resignation, "resignation"},
    {chess::EndReason::time, "time"},
    {chess::EndReason::agreement, "agreement"},
    {chess::EndReason::adjudication, "adjudication"},
    {chess::EndReason::forfeit, "forfeit"},
};

std::optional<chess::Outcome> outcome_from_json(Fields fields) {
  chess::Outcome outcome;
  const std::string result = fields.text("result"), reason = fields.text("reason");
  if (result == "1-0")
    outcome.winner = Color::white;
  else if (result == "0-1")
    outcome.winner = Color::black;
  else if (result != "1/2-1/2")
    fields.refuse("result", "expected 1-0, 0-1 or 1/2-1/2");
  const auto* known = std::find_if(std::begin(kReasons), std::end(kReasons),
                                   [&](const Reason& r) { return r.key == reason; });
  if (known == std::end(kReasons)) fields.refuse("reason", "is not a known reason");
  if (fields.error()) return std::nullopt;
  outcome.reason = known->reason;
  return outcome;
}

}  // namespace

Value to_json(const chess::Outcome& outcome) {
  const auto* known = std::find_if(std::begin(kReasons), std::end(kReasons),
                                   [&](const Reason& r) { return r.reason == outcome.reason; });
  return {{"result", chess::result_text(outcome)},
          {"reason", known->key},
          {"text", notation::outcome_text(outcome)}};
}

// --- positions ----------------------------------------------------------------------------------

namespace {

/// Where the king goes; king takes rook is our own way to write castling.
Square shown_target(Color side, Move move) {
  return move.is_castling() ? Position::castled_king(side, Position::castling_side(move))
                            : move.to();
}

/// A move with what a board can not know: the rook of castling, and how the board looks after moves
/// that touch more squares than two.
Value legal_move(const Position& position, Move move, bool chess960) {
  Value out = {{"uci", notation::to_uci(move, chess960)},
               {"san", notation::to_san(position, move)}};
  if (move.is_castling()) out["rook"] = square_name(move.to());
  if (move.is_castling() || move.is_en_passant() || move.is_promotion()) {
    Position after = position;
    after.make_move(move);
    out["after"] = notation::to_fen(after);
  }
  return out;
}

/// What a piece could reach on a board where anything may have changed.
chess::Bitboard reach(PieceType type, Color side, Square from) {
  switch (type) {
    case PieceType::knight:
      return chess::knight_attacks(from);
    case PieceType::bishop:
      return chess::bishop_attacks(from, 0);
    case PieceType::rook:
      return chess::rook_attacks(from, 0);
    case PieceType::queen:
      return chess::queen_attacks(from, 0);
    case PieceType::king:
      return chess::king_attacks(from);
    case PieceType::pawn: {
      const int step = side == Color::white ? 8 : -8;
      const auto ahead = [&](int n) {
        return chess::bit(chess::square_at(index(from) + n * step));
      };
      const bool is_home = relative_rank(side, from) == chess::Rank::r2;
      return chess::pawn_attacks(side, chess::bit(from)) | ahead(1) | (is_home ? ahead(2) : 0);
    }
    case PieceType::none:
      break;
  }
  return 0;
}

Value premoves_of(const Position& position, Color side) {
  Value out = Value::array();
  for (const Square from : chess::squares(position.pieces(side)))
    for (const Square to : chess::squares(reach(type_of(position.piece_on(from)), side, from)))
      out.push_back(square_name(from) + square_name(to));
  // Castling, as king takes rook and as the king's way.
  const Square king = position.king_square(side);
  for (const auto wing : {chess::CastlingSide::king, chess::CastlingSide::queen}) {
    if (!position.can_castle(side, wing)) continue;
    for (const Square to : {position.castling_rook(side, wing), Position::castled_king(side, wing)})
      if (to != king) out.push_back(square_name(king) + square_name(to));
  }
  return out;
}

/// What each side has taken since the start, dearest first, as FEN writes the pieces.
Value captured_pieces(const chess::Game& game) {
  std::string taken[2];
  for (std::size_t ply = 0; ply < game.ply(); ++ply) {
    const Position& before = game.position_after(ply);
    const Move move = game.moves()[ply];
    const Color side = before.side_to_move();
    if (move.is_capture())
      taken[index(side)] += piece_char(make_piece(~side, before.captured_type(move)));
  }
  for (std::string& pieces : taken)
    std::sort(pieces.begin(), pieces.end(), [](char a, char b) {
      constexpr std::string_view kOrder = "QqRrBbNnPp";
      return kOrder.find(a) < kOrder.find(b);
    });
  return {{"white", taken[0]}, {"black", taken[1]}};
}

}  // namespace

Value position_to_json(const chess::Game& game, bool premoves) {
  const Position& position = game.position();
  const Color turn = position.side_to_move();
  Value out = {{"fen", notation::to_fen(position)},
               {"turn", to_json(turn)},
               {"captured", captured_pieces(game)},
               {"balance", notation::material_balance(position)},
               {"legal", Value::array()}};
  if (position.in_check()) out["check"] = square_name(position.king_square(turn));
  if (game.ply() > 0) {
    const Move last = game.moves().back();
    out["last"] = {square_name(last.from()), square_name(shown_target(~turn, last))};
  }
  if (!game.outcome(/*claim_draws=*/false))
    for (const Move move : chess::legal_moves(position))
      out["legal"].push_back(legal_move(position, move, game.is_chess960()));
  if (premoves) out["pre"] = premoves_of(position, ~turn);
  return out;
}

// --- games --------------------------------------------------------------------------------------

Value to_json(const chess::Game& game) {
  Value moves = Value::array();
  for (std::size_t ply = 0; ply < game.ply(); ++ply) {
    const Move move = game.moves()[ply];
    moves.push_back({{"uci", notation::to_uci(move, game.is_chess960())},
                     {"san", notation::to_san(game.position_after(ply), move)}});
  }
  Value out = {{"start_fen", notation::to_fen(game.start())},
               {"chess960", game.is_chess960()},
               {"moves", moves}};
  if (const auto outcome = game.outcome(/*claim_draws=*/false)) out["outcome"] = to_json(*outcome);
  return out;
}

Result<chess::Game, Error> game_from_json(Fields fields) {
  constexpr std::size_t kMostMoves = 10'000;  // the longest possible game is 5,898.5 moves
  const auto start = notation::parse_fen(fields.text("start_fen"));
  if (!start) {
    fields.refuse("start_fen", start.error().message);
    return Unexpected{*fields.error()};
  }
  chess::Game game(*start, fields.flag("chess960"));
  for (Fields entry : fields.objects("moves", kMostMoves)) {
    const std::string uci = entry.text("uci");
    if (fields.error()) break;
    const auto move = notation::parse_uci_move(game.position(), uci);
    if (!move) {
      entry.refuse("uci", move.error().message);
      break;
    }
    game.play(*move);
  }
  if (auto outcome = fields.optional_object("outcome"))
    if (const auto ended = outcome_from_json(*outcome)) game.end(*ended);
  return fields.result(std::move(game));
}

}  // namespace rookery::json
