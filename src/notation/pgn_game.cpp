// Builds PgnGame from what the reader tells, and takes evaluations and clocks out of comments.
#include "notation/pgn_game.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "notation/text.h"

namespace rookery::notation {

using namespace chess;

std::string_view PgnGame::tag(std::string_view name) const {
  for (const auto& [key, value] : tags)
    if (key == name) return value;
  return {};
}

void PgnGame::set_tag(std::string_view name, std::string_view value) {
  for (auto& [key, old] : tags)
    if (key == name) {
      old = value;
      return;
    }
  tags.emplace_back(name, value);
}

Game PgnGame::to_game() const {
  Game game(start, chess960);
  for (const PgnMove& m : moves) {
    if (!m.move) break;
    game.play(m.move);
  }
  return game;
}

PgnGame PgnGame::from_game(const Game& game) {
  PgnGame result;
  result.start = game.start();
  result.chess960 = game.is_chess960();
  for (const Move move : game.moves()) result.moves.emplace_back(move);
  if (const auto outcome = game.outcome(false)) result.result = result_text(*outcome);
  return result;
}

namespace {

/// "0.35", "-1.2,18", "#-3".
std::optional<PgnEval> parse_eval(std::string_view text) {
  PgnEval eval;
  const std::size_t comma = text.find(',');
  if (comma != std::string_view::npos) {
    const std::string_view depth = trim(text.substr(comma + 1));
    std::from_chars(depth.data(), depth.data() + depth.size(), eval.depth);
    if (eval.depth < 0) eval.depth = 0;
    text = trim(text.substr(0, comma));
  }
  const bool is_mate = text.starts_with('#');
  if (is_mate) text.remove_prefix(1);
  if (text.starts_with('+')) text.remove_prefix(1);
  const char* const end = text.data() + text.size();
  if (is_mate) {
    const auto [stop, code] = std::from_chars(text.data(), end, eval.mate);
    if (code != std::errc{} || stop != end || eval.mate == 0) return std::nullopt;
    return eval;
  }
  double pawns = 0;
  const auto [stop, code] = std::from_chars(text.data(), end, pawns, std::chars_format::fixed);
  if (code != std::errc{} || stop != end || !(std::abs(pawns) < 1e6)) return std::nullopt;
  eval.centipawns = static_cast<int>(std::lround(pawns * 100));
  return eval;
}

/// "1:02:03", "02:03", "0:00:04.5".
std::optional<std::chrono::milliseconds> parse_clock(std::string_view text) {
  double seconds = 0;
  for (;;) {
    const std::size_t colon = text.find(':');
    const std::string_view part = text.substr(0, colon);
    double value = 0;
    const char* const end = part.data() + part.size();
    const auto [stop, code] = std::from_chars(part.data(), end, value, std::chars_format::fixed);
    if (code != std::errc{} || stop != end || !(value >= 0 && value < 1e9)) return std::nullopt;
    seconds = seconds * 60 + value;
    if (!(seconds < 1e9)) return std::nullopt;
    if (colon == std::string_view::npos) break;
    text.remove_prefix(colon + 1);
  }
  return std::chrono::milliseconds(std::llround(seconds * 1000));
}

}  // namespace

PgnComment parse_pgn_comment(std::string_view text) {
  PgnComment result;
  std::string comment, rest;
  append_words(comment, text);
  std::size_t at = 0;
  for (;;) {
    const std::size_t open = comment.find("[%", at);
    const std::size_t close = open == std::string_view::npos ? open : comment.find(']', open);
    if (close == std::string_view::npos) break;
    const std::string_view command = std::string_view(comment).substr(open + 2, close - open - 2);
    const std::size_t space = std::min(command.find(' '), command.size());
    const std::string_view name = command.substr(0, space), value = trim(command.substr(space));
    bool taken = false;
    if (name == "eval" && !result.eval) taken = (result.eval = parse_eval(value)).has_value();
    if (name == "clk" && !result.clock) taken = (result.clock = parse_clock(value)).has_value();
    rest.append(comment, at, (taken ? open : close + 1) - at);
    if (taken) rest += ' ';
    at = close + 1;
  }
  rest.append(comment, at);
  append_words(result.text, rest);
  return result;
}

namespace {

class GameBuilder final : public PgnVisitor {
 public:
  PgnGame game;

  void tag(std::string_view name, std::string_view value) override {
    game.tags.emplace_back(name, value);
  }
  bool begin_moves(const Position& start, bool chess960) override {
    game.start = start;
    game.chess960 = chess960;
    lines_.push_back({});
    return true;
  }
  void move(const Position&, Move move, const Position&) override {
    Line& line = lines_.back();
    line.settle();
    line.moves.emplace_back(move);
    line.moves.back().comment_before = std::move(line.comment);
    line.comment.clear();
  }
  void nag(int nag) override {
    lines_.back().moves.back().nags.push_back(static_cast<std::uint8_t>(nag));
  }
  void comment(std::string_view text) override {
    Line& line = lines_.back();
    if (line.moves.empty()) return append_words(line.comment, text);
    append_words(line.moves.back().comment, text);
  }
  void begin_variation() override { lines_.push_back({}); }
  void end_variation() override {
    lines_.back().settle();
    std::vector<PgnMove> variation = std::move(lines_.back().moves);
    lines_.pop_back();
    if (!variation.empty()) lines_.back().moves.back().variations.push_back(std::move(variation));
  }
  void error(const PgnError& error) override { game.error = error; }
  void end_game(std::string_view result) override {
    game.result = result;
    while (lines_.size() > 1) end_variation();  // left open by a broken game
    if (lines_.empty()) return;
    Line& main_line = lines_.front();
    main_line.settle();
    game.moves = std::move(main_line.moves);
    game.comment = std::move(main_line.comment);
    if (!game.moves.empty()) game.comment = std::move(game.moves.front().comment_before);
    if (!game.moves.empty()) game.moves.front().comment_before.clear();
  }

 private:
  struct Line {
    std::vector<PgnMove> moves;
    std::string comment;  // before the first move

    /// Several comments on one move become one, as which they will be written; when it is whole,
    /// evaluation and clock are taken out of it.
    void settle() {
      if (moves.empty()) return;
      PgnMove& last = moves.back();
      PgnComment parsed = parse_pgn_comment(last.comment);
      last.eval = parsed.eval;
      last.clock = parsed.clock;
      last.comment = std::move(parsed.text);
    }
  };
  std::vector<Line> lines_;
};

}  // namespace

std::optional<PgnGame> read_pgn_game(PgnReader& reader) {
  GameBuilder builder;
  if (!reader.read_game(builder)) return std::nullopt;
  return std::move(builder.game);
}

}  // namespace rookery::notation
