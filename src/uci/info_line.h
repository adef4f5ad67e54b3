// Reading an engine's "info ..." line.
#pragma once

#include <optional>
#include <string_view>

#include "chess/position.h"
#include "search/search_info.h"

namespace rookery::uci {

/// Cuts the next word off the front of `text`; empty at the end.
std::string_view next_word(std::string_view& text);

/// `line` without the leading "info". None for lines that say nothing about a line of play
/// (currmove, refutation, ...). A pv is kept up to its first move that is not legal.
std::optional<search::SearchInfo> parse_info(std::string_view line, const chess::Position& root);

}  // namespace rookery::uci
