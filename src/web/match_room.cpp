#include "web/match_room.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "chess/game.h"
#include "match/report.h"
#include "notation/fen.h"
#include "notation/text.h"
#include "play/roster.h"

namespace rookery::web {

namespace {

using namespace std::chrono_literals;
using json::Value;

/// Boards and table are sent at most this often.
constexpr auto kFlushEvery = 200ms;
/// More of the log is not shown; the database has all.
constexpr std::size_t kShownGames = 500;
constexpr std::size_t kMaxExport = 2 << 20;

const char* result_text(double white_points) {
  return white_points == 1 ? "1-0" : white_points == 0 ? "0-1" : "1/2-1/2";
}

}  // namespace

Result<std::unique_ptr<MatchRoom>, Failure> MatchRoom::open(const RoomServices& services,
                                                            std::string id, WantedMatch wanted,
                                                            const match::MatchFiles& files) {
  auto match = match::LocalMatch::open(wanted.spec, wanted.openings, files);
  if (!match) return failure("disk", match.error().message);
  std::unique_ptr<MatchRoom> room(
      new MatchRoom(services, std::move(id), std::move(wanted), *std::move(match)));
  if (!files.resume) return room;
  const auto games = room->match_->games();
  if (!games) return failure("disk", games.error().message);
  for (const match::StoredGame& game : *games)
    room->games_.push_back(
        room->game_row(game.game, result_text(game.white_points), game.termination, game.fault));
  return room;
}

MatchRoom::MatchRoom(const RoomServices& services, std::string id, WantedMatch wanted,
                     std::unique_ptr<match::LocalMatch> match)
    : services_(services),
      id_(std::move(id)),
      wanted_(std::move(wanted)),
      match_(std::move(match)),
      timer_(services.loop.make_timer()),
      boards_(static_cast<std::size_t>(wanted_.concurrency)) {
  channel_.emplace(
      services_.hub, "match/" + id_, [this] { return state(); },
      [this](bool by_somebody) {
        if (!by_somebody) services_.leave(channel_->name());
      });
}

MatchRoom::~MatchRoom() {
  if (runner_) runner_->stop();
  if (waiter_.joinable()) waiter_.join();
  runner_.reset();  // its threads use the rest
}

// --- the run ------------------------------------------------------------------------------------

Answer MatchRoom::start() {
  if (is_running()) {
    if (!stopping_.exchange(false)) return failure("busy", "This match is running already.");
    channel_->publish(progress("match_progress"));
    return Value::object();
  }
  if (is_ended()) return failure("illegal", "All games of this match have been played.");
  match::RunnerSettings settings;
  settings.players = wanted_.spec.players;
  settings.opening = [this](const match::Fixture& f) { return match_->opening(f); };
  settings.rules = wanted_.spec.rules;
  settings.concurrency = wanted_.concurrency;
  settings.make_agent = [this](const match::Player& player) -> search::MadeAgent {
    if (auto program = match::as_program(player, wanted_.spec.players, "/proc/self/exe"))
      return std::unique_ptr<search::Agent>(std::make_unique<uci::Client>(std::move(*program)));
    const auto named = play::NamedSpec::parse(player.agent);
    if (!named) return Unexpected{named.error()};
    return play::make_agent(*named);
  };
  settings.watch = [this](const match::Fixture& f, const chess::Game& game) { look(f, game); };
  stopping_ = false;
  text_.clear();
  match::GameSource& source = *this;
  runner_ = std::make_unique<match::Runner>(settings, source, [this](const std::string& text) {
    const std::lock_guard lock(mutex_);
    incident_ = text;
  });
  runner_->start();
  waiter_ = std::thread([this, &loop = services_.loop, alive = std::weak_ptr(alive_)] {
    while (!runner_->wait(1h)) {
    }
    loop.post([this, alive] {
      if (!alive.expired()) finish();
    });
  });
  channel_->publish(progress("match_progress"));
  return Value::object();
}

Answer MatchRoom::stop(bool now) {
  if (!is_running()) return failure("illegal", "This match is not running.");
  stopping_ = true;
  if (now) runner_->stop();
  channel_->publish(progress("match_progress"));
  return Value::object();
}

void MatchRoom::finish() {
  waiter_.join();
  const auto lack = runner_->lack();
  runner_.reset();
  if (lack) text_ = *lack;
  if (const auto why = match_->failure()) text_ = *why;
  flush();
  services_.matches_changed();
  if (!is_watched()) services_.leave(channel_->name());
}

std::optional<match::Fixture> MatchRoom::claim() {
  return stopping_ ? std::nullopt : match_->claim();
}

bool MatchRoom::complete(const match::Fixture& fixture, const play::PlayedGame& game) {
  const bool more = match_->complete(fixture, game);
  {
    const std::lock_guard lock(mutex_);
    news_.push_back(
        game_row(fixture.game, result_text(game.white_points()), game.termination, game.fault));
  }
  end_board(fixture.game);
  announce();
  return more;
}

void MatchRoom::give_back(const match::Fixture& fixture) {
  match_->give_back(fixture);
  end_board(fixture.game);
  announce();
}

void MatchRoom::look(const match::Fixture& fixture, const chess::Game& game) {
  Value value = {{"n", fixture.game + 1},
                 {"white", name(fixture.white)},
                 {"black", name(fixture.black)},
                 {"fen", notation::to_fen(game.position())},
                 {"ply", game.ply()}};
  if (game.ply() > 0)
    value["last"] = {notation::square_name(game.moves().back().from()),
                     notation::square_name(game.moves().back().to())};
  {
    const std::lock_guard lock(mutex_);
    auto board = std::find_if(boards_.begin(), boards_.end(),
                              [&](const Board& b) { return b.game == fixture.game; });
    if (board == boards_.end())
      board =
          std::find_if(boards_.begin(), boards_.end(), [](const Board& b) { return b.is_over; });
    if (board == boards_.end()) return;
    value["slot"] = board - boards_.begin();
    *board = {fixture.game, false, std::move(value)};
  }
  announce();
}

void MatchRoom::end_board(int game) {
  const std::lock_guard lock(mutex_);
  for (Board& board : boards_)
    if (board.game == game) board.is_over = true;
}

void MatchRoom::announce() {
  {
    const std::lock_guard lock(mutex_);
    if (std::exchange(announced_, true)) return;
  }
  services_.loop.post([this, alive = std::weak_ptr(alive_)] {
    if (!alive.expired()) timer_->after(kFlushEvery, [this] { flush(); });
  });
}

void MatchRoom::flush() {
  std::vector<Value> news;
  {
    const std::lock_guard lock(mutex_);
    announced_ = false;
    news.swap(news_);
    if (!incident_.empty()) text_ = std::exchange(incident_, {});
  }
  channel_->publish_passing({{"t", "match_boards"}, {"boards", boards_to_json()}});
  if (news.empty() && is_running()) return;
  games_.insert(games_.end(), news.begin(), news.end());
  Value event = progress("match_progress");
  event["games"] = std::move(news);
  channel_->publish(std::move(event));
}

// --- as JSON ------------------------------------------------------------------------------------

const std::string& MatchRoom::name(int player) const {
  return wanted_.spec.players[static_cast<std::size_t>(player)].name;
}

bool MatchRoom::is_ended() const {
  return match_->standings().games() == match_->schedule().size();
}

const char* MatchRoom::status() const {
  if (is_running()) return stopping_ ? "stopping" : "running";
  return is_ended() ? "ended" : "stopped";
}

Value MatchRoom::game_row(int game, const std::string& result, const std::string& how,
                          const std::string& fault) const {
  const match::Fixture fixture = match_->schedule().fixture(game);
  Value row = {{"n", game + 1},
               {"white", name(fixture.white)},
               {"black", name(fixture.black)},
               {"result", result},
               {"reason", how}};
  if (!fault.empty()) row["fault"] = fault;
  return row;
}

Value MatchRoom::standings_to_json(const match::Standings& standings) const {
  const int players = standings.players();
  std::vector<int> order(static_cast<std::size_t>(players));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return standings.total(a).points() > standings.total(b).points();
  });
  const auto ratings = match::ratings(standings);
  Value rows = Value::array();
  for (const int player : order) {
    const match::Tally& tally = standings.total(player);
    Value row = {{"name", name(player)},
                 {"points", tally.points()},
                 {"wins", tally.wins},
                 {"draws", tally.draws},
                 {"losses", tally.losses}};
    if (players == 2 && tally.games() > 0) {
      // As `rookery match` tells it: one encounter, seen from either side.
      const match::Estimate estimate = match::best_estimate(standings.between(player, 1 - player));
      row["elo"] = json::number(estimate.elo);
      row["error"] = json::number(estimate.elo_error);
      row["los"] = estimate.los;
    } else if (tally.games() > 0) {
      row["elo"] = json::number(ratings[static_cast<std::size_t>(player)].elo);
      row["error"] = json::number(ratings[static_cast<std::size_t>(player)].error);
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

Value MatchRoom::boards_to_json() const {
  const std::lock_guard lock(mutex_);
  Value boards = Value::array();
  for (const Board& board : boards_)
    if (board.game >= 0) boards.push_back(board.value);
  return boards;
}

std::string MatchRoom::end_text(const match::Standings& standings) const {
  const Value rows = standings_to_json(standings);
  const double best = rows[0]["points"], second = rows[1]["points"];
  const std::string first = rows[0]["name"];
  if (best == second) return fmt::format("The match is drawn, {:g} to {:g}.", best, second);
  if (rows.size() == 2) return fmt::format("{} wins {:g} to {:g}.", first, best, second);
  return fmt::format("{} is first with {:g} points.", first, best);
}

Value MatchRoom::progress(const char* type) const {
  const match::Standings standings = match_->standings();
  Value event = {{"t", type},
                 {"standings", standings_to_json(standings)},
                 {"done", standings.games()},
                 {"total", match_->schedule().size()},
                 {"status", status()}};
  if (!text_.empty())
    event["text"] = text_;
  else if (!is_running() && is_ended())
    event["text"] = end_text(standings);
  return event;
}

Value MatchRoom::state() const {
  Value value = progress("match");
  value["id"] = id_;
  Value players = Value::array(), games = Value::array();
  for (const match::Player& player : wanted_.spec.players) players.push_back(player.name);
  const std::size_t hidden = games_.size() - std::min(games_.size(), kShownGames);
  for (std::size_t i = hidden; i < games_.size(); ++i) games.push_back(games_[i]);
  value["players"] = std::move(players);
  value["games"] = std::move(games);
  value["boards"] = boards_to_json();
  value["spec"] = wanted_.request;
  if (!wanted_.command.empty()) value["command"] = wanted_.command;
  return value;
}

Value MatchRoom::row() const {
  Value row = summary(wanted_);
  row["done"] = match_->standings().games();
  row["status"] = status();
  return row;
}

Result<std::string, Failure> MatchRoom::pgn_of(int n) const {
  const auto games = match_->games();
  if (!games) return failure("disk", games.error().message);
  for (const match::StoredGame& game : *games)
    if (game.game == n - 1) return game.pgn;
  return failure("no_such", "This game has not been played to its end.");
}

Result<std::string, Failure> MatchRoom::pgn() const {
  const auto games = match_->games();
  if (!games) return failure("disk", games.error().message);
  std::string text;
  for (const match::StoredGame& game : *games) text += game.pgn;
  if (text.size() > kMaxExport)
    return failure("too_large", "These games are larger than 2 MB; take them one by one.");
  return text;
}

}  // namespace rookery::web
