// Chess in words, for screens, line mode, pages and reports.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "chess/game.h"

namespace rookery::notation {

/// "White", "Black".
const char* color_name(chess::Color c);
/// "knight".
const char* piece_name(chess::PieceType t);

/// "no moves yet", "move 12, White to play".
std::string move_count_text(const chess::Game& game);
/// "Checkmate! White wins, 1-0.", "Draw by stalemate."
std::string outcome_text(const chess::Outcome& outcome);
/// "12. Nf3 Nc6 13. d4": at most `plies` moves.
std::string line_text(const chess::Position& start, std::span<const chess::Move> line,
                      std::size_t plies);
/// As said aloud: "knight g1 to f3", "pawn e5 takes pawn on d6 en passant, check".
std::string spoken_move(const chess::Position& before, chess::Move move);

/// In pawns: 1, 3, 3, 5, 9, and 0 for the king.
int piece_worth(chess::PieceType t);
/// White's pieces on the board minus Black's, in pawns.
int material_balance(const chess::Position& position);

}  // namespace rookery::notation
