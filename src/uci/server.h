// Server: any Agent as a UCI engine. Commands come in on one thread, thinking is on another.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <iosfwd>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "base/result.h"
#include "chess/game.h"
#include "search/agent.h"
#include "uci/go_command.h"
#include "uci/words.h"

namespace rookery::uci {

/// What the server cannot know by itself: it sees no concrete agent and no book.
struct ServerSetup {
  std::string name;    ///< "Rookery 1.0"
  std::string author;  ///< of the program
  /// The choices of the option `Agent`; the first one is the default.
  std::vector<std::string> agents;
  std::function<Result<std::unique_ptr<search::Agent>, Error>(const std::string& name)> make_agent;
  /// A book gives a move for a game, or none.
  using Book = std::function<chess::Move(const chess::Game&)>;
  std::function<Result<Book, Error>(const std::string& path)> open_book;  ///< may be empty
  /// The lines that `bench` answers; may be empty.
  std::function<std::string(search::Control&)> bench;
};

/// One thread calls handle(). Output lines are whole and flushed, whichever thread writes them.
class Server {
 public:
  /// Throws FatalError if the first agent cannot be made.
  Server(ServerSetup setup, std::ostream& out);
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;
  ~Server();

  /// One line; false after `quit`. Never blocks on a search, except to end it for a command that
  /// needs the agent.
  bool handle(std::string_view line);
  /// Until `quit` or the end of the input. At the end a search that has a limit may finish.
  void run(std::istream& in);

 private:
  struct Settings {
    bool chess960 = false, show_wdl = false, own_book = false;
    int multi_pv = 1;
  };
  class Reporter;

  // Commands.
  void identify();
  void set_option(Words words);
  void apply_option(std::string_view name, const std::string& value);
  void apply_waiting_options();
  Result<Ok, Error> apply_own_option(std::string_view name, const std::string& value);
  Result<Ok, Error> switch_agent(const std::string& name);
  void set_position(Words words);
  void go(Words words);
  void show_board();
  void show_evaluation();

  // The thinking thread.
  void start(std::function<void()> work);
  void think(const chess::Game& game, const search::Limits& limits);
  chess::Move book_move(const chess::Game& game, const search::Limits& limits) const;
  void count_moves(const chess::Game& game, int depth);
  /// Ends a running search; its bestmove is out when this returns.
  void finish();
  bool is_busy() const { return busy_.load(std::memory_order_acquire); }

  std::vector<search::OptionSpec> own_options() const;
  void send(std::string_view line);
  /// Each line of the text as an `info string`.
  void complain(std::string_view text);

  ServerSetup setup_;
  std::ostream& out_;
  std::mutex out_mutex_;

  // While the thinking thread is busy, all of this is its own or is left alone.
  std::unique_ptr<search::Agent> agent_;
  Settings settings_;
  ServerSetup::Book book_;

  std::vector<search::OptionSpec> agent_options_;
  std::vector<search::OptionSpec> known_options_;  ///< of every agent so far
  /// What was set for agents, to be set again when another one takes over.
  std::map<std::string, std::string> agent_settings_;
  /// Options that came during a search and wait for its end.
  std::vector<std::pair<std::string, std::string>> waiting_options_;
  chess::Game game_;

  std::thread thread_;
  std::atomic<bool> busy_{false};
  bool endless_ = false;  ///< the running search, once it does not ponder, ends only by `stop`
  search::Control control_;
  std::mutex release_mutex_;
  std::condition_variable released_;
};

}  // namespace rookery::uci
