#include "cli/spsa.h"

#include <fmt/format.h>

#include <filesystem>
#include <iterator>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/append_file.h"
#include "base/atomic_file.h"
#include "base/printable.h"
#include "base/read_file.h"
#include "base/system_error.h"
#include "cli/queued_arena.h"
#include "cli/stop_signal.h"
#include "cli/typed_agent.h"
#include "cluster/queued_spsa.h"
#include "cluster/submission.h"
#include "engine/tuning.h"
#include "match/runner.h"
#include "match/spsa.h"

namespace rookery::cli {
namespace {

/// The table of engine/params.h without the switches.
std::vector<match::SpsaParameter> search_parameters() {
  std::vector<match::SpsaParameter> list;
  for (const engine::ParamInfo& p : engine::search_params())
    if (p.step > 0)
      list.push_back({p.name, double(p.value), double(p.min), double(p.max), double(p.step)});
  return list;
}

/// "NAME" is one of ours, "NAME=VALUE,MIN,MAX,STEP" any.
Result<std::vector<match::SpsaParameter>, Error> chosen(const std::vector<std::string>& texts) {
  const auto ours = search_parameters();
  if (texts.empty()) return ours;
  std::vector<match::SpsaParameter> list;
  for (const std::string& text : texts) {
    const auto found =
        std::ranges::find_if(ours, [&](const match::SpsaParameter& p) { return p.name == text; });
    if (found != ours.end()) {
      list.push_back(*found);
      continue;
    }
    auto parsed = match::parse_spsa_parameter(text);
    if (!parsed) return Unexpected{parsed.error()};
    list.push_back(std::move(*parsed));
  }
  return list;
}

bool is_external(const std::string& engine) { return engine.find("cmd=") != engine.npos; }
/// A name of config.toml that stands for a program.
bool is_own_program(const std::string& engine) {
  const play::OwnEngine* own = play::own_engines().find(engine.substr(0, engine.find(':')));
  return own && own->agent.empty();
}

/// The engine with one side of a probe as its settings.
std::string with_settings(const std::string& engine, const match::Spsa& spsa,
                          const std::vector<int>& values, const char* name) {
  std::string text = engine;
  const auto add = [&](const std::string& setting) {
    text += is_external(engine) || text.find(':') != text.npos ? ',' : ':';
    text += setting;
  };
  for (std::size_t i = 0; i < values.size(); ++i)
    add(fmt::format("{}{}={}", is_external(engine) ? "option." : "", spsa.parameters()[i].name,
                    values[i]));
  add(fmt::format("name={}", name));
  return text;
}

struct Played {
  double result = 0;  ///< games won minus lost by the first player
  bool stopped = false;
  std::string fault;
};

/// The games of one iteration: `pairs` openings, each with both colours. The first fault ends it.
class Iteration final : public match::GameSource {
 public:
  explicit Iteration(int pairs) : schedule_(2, match::Format::round_robin, 2 * pairs) {}
  Played played;

  std::optional<match::Fixture> claim() override {
    std::lock_guard lock(mutex_);
    if (next_ == schedule_.size() || !played.fault.empty()) return std::nullopt;
    return schedule_.fixture(next_++);
  }
  bool complete(const match::Fixture& fixture, const play::PlayedGame& game) override {
    std::lock_guard lock(mutex_);
    if (!game.fault.empty()) played.fault = game.fault;
    if (const auto winner = game.outcome().winner)
      played.result += (*winner == chess::Color::white) == (fixture.white == 0) ? 1 : -1;
    return played.fault.empty();
  }
  void give_back(const match::Fixture&) override {
    std::lock_guard lock(mutex_);
    played.stopped = true;  // an iteration that is not whole does not count
  }

