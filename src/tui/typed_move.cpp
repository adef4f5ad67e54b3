#include "tui/typed_move.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "chess/attacks.h"
#include "chess/movegen.h"
#include "notation/san.h"
#include "notation/text.h"
#include "notation/uci_move.h"
#include "notation/words.h"

namespace rookery::tui {

using chess::Color;
using chess::Move;
using chess::Piece;
using chess::PieceType;
using chess::Position;
using chess::Square;

namespace {

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

/// "e2e4", "e7e8q", "e7-e8=Q" as both squares and the rest.
struct Squares {
  Square from, to;
  std::string rest;
};
std::optional<Squares> read_squares(std::string_view text) {
  std::string plain = lower(text);
  std::erase_if(plain, [](char c) { return c == '=' || c == '-' || c == ' ' || c == 'x'; });
  if (plain.size() < 4) return std::nullopt;
  const auto from = notation::parse_square(std::string_view(plain).substr(0, 2));
  const auto to = notation::parse_square(std::string_view(plain).substr(2, 2));
  if (!from || !to) return std::nullopt;
  return Squares{*from, *to, plain.substr(4)};
}

bool is_promotion(const Position& position, Square from, Square to) {
  const auto moves = chess::legal_moves(position);
  return std::any_of(moves.begin(), moves.end(),
                     [&](Move m) { return m.from() == from && m.to() == to && m.is_promotion(); });
}

}  // namespace

std::string why_not(const Position& position, Square from, Square to) {
  const Piece piece = position.piece_on(from);
  const Color us = position.side_to_move();
  if (piece == Piece::none)
    return fmt::format("there is no piece on {}", notation::square_name(from));
  if (color_of(piece) != us)
    return fmt::format("the piece on {} is {}'s", notation::square_name(from),
                       notation::color_name(~us));
  const PieceType type = type_of(piece);
  const int files = std::abs(index(file_of(to)) - index(file_of(from)));
  if (type == PieceType::king && files == 2 && rank_of(from) == rank_of(to)) {
    const bool king_side = file_of(to) > file_of(from);
    const auto castling = notation::parse_san(position, king_side ? "O-O" : "O-O-O");
    if (!castling) {
      const std::string& text = castling.error().message;
      return text.substr(text.find(": ") + 2);
    }
  }
  if (position.piece_on(to) != Piece::none && color_of(position.piece_on(to)) == us)
    return fmt::format("your own {} is on {}", notation::piece_name(type_of(position.piece_on(to))),
                       notation::square_name(to));
  const chess::Bitboard reach = type == PieceType::pawn
                                    ? chess::pawn_attacks(us, from) & position.pieces(~us)
                                    : chess::piece_attacks(type, from, position.pieces());
  const bool pushes =
      type == PieceType::pawn && files == 0 && position.is_empty(to) &&
      (to == from + chess::forward(us) || (chess::relative_rank(us, from) == chess::Rank::r2 &&
                                           chess::relative_rank(us, to) == chess::Rank::r4 &&
                                           position.is_empty(from + chess::forward(us))));
  if (chess::contains(reach, to) || pushes) {
    if (type == PieceType::king) return fmt::format("{} is attacked", notation::square_name(to));
    return position.in_check() ? "your king is in check, and this does not help"
                               : "that would leave your king in check";
  }
  return fmt::format("the {} on {} cannot go to {}", notation::piece_name(type),
                     notation::square_name(from), notation::square_name(to));
}

Result<TypedMove, Error> parse_typed_move(const Position& position, const std::string& text) {
  // Document 000's form begins with the piece's letter, and both squares follow.
  const std::string_view view(text);
  for (const bool with_piece : {false, true}) {
    if (view.size() < (with_piece ? 5u : 4u)) continue;
    const auto squares = read_squares(view.substr(with_piece));
    if (!squares) continue;
    const Piece piece = position.piece_on(squares->from);
    if (with_piece && piece != Piece::none &&
        std::tolower(static_cast<unsigned char>(text[0])) !=
            std::tolower(static_cast<unsigned char>(piece_char(piece))))
      return Unexpected{
          Error{fmt::format("'{}': there is a {} on {}", text, notation::piece_name(type_of(piece)),
                            notation::square_name(squares->from))}};
    const std::string plain =
        notation::square_name(squares->from) + notation::square_name(squares->to) + squares->rest;
    if (const auto move = notation::parse_uci_move(position, plain)) return TypedMove{*move};
    if (squares->rest.empty() && is_promotion(position, squares->from, squares->to))
      return TypedMove{Move(), squares->from, squares->to};
    if (squares->rest.size() <= 1)
      return Unexpected{
          Error{fmt::format("'{}': {}", text, why_not(position, squares->from, squares->to))}};
  }
  const auto san = notation::parse_san(position, text);
  if (san) return TypedMove{*san};
  // In small letters: "nf3"; what also reads as a pawn's move was one.
  std::string capital = text;
  if (!text.empty() && std::string_view("nbrqk").find(text[0]) != std::string_view::npos) {
    capital[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    const auto piece_move = notation::parse_san(position, capital);
    if (piece_move) return TypedMove{*piece_move};
    if (text[0] != 'b') return Unexpected{Error{piece_move.error().message}};
  }
  // "e8" when the piece is not said.
  for (const Move m : chess::legal_moves(position))
    if (m.is_promotion() && notation::to_san(position, m).starts_with(text + "=Q"))
      return TypedMove{Move(), m.from(), m.to()};
  return Unexpected{Error{san.error().message}};
}

}  // namespace rookery::tui
