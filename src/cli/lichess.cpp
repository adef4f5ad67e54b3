// `rookery lichess`: runs an agent as a Lichess bot, and helps to set one up.
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "base/atomic_file.h"
#include "base/background_writer.h"
#include "base/printable.h"
#include "cli/arguments.h"
#include "cli/typed_agent.h"
#include "lichess/bot.h"
#include "lichess/config.h"

namespace rookery::cli {
namespace {

using lichess::Config;

constexpr const char* kDefaultConfig = "lichess-bot.toml";

/// One line for each running game, redrawn in place on a terminal, appended elsewhere.
class StatusLines {
 public:
  explicit StatusLines(bool quiet) : quiet_(quiet), terminal_(isatty(STDOUT_FILENO)) {}

  void show(const lichess::GameStatus& status) {
    const std::lock_guard lock(mutex_);
    if (quiet_) return;
    const std::string line = text(status);
    if (!terminal_) {
      // Without a cursor to move, the beginning and the end say enough.
      if (status.over || !lines_.contains(status.id)) put(line + "\n");
      lines_[status.id] = line;
      if (status.over) lines_.erase(status.id);
      flush();
      return;
    }
    erase();
    lines_[status.id] = line;
    if (status.over) {
      put(line + "\n");
      lines_.erase(status.id);
    }
    draw();
  }

  void message(const std::string& text) {
    const std::lock_guard lock(mutex_);
    if (quiet_) return;
    if (terminal_) erase();
    put(printable(text) + "\n");
    if (terminal_) draw();
    flush();
  }

 private:
  /// One change of the screen goes out whole, or not at all if nobody reads.
  void put(const std::string& text) { frame_ += text; }
  void flush() { out_.put(std::exchange(frame_, {})); }
  static std::string clock(lichess::Milliseconds left) {
    const auto seconds = std::max<std::int64_t>(0, left.count() / 1000);
    return fmt::format("{}:{:02}", seconds / 60, seconds % 60);
  }
  static std::string text(const lichess::GameStatus& s) {
    std::string score = "-";
    if (s.score)
      score = s.score->mate != 0 ? fmt::format("#{}", s.score->mate)
                                 : fmt::format("{:+.2f}", s.score->centipawns / 100.0);
    return printable(fmt::format("{:<9}{} {:<20.20} move {:>3}  {:>6} {:>6}  {:>7}  {:.12}", s.id,
                                 s.us == chess::Color::white ? "W" : "B", s.opponent, s.move_number,
                                 clock(s.own_clock), clock(s.opponent_clock), score, s.state));
  }
  void erase() {
    if (drawn_ > 0) put(fmt::format("\x1b[{}A\x1b[J", drawn_));
    drawn_ = 0;
  }
  void draw() {
    for (const auto& [id, line] : lines_) put(line + "\n");
    drawn_ = lines_.size();
    flush();
  }

