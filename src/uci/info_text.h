// SearchInfo as an `info` line.
#pragma once

#include <string>
#include <vector>

#include "chess/game.h"
#include "search/search_info.h"

namespace rookery::uci {

/// The part of a line of play that can be shown: up to the first move that is not legal, and not
/// past the end of the game (mate, repetition, fifty moves).
std::vector<chess::Move> playable(const chess::Game& game, const std::vector<chess::Move>& line);

/// "info depth 8 seldepth 12 multipv 1 score cp 31 nodes ... pv ..."; `pv` is what playable() left.
std::string info_text(const search::SearchInfo& info, const std::vector<chess::Move>& pv,
                      bool chess960, bool show_wdl);
/// Without score and line: "info depth 8 nodes ...".
std::string progress_text(const search::SearchInfo& info);

}  // namespace rookery::uci
