// The chat's commands.
#include "lichess/chat.h"

#include <fmt/format.h>

#include <algorithm>

namespace rookery::lichess {
namespace {

constexpr std::size_t kMaxLength = 140;

std::string shorten(std::string text) {
  if (text.size() > kMaxLength) {
    std::size_t end = kMaxLength;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;  // whole UTF-8
    text.resize(end);
  }
  return text;
}

}  // namespace

bool ChatAllowance::take(std::chrono::steady_clock::time_point now) {
  for (; left_ < kMost && now - since_ >= kRefill; since_ += kRefill) ++left_;
  if (left_ == kMost) since_ = now;
  if (left_ == 0) return false;
  --left_;
  return true;
}

std::optional<std::string> answer_chat(std::string_view line, const ChatFacts& facts) {
  if (line.size() < 2 || line[0] != '!') return std::nullopt;
  std::string command(line.substr(1, line.find(' ') - 1));
  std::transform(command.begin(), command.end(), command.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (command == "name")
    return shorten(
        fmt::format("{} plays by Rookery {}, agent {}.", facts.me, facts.version, facts.agent));
  if (command == "level") return shorten(fmt::format("I play as {}.", facts.level));
  if (command == "eval") {
    if (!facts.last_search) return "I have not thought yet.";
    const search::SearchInfo& info = *facts.last_search;
    const std::string score =
        info.score.mate != 0
            ? fmt::format("{} in {}", info.score.mate > 0 ? "I mate" : "I am mated",
                          std::abs(info.score.mate))
            : fmt::format("{:+.2f} for me", info.score.centipawns / 100.0);
    return shorten(fmt::format("{}, depth {}, {} nodes.", score, info.depth, info.nodes));
  }
  if (command == "help") return "Commands: !name, !level, !eval";
  return std::nullopt;
}

std::string fill_in(std::string_view text, const ChatFacts& facts) {
  std::string out(text);
  for (const auto& [mark, value] :
       {std::pair<std::string_view, const std::string&>{"{opponent}", facts.opponent},
        {"{me}", facts.me}})
    for (std::size_t at = 0; (at = out.find(mark, at)) != std::string::npos; at += value.size())
      out.replace(at, mark.size(), value);
  return shorten(std::move(out));
}

}  // namespace rookery::lichess
