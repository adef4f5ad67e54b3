// What the bot says in the chat of a game.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "search/search_info.h"

namespace rookery::lichess {

/// What the answers are made of.
struct ChatFacts {
  std::string me;
  std::string opponent;
  std::string agent;    ///< the agent's name
  std::string version;  ///< of the program
  std::string level;    ///< the agent as configured, with its limits
  /// The last search: from our view.
  std::optional<search::SearchInfo> last_search;
};

/// The answer to a line that begins with '!'; none for other lines. Fits Lichess's 140 characters.
std::optional<std::string> answer_chat(std::string_view line, const ChatFacts& facts);
/// Fills {opponent} and {me}.
std::string fill_in(std::string_view text, const ChatFacts& facts);

}  // namespace rookery::lichess
