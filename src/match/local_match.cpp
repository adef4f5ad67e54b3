#include "match/local_match.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <unordered_set>

#include "base/atomic_file.h"
#include "base/read_file.h"
#include "base/system_error.h"

namespace rookery::match {
namespace {

/// The games of a PGN file that are none of these, without what a killed program wrote of one.
std::string games_of_others(std::string_view file, const std::vector<StoredGame>& ours) {
  std::unordered_set<std::string_view> known;
  for (const StoredGame& g : ours) known.insert(g.pgn);
  std::string others;
  while (!file.empty()) {
    const auto next = file.find("\n[Event ", 1);
    const std::string_view game = file.substr(0, next == file.npos ? next : next + 1);
    const bool is_torn = next == file.npos && std::any_of(ours.begin(), ours.end(), [&](auto& g) {
                           return g.pgn.starts_with(game);
                         });
    if (!known.contains(game) && !is_torn) others += game;
    file.remove_prefix(game.size());
  }
  return others;
}

}  // namespace

LocalMatch::LocalMatch(MatchSpec spec, std::vector<Opening> openings)
    : spec_(std::move(spec)),
      schedule_(spec_.schedule()),
      openings_(std::move(openings)),
      opening_order_(
          opening_order(openings_.size(), spec_.openings.random_order, spec_.openings.seed)),
      date_(fmt::format("{:%Y.%m.%d}", fmt::localtime(std::time(nullptr)))),
      standings_(static_cast<int>(spec_.players.size()), schedule_) {}

Result<std::unique_ptr<LocalMatch>, Error> LocalMatch::open(MatchSpec spec,
                                                            std::vector<Opening> openings,
                                                            const MatchFiles& files) {
  std::unique_ptr<LocalMatch> match(new LocalMatch(std::move(spec), std::move(openings)));
  if (const auto loaded = match->load(files); !loaded) return Unexpected{loaded.error()};
  return match;
}

Result<Ok, Error> LocalMatch::load(const MatchFiles& files) {
  std::vector<StoredGame> games;
  if (!files.database.empty()) {
    auto store = ResultStore::open(files.database, spec_.identity(openings_.size()), files.resume);
    if (!store) return Unexpected{store.error()};
    auto stored = store->load(schedule_.size());
    if (!stored) return Unexpected{stored.error()};
    store_.emplace(std::move(*store));
    games = std::move(*stored);
  }
  for (int game = 0; game < schedule_.size(); ++game) todo_.insert(todo_.end(), game);
  for (const StoredGame& g : games) {
    standings_.add(schedule_.fixture(g.game), g.white_points, !g.fault.empty());
    todo_.erase(g.game);
  }
  if (files.pgn.empty()) return Ok{};
  if (files.resume)
    if (auto mended = mend_pgn(files.pgn, games); !mended) return mended;
  if (!pgn_.open(files.pgn)) return Unexpected{write_error(files.pgn)};
  pgn_path_ = files.pgn;
  return Ok{};
}

/// The store is the truth: a game that was stored but not written out, or only in part, when the
/// program was killed is put right here.
Result<Ok, Error> LocalMatch::mend_pgn(const std::string& path,
                                       const std::vector<StoredGame>& games) const {
  std::string text;
  std::error_code none;
  if (std::filesystem::exists(path, none)) {  // not if it was killed at once
    const auto before = read_file(path, FileKind::games);
    if (!before) return Unexpected{before.error()};
    text = games_of_others(*before, games);
  }
  for (const StoredGame& g : games) text += g.pgn;
  return write_file(path, text);
}

const Opening& LocalMatch::opening(const Fixture& fixture) const {
  return openings_[opening_order_[static_cast<std::size_t>(fixture.round) % opening_order_.size()]];
}

bool LocalMatch::is_decided() const {
  return spec_.sprt &&
         sprt_state(*spec_.sprt, standings_.encounter(0).pairs).decision != SprtDecision::open;
}

std::optional<Fixture> LocalMatch::claim() {
  std::lock_guard lock(mutex_);
  if (todo_.empty() || failure_ || is_decided()) return std::nullopt;
  const int game = *todo_.begin();
  todo_.erase(todo_.begin());
  return schedule_.fixture(game);
}

void LocalMatch::give_back(const Fixture& fixture) {
  std::lock_guard lock(mutex_);
  todo_.insert(fixture.game);
}

Result<Ok, Error> LocalMatch::keep(const Fixture& fixture, const play::PlayedGame& game) {
  const Player& white = spec_.players[static_cast<std::size_t>(fixture.white)];
  const Player& black = spec_.players[static_cast<std::size_t>(fixture.black)];
  const std::string text = to_pgn({spec_.event, date_}, fixture, white, black, game);
  if (store_)
    if (auto added =
            store_->add({fixture.game, white.name, black.name, game.white_points(),
                         game.termination, game.fault, static_cast<int>(game.game.ply()), text});
        !added)
      return added;
  if (!pgn_path_.empty() && !pgn_.append(text)) return Unexpected{write_error(pgn_path_)};
  return Ok{};
}

bool LocalMatch::complete(const Fixture& fixture, const play::PlayedGame& game) {
  std::lock_guard lock(mutex_);
  if (failure_ || is_decided()) return false;  // the match ended while this game did
  if (store_ || !pgn_path_.empty()) {
    const auto kept = keep(fixture, game);
    if (!kept) failure_ = kept.error().message;
  }
  if (failure_) return false;
  standings_.add(fixture, game.white_points(), !game.fault.empty());
  if (!game.fault.empty())
    faults_.push_back(fmt::format("game {}: {}", fixture.game + 1, game.fault));
  return !is_decided();
}

Standings LocalMatch::standings() const {
  std::lock_guard lock(mutex_);
  return standings_;
}

Result<std::vector<StoredGame>, Error> LocalMatch::games() const {
  std::lock_guard lock(mutex_);
  if (!store_) return Unexpected{Error{"the games of this match are not kept"}};
  return store_->load(schedule_.size());
}

std::optional<std::string> LocalMatch::failure() const {
  std::lock_guard lock(mutex_);
  return failure_;
}

std::vector<std::string> LocalMatch::take_faults() {
  std::lock_guard lock(mutex_);
  return std::exchange(faults_, {});
}

}  // namespace rookery::match
