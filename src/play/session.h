// Session: one game between people and agents, with clock, take-back and advice, for any front end.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/game_tree.h"
#include "play/agent_pool.h"
#include "play/clock.h"
#include "play/played_game.h"
#include "play/player_spec.h"
#include "play/thinker.h"

namespace rookery::play {

/// What must be known to begin a game.
struct GameSetup {
  PlayerSpec players[2];  ///< by color
  std::optional<TimeControl> clock;
  std::optional<Milliseconds> move_time;  ///< for agents, when there is no clock
  chess::Position start = chess::Position::initial();
  bool chess960 = false;

  const PlayerSpec& player(chess::Color c) const { return players[index(c)]; }
  bool is_human(chess::Color c) const { return player(c).is_human(); }
};

/// A game as it stands: what a save file holds.
struct GameRecord : PlayedGame {
  explicit GameRecord(GameSetup s)
      : PlayedGame(chess::Game(s.start, s.chess960)), setup(std::move(s)) {}
  GameSetup setup;
  std::string date;  ///< as PGN writes it, "2026.11.15"; empty = not known
  /// The game as its file had it, with variations, comments and tags, and the text of the games
  /// behind it: saving loses nothing of these.
  std::optional<chess::GameTree> origin;
  std::string other_games;

  /// A player of an unfinished game that a file names and that cannot be had: somebody must be
  /// chosen before it goes on.
  std::optional<chess::Color> missing_player() const;
};

/// Driven by one thread: calls change the game, poll() takes in what the agents' threads have done.
/// `wake` is called from those threads when poll() has something to do.
class Session {
 public:
  Session(GameRecord record, AgentPool agents, std::function<void()> wake);

  const GameRecord& record() const { return record_; }
  const GameSetup& setup() const { return record_.setup; }
  const chess::Game& game() const { return record_.game; }
  const chess::Position& position() const { return game().position(); }
  std::optional<chess::Outcome> outcome() const { return game().outcome(); }
  bool is_human_turn() const { return !outcome() && setup().is_human(position().side_to_move()); }
  bool has_human() const {
    return setup().is_human(chess::Color::white) || setup().is_human(chess::Color::black);
  }
  /// The only person at the board; none if there are two or none.
  std::optional<chess::Color> only_human() const;

  /// Starts the clock and, if it is an agent's turn, its thinking.
  void begin(TimePoint now);
  /// A person's legal move.
  void play(chess::Move move, TimePoint now);
  /// Back to a person's last decision: their move and the reply, with clock and rights as then.
  bool undo(TimePoint now);
  bool redo(TimePoint now);
  bool can_redo() const { return !undone_.empty(); }
  /// Takes in decisions, reports and flag falls; true if anything visible changed.
  bool poll(TimePoint now);

  bool is_thinking() const;
  /// The agent to move must decide at once.
  void move_now();
  /// Stops clock and agents, for a game between agents or a break.
  void set_paused(bool paused, TimePoint now);
  bool is_paused() const { return paused_; }
  /// Of a paused game: the agent to move makes one move.
  void step(TimePoint now);
  /// No agent moves sooner than this after its turn began, so that people can follow. A clock
  /// shortens it.
  void set_pace(Milliseconds least) { pace_ = least; }

  void resign(chess::Color loser, TimePoint now);
  void agree_draw(TimePoint now);
  /// Whether the agent takes a draw: it does when it stands worse, or level in a long game.
  bool agent_accepts_draw() const;

  Milliseconds left(chess::Color side, TimePoint now) const;
  /// Until the shown clock changes or a decided move is due; none if neither will.
  std::optional<Milliseconds> until_next_change(TimePoint now) const;

  /// What the agent to move thinks now, or what the last one thought.
  std::optional<search::SearchInfo> thinking() const;
  /// The last agent move's report; "Evaluated N tree nodes in S seconds" comes from it.
  const search::SearchInfo* last_decision() const;

  /// Asks the strongest agent for advice on the current position; hint() has it after a poll().
  void request_hint();
  bool is_hint_coming() const { return hint_requested_; }
  const std::optional<search::SearchInfo>& hint() const { return hint_; }
  /// Keeps evaluation() up to date with short searches of each new position.
  void set_evaluating(bool on);
  /// From White's view.
  const std::optional<search::Score>& evaluation() const { return evaluation_; }

  /// An agent that failed (crashed, could not start); its game is stopped by a forfeit.
  const std::string& failure() const { return failure_; }

 private:
  Thinker& thinker(chess::Color c) { return *thinkers_[index(c)]; }
  void add_move(chess::Move move, std::optional<search::SearchInfo> info, TimePoint now);
  void take_back_one();
  void halt(TimePoint now);
  /// After any change of position: clock, agent and evaluation for the side to move.
  void start_turn(TimePoint now);
  search::Limits limits_for_turn(TimePoint now) const;
  void start_evaluation();
  void take_decision(search::SearchResult result, TimePoint now);
  TimePoint due(TimePoint now) const;

  GameRecord record_;
  std::optional<Clock> clock_;
  Milliseconds first_left_[2]{};  // the clocks before the first move
  std::vector<std::pair<chess::Move, PlayedPly>> undone_;
  std::optional<search::SearchInfo> hint_;
  std::optional<search::Score> evaluation_;
  std::string failure_;
  bool paused_ = false, hint_requested_ = false, evaluating_ = false;
  bool stepping_ = false, hurried_ = false;
  Milliseconds pace_{0};
  TimePoint turn_began_{};
  std::optional<search::SearchResult> decided_;  // waits until the pace lets it be played
  std::unique_ptr<Thinker> thinkers_[2];         // by color; null for a person
  Thinker analyst_;
};

}  // namespace rookery::play
