#include "tui/editor.h"

#include <fmt/format.h>

namespace rookery::tui {

using chess::Color;
using chess::Piece;
using chess::PieceType;
using chess::Square;

namespace {

std::size_t place_of(Square s) { return static_cast<std::size_t>(index(s)); }

}  // namespace

bool Editor::handle(const Event& event, Square cursor) {
  if (event.type == Event::Type::tab) {
    setup_.side_to_move = ~setup_.side_to_move;
    return true;
  }
  const bool removes = event.type == Event::Type::remove || event.type == Event::Type::backspace;
  if (!removes && event.type != Event::Type::character) return false;
  setup_.en_passant = Square::none;
  setup_.halfmove_clock = 0;
  if (removes || event.ch == U' ') {
    setup_.board[place_of(cursor)] = Piece::none;
  } else if (event.ch == U'0') {
    const Color turn = setup_.side_to_move;
    setup_ = chess::Setup();
    setup_.side_to_move = turn;
  } else if (event.ch == U'1') {
    setup_ = chess::Position::initial().to_setup();
  } else if (event.ch == U'+') {
    give_castling();
    return true;
  } else if (event.ch == U'-') {
    setup_.castling_rooks.fill(Square::none);
  } else {
    constexpr std::u32string_view kLetters = U"PNBRQKpnbrqk";
    const auto found = kLetters.find(event.ch);
    if (found == kLetters.npos) return false;
    setup_.board[place_of(cursor)] = chess::make_piece(found < 6 ? Color::white : Color::black,
                                                       static_cast<PieceType>(found % 6));
  }
  // A right without its king or rook is gone.
  for (const Color c : chess::kColors)
    for (const auto side : chess::kCastlingSides) {
      Square& rook = setup_.castling_rooks[static_cast<std::size_t>(castling_index(c, side))];
      const Square king = c == Color::white ? Square::e1 : Square::e8;
      if (rook != Square::none &&
          (setup_.board[place_of(rook)] != chess::make_piece(c, PieceType::rook) ||
           setup_.board[place_of(king)] != chess::make_piece(c, PieceType::king)))
        rook = Square::none;
    }
  return true;
}

void Editor::give_castling() {
  for (const Color c : chess::kColors) {
    const auto rank = c == Color::white ? chess::Rank::r1 : chess::Rank::r8;
    if (setup_.board[place_of(make_square(chess::File::e, rank))] !=
        chess::make_piece(c, PieceType::king))
      continue;
    for (const auto side : chess::kCastlingSides) {
      const Square rook =
          make_square(side == chess::CastlingSide::king ? chess::File::h : chess::File::a, rank);
      if (setup_.board[place_of(rook)] == chess::make_piece(c, PieceType::rook))
        setup_.castling_rooks[static_cast<std::size_t>(castling_index(c, side))] = rook;
    }
  }
}

std::string Editor::castling_text() const {
  std::string text;
  for (std::size_t i = 0; i < 4; ++i)
    if (setup_.castling_rooks[i] != Square::none) text += "KQkq"[i];
  return text.empty() ? "-" : text;
}

Result<chess::Position, Error> Editor::position() const {
  auto position = chess::Position::from_setup(setup_);
  if (!position) return Unexpected{Error{position.error().reason}};
  return *std::move(position);
}

}  // namespace rookery::tui
