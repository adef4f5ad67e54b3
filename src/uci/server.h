// Server: any Agent as a UCI engine. Commands come in on one thread, thinking is on another.
#pragma once

#include <functional>
#include <iosfwd>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "chess/game.h"
#include "search/agent.h"
#include "uci/option_desk.h"
#include "uci/thinking.h"
#include "uci/words.h"

namespace rookery::uci {

/// What the server cannot know by itself: it sees no concrete agent and no book.
struct ServerSetup {
  std::string name;    ///< "Rookery 1.0"
  std::string author;  ///< of the program
  /// The choices of the option `Agent`; the first one is the default.
  std::vector<std::string> agents;
  std::function<search::MadeAgent(const std::string& name)> make_agent;
  /// The agent that the program's name alone stands for; others are named behind it.
  std::string flagship;
  /// Whether an agent can show several lines: MultiPV is offered only then. Empty: all can.
  std::function<bool(const std::string& name)> shows_lines;
  /// A book gives a move for a game, or none.
  using Book = std::function<chess::Move(const chess::Game&)>;
  std::function<Result<Book, Error>(const std::string& path)> open_book;  ///< may be empty
  /// The lines that `bench` answers; may be empty.
  std::function<std::string(search::Control&)> bench;
  /// How long a search without a time limit may go on when the input has ended and nobody can stop
  /// it any more.
  search::Milliseconds patience{10'000};
};

/// One thread calls handle(). Output lines are whole and flushed, whichever thread writes them.
class Server {
 public:
  /// Throws FatalError if the first agent cannot be made.
  Server(ServerSetup setup, std::ostream& out);
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// One line; false after `quit`. Never blocks on a search, except to end it for a command that
  /// needs the agent.
  bool handle(std::string_view line);
  /// Until `quit` or the end of the input. At the end a search that has a limit of time may finish,
  /// one that has another limit if it is soon done.
  void run(std::istream& in);

 private:
  struct Settings {
    bool chess960 = false, show_wdl = false, own_book = false;
    int multi_pv = 1;
  };

  std::vector<search::Option> own_options();
  bool shows_lines() const { return !setup_.shows_lines || setup_.shows_lines(agent_name_); }
  void set_option(const SetOption& option);
  void set_waiting_options();
  Result<Ok, Error> switch_agent(const std::string& name);
  /// The agent, made anew if it was given up. Not while busy.
  search::Agent& agent();

  void identify();
  void set_position(Words words);
  void go(Words words);
  chess::Move book_move(const search::Limits& limits) const;
  void bench();
  void show_board();
  void show_evaluation();
  void send(std::string_view lines);
  void complain(std::string_view text);

  ServerSetup setup_;
  std::ostream& out_;
  std::mutex out_mutex_;
  Settings settings_;
  ServerSetup::Book book_;
  chess::Game game_;
  std::string agent_name_;
  OptionDesk options_;
  /// Options that came during a search and wait for its end.
  std::vector<SetOption> waiting_options_;
  /// What the running search may take once the input has ended; none: whatever it needs.
  std::optional<search::Milliseconds> last_patience_;
  Thinking thinking_;  // last: its threads use the rest
};

}  // namespace rookery::uci
