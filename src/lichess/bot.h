// Bot: listens to the account's events, answers challenges, and keeps a session for every game.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <variant>

#include "lichess/api.h"
#include "lichess/config.h"
#include "lichess/game_session.h"
#include "lichess/log.h"
#include "lichess/mailbox.h"
#include "lichess/matchmaking.h"

namespace rookery::lichess {

/// What the bot needs from its surroundings.
struct BotSetup {
  Config config;
  std::string version;
  search::AgentMaker make_agent;
  /// Called from several threads, one call at a time for each game.
  std::function<void(const GameStatus&)> on_status;
  /// One line for a person: connected, challenge declined, ...
  std::function<void(const std::string&)> on_message;
};

class Bot {
 public:
  Bot(BotSetup setup, const Token& token, EventLog& log);
  ~Bot();
  Bot(const Bot&) = delete;

  /// Returns when shut down, or with the reason why it cannot run.
  Result<Ok, Error> run();

  /// From any thread. The first call lets the games end and declines new ones; the second leaves at
  /// once: a later run rejoins the games.
  void shut_down() { mailbox_.push(ShutDown{}); }

 private:
  struct StreamLine {
    int stream;
    std::string text;
  };
  struct StreamEnd {
    int stream;
    long status;
    std::string reason;
  };
  struct SessionDone {
    std::string game;
    bool ended;  ///< false if we lost sight of a game that may be going on
  };
  struct Accepted {
    std::string challenge;
    bool ok;
  };
  struct OnlineBots {
    HttpReply reply;
  };
  struct Challenged {
    std::string user;
    HttpReply reply;
  };
  struct ShutDown {};
  using Message =
      std::variant<StreamLine, StreamEnd, SessionDone, Accepted, OnlineBots, Challenged, ShutDown>;

  void open_stream();
  void on_line(const std::string& text);
  void on_stream_end(const StreamEnd& end);
  void on_challenge(const Challenge& challenge);
  void on_game_start(const std::string& game);
  void on_session_done(const SessionDone& done);
  void on_deadlines();
  Clock::time_point next_deadline() const;
  void on_online_bots(const OnlineBots& online);
  void on_challenged(const Challenged& challenged);
  /// `unwanted` by the opponent, who is then left alone for a while.
  void drop_challenge(bool cancel, bool unwanted);
  int games_and_promises() const;
  void run_errands();

  const BotSetup setup_;
  const Config& config_;
  EventLog& log_;
  Http http_;
  Api api_;
  Matchmaker matchmaker_;
  Surroundings around_;
  Mailbox<Message> mailbox_;

  Mailbox<Errand> errands_;
  std::stop_source stopping_;

  // The bot's thread only.
  int stream_ = 0;
  std::optional<Http::StreamId> stream_id_;
  int stream_failures_ = 0;  // short-lived ones in a row
  Clock::time_point stream_opened_{};
  Clock::time_point reopen_at_ = kNever;
  bool fatal_stream_ = false;
  std::string fatal_reason_;
  int shutdowns_ = 0;
  std::map<std::string, std::unique_ptr<GameSession>> sessions_;
  std::set<std::string> finished_;  // late or repeated gameStart events of ended games
  std::set<std::string> answered_;  // challenges: all open ones come again on reconnecting
  std::map<std::string, Clock::time_point> promised_;  // accepted, not yet started: until when
  struct OpenChallenge {
    std::string id, user;
    Clock::time_point expires;
  };
  std::optional<OpenChallenge> open_challenge_;
  bool matchmaking_busy_ = false;
  Clock::time_point next_matchmaking_;

  std::thread errand_thread_;
};

}  // namespace rookery::lichess
