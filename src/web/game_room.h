// GameRoom: one game, with the tabs that watch it. Chess is play::Session's; here its changes
// become events and requests become its calls.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "play/book.h"
#include "play/save.h"
#include "play/session.h"
#include "search/tablebase.h"
#include "web/coach.h"
#include "web/hub.h"

namespace rookery::web {

/// What rooms need of the program around them.
struct RoomServices {
  Loop& loop;
  Hub& hub;
  Coach& coach;
  std::optional<std::filesystem::path> state;
  std::shared_ptr<const play::Book> book;
  std::shared_ptr<const search::Tablebase> tables;
  play::AgentPool agents;  ///< of all games and analyses: one bound for the whole program
  /// An agent with the memory and threads that the settings give to who analyses.
  std::function<play::NamedSpec(const play::NamedSpec& agent)> as_analyst;
  std::function<bool()> has_human_pause;
  std::function<void()> games_changed, matches_changed;
  /// The room of this channel is no longer needed.
  std::function<void(const std::string& channel)> leave;
  /// The file of this game or analysis is about to go away.
  std::function<void(const std::string& id)> leave_at_once;
};

class GameRoom {
 public:
  enum class Access {
    playing,
    locked,   ///< open in a terminal: to be watched
    archived  ///< to be looked at
  };
  /// `save` is null unless the game is played here. A game that `goes_on` after a break waits with
  /// its clock stopped.
  GameRoom(const RoomServices& services, std::string id, play::GameRecord record, Access access,
           std::unique_ptr<play::Autosave> save, bool goes_on, play::Milliseconds pace);
  ~GameRoom();

  const std::string& id() const { return id_; }
  const play::Session& session() const { return *session_; }
  Access access() const { return access_; }
  bool is_watched() const { return channel_->is_watched(); }
  json::Value state() const;

  Answer move(json::Fields fields);
  Answer take_back(json::Fields fields, bool forward);
  Answer offer_draw(json::Fields fields);
  Answer resign(json::Fields fields);
  Answer move_now(json::Fields fields);
  Answer pause(json::Fields fields);
  Answer set_pace(json::Fields fields);
  void hint(const std::shared_ptr<Request>& request);

 private:
  using TimePoint = play::TimePoint;

  void begin(bool goes_on);
  /// From the agents' threads, through the loop.
  void wake();
  void take_in();
  /// After anything that may have changed the game: events, save file, next alarm.
  void settle();
  void set_due(TimePoint now);
  void set_alarm();
  void publish_thinking();
  void answer_hints();
  void watched(bool by_somebody);
  void look_at_file();
  void answer_hint(const std::shared_ptr<Request>& request, int step);
  /// A failure if the game is not played here, has ended, or stands elsewhere than the tab thinks.
  std::optional<Failure> refuse(json::Fields& fields) const;
  play::Milliseconds human_pause() const;

  json::Value player_to_json(chess::Color c) const;
  json::Value move_to_json(std::size_t ply) const;
  json::Value position_to_json() const;
  json::Value clock_to_json() const;
  json::Value can_to_json() const;
  const char* status() const;
  void add_common(json::Value& event) const;

  const RoomServices& services_;
  const std::string id_;
  Access access_;
  std::unique_ptr<play::Autosave> save_;
  std::unique_ptr<play::Session> session_;
  play::Milliseconds pace_;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);  // for calls that come too late
  std::unique_ptr<Timer> alarm_, farewell_;
  TimePoint due_{};  // an agent's decision is not taken before
  std::vector<std::pair<std::shared_ptr<Request>, int>> hint_requests_;
  bool with_hints_ = false;
  std::filesystem::file_time_type seen_{};  // of a file that a terminal writes

  // What the tabs know.
  std::size_t shown_ply_ = 0;
  bool shown_end_ = false, told_disk_ = false;
  std::uint64_t revision_ = 0;
  std::optional<Channel> channel_;  // last: its end needs nothing else
};

}  // namespace rookery::web
