// Client: an external UCI engine, run as a child process, as an Agent.
#pragma once

#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/subprocess.h"
#include "search/agent.h"

namespace rookery::uci {

/// How to run an engine.
struct ClientSpec {
  std::string command;  ///< a path, or a name in PATH or /usr/games
  std::vector<std::string> arguments;
  std::string directory;  ///< where it runs; empty = here
  std::string name;       ///< empty = what the engine calls itself
  std::vector<std::pair<std::string, std::string>> options;
  /// For "uciok" and "readyok", and beyond its own time for "bestmove".
  search::Milliseconds answer_timeout{10'000};
  /// Without a time limit: how long it may think without a word.
  search::Milliseconds silence_timeout{120'000};
};

/// "cmd=stockfish,option.Hash=16,name=SF,arg=--x,dir=/tmp,timeout=5": `arg` may occur many times,
/// `timeout` (seconds) sets both timeouts. The program must exist.
Result<ClientSpec, Error> parse_client_spec(std::string_view text);

/// The engine starts at the first new_game() or think(). A failure of any kind (no start, no uciok,
/// crash, stall, illegal move, ...) ends the process and is told by the next SearchResult; the
/// new_game() or think() after that starts a fresh one.
class Client final : public search::Agent {
 public:
  explicit Client(ClientSpec spec);
  ~Client() override;

  std::string_view name() const override { return name_; }
  /// Waits until the engine is ready, so that its preparations are not on anybody's clock.
  void new_game() override;
  search::SearchResult think(const chess::Game& game, const search::Limits& limits,
                             search::Control& control, search::InfoSink& sink) override;
  bool kill() override;
  /// What the engine offered in its last handshake.
  std::vector<search::OptionSpec> options() override { return options_; }
  Result<Ok, Error> set_option(std::string_view option, std::string_view value) override;

  /// Unless it runs; the error says what went wrong.
  Result<Ok, Error> start() override;
  /// Asks the engine to go, kills it if it does not in time, and returns what to tell about it if
  /// there is something: "stall: ..." for one that had to be killed.
  std::optional<std::string> quit(search::Milliseconds patience);
  /// With the patience that its answers are given.
  std::optional<std::string> quit() override { return quit(spec_.answer_timeout); }

 private:
  using Clock = Subprocess::Clock;
  bool send(std::string_view line, search::Milliseconds patience);
  /// Reads until a line begins with `word`; a failure is in failure_ and the engine is gone.
  bool wait_for(std::string_view word);
  bool send_option(std::string_view option, std::string_view value);
  void fail(std::string_view reason);
  void read_failure(Subprocess::Read status, std::string_view awaited);
  void parse_option(std::string_view line);
  /// Before the process is reaped: from then on its number may be another's.
  void protect();
  void remember(std::deque<std::string>& lines, std::string_view line, std::size_t keep);

  ClientSpec spec_;
  std::string name_;
  std::optional<Subprocess> process_;
  std::vector<search::OptionSpec> options_;
  std::optional<std::string> failure_;  // not yet told
  std::deque<std::string> sent_, received_;
  std::string line_;
  std::mutex kill_mutex_;
  pid_t killable_ = -1;  // guarded by it
  int multi_pv_ = 1;
  bool chess960_ = false;
};

}  // namespace rookery::uci