 private:
  const match::Schedule schedule_;
  std::mutex mutex_;
  int next_ = 0;
};

Played play(const std::vector<match::Player>& players, int pairs, int concurrency, int iteration,
            std::uint64_t seed) {
  const std::vector<match::Opening>& openings = match::builtin_openings();
  const auto order = match::opening_order(openings.size(), true, seed);
  match::RunnerSettings settings;
  settings.players = players;
  settings.opening = [&](const match::Fixture& f) {
    return openings[order[static_cast<std::size_t>(iteration * pairs + f.round) % order.size()]];
  };
  settings.concurrency = concurrency;
  settings.rules.adjudication = {play::DrawRule{}, play::ResignRule{}};
  Iteration games(pairs);
  settings.make_agent = [](const match::Player& p) { return make_typed_agent(p.agent); };
  match::Runner runner(std::move(settings), games, nullptr);
  runner.start();
  while (!runner.wait(std::chrono::milliseconds(100)))
    if (stop_signal()) runner.stop();
  if (runner.lack()) games.played.fault = *runner.lack();
  if (stop_signal()) games.played.stopped = true;
  return games.played;
}

/// The same games, played by whoever works for the queue.
class QueuedPlay {
 public:
  static Result<std::unique_ptr<QueuedPlay>, Error> open(const QueueOptions& o,
                                                         const std::string& engine,
                                                         const match::PlayerLimits& limits,
                                                         int pairs,
                                                         const match::SpsaSettings& settings) {
    std::unique_ptr<QueuedPlay> queued(new QueuedPlay);
    auto store = open_queue(o.url);
    if (!store) return Unexpected{store.error()};
    queued->store_ = std::move(*store);
    const std::int64_t games = 2 * std::int64_t{pairs} * settings.iterations;
    if (games > 10'000'000) return Unexpected{Error{"more than 10,000,000 games for a queue"}};
    match::MatchSpec match;
    match.games = static_cast<int>(games);
    match.rules.adjudication = {play::DrawRule{}, play::ResignRule{}};
    match.openings.seed = settings.seed;
    match.event = "SPSA";
    for (const char* const name : {"plus", "minus"}) {
      auto player = match::parse_player(engine, limits);
      if (!player) return Unexpected{player.error()};
      player->name = name;
      match.players.push_back(std::move(*player));
    }
    const auto spec =
        cluster::make_queued(std::move(match), match::builtin_openings(), o.speed, *queued->store_);
    if (!spec) return Unexpected{spec.error()};
    cluster::NewTest test;
    test.kind = "spsa";
    test.name = "SPSA of " + engine;
    test.tags = o.tags;
    test.priority = o.priority;
    test.share = o.share;
    auto run = cluster::QueuedSpsa::submit(*queued->store_, *spec, test, pairs);
    if (!run) return Unexpected{Error{run.error().message}};
    queued->run_ = std::move(*run);
    return queued;
  }

  /// Waits until the iteration was played or the user stops.
  Result<Played, Error> play(const match::Spsa& spsa, const match::Spsa::Probe& probe) {
    cluster::SpsaDetail detail;
    for (std::size_t i = 0; i < probe.plus.size(); ++i) {
      detail.plus[spsa.parameters()[i].name] = probe.plus[i];
      detail.minus[spsa.parameters()[i].name] = probe.minus[i];
    }
    Played played;
    while (!stop_signal()) {
      const auto result = run_->play(spsa.iteration(), detail);
      if (!result && result.error().kind != cluster::StoreError::Kind::away)
        return Unexpected{Error{result.error().message}};
      if (result && *result) {
        played.result = (*result)->result;
        for (const std::string& fault : (*result)->faults)
          fmt::print(stderr, "iteration {}: {}\n", spsa.iteration() + 1, printable_lines(fault));
        return played;
      }
      if (result && run_->record().state == "ended")
        return Unexpected{Error{"the test was ended: " + run_->record().why}};
      std::this_thread::sleep_for(std::chrono::milliseconds(result ? 100 : 1000));
    }
    played.stopped = true;
    return played;
  }
  void end() {
    if (auto ended = run_->end("all iterations are played"); !ended)
      fmt::print(stderr, "rookery: tune: {}\n", ended.error().message);
  }

