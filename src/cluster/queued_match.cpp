#include "cluster/queued_match.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>

#include "base/sha256.h"
#include "notation/pgn_reader.h"

namespace rookery::cluster {
namespace {

using Kind = StoreError::Kind;

constexpr std::size_t kMaxTerminations = 100, kRecent = 200;
constexpr std::int64_t kPage = 500;  // units of PGN fetched at once

/// Without what differs from game to game: "Black loses: time loss: 104 ms over its time (...)" is
/// "Black loses: time loss".
std::string kind_of_end(const std::string& termination) {
  const auto first = termination.find(": ");
  return termination.substr(0,
                            first == termination.npos ? first : termination.find(": ", first + 2));
}

/// The part of a chi-square distribution beyond x (Abramowitz and Stegun 26.4.4, 26.4.5).
double chi_square_tail(double x, int freedom) {
  if (x <= 0 || freedom <= 0) return 1;
  double sum = freedom % 2 ? std::erfc(std::sqrt(x / 2)) : std::exp(-x / 2);
  double term =
      freedom % 2 ? std::sqrt(2 * x / std::numbers::pi) * std::exp(-x / 2) : std::exp(-x / 2);
  for (int k = freedom % 2 ? 1 : 2; k < freedom; k += 2) {
    if (freedom % 2 == 0) term *= x / k;
    sum += term;
    if (freedom % 2) term *= x / (k + 2);
  }
  return std::min(sum, 1.0);
}

/// So many whole games, and nothing that a terminal would obey.
bool is_pgn_of(const std::string& text, std::size_t games) {
  struct Errors : notation::PgnVisitor {
    bool any = false;
    void error(const notation::PgnError&) override { any = true; }
  } errors;
  const bool plain = std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return (c >= ' ' && c != 0x7F) || c == '\n';
  });
  if (!plain || !text.starts_with("[Event ")) return false;
  notation::PgnReader reader(text);
  while (reader.read_game(errors)) {
  }
  return !errors.any && reader.games() == games;
}

}  // namespace

QueuedMatch::QueuedMatch(JobStore& store, QueuedMatchSpec spec, TestRecord record)
    : store_(store),
      spec_(std::move(spec)),
      schedule_(spec_.plan.schedule()),
      record_(std::move(record)) {
  start_again();
}

Stored<std::unique_ptr<QueuedMatch>> QueuedMatch::submit(JobStore& store,
                                                         const QueuedMatchSpec& spec,
                                                         NewTest test) {
  json::Value value = to_json(spec);
  test.spec = json::to_text(value);
  // Not what differs from one start of the same command to the next.
  for (const char* const passing : {"date", "speed"}) value.erase(passing);
  test.token = sha256(test.kind + json::to_text(value) + test.tags);
  const auto id = store.submit(test);
  if (!id) return Unexpected{id.error()};
  return attach(store, *id);
}

Stored<std::unique_ptr<QueuedMatch>> QueuedMatch::attach(JobStore& store, Id id) {
  auto record = store.test(id);
  if (!record) return Unexpected{record.error()};
  if (!*record) return Unexpected{StoreError{Kind::refused, fmt::format("no test {}", id)}};
  auto spec = parse_match_spec((*record)->spec);
  if (!spec) return Unexpected{StoreError{Kind::broken, spec.error().message}};
  return std::unique_ptr<QueuedMatch>(
      new QueuedMatch(store, std::move(*spec), std::move(**record)));
}

void QueuedMatch::start_again() {
  purges_ = record_.purges;
  cursor_ = 0;
  read_ = 0;
  decided_ = false;
  standings_.emplace(static_cast<int>(spec_.players.size()), schedule_);
  contributions_.clear();
  terminations_.clear();
  recent_.clear();
}

Stored<Ok> QueuedMatch::follow(bool decide) {
  auto record = store_.test(id());
  if (!record) return Unexpected{record.error()};
  if (!*record) return Unexpected{StoreError{Kind::refused, "the test is gone"}};
  record_ = std::move(**record);
  if (record_.purges != purges_) start_again();
  auto page = store_.results_after(id(), cursor_);
  if (!page) return Unexpected{page.error()};
  for (const StoredResult& result : page->results) {
    const auto problem = take(result);
    if (!problem) continue;
    if (!decide) return Unexpected{StoreError{Kind::broken, *problem}};
    const std::string reason = fmt::format("unit {} of test {}: {}", result.unit, id(), *problem);
    faults_.push_back(
        fmt::format("worker {} set aside, its results purged: {}", result.worker, reason));
    if (auto aside = store_.set_aside(result.worker, reason); !aside)
      return Unexpected{aside.error()};
    if (auto purged = store_.purge(result.worker, id(), reason); !purged)
      return Unexpected{purged.error()};
    return Ok{};  // begins again at the next call
  }
  cursor_ = page->cursor;
  read_ += static_cast<std::int64_t>(page->results.size());
  const auto why = why_over();
  if (!decide || !why || record_.state == "ended") return Ok{};
  auto ended = store_.change_state(id(), {"running", "paused"}, "ended", *why);
  if (!ended) return Unexpected{ended.error()};
  auto last = store_.test(id());
  if (!last) return Unexpected{last.error()};
  if (*last) record_ = std::move(**last);
  return Ok{};
}

