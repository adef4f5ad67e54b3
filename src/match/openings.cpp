#include "match/openings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <numeric>
#include <sstream>
#include <unordered_set>

#include "base/read_file.h"
#include "base/rng.h"
#include "base/system_error.h"
#include "chess/make_move.h"
#include "chess/movegen.h"
#include "match/builtin_openings.h"
#include "notation/epd.h"
#include "notation/fen.h"
#include "notation/pgn_tree.h"

namespace rookery::match {
namespace {

constexpr std::string_view kSquareChars =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

Result<std::vector<Opening>, Error> load_pgn(const std::string& path, int plies) {
  const auto descriptor = open_ordinary_file(path);
  if (!descriptor) return Unexpected{descriptor.error()};
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(fdopen(*descriptor, "rb"),
                                                             std::fclose);
  if (!file) return Unexpected{system_error("open " + path)};
  notation::PgnReader reader(file.get());
  std::vector<Opening> openings;
  while (const auto game = notation::read_game_tree(reader)) {
    if (game->error) return Unexpected{Error{fmt::format("{}: {}", path, game->error->text())}};
    const chess::GameTree& tree = game->tree;
    Opening opening{tree.start(), {}, tree.is_chess960()};
    for (const chess::NodeId n : tree.main_line()) {
      if (!tree.move(n) || (plies > 0 && opening.moves.size() == static_cast<std::size_t>(plies)))
        break;
      opening.moves.push_back(tree.move(n));
    }
    openings.push_back(std::move(opening));
  }
  return openings;
}

Result<std::vector<Opening>, Error> load_epd(const std::string& path) {
  const auto text = read_file(path, FileKind::positions);
  if (!text) return Unexpected{text.error()};
  std::istringstream file(*text);
  std::vector<Opening> openings;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    if (line.find_first_not_of(" \t\r") == line.npos || line[0] == '#') continue;
    const auto record = notation::parse_epd(line);
    if (!record)
      return Unexpected{Error{fmt::format("{}:{}: {}", path, number, record.error().message)}};
    openings.push_back({record->position, {}, notation::needs_chess960(record->position)});
  }
  return openings;
}

}  // namespace

Result<std::vector<Opening>, Error> load_openings(const std::string& path, int plies) {
  auto openings = path.ends_with(".pgn") ? load_pgn(path, plies) : load_epd(path);
  if (openings && openings->empty())
    return Unexpected{Error{fmt::format("'{}' holds no opening", path)}};
  if (openings)
    for (std::size_t i = 0; i < openings->size(); ++i) {
      chess::Game game((*openings)[i].start);
      for (const chess::Move m : (*openings)[i].moves) game.play(m);
      if (game.outcome())
        return Unexpected{Error{fmt::format("{}: opening {} is a finished game", path, i + 1)}};
    }
  return openings;
}

std::vector<std::uint32_t> opening_order(std::size_t count, bool random, std::uint64_t seed) {
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0u);
  if (random) {
    Rng rng(seed);  // Fisher-Yates by hand: std::shuffle differs between libraries
    for (std::size_t i = count; i > 1; --i)
      std::swap(order[i - 1], order[rng.below(static_cast<std::uint32_t>(i))]);
  }
  return order;
}

chess::Game Opening::game() const {
  chess::Game game(start, chess960);
  for (const chess::Move m : moves) game.play(m);
  return game;
}

std::string pack_opening(const Opening& opening) {
  std::string text;
  for (const chess::Move m : opening.moves) {
    text += kSquareChars[static_cast<std::size_t>(index(m.from()))];
    text += kSquareChars[static_cast<std::size_t>(index(m.to()))];
  }
  return text;
}

std::optional<Opening> unpack_opening(std::string_view text) {
  Opening opening;
  chess::Position position = opening.start;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    const auto from = kSquareChars.find(text[i]), to = kSquareChars.find(text[i + 1]);
    const auto moves = chess::legal_moves(position);
    const auto* move = std::find_if(moves.begin(), moves.end(), [&](chess::Move m) {
      return static_cast<std::size_t>(index(m.from())) == from &&
             static_cast<std::size_t>(index(m.to())) == to && !m.is_promotion();
    });
    if (move == moves.end()) return std::nullopt;
    opening.moves.push_back(*move);
    position.make_move(*move);
  }
  return opening;
}

const std::vector<Opening>& builtin_openings() {
  static const std::vector<Opening> openings = [] {
    std::vector<Opening> list;
    for (std::string_view text = kBuiltinOpenings; !text.empty();) {
      const auto end = std::min(text.find('\n'), text.size());
      if (auto opening = unpack_opening(text.substr(0, end))) list.push_back(std::move(*opening));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    return list;
  }();
  return openings;
}

std::vector<Opening> generate_openings(const OpeningSettings& settings, search::Agent& judge,
                                       const std::function<bool(int)>& progress) {
  std::vector<Opening> found;
  std::unordered_set<chess::Key> seen;
  search::NullSink sink;
  Rng rng(settings.seed);
  int fruitless = 0;  // draws in a row that gave nothing new: perhaps there is nothing new
  const auto spread = static_cast<std::uint32_t>(settings.max_plies - settings.min_plies + 1);
  while (found.size() < static_cast<std::size_t>(settings.count) && ++fruitless <= 100'000) {
    if (!progress(static_cast<int>(found.size()))) break;
    const int plies = settings.min_plies + static_cast<int>(rng.below(spread));
    chess::Game game;
    bool usable = true;
    for (int i = 0; i < plies && usable; ++i) {
      const auto moves = chess::legal_moves(game.position());
      usable = !moves.empty();
      if (!usable) break;
      const chess::Move m = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
      usable = !m.is_promotion();
      if (usable) game.play(m);
    }
    if (!usable || game.outcome() || game.position().in_check()) continue;
    if (!seen.insert(game.position().key()).second) continue;
    fruitless = 0;
    judge.new_game();
    search::Control control;
    const auto result = judge.think(game, settings.limits, control, sink);
    const search::Score score = result.info.score;
    if (result.failure || !result.best || score.mate != 0 ||
        std::abs(score.centipawns) > settings.max_score)
      continue;
    Opening opening;
    opening.moves.assign(game.moves().begin(), game.moves().end());
    found.push_back(std::move(opening));
  }
  return found;
}

}  // namespace rookery::match
