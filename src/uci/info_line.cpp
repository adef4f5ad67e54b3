#include "uci/info_line.h"

#include <algorithm>
#include <charconv>

#include "chess/make_move.h"
#include "eval/score.h"
#include "notation/uci_move.h"

namespace rookery::uci {
namespace {

/// Brought into range: whoever counts with it later need not think of overflow.
template <class T>
T next_number(std::string_view& text, T min, T max) {
  const std::string_view word = next_word(text);
  T value{};
  std::from_chars(word.data(), word.data() + word.size(), value);
  return std::clamp(value, min, max);
}

constexpr int kMaxDepth = 10'000, kMaxLines = 500, kMaxCentipawns = 1'000'000;
constexpr std::uint64_t kMaxCount = 1'000'000'000'000'000;

}  // namespace

std::string_view next_word(std::string_view& text) {
  // By hand: this is most of what reading an engine costs, and the library's searches for a set of
  // characters call a function for every one.
  const auto is_space = [](char c) { return c == ' ' || c == '\t'; };
  std::size_t begin = 0;
  while (begin < text.size() && is_space(text[begin])) ++begin;
  std::size_t end = begin;
  while (end < text.size() && !is_space(text[end])) ++end;
  const std::string_view word = text.substr(begin, end - begin);
  text.remove_prefix(end);
  return word;
}

std::optional<search::SearchInfo> parse_info(std::string_view line, const chess::Position& root) {
  search::SearchInfo info;
  bool says_something = false;
  for (std::string_view word = next_word(line); !word.empty(); word = next_word(line)) {
    if (word == "depth") {
      info.depth = next_number(line, 0, kMaxDepth);
    } else if (word == "seldepth") {
      info.selective_depth = next_number(line, 0, kMaxDepth);
    } else if (word == "multipv") {
      info.multi_pv = next_number(line, 1, kMaxLines);
    } else if (word == "nodes") {
      info.nodes = next_number(line, std::uint64_t{0}, kMaxCount);
    } else if (word == "time") {
      info.time = std::chrono::milliseconds(next_number(line, 0L, 1L << 40));
    } else if (word == "hashfull") {
      info.hash_full = next_number(line, 0, 1000);
    } else if (word == "tbhits") {
      info.tablebase_hits = next_number(line, std::uint64_t{0}, kMaxCount);
    } else if (word == "wdl") {
      const int win = next_number(line, 0, 1000), draw = next_number(line, 0, 1000);
      info.wdl = search::WinDrawLoss{win, draw, next_number(line, 0, 1000)};
    } else if (word == "score") {
      const std::string_view unit = next_word(line);
      if (unit == "mate") {
        const int value = next_number(line, -eval::kMaxPly / 2, eval::kMaxPly / 2);
        info.score.mate = value == 0 ? -1 : value;  // "mate 0": mated where it stands
        const int plies = value > 0 ? 2 * value - 1 : -2 * value;
        info.score.centipawns = value > 0 ? eval::mate_in(plies) : eval::mated_in(plies);
      } else {
        info.score.centipawns = next_number(line, -kMaxCentipawns, kMaxCentipawns);
      }
      info.score.own_units = info.score.centipawns;
      says_something = true;
    } else if (word == "lowerbound") {
      info.bound = search::Bound::lower;
    } else if (word == "upperbound") {
      info.bound = search::Bound::upper;
    } else if (word == "pv") {
      says_something = true;
      chess::Position position = root;
      for (word = next_word(line); !word.empty(); word = next_word(line)) {
        const auto move = notation::parse_uci_move(position, word);
        if (!move) break;
        info.pv.push_back(*move);
        position.make_move(*move);
      }
      break;
    } else if (word == "string") {
      const auto begin = std::min(line.find_first_not_of(' '), line.size());
      info.text = line.substr(begin);
      says_something = !info.text.empty();
      break;
    }
  }
  if (!says_something) return std::nullopt;
  return info;
}

}  // namespace rookery::uci
