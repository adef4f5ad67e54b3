// Chess in words and short texts, for the screen and for line mode.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "chess/game.h"
#include "search/search_info.h"

namespace rookery::tui {

/// "White", "Black".
const char* color_name(chess::Color c);
/// "knight".
const char* piece_name(chess::PieceType t);

/// "1,234,567".
std::string number_text(std::uint64_t n);
/// "Evaluated 1,234 tree nodes in 0.12 seconds.", as document 003 said it.
std::string evaluated_text(const search::SearchInfo& info);

/// "+0.35", "-1.20", "#3", "#-3".
std::string score_text(const search::Score& score);
/// A score of `side` seen by White.
search::Score white_view(search::Score score, chess::Color side);

/// "no moves yet", "move 12, White to play".
std::string move_count_text(const chess::Game& game);
/// "Checkmate. White wins, 1-0.", "Draw by stalemate."
std::string outcome_text(const chess::Outcome& outcome);
/// "12. Nf3 Nc6 13. d4": at most `plies` moves.
std::string line_text(const chess::Position& start, std::span<const chess::Move> line,
                      std::size_t plies);
/// As said aloud: "knight g1 to f3", "pawn e5 takes d6 en passant, check".
std::string spoken_move(const chess::Position& before, chess::Move move);
/// Why a move is good, as far as one look tells: "it mates in 2", "it wins material".
std::string reason_text(const chess::Position& position, const search::SearchInfo& info);

/// What each side has taken, in pawns: White's pieces on the board minus Black's.
int material_balance(const chess::Position& position);

}  // namespace rookery::tui
