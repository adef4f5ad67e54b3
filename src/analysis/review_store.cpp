#include "analysis/review_store.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/json.h"
#include "base/atomic_file.h"
#include "base/hash.h"
#include "base/read_file.h"
#include "json/door.h"
#include "notation/fen.h"
#include "notation/uci_move.h"

namespace rookery::analysis {

namespace fs = std::filesystem;

namespace {

/// To be raised when the same question would get another answer.
constexpr int kFormat = 4;
constexpr json::Limits kFileLimits{std::size_t{64} << 20, 16, 4'000'000};

}  // namespace

fs::path ReviewStore::file(const chess::Game& game, const ReviewOptions& options) const {
  std::string key =
      fmt::format("{} {} {} {} {} {} ", kFormat, engine_, options.position.nodes,
                  options.position.move_time.value_or(search::Milliseconds(0)).count(),
                  options.levels, notation::to_fen(game.start()));
  for (const chess::Move move : game.moves()) key += notation::to_uci(move, true) + ' ';
  const auto bytes = std::as_bytes(std::span(key));
  return folder_ / fmt::format("{:016x}{:016x}.json", hash_bytes(bytes), hash_bytes(bytes, 1));
}

std::optional<GameReview> ReviewStore::find(const chess::Game& game,
                                            const ReviewOptions& options) const {
  const auto text = read_file(file(game, options), FileKind::state);
  if (!text) return std::nullopt;
  const auto value = json::parse_untrusted(*text, kFileLimits);
  if (!value) return std::nullopt;
  auto review = review_from_json(*value, game);
  if (!review) return std::nullopt;
  return *std::move(review);
}

Result<Ok, Error> ReviewStore::keep(const chess::Game& game, const ReviewOptions& options,
                                    const GameReview& review) const {
  std::error_code failed;
  fs::create_directories(folder_, failed);
  return write_file(file(game, options), to_json(review, game).dump(), Writing::own_state);
}

void ReviewStore::prune(std::size_t most) const {
  std::error_code failed;
  std::vector<std::pair<fs::file_time_type, fs::path>> files;
  for (const auto& entry : fs::directory_iterator(folder_, failed))
    if (entry.path().extension() == ".json")
      files.emplace_back(entry.last_write_time(failed), entry.path());
  if (files.size() <= most) return;
  std::sort(files.begin(), files.end());
  for (std::size_t i = 0; i < files.size() - most; ++i) fs::remove(files[i].second, failed);
}

}  // namespace rookery::analysis
