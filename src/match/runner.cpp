#include "match/runner.h"

#include <fmt/format.h>

#include <system_error>

namespace rookery::match {
namespace {

/// Stands in for an agent that could not be made: loses its games with the reason.
class AbsentAgent final : public search::Agent {
 public:
  explicit AbsentAgent(std::string reason) : reason_(std::move(reason)) {}
  std::string_view name() const override { return "absent"; }
  search::SearchResult think(const chess::Game&, const search::Limits&, search::Control&,
                             search::InfoSink&) override {
    search::SearchResult result;
    result.failure = "no start: " + reason_;
    return result;
  }

 private:
  std::string reason_;
};

}  // namespace

std::optional<std::string> lack_behind(const play::PlayedGame& game) {
  for (const std::string_view lack : {"no start: cannot fork", "no start: cannot open a pipe"})
    if (const auto at = game.fault.find(lack); at != std::string::npos)
      return game.fault.substr(at + 10, game.fault.find('\n', at) - at - 10);
  return std::nullopt;
}

Runner::Runner(RunnerSettings settings, GameSource& source, Incident incident)
    : settings_(std::move(settings)), source_(source), incident_(std::move(incident)) {}

Runner::~Runner() {
  while (!wait(std::chrono::milliseconds(50))) stop();
  for (auto& worker : workers_)
    if (worker->thread.joinable()) worker->thread.join();
}

void Runner::start() {
  for (int i = 0; i < settings_.concurrency; ++i) {
    workers_.push_back(std::make_unique<Worker>());
    workers_.back()->agents.resize(settings_.players.size());
  }
  std::lock_guard lock(mutex_);
  for (auto& worker : workers_) {
    try {
      worker->thread = std::thread([this, w = worker.get()] { work(*w); });
      ++running_;
    } catch (const std::system_error& error) {
      const std::string why = fmt::format("no further thread: {}", error.code().message());
      if (running_ == 0) lack_ = why;
      if (running_ > 0 && incident_)
        incident_(fmt::format("{} instead of {} games at a time: {}", running_,
                              settings_.concurrency, why));
      break;
    }
  }
}

bool Runner::wait(std::chrono::milliseconds time) {
  std::unique_lock lock(mutex_);
  return done_.wait_for(lock, time, [&] { return running_ == 0; });
}

void Runner::stop() {
  abort_ = true;
  for (auto& worker : workers_) worker->control.stop();
}

std::optional<Fixture> Runner::claim() { return abort_ ? std::nullopt : source_.claim(); }

void Runner::work(Worker& worker) {
  std::optional<Fixture> fixture;  // claimed and not yet completed
  std::optional<std::string> lack;
  try {
    fixture = claim();
    play_games(worker, fixture);
  } catch (const std::bad_alloc&) {
    lack = "out of memory";
  } catch (const std::exception& error) {  // no thread to be had, or an engine that says so
    lack = error.what();
  }
  if (fixture) source_.give_back(*fixture);
  worker.agents.clear();
  std::lock_guard lock(mutex_);
  --running_;
  if (lack && running_ > 0 && incident_)
    incident_(fmt::format("{} games at a time from now on: {}", running_, *lack));
  else if (lack)
    lack_ = lack;
  done_.notify_all();
}

void Runner::play_games(Worker& worker, std::optional<Fixture>& fixture) {
  while (fixture) {
    auto game = play(worker, *fixture);
    if (!game) return;  // broken off
    if (const auto lack = lack_behind(*game)) throw std::runtime_error(*lack);
    std::optional<Fixture> next = claim();
    if (!next) send_home(worker, *fixture, *game);
    const Fixture played = *std::exchange(fixture, next);
    if (!source_.complete(played, *game)) {
      stop();
      return;
    }
  }
}

void Runner::tell(const std::string& text) {
  std::lock_guard lock(mutex_);
  if (incident_) incident_(text);
}

/// The engines quit before a worker's last game counts, so that one that does not go when it is
/// told to loses that game like any other that stalls.
void Runner::send_home(Worker& worker, const Fixture& fixture, play::PlayedGame& game) {
  for (std::size_t i = 0; i < worker.agents.size(); ++i) {
    const auto text = worker.agents[i] ? worker.agents[i]->quit() : std::nullopt;
    if (!text) continue;
    const int player = static_cast<int>(i);
    const bool played = player == fixture.white || player == fixture.black;
    if (played && game.fault.empty() && text->starts_with("stall"))
      forfeit(game, settings_.players[i],
              player == fixture.white ? chess::Color::white : chess::Color::black,
              chess::EndReason::forfeit, *text + "\n  sent: quit");
    else
      tell(settings_.players[i].name + ": " + *text);
  }
}

std::optional<play::PlayedGame> Runner::play(Worker& worker, const Fixture& fixture) {
  for (const int player : {fixture.white, fixture.black}) {
    auto& agent = worker.agents[static_cast<std::size_t>(player)];
    if (agent) continue;
    auto made = settings_.make_agent(settings_.players[static_cast<std::size_t>(player)]);
    agent = made ? std::move(*made) : std::make_unique<AbsentAgent>(made.error().message);
  }
  const auto seat = [&](int player) {
    return Seat{*worker.agents[static_cast<std::size_t>(player)],
                settings_.players[static_cast<std::size_t>(player)]};
  };
  Watcher watch;
  if (settings_.watch) watch = [&](const chess::Game& game) { settings_.watch(fixture, game); };
  return play_game(seat(fixture.white), seat(fixture.black), settings_.opening(fixture),
                   settings_.rules, worker.control, abort_, watch);
}

}  // namespace rookery::match