std::optional<std::string> QueuedMatch::take(const StoredResult& result) {
  const auto games = spec_.games_in(result, schedule_);
  if (!games) return games.error().message;
  const auto fixtures = spec_.games_of(result.unit, schedule_);
  if (decided_) return std::nullopt;  // came too late to count
  Contribution& worker = contributions_[result.worker];
  double first = 0;
  for (std::size_t i = 0; i < fixtures.size(); ++i) {
    const GameSummary& game = (*games)[i];
    if (!standings_->add(fixtures[i], game.points, !game.fault.empty())) continue;
    first += fixtures[i].white ==
                     schedule_.encounters()[static_cast<std::size_t>(fixtures[i].encounter)].first
                 ? game.points
                 : 1 - game.points;
    ++worker.games;
    worker.faults += !game.fault.empty();
    worker.time_losses += game.termination.find("time loss") != std::string::npos;
    worker.nodes += game.nodes;
    worker.time_ms += game.time_ms;
    const std::string end = kind_of_end(game.termination);
    if (terminations_.contains(end) || terminations_.size() < kMaxTerminations)
      ++terminations_[end];
    recent_.push_back({fixtures[i], game.points, game.termination, game.fault, result.worker});
    if (recent_.size() > kRecent) recent_.pop_front();
    if (!game.fault.empty())
      faults_.push_back(fmt::format("game {}: {}", game.game + 1, game.fault));
  }
  if (fixtures.size() == 2) ++worker.pairs[static_cast<std::size_t>(std::lround(2 * first))];
  decided_ = why_over().has_value();
  return std::nullopt;
}

std::optional<std::string> QueuedMatch::why_over() const {
  if (const auto& sprt = spec_.plan.sprt) {
    const auto state = match::sprt_state(*sprt, standings_->encounter(0).pairs);
    if (state.decision != match::SprtDecision::open) return match::explain(*sprt, state);
  }
  if (standings_->games() == schedule_.size()) return "all games are played";
  return std::nullopt;
}

Stored<std::string> QueuedMatch::pgn(int& left_out) {
  std::string text;
  left_out = 0;
  for (std::int64_t first = 0; first < spec_.units(); first += kPage) {
    auto page = store_.data(id(), first, kPage);
    if (!page) return Unexpected{page.error()};
    for (const StoredData& unit : *page) {
      // Another's text: only what is games all through is passed on.
      if (is_pgn_of(unit.data, spec_.games_of(unit.unit, schedule_).size()))
        text += unit.data;
      else
        ++left_out;
    }
  }
  return text;
}

Stored<std::optional<std::string>> QueuedMatch::pgn_of_unit(std::int64_t unit) {
  auto page = store_.data(id(), unit, 1);
  if (!page) return Unexpected{page.error()};
  if (page->empty() || unit >= spec_.units() ||
      !is_pgn_of((*page)[0].data, spec_.games_of(unit, schedule_).size()))
    return std::optional<std::string>();
  return std::optional(std::move((*page)[0].data));
}

std::vector<Outlier> outliers(const std::map<Id, Contribution>& contributions) {
  std::array<double, 5> all{};
  double total = 0;
  for (const auto& [id, c] : contributions)
    for (std::size_t i = 0; i < 5; ++i) all[i] += c.pairs[i], total += c.pairs[i];
  std::vector<Outlier> list;
  for (const auto& [id, c] : contributions) {
    const double own = std::accumulate(c.pairs.begin(), c.pairs.end(), 0.0), rest = total - own;
    if (own < 20 || rest < 20) continue;
    // Homogeneity of this worker's pairs and all the others': rare results are taken together, so
    // that every expected number is at least 5.
    double chi = 0, mine = 0, theirs = 0;
    int cells = 0;
    double left_own = own, left_rest = rest;
    for (std::size_t i = 0; i < 5; ++i) {
      mine += c.pairs[i];
      theirs += all[i] - c.pairs[i];
      const auto enough = [&](double a, double b) {
        return (a + b) * std::min(own, rest) / total >= 5;
      };
      const bool last = i == 4 || !enough(left_own - mine, left_rest - theirs);
      if (!last && !enough(mine, theirs)) continue;
      if (last) mine = left_own, theirs = left_rest;
      const double both = mine + theirs;
      if (both > 0) {
        chi += std::pow(mine - both * own / total, 2) / (both * own / total) +
               std::pow(theirs - both * rest / total, 2) / (both * rest / total);
        ++cells;
      }
      left_own -= mine, left_rest -= theirs;
      mine = theirs = 0;
      if (last) break;
    }
    list.push_back({id, chi, chi_square_tail(chi, cells - 1)});
  }
  std::sort(list.begin(), list.end(),
            [](const Outlier& a, const Outlier& b) { return a.probability < b.probability; });
  return list;
}

}  // namespace rookery::cluster
