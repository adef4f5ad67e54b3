// A position as an SVG picture, with our own pieces.
#pragma once

#include <string>
#include <string_view>

#include "chess/position.h"

namespace rookery::report {

/// The drawings that board_svg() refers to; once for each document.
std::string_view piece_sprite();

/// `last` (or no move) is marked; `label` is what a screen reader says.
std::string board_svg(const chess::Position& position, chess::Move last, chess::Color bottom,
                      std::string_view label);

/// Text for HTML and SVG: every character that could be markup is written as a reference.
std::string escaped(std::string_view text);

}  // namespace rookery::report
