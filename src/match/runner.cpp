#include "match/runner.h"

#include "uci/client.h"

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

Runner::Runner(RunnerSettings settings, const Schedule& schedule, AgentFactory factory,
               Events events)
    : settings_(std::move(settings)),
      schedule_(schedule),
      factory_(std::move(factory)),
      events_(std::move(events)) {}

Runner::~Runner() {
  while (!wait(std::chrono::milliseconds(50))) stop();
  for (auto& worker : workers_) worker->thread.join();
}

const Opening& Runner::opening_of(const Fixture& fixture) const {
  const auto& order = settings_.opening_order;
  return settings_.openings[order[static_cast<std::size_t>(fixture.round) % order.size()]];
}

void Runner::start(const std::function<bool(int)>& played) {
  for (int game = 0; game < schedule_.size(); ++game)
    if (!played(game)) todo_.push_back(game);
  running_ = std::min(settings_.concurrency, static_cast<int>(todo_.size()));
  for (int i = 0; i < running_; ++i) {
    workers_.push_back(std::make_unique<Worker>());
    workers_.back()->agents.resize(settings_.players.size());
  }
  for (auto& worker : workers_)
    worker->thread = std::thread([this, w = worker.get()] { work(*w); });
}

bool Runner::wait(std::chrono::milliseconds time) {
  std::unique_lock lock(mutex_);
  return done_.wait_for(lock, time, [&] { return running_ == 0; });
}

void Runner::stop() {
  abort_ = true;
  for (auto& worker : workers_) worker->control.stop();
}

void Runner::work(Worker& worker) {
  for (int game = claim(), next = -1; game >= 0; game = next) {
    const Fixture fixture = schedule_.fixture(game);
    auto record = play(worker, fixture);
    if (!record) break;
    next = claim();
    if (next < 0) send_home(worker, fixture, *record);
    if (!count(fixture, *record)) break;
  }
  worker.agents.clear();
  std::lock_guard lock(mutex_);
  --running_;
  done_.notify_all();
}

int Runner::claim() {
  std::lock_guard lock(mutex_);
  return !abort_ && next_ < todo_.size() ? todo_[next_++] : -1;
}

void Runner::tell(const std::string& name, const std::string& text) {
  std::lock_guard lock(mutex_);
  if (events_.incident) events_.incident(name + ": " + text);
}

/// The engines quit before a worker's last game counts, so that one that does not go when it is
/// told to loses that game like any other that stalls.
void Runner::send_home(Worker& worker, const Fixture& fixture, GameRecord& record) {
  for (std::size_t i = 0; i < worker.agents.size(); ++i) {
    auto* engine = dynamic_cast<uci::Client*>(worker.agents[i].get());
    const auto text = engine ? engine->quit() : std::nullopt;
    if (!text) continue;
    const int player = static_cast<int>(i);
    const bool played = player == fixture.white || player == fixture.black;
    if (played && record.fault.empty() && text->starts_with("stall"))
      forfeit(record, settings_.players[i],
              player == fixture.white ? chess::Color::white : chess::Color::black,
              chess::EndReason::forfeit, *text + "\n  sent: quit");
    else
      tell(settings_.players[i].name, *text);
  }
}

std::optional<GameRecord> Runner::play(Worker& worker, const Fixture& fixture) {
  for (const int player : {fixture.white, fixture.black}) {
    auto& agent = worker.agents[static_cast<std::size_t>(player)];
    if (agent) continue;
    auto made = factory_(settings_.players[static_cast<std::size_t>(player)].agent);
    agent = made ? std::move(*made) : std::make_unique<AbsentAgent>(made.error().message);
  }
  const auto seat = [&](int player) {
    return Seat{*worker.agents[static_cast<std::size_t>(player)],
                settings_.players[static_cast<std::size_t>(player)]};
  };
  return play_game(seat(fixture.white), seat(fixture.black), opening_of(fixture), settings_.rules,
                   worker.control, abort_);
}

bool Runner::count(const Fixture& fixture, const GameRecord& record) {
  bool more = true;
  {
    std::lock_guard lock(mutex_);
    if (abort_) return false;  // the match ended while this game did
    more = events_.game_over(fixture, record);
    if (!more) abort_ = true;
  }
  if (!more) stop();
  return more;
}

}  // namespace rookery::match
