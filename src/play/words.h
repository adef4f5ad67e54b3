// What a search reports, in words and short texts.
#pragma once

#include <cstdint>
#include <string>

#include "chess/position.h"
#include "search/search_info.h"

namespace rookery::play {

/// "1,234,567".
std::string number_text(std::uint64_t n);
/// "Evaluated 1,234 tree nodes in 0.12 seconds.", as document 003 said it.
std::string evaluated_text(const search::SearchInfo& info);
/// "+0.35", "-1.20", "#3", "#-3".
std::string score_text(const search::Score& score);
/// Why a move is good, as far as one look tells: "it mates in 2", "it wins material".
std::string reason_text(const chess::Position& position, const search::SearchInfo& info);

}  // namespace rookery::play
