#include "uci/go_command.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>

#include "eval/score.h"
#include "notation/uci_move.h"

namespace rookery::uci {

namespace {

using chess::Color;
using search::Milliseconds;

/// A whole number at the front of a word, brought into [low, high].
std::optional<std::int64_t> number(std::string_view word, std::int64_t low, std::int64_t high) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error == std::errc::result_out_of_range) return word.starts_with('-') ? low : high;
  if (error != std::errc{}) return std::nullopt;
  return std::clamp(value, low, high);
}

bool looks_like_move(std::string_view word) {
  return word.size() >= 4 && word[0] >= 'a' && word[0] <= 'h' && word[1] >= '1' && word[1] <= '8';
}

}  // namespace

GoCommand parse_go(Words words, const chess::Position& position) {
  constexpr std::int64_t kMaxTime = 1'000'000'000'000;  // about thirty years
  constexpr std::int64_t kMaxInt = std::numeric_limits<int>::max();
  GoCommand command;
  search::Limits& limits = command.limits;
  std::optional<std::int64_t> time[2], increment[2];
  while (!words.empty()) {
    const std::string_view word = words.next();
    // The number that belongs to `word`; a word that is none is left for the next round.
    const auto take = [&](std::int64_t low, std::int64_t high) {
      const auto value = number(words.peek(), low, high);
      if (value)
        words.next();
      else
        command.complaints.push_back("go: " + std::string(word) + " without a number");
      return value;
    };
    if (word == "infinite") {
      limits.infinite = true;
    } else if (word == "ponder") {
      limits.ponder = true;
    } else if (word == "searchmoves") {
      while (!words.empty()) {
        const auto move = notation::parse_uci_move(position, words.peek());
        if (!move && !looks_like_move(words.peek())) break;
        if (move)
          limits.search_moves.push_back(*move);
        else
          command.complaints.push_back("go: searchmoves: " + move.error().message);
        words.next();
      }
    } else if (word == "wtime") {
      // A clock that has run out still asks for a move.
      time[index(Color::white)] = take(1, kMaxTime);
    } else if (word == "btime") {
      time[index(Color::black)] = take(1, kMaxTime);
    } else if (word == "winc") {
      increment[index(Color::white)] = take(0, kMaxTime);
    } else if (word == "binc") {
      increment[index(Color::black)] = take(0, kMaxTime);
    } else if (word == "movestogo") {
      if (const auto n = take(0, kMaxInt); n && *n > 0) limits.moves_to_go = static_cast<int>(*n);
    } else if (word == "depth") {
      if (const auto n = take(1, eval::kMaxPly - 1)) limits.depth = static_cast<int>(*n);
    } else if (word == "nodes") {
      if (const auto n = take(1, std::numeric_limits<std::int64_t>::max()))
        limits.nodes = static_cast<std::uint64_t>(*n);
    } else if (word == "mate") {
      if (const auto n = take(1, eval::kMaxPly / 2)) limits.mate = static_cast<int>(*n);
    } else if (word == "movetime") {
      if (const auto n = take(1, kMaxTime)) limits.move_time = Milliseconds(*n);
    } else if (word == "perft") {
      command.perft = static_cast<int>(take(1, 99).value_or(0));
    } else {
      command.complaints.push_back("go: skipped '" + std::string(word) + "'");
    }
  }
  for (const Color c : chess::kColors)
    if (time[index(c)])
      limits.clock[index(c)] = search::ClockState{Milliseconds(*time[index(c)]),
                                                  Milliseconds(increment[index(c)].value_or(0))};
  // Only the opponent's clock is told: better to take it for ours than to think without end.
  const Color us = position.side_to_move();
  if (!limits.has_clock(us)) limits.clock[index(us)] = limits.clock[index(~us)];
  return command;
}

}  // namespace rookery::uci
