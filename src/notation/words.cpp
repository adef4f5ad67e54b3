#include "notation/words.h"

#include <fmt/format.h>

#include <algorithm>

#include "chess/make_move.h"
#include "chess/movegen.h"
#include "notation/san.h"
#include "notation/text.h"

namespace rookery::notation {

using chess::Color;
using chess::Move;
using chess::PieceType;
using chess::Position;

const char* color_name(Color c) { return c == Color::white ? "White" : "Black"; }

const char* piece_name(PieceType t) {
  constexpr const char* kNames[] = {"pawn", "knight", "bishop", "rook", "queen", "king", ""};
  return kNames[index(t)];
}

std::string piece_letter(chess::Piece piece) { return std::string(1, chess::piece_char(piece)); }

std::string board_rows(const Position& position, bool flipped, std::string_view indent,
                       std::string (*piece)(chess::Piece)) {
  std::string text;
  for (int row = 0; row < 8; ++row) {
    const chess::Rank rank = chess::rank_at(flipped ? row : 7 - row);
    text += indent;
    text += chess::rank_char(rank);
    text += ' ';
    for (int column = 0; column < 8; ++column) {
      const chess::File file = chess::file_at(flipped ? 7 - column : column);
      const chess::Piece p = position.piece_on(chess::make_square(file, rank));
      text += ' ';
      text += p == chess::Piece::none ? "." : piece(p);
    }
    text += '\n';
  }
  return text;
}

const char* file_letters(bool flipped) { return flipped ? "h g f e d c b a" : "a b c d e f g h"; }

std::string move_count_text(const chess::Game& game) {
  if (game.ply() == 0) return "no moves yet";
  return fmt::format("move {}, {} to play", game.position().fullmove_number(),
                     color_name(game.position().side_to_move()));
}

std::string outcome_text(const chess::Outcome& outcome) {
  const char* reason = chess::reason_text(outcome.reason);
  if (!outcome.winner) return fmt::format("Draw by {}.", reason);
  if (outcome.reason == chess::EndReason::checkmate)
    return fmt::format("Checkmate! {} wins, {}.", color_name(*outcome.winner),
                       chess::result_text(outcome));
  return fmt::format("{} wins by {}, {}.", color_name(*outcome.winner), reason,
                     chess::result_text(outcome));
}

std::string line_text(const Position& start, std::span<const Move> line, std::size_t plies) {
  std::string text;
  Position position = start;
  for (std::size_t i = 0; i < std::min(plies, line.size()); ++i) {
    if (!position.is_legal(line[i])) break;
    if (position.side_to_move() == Color::white)
      text += fmt::format("{}. ", position.fullmove_number());
    else if (i == 0)
      text += fmt::format("{}... ", position.fullmove_number());
    text += to_san(position, line[i]) + ' ';
    position.make_move(line[i]);
  }
  if (!text.empty()) text.pop_back();
  return text;
}

std::string spoken_move(const Position& before, Move move) {
  Position after = before;
  after.make_move(move);
  std::string text;
  if (move.is_castling()) {
    text = Position::castling_side(move) == chess::CastlingSide::king ? "castles king side"
                                                                      : "castles queen side";
  } else {
    text = fmt::format("{} {} ", piece_name(type_of(before.moving_piece(move))),
                       square_name(move.from()));
    text += move.is_capture()
                ? fmt::format("takes {} on {}", piece_name(before.captured_type(move)),
                              square_name(move.to()))
                : "to " + square_name(move.to());
    if (move.is_en_passant()) text += " en passant";
    if (move.is_promotion())
      text += fmt::format(" and becomes a {}", piece_name(move.promotion_type()));
  }
  if (after.in_check()) text += chess::has_legal_move(after) ? ", check" : ", checkmate";
  return text;
}

namespace {

/// "queen d1, pawn g2": the heaviest first.
std::string pieces_text(const Position& position, chess::Bitboard set) {
  std::string text;
  for (int type = index(PieceType::king); type >= 0; --type)
    for (const chess::Square s : chess::squares(set & position.pieces(chess::kPieceTypes[type])))
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", piece_name(chess::kPieceTypes[type]),
                          square_name(s));
  return text;
}

}  // namespace

std::string square_text(const Position& position, chess::Square square) {
  if (position.is_empty(square)) return square_name(square) + ", empty.";
  const chess::Piece piece = position.piece_on(square);
  const Color color = color_of(piece);
  std::string text =
      fmt::format("{}, {} {}.", square_name(square), color == Color::white ? "white" : "black",
                  piece_name(type_of(piece)));
  const chess::Bitboard near = position.attackers_to(square);
  if (const auto foes = near & position.pieces(~color))
    text += fmt::format(" Attacked by {}.", pieces_text(position, foes));
  if (const auto friends = near & position.pieces(color))
    text += fmt::format(" Defended by {}.", pieces_text(position, friends));
  return text;
}

std::string position_text(const Position& position) {
  return fmt::format(
      "White: {}. Black: {}. {} to move.", pieces_text(position, position.pieces(Color::white)),
      pieces_text(position, position.pieces(Color::black)), color_name(position.side_to_move()));
}

int piece_worth(PieceType t) {
  constexpr int kPawns[] = {1, 3, 3, 5, 9, 0, 0};
  return kPawns[index(t)];
}

int material_balance(const Position& position) {
  int balance = 0;
  for (const PieceType t : chess::kPieceTypes)
    balance += piece_worth(t) * (chess::count(position.pieces(Color::white, t)) -
                                 chess::count(position.pieces(Color::black, t)));
  return balance;
}

}  // namespace rookery::notation
