// Moves as UCI writes them.
#include "notation/uci_move.h"

#include "chess/movegen.h"
#include "notation/text.h"

namespace rookery::notation {

using namespace chess;

Result<Move, ParseError> parse_uci_move(const Position& position, std::string_view text) {
  const auto fail = [&](const char* reason, std::size_t offset) {
    return Unexpected{ParseError{"move " + quoted(text) + ": " + reason, offset}};
  };
  if (text.size() != 4 && text.size() != 5)
    return fail("a UCI move has four characters, or five with a promotion", 0);
  const auto from = parse_square(text.substr(0, 2)), to = parse_square(text.substr(2, 2));
  if (!from) return fail("does not begin with a square", 0);
  if (!to) return fail("does not name a target square", 2);
  PieceType promotion = PieceType::none;
  if (text.size() == 5) {
    const std::size_t i = std::string_view("nbrq").find(static_cast<char>(text[4] | 0x20));
    if (i == std::string_view::npos) return fail("no piece to promote to", 4);
    promotion = static_cast<PieceType>(i + 1);
  }

  // In Chess960 a king's step and a castling can lead to the same square; the step is written so,
  // the castling as king takes rook. Hence the second form counts only where the first fails.
  Move castling;
  for (const Move m : legal_moves(position)) {
    if (m.from() != *from || m.promotion_type() != promotion) continue;
    if (m.to() == *to) return m;
    if (m.is_castling() && *from != *to &&
        Position::castled_king(position.side_to_move(), Position::castling_side(m)) == *to)
      castling = m;
  }
  if (castling) return castling;
  return fail("not legal here", 0);
}

std::string to_uci(Move move, bool chess960) {
  if (!move) return "0000";
  Square to = move.to();
  if (move.is_castling() && !chess960) {
    const Color c = rank_of(to) == Rank::r1 ? Color::white : Color::black;
    to = Position::castled_king(c, Position::castling_side(move));
  }
  std::string text;
  append_square(text, move.from());
  append_square(text, to);
  if (move.is_promotion()) text += "nbrq"[index(move.promotion_type()) - 1];
  return text;
}

}  // namespace rookery::notation
