// What the bot says in the chat of a game.
#pragma once

#include <chrono>
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

/// How many answers a game's chat may ask for: a few at once, then one every ten seconds. What more
/// is asked is not answered, so that nobody keeps the bot from other errands by chatting.
class ChatAllowance {
 public:
  bool take(std::chrono::steady_clock::time_point now);

 private:
  static constexpr int kMost = 5;
  static constexpr std::chrono::seconds kRefill{10};
  int left_ = kMost;
  std::chrono::steady_clock::time_point since_{};  // when the next refill began to count
};

/// The answer to a line that begins with '!'; none for other lines. Fits Lichess's 140 characters.
std::optional<std::string> answer_chat(std::string_view line, const ChatFacts& facts);
/// Fills {opponent} and {me}.
std::string fill_in(std::string_view text, const ChatFacts& facts);

}  // namespace rookery::lichess