 private:
  std::unique_ptr<cluster::JobStore> store_;
  std::unique_ptr<cluster::QueuedSpsa> run_;
};

}  // namespace

int run_spsa(Arguments arguments) {
  Parser parser("tune --spsa", "Tunes numbers of the search by games (SPSA).",
                "  rookery tune --spsa --nodes 10000 --state spsa.csv --plot spsa.svg\n"
                "  rookery tune --spsa --param lmr_base --param lmr_slope --tc 5+0.05 \\\n"
                "    --iterations 20000 --state lmr.csv   (again to go on after a stop)\n"
                "  rookery tune --spsa --engine cmd=./engine --param Margin=80,20,200,10 \\\n"
                "    --nodes 10000 --state margin.csv");
  std::string spec = "rookery:Hash=8", state_path, plot_path;
  std::vector<std::string> names;
  match::SpsaSettings settings;
  int pairs = 1, concurrency = 1;
  std::string time_control, move_time, nodes, depth;
  bool spsa_flag = false, as_json = false;
  parser.add_flag("--spsa", spsa_flag, "Tune by games");
  parser.add_option("--engine", spec, "Agent or engine to tune")->capture_default_str();
  parser
      .add_option("--param", names,
                  "A number of the search, or any option as NAME=VALUE,MIN,MAX,STEP; all "
                  "numbers of the search if absent")
      ->allow_extra_args(false);
  parser.add_option("--state", state_path, "Log of the run; if there is one, go on from its end")
      ->required();
  parser.add_option("--plot", plot_path, "Draw the courses of the values here (SVG)");
  parser.add_option("--iterations", settings.iterations, "Iterations")
      ->check(CLI::Range(1, 100'000'000))
      ->capture_default_str();
  parser.add_option("--pairs", pairs, "Pairs of games for each")
      ->check(CLI::Range(1, 100'000))
      ->capture_default_str();
  parser.add_option("--rate", settings.rate, "Steps that one game moves a value at the end")
      ->check(CLI::Range(1e-6, 1.0))
      ->capture_default_str();
  parser.add_option("--concurrency", concurrency, "Games at the same time")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  parser.add_option("--tc", time_control, "Clock: [MOVES/]SECONDS[+SECONDS], or 5m+3");
  parser.add_option("--st", move_time, "Seconds for each move");
  parser.add_option("--nodes", nodes, "Nodes for each move");
  parser.add_option("--depth", depth, "Depth of each search");
  parser.add_option("--seed", settings.seed, "Seed")->capture_default_str();
  QueueOptions queue;
  add_queue_options(parser, queue);
  parser.add_flag("--json", as_json, "Print one JSON object at the end, nothing else");
  if (const auto status = parser.run(arguments)) return *status;

  const bool is_queued = !queue.url.empty();
  if (!is_external(spec) && !is_own_program(spec) && !engine::has_tuning())
    return fail(
        "tune: the numbers of the search are constants in this build; make one with "
        "cmake -DROOKERY_TUNING=ON, or name an engine with --engine cmd=PROGRAM",
        2);
  match::PlayerLimits limits;
  const std::pair<const char*, const std::string*> given[] = {
      {"tc", &time_control}, {"st", &move_time}, {"nodes", &nodes}, {"depth", &depth}};
  for (const auto& [key, value] : given)
    if (!value->empty())
      if (const auto set = match::set_limit(limits, key, *value); !set)
        return fail("tune: " + set.error().message, 2);
  auto parameters = chosen(names);
  if (!parameters) return fail("tune: " + parameters.error().message, 2);
  match::Spsa spsa(std::move(*parameters), settings);
  const auto players = [&](const match::Spsa::Probe& probe) {
    std::vector<Result<match::Player, Error>> both;
    both.push_back(match::parse_player(with_settings(spec, spsa, probe.plus, "plus"), limits));
    both.push_back(match::parse_player(with_settings(spec, spsa, probe.minus, "minus"), limits));
    return both;
  };
  for (const auto& player : players(spsa.next())) {
    if (!player) return fail("tune: " + player.error().message, 2);
    if (const auto agent = make_typed_agent(player->agent); !agent)
      return fail("tune: " + agent.error().message, 2);
  }

  std::unique_ptr<QueuedPlay> workers;
  if (is_queued) {
    auto opened = QueuedPlay::open(queue, spec, limits, pairs, settings);
    if (!opened) return fail("tune: " + opened.error().message, 2);
    workers = std::move(*opened);
  }

  std::error_code none;
  // Whatever the last run wrote counts, but for a line that it could not finish.
  std::string log = spsa.header();
  if (std::filesystem::exists(state_path, none)) {
    const auto text = read_file(state_path, FileKind::state);
    if (!text) return fail("tune: " + text.error().message);
    auto kept = spsa.restore(*text);
    if (!kept) return fail(fmt::format("tune: {}: {}", state_path, kept.error().message));
    log = std::move(*kept);
    if (!as_json) fmt::print("going on after iteration {}\n", spsa.iteration());
  }
  if (const auto written = write_file(state_path, log); !written)
    return fail("tune: " + written.error().message);
  AppendFile file;
  if (!file.open(state_path)) return fail(write_error(state_path).message);
  const auto draw = [&]() -> Result<Ok, Error> {
    if (plot_path.empty()) return Ok{};
    return write_file(plot_path, match::spsa_plot(spsa));
  };

  const int report_step = std::max(1, settings.iterations / 100);
  bool stopped = false;
  int faults_in_a_row = 0;
  while (!spsa.is_done() && !stopped) {
    const auto probe = spsa.next();
    std::vector<match::Player> both;
    for (auto& player : players(probe)) both.push_back(std::move(*player));
    Played played;
    if (workers) {
      auto answer = workers->play(spsa, probe);
      if (!answer) return fail("tune: " + answer.error().message);
      played = std::move(*answer);
    } else {
      played = play(both, pairs, concurrency, spsa.iteration(), settings.seed);
    }
    // One game lost to a busy machine must not end a run of hours; its iteration is played again.
    if (!played.fault.empty()) {
      fmt::print(stderr, "iteration {}: {}\n", spsa.iteration() + 1, played.fault);
      if (++faults_in_a_row >= 5) return fail("tune: five faults in a row");
      continue;
    }
    faults_in_a_row = 0;
    stopped = played.stopped;
    if (stopped) break;
    spsa.update(probe, played.result);
    if (!file.append(spsa.row())) return fail(write_error(state_path).message);
    if (spsa.iteration() % report_step != 0) continue;
    if (const auto drawn = draw(); !drawn) return fail(drawn.error().message);
    if (!as_json) fmt::print("iteration {} of {}\n", spsa.iteration(), settings.iterations);
    std::fflush(stdout);
  }
  if (const auto drawn = draw(); !drawn) return fail(drawn.error().message);
  if (workers && spsa.is_done()) workers->end();

  json::Value values = json::Value::object();
  for (std::size_t i = 0; i < spsa.parameters().size(); ++i) {
    const match::SpsaParameter& p = spsa.parameters()[i];
    values[p.name] = p.value;
    const double start = spsa.history()[0][i];
    if (!as_json)
      fmt::print("{:<30} {:>8g} -> {:>10.2f}  ({:+.2f} steps)\n", p.name, start, p.value,
                 (p.value - start) / p.step);
  }
  if (as_json) print_json({{"iterations", spsa.iteration()}, {"values", values}});
  return stopped ? fail("stopped; the same command goes on with the rest") : 0;
}

}  // namespace rookery::cli
