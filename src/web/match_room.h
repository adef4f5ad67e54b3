// MatchRoom: one match between agents, with the tabs that watch it. Games are match::Runner's and
// results match::LocalMatch's; here they become a table, boards and a log.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "match/local_match.h"
#include "match/runner.h"
#include "web/game_room.h"
#include "web/wanted_match.h"

namespace rookery::web {

class MatchRoom final : private match::GameSource {
 public:
  static Result<std::unique_ptr<MatchRoom>, Failure> open(const RoomServices& services,
                                                          std::string id, WantedMatch wanted,
                                                          const match::MatchFiles& files);
  /// Breaks off what is being played; what was finished is in the database.
  ~MatchRoom() override;

  bool is_running() const { return runner_ != nullptr; }
  bool is_watched() const { return channel_->is_watched(); }
  /// Begins, or goes on.
  Answer start();
  /// No new games; with `now` the running ones are broken off and played again later.
  Answer stop(bool now);
  /// What a list shows.
  json::Value row() const;
  /// Of game `n`, from 1.
  Result<std::string, Failure> pgn_of(int n) const;
  /// Of all games.
  Result<std::string, Failure> pgn() const;

 private:
  struct Board {
    int game = -1;  ///< none yet
    bool is_over = true;
    json::Value value;
  };
  MatchRoom(const RoomServices& services, std::string id, WantedMatch wanted,
            std::unique_ptr<match::LocalMatch> match);

  // On the threads that play.
  std::optional<match::Fixture> claim() override;
  bool complete(const match::Fixture& fixture, const play::PlayedGame& game) override;
  void give_back(const match::Fixture& fixture) override;
  void look(const match::Fixture& fixture, const chess::Game& game);
  void end_board(int game);
  void announce();

  // On the loop.
  void finish();
  void flush();
  bool is_ended() const;
  const char* status() const;
  const std::string& name(int player) const;
  json::Value game_row(int game, const std::string& result, const std::string& how,
                       const std::string& fault) const;
  json::Value standings_to_json(const match::Standings& standings) const;
  json::Value boards_to_json() const;
  json::Value progress(const char* type) const;
  json::Value state() const;
  std::string end_text(const match::Standings& standings) const;

  const RoomServices& services_;
  const std::string id_;
  const WantedMatch wanted_;
  const std::unique_ptr<match::LocalMatch> match_;
  std::unique_ptr<match::Runner> runner_;
  std::thread waiter_;  // for the runner's end
  std::atomic<bool> stopping_{false};
  std::string text_;
  std::vector<json::Value> games_;  // in the order in which they ended
  std::unique_ptr<Timer> timer_;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);

  mutable std::mutex mutex_;  // of what follows: the threads that play write it
  std::vector<Board> boards_;
  std::vector<json::Value> news_;
  std::string incident_;
  bool announced_ = false;

  std::optional<Channel> channel_;  // last: its end needs nothing else
};

}  // namespace rookery::web
