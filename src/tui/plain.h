// Line mode: the game in plain lines of text, for scripts, pipes and screen readers.
#pragma once

#include <cstdio>

#include "tui/app.h"

namespace rookery::tui {

struct PlainOptions {
  play::GameRecord record;
  play::AgentPool agents{};
  std::optional<std::filesystem::path> state = play::state_directory();  ///< none: nothing is kept
  std::optional<std::filesystem::path> resumed_file{};
  bool unicode = false;
  bool moves_only = false;  ///< no board, no words: only the moves of the other side, in UCI
};

/// Asks who plays for those that a file names and that cannot be had. False: the input ended.
bool ask_for_players(play::GameRecord& record, std::FILE* in, std::FILE* out);

/// Reads moves and commands from `in` until the game or the input ends. Returns the exit status.
int run_plain(PlainOptions options, std::FILE* in, std::FILE* out);

/// Eight lines with coordinates; White's letters are capitals, or outlines in Unicode.
std::string board_text(const chess::Position& position, bool flipped, bool unicode);

}  // namespace rookery::tui
