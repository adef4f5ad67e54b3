// GameSession: one game on Lichess from gameStart to its end.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "chess/game.h"
#include "lichess/api.h"
#include "lichess/chat.h"
#include "lichess/config.h"
#include "lichess/events.h"
#include "lichess/game_pgn.h"
#include "lichess/game_stream.h"
#include "lichess/log.h"
#include "lichess/mailbox.h"
#include "lichess/move_maker.h"
#include "lichess/play_rules.h"

namespace rookery::lichess {

/// What a person wants to see of a game at a glance.
struct GameStatus {
  std::string id;
  std::string opponent;
  chess::Color us = chess::Color::white;
  int move_number = 0;
  Milliseconds own_clock{0}, opponent_clock{0};
  std::optional<search::Score> score;  ///< from our view
  std::string state;                   ///< "started", or how it ended
  bool over = false;
};

using Errand = std::function<void(std::stop_token)>;

/// What all games share. The callbacks may be called from any game's thread.
struct Surroundings {
  const Config& config;
  Api& api;
  EventLog& log;
  Account me;
  std::string version;
  search::AgentMaker make_agent;
  std::function<void(Errand)> run_errand;
  std::function<void(const GameStatus&)> on_status;
  std::function<void(const std::string& game, bool ended)> on_done;
};

/// The state of the game comes from the stream alone, always rebuilt from the full list of moves;
/// so reconnecting, restarting, taking back and hearing things twice are all the same to it.
class GameSession {
 public:
  GameSession(std::string id, const Surroundings& around);
  /// Leaves the game as it is if it is not over.
  ~GameSession();
  GameSession(const GameSession&) = delete;

  /// The event stream says that the game is over; the game stream should have said so.
  void nudge() { mailbox_.push(Nudge{}); }

 private:
  struct Nudge {};
  struct Leave {};
  using Message =
      std::variant<GameStream::Line, GameStream::End, ThinkDone, PostDone, Nudge, Leave>;
  /// `told`: the server has our move, or may have it; the stream will show.
  enum class Activity { idle, thinking, pondering, posting, told };

  void run();
  Clock::time_point next_deadline() const;
  void on_deadlines();

  void on_line(const std::string& text);
  void on_stream_end(const GameStream::End& end);
  void on_full(GameFull full);
  /// `fresh`: from a stream that was opened after our last move was answered.
  void on_state(GameState state, bool fresh);
  void on_chat(const ChatLine& line);
  void on_opponent_gone(const OpponentGone& gone);
  void on_think_done(ThinkDone done);
  void on_post_done(const PostDone& done);

  bool rebuild(const std::vector<std::string>& moves);
  /// Whether exactly these moves have been played.
  bool stands_at(const std::vector<chess::Move>& moves) const {
    return std::equal(moves.begin(), moves.end(), game_.moves().begin(), game_.moves().end());
  }
  bool is_our_turn() const { return game_.position().side_to_move() == us_; }
  void answer_offers();
  void start_thinking();
  void start_pondering();
  void decide(const search::SearchResult& result);
  void post();
  void wait_for_stream();
  void cancel_activity();
  bool install_agent();
  HttpReply act(const char* action);
  void say(std::string text, std::string room);
  void finish();
  void save_pgn();
  void report(const std::string& state);

  const std::string id_;
  const Surroundings& around_;
  const Config& config_;
  Mailbox<Message> mailbox_;
  std::stop_source leaving_;

  // The game's thread only.
  bool over_ = false, lost_sight_ = false;
  GameStream stream_;
  Clock::time_point cut_off_at_ = kNever;
  Clock::time_point claim_at_ = kNever;
  Clock::time_point abort_at_ = kNever;
  Clock::time_point check_at_ = kNever;

  std::optional<GameFull> full_;
  GameState state_;
  Clock::time_point state_at_{};
  chess::Color us_ = chess::Color::white;
  chess::Game game_;
  GameJudge judge_;
  ChatFacts facts_;
  ChatAllowance chat_allowance_;
  Activity activity_ = Activity::idle;
  int ticket_ = 0;
  // Moves, not text: the server writes castling in its own way.
  std::vector<chess::Move> posted_;    // the game with our last move
  std::string posted_uci_;             // that move
  bool posted_offer_ = false;          // and whether it offers a draw
  bool posted_lost_ = false;           // no answer: it may not have arrived
  int told_stream_ = 0;                // streams up to this one may be behind our last move
  std::vector<chess::Move> pondered_;  // the game with the reply we expect
  chess::Move expected_;               // that reply
  std::optional<search::SearchResult> pondered_result_;
  int rejections_ = 0, agent_failures_ = 0, lost_posts_ = 0;
  bool draw_answered_ = false, takeback_answered_ = false;
  OwnScores own_scores_;

  std::unique_ptr<MoveMaker> move_maker_;
  std::thread thread_;
};

}  // namespace rookery::lichess
