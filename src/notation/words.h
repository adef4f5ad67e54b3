// Chess in words, for screens, line mode, pages and reports.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "chess/game.h"

namespace rookery::notation {

/// "White", "Black".
const char* color_name(chess::Color c);
/// "knight".
const char* piece_name(chess::PieceType t);
/// "N", "n" of Black.
std::string piece_letter(chess::Piece piece);

/// "no moves yet", "move 12, White to play".
std::string move_count_text(const chess::Game& game);
/// "Checkmate! White wins, 1-0.", "Draw by stalemate."
std::string outcome_text(const chess::Outcome& outcome);
/// "12. Nf3 Nc6 13. d4": at most `plies` moves.
std::string line_text(const chess::Position& start, std::span<const chess::Move> line,
                      std::size_t plies);
/// As said aloud: "knight g1 to f3", "pawn e5 takes pawn on d6 en passant, check".
std::string spoken_move(const chess::Position& before, chess::Move move);

/// "f3, white knight. Attacked by bishop g4. Defended by queen d1, pawn g2."; "e5, empty."
std::string square_text(const chess::Position& position, chess::Square square);
/// Every piece of both sides, kings first, and whose move it is.
std::string position_text(const chess::Position& position);

/// The board in eight rows, "8  r n b q k b n r": each begins with `indent`, an empty square is a
/// dot, and `piece` writes a piece. Black stands below if `flipped`.
std::string board_rows(const chess::Position& position, bool flipped, std::string_view indent = "",
                       std::string (*piece)(chess::Piece) = piece_letter);
/// "a b c d e f g h", as the files stand.
const char* file_letters(bool flipped);

/// In pawns: 1, 3, 3, 5, 9, and 0 for the king.
int piece_worth(chess::PieceType t);
/// White's pieces on the board minus Black's, in pawns.
int material_balance(const chess::Position& position);

}  // namespace rookery::notation
