#include "cluster/proof.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <mutex>

#include "base/read_file.h"
#include "base/sha256.h"
#include "base/subprocess.h"
#include "base/threads.h"
#include "notation/fen.h"
#include "play/bench.h"
#include "play/roster.h"
#include "uci/client.h"

namespace rookery::cluster {
namespace {

constexpr int kSignaturePositions = 6, kSignatureDepth = 7, kSignatureNodes = 20'000;
constexpr std::chrono::milliseconds kSpeedTime{700};

/// The program of a name of config.toml; empty if it is none.
std::string program_of(const std::string& name) {
  const play::OwnEngine* engine = play::own_engines().find(name);
  return engine && engine->agent.empty() ? engine->program.command : "";
}

Result<std::string, Error> program_hash(const std::string& command) {
  const auto path = find_program(command);
  if (!path) return Unexpected{path.error()};
  const auto bytes = read_file(*path, FileKind::checkpoint);
  if (!bytes) return Unexpected{bytes.error()};
  return sha256(*bytes);
}

std::string agent_name(const std::string& spec) { return spec.substr(0, spec.find(':')); }

}  // namespace

Result<std::uint64_t, Error> signature_of(search::Agent& agent) {
  search::Limits limits;
  limits.depth = kSignatureDepth;
  limits.nodes = kSignatureNodes;
  search::Control control;
  search::NullSink sink;
  std::uint64_t nodes = 0;
  for (const std::string_view fen : play::bench_positions().first(kSignaturePositions)) {
    agent.new_game();
    control.reset();
    const auto result =
        agent.think(chess::Game(notation::parse_fen(fen).value()), limits, control, sink);
    if (result.failure)
      return Unexpected{Error{result.failure->substr(0, result.failure->find('\n'))}};
    nodes += result.info.nodes;
  }
  return nodes;
}

Speed measure_speed(int threads) {
  std::mutex mutex;
  Speed speed;
  int measured = 0;
  const auto begin = std::chrono::steady_clock::now();
  run_on_threads(threads, [&] {
    const auto agent = play::make_roster_agent("rookery");
    search::Control control;
    play::BenchResult sum, last;
    do {
      last = play::run_bench(*agent, kSpeedDepth, control);
      sum.nodes += last.nodes;
      sum.seconds += last.seconds;
    } while (std::chrono::steady_clock::now() - begin < kSpeedTime);
    const std::scoped_lock lock(mutex);
    speed.nps += static_cast<double>(sum.nodes) / std::max(sum.seconds, 1e-9);
    speed.bench = last.nodes;
    ++measured;
  });
  speed.nps /= std::max(measured, 1);
  return speed;
}

Result<QueuedPlayer, Error> to_queue(const match::Player& player, JobStore& store) {
  const auto fail = [&](const std::string& why) {
    return Unexpected{Error{fmt::format("player '{}': {}", player.name, why)}};
  };
  if (player.agent.starts_with("cmd=") || player.agent.find(",cmd=") != std::string::npos)
    return fail(
        "programs do not travel; put it into config.toml of every machine, [engines.NAME] with "
        "cmd = \"...\", and give NAME here");
  QueuedPlayer queued{player.name, "", player.limits, "", "", 0};
  // The one setting that is a path becomes the hash of what is there.
  auto settings = play::parse_settings(player.agent);
  if (!settings) return Unexpected{settings.error()};
  std::string text = agent_name(player.agent), network_file;
  for (const auto& [key, value] : *settings) {
    if (key == "EvalFile") {
      network_file = value;
      continue;
    }
    text += fmt::format("{}{}={}", text.find(':') == text.npos ? ':' : ',', key, value);
  }
  const auto named = play::NamedSpec::parse(text);
  if (!named) return fail(named.error().message);
  queued.agent = named->text();
  if (!network_file.empty()) {
    const auto bytes = read_file(network_file, FileKind::network);
    if (!bytes) return fail(bytes.error().message);
    queued.network = sha256(*bytes);
    if (auto put = store.put_blob(queued.network, *bytes); !put) return fail(put.error().message);
  }
  if (const std::string command = program_of(named->name()); !command.empty()) {
    auto hash = program_hash(command);
    if (!hash) return fail(hash.error().message);
    queued.program = *hash;
  }
  auto agent = play::make_agent(*named);
  if (!agent) return fail(agent.error().message);
  if (!network_file.empty())
    if (auto set = (*agent)->set_option("EvalFile", network_file); !set)
      return fail(set.error().message);
  const auto signature = signature_of(**agent);
  if (!signature) return fail(signature.error().message);
  queued.signature = *signature;
  return queued;
}

Result<LocalPlayer, Error> LocalPlayer::check(const QueuedPlayer& player,
                                              const std::filesystem::path& network) {
  const auto fail = [&](const std::string& why) {
    return Unexpected{Error{fmt::format("'{}': {}", player.agent, why)}};
  };
  const auto named = play::NamedSpec::parse(player.agent);
  if (!named) return fail(named.error().message);
  const std::string command = program_of(named->name());
  LocalPlayer local(*named, network.string(), !command.empty());
  if (!player.program.empty()) {
    if (command.empty()) return fail("is no program in this machine's config.toml");
    const auto hash = program_hash(command);
    if (!hash) return fail(hash.error().message);
    if (*hash == player.program) return local;
  }
  // Another build of the same program is as good if it searches the same nodes.
  const auto agent = local.make();
  if (!agent) return fail(agent.error().message);
  const auto signature = signature_of(**agent);
  if (!signature) return fail(signature.error().message);
  if (*signature != player.signature)
    return fail(fmt::format("another version here: signature {}, the test has {}", *signature,
                            player.signature));
  return local;
}

search::MadeAgent LocalPlayer::make() const {
  auto agent = play::make_agent(spec_);
  if (agent && !network_.empty())
    if (auto set = (*agent)->set_option("EvalFile", network_); !set) return Unexpected{set.error()};
  return agent;
}

search::MadeAgent LocalPlayer::make_program() const {
  if (program_) return make();
  uci::ClientSpec program;
  program.command = "/proc/self/exe";
  program.arguments = {"uci", "--agent", spec_.text()};
  program.name = spec_.text();
  if (!network_.empty()) program.options.emplace_back("EvalFile", network_);
  return std::unique_ptr<search::Agent>(std::make_unique<uci::Client>(std::move(program)));
}

Result<Ok, Error> set_numbers(search::Agent& agent,
                              const std::map<std::string, std::int64_t>& numbers) {
  if (numbers.empty()) return Ok{};
  if (auto started = agent.start(); !started) return started;
  const auto options = agent.options();
  for (const auto& [name, value] : numbers) {
    const search::OptionSpec* option = search::find_option(options, name);
    const auto refuse = [&name = name](const char* why) {  // Clang 14 captures no binding
      return Unexpected{Error{fmt::format("option '{}' {}", name, why)}};
    };
    if (!option) return refuse("is unknown here");
    if (option->type != search::OptionSpec::Type::spin) return refuse("is no number");
    if (option->name == "Hash" || option->name == "Threads")
      return refuse("is not for the queue to set");
    if (auto set = agent.set_option(name, std::to_string(value)); !set) return set;
  }
  return Ok{};
}

}  // namespace rookery::cluster