  const bool quiet_, terminal_;
  std::mutex mutex_;
  std::map<std::string, std::string> lines_;
  std::size_t drawn_ = 0;
  std::string frame_;
  BackgroundWriter out_{STDOUT_FILENO};  // the games do not wait for whoever reads this
};

search::AgentMaker make_factory(const lichess::EngineRules& rules) {
  return [&rules]() -> search::MadeAgent {
    auto agent = make_typed_agent(rules.agent);
    if (!agent) return agent;
    for (const auto& [name, value] : rules.options)
      if (const auto set = (*agent)->set_option(name, value); !set) return Unexpected{set.error()};
    return agent;
  };
}

/// Everything a subcommand needs before it can talk to the server.
struct Connection {
  Config config;
  lichess::Token token;
  std::unique_ptr<lichess::EventLog> log;
};

Result<Connection, Error> prepare(const std::string& config_path) {
  auto config = lichess::load_config(config_path);
  if (!config) return Unexpected{config.error()};
  auto token = lichess::read_token(config->token_file);
  if (!token) return Unexpected{token.error()};
  auto log = lichess::EventLog::open(config->log_file, token->reveal());
  if (!log) return Unexpected{log.error()};
  return Connection{*std::move(config), *std::move(token), *std::move(log)};
}

/// The server, as the account of the token.
struct Server {
  explicit Server(const Connection& c)
      : http(c.config.base_url, c.token, "Rookery/" ROOKERY_VERSION " (chess bot)"),
        api(http, c.config.timing, *c.log) {}
  lichess::Http http;
  lichess::Api api;
};

int run_init(const std::string& path) {
  if (std::filesystem::exists(path)) return fail("lichess: " + path + " exists already");
  const auto written =
      write_file(path, lichess::annotated_default_config(lichess::language_of(path)));
  if (!written) return fail(written.error().message);
  fmt::print(
      "Wrote {}. Next: create a token with the scopes\n"
      "bot:play, challenge:read and challenge:write at\n"
      "https://lichess.org/account/oauth/token, put it into a file of mode 600 and\n"
      "that file's name into token_file (or set LICHESS_TOKEN), then run\n"
      "'rookery lichess check'.\n",
      path);
  return 0;
}

int run_check(const std::string& path) {
  auto connection = prepare(path);
  if (!connection) return fail("lichess: " + connection.error().message);
  Server server(*connection);
  lichess::Api& api = server.api;
  fmt::print("configuration  ok ({})\n", path);
  const auto scopes = api.token_scopes(connection->token, {});
  if (!scopes) return fail("lichess: " + scopes.error().message);
  if (("," + *scopes + ",").find(",bot:play,") == std::string::npos)
    return fail("lichess: the token lacks the scope bot:play (it has: " + *scopes + ")");
  fmt::print("token          ok (scopes {})\n", printable(*scopes));
  const auto account = api.account({});
  if (!account) return fail("lichess: " + account.error().message);
  if (!account->is_bot)
    return fail("lichess: " + account->name +
                " is no bot account yet; see 'rookery lichess upgrade'");
  fmt::print("account        ok ({})\n", printable(account->name));
  auto agent = make_factory(connection->config.engine)();
  if (!agent) return fail("lichess: engine: " + agent.error().message);
  search::Limits limits;
  limits.move_time = lichess::Milliseconds(200);
  limits.depth = 3;
  search::Control control;
  search::NullSink sink;
  const auto result = (*agent)->think(chess::Game(), limits, control, sink);
  if (result.failure) return fail("lichess: engine: " + *result.failure);
  fmt::print("engine         ok ({})\n", (*agent)->name());
  return 0;
}

int run_upgrade(const std::string& path) {
  auto connection = prepare(path);
  if (!connection) return fail("lichess: " + connection.error().message);
  Server server(*connection);
  lichess::Api& api = server.api;
  const auto account = api.account({});
  if (!account) return fail("lichess: " + account.error().message);
  if (account->is_bot)
    return fmt::print("{} is a bot account already.\n", printable(account->name)), 0;
  if (account->games_played > 0)
    return fail(
        fmt::format("lichess: {} has played {} game(s); only an account without games can "
                    "become a bot",
                    account->name, account->games_played));
  fmt::print(
      "This makes {} on {} a bot account.\n"
      "It can NOT be undone: the account will only ever play as a bot, through the API.\n",
      printable(account->name), connection->config.base_url);
  fmt::print("Type the account's name to go on: ");
  std::fflush(stdout);
  std::string answer;
  std::getline(std::cin, answer);
  if (answer != account->name) return fail("lichess: not upgraded");
  const auto reply = api.upgrade_to_bot({});
  if (!reply.ok()) return fail(fmt::format("lichess: refused (HTTP {})", reply.status));
  fmt::print("{} is a bot account now.\n", printable(account->name));
  return 0;
}

int run_bot(const std::string& path, bool quiet) {
  auto connection = prepare(path);
  if (!connection) return fail("lichess: " + connection.error().message);
  // The token is in this process's memory and must not end up in a core file.
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  // Signals are for one thread; blocked before any other starts.
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGTERM, SIGINT, SIGUSR1}) sigaddset(&signals, signal);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::signal(SIGPIPE, SIG_IGN);

  const Config& config = connection->config;
  if (auto agent = make_factory(config.engine)(); !agent)
    return fail("lichess: engine: " + agent.error().message);
  StatusLines lines(quiet);
  lichess::BotSetup setup;
  setup.config = config;
  setup.version = ROOKERY_VERSION;
  setup.make_agent = make_factory(config.engine);
  setup.on_status = [&lines](const lichess::GameStatus& status) { lines.show(status); };
  setup.on_message = [&lines](const std::string& text) { lines.message(text); };
  lichess::Bot bot(std::move(setup), connection->token, *connection->log);
  std::thread waiter([&] {
    for (int signal = 0; sigwait(&signals, &signal) == 0 && signal != SIGUSR1;) bot.shut_down();
  });
  const auto result = bot.run();
  pthread_kill(waiter.native_handle(), SIGUSR1);
  waiter.join();
  if (!result) return fail("lichess: " + result.error().message);
  return 0;
}

}  // namespace

int run_lichess(Arguments arguments) {
  Parser parser("lichess", "Plays on Lichess as a bot.",
                "  rookery lichess init\n"
                "  rookery lichess check\n"
                "  LICHESS_TOKEN=$(cat token) rookery lichess --config lichess-bot.toml");
  std::string config = kDefaultConfig;
  bool quiet = false;
  parser.add_option("--config", config,
                    "Configuration, TOML or (by its name) JSON [" + config + "]");
  parser.add_flag("--quiet", quiet, "No status lines; the log file tells all");
  // Known only so that it can be refused without being repeated.
  std::string token;
  auto* token_option = parser.add_option("--token", token)->group("");
  auto* init = parser.add_subcommand("init", "Write an annotated default configuration");
  auto* check = parser.add_subcommand("check", "Verify token, scope, account and engine");
  auto* upgrade =
      parser.add_subcommand("upgrade", "Turn the account into a bot account; can not be undone");
  for (auto* command : {init, check, upgrade}) command->fallthrough();
  parser.require_subcommand(0, 1);
  if (const auto status = parser.run(arguments)) return *status;
  if (!token_option->empty())
    return fail("lichess: a token does not belong on the command line; see --help", 2);
  if (init->parsed()) return run_init(config);
  if (check->parsed()) return run_check(config);
  if (upgrade->parsed()) return run_upgrade(config);
  return run_bot(config, quiet);
}

}  // namespace rookery::cli
