#include "web/app.h"

#include <algorithm>
#include <utility>

#include "json/chess.h"
#include "notation/fen.h"
#include "notation/text.h"
#include "notation/words.h"
#include "play/json.h"
#include "play/own_engines.h"
#include "play/roster.h"
#include "web/analysis_rooms.h"
#include "web/game_list.h"
#include "web/game_rooms.h"
#include "web/learn_rooms.h"
#include "web/match_rooms.h"
#include "web/review_rooms.h"
#include "web/settings.h"

namespace rookery::web {

using json::Value;

namespace {

/// Of one analysis.
constexpr int kMaxThreads = 64, kMaxHash = 1024;
/// Of all agents together, in MB: three quarters for analyses (AgentPool).
constexpr std::size_t kHashOfAll = 1536;

search::MadeAgent make_agent(const play::PlayerSpec& player, const std::string& syzygy_path) {
  auto agent = play::make_agent(player);
  if (agent && !syzygy_path.empty() && search::find_option((*agent)->options(), "SyzygyPath"))
    if (const auto set = (*agent)->set_option("SyzygyPath", syzygy_path); !set)
      return Unexpected{set.error()};
  return agent;
}

}  // namespace

struct App::Parts {
  Parts(Loop& loop, AppSetup given);

  Value welcome() const;
  Answer open_channel(std::string_view name);
  void leave(const std::string& channel);
  static Answer check_fen(json::Fields fields);
  /// A square, or without one the whole position, in words.
  static Answer describe(json::Fields fields);

  Loop& loop;
  const AppSetup setup;
  Hub hub;
  Coach coach;
  Settings settings;
  Channel games_channel, matches_channel;  // "changed" when the list is
  RoomServices services;
  GameRooms games;
  MatchRooms matches;
  AnalysisRooms analyses;
  ReviewRooms reviews;
  GameList list;
  LearnRooms learn;
  std::optional<QueueRoom> queue;
};

App::Parts::Parts(Loop& l, AppSetup given)
    : loop(l),
      setup(std::move(given)),
      hub(loop, {.welcome = [this] { return welcome(); },
                 .open_channel = [this](std::string_view name) { return open_channel(name); },
                 .requests_per_second = setup.requests_per_second}),
      coach(loop),
      settings(hub, setup.state),
      games_channel(hub, "games", [] { return Value(); }),
      matches_channel(hub, "matches", [] { return Value(); }),
      services{
          .loop = loop,
          .hub = hub,
          .coach = coach,
          .state = setup.state,
          .book = setup.book,
          .tables = setup.tables,
          .agents = play::AgentPool(
              [path = setup.syzygy_path](const play::PlayerSpec& player) {
                return make_agent(player, path);
              },
              {.hash_mb = kHashOfAll}),
          .as_analyst =
              [this](const play::NamedSpec& agent) {
                return agent.with_resources(std::min(settings.preferences().hash_mb, kMaxHash),
                                            std::min(settings.preferences().threads, kMaxThreads));
              },
          .has_human_pause = [this] { return settings.preferences().human_pause; },
          .games_changed =
              [this] {
                games_channel.publish({{"t", "changed"}});
              },
          .matches_changed =
              [this] {
                matches_channel.publish({{"t", "changed"}});
              },
          .leave =
              [this](const std::string& channel) {
                loop.post([this, channel] { leave(channel); });
              },
          .leave_at_once = [this](const std::string& id) { games.drop(id), analyses.drop(id); }},
      games(services),
      matches(services),
      analyses(services, games, matches),
      reviews(services, games, analyses, {setup.version, setup.review}),
      list(services, analyses),
      learn(loop, hub, setup.state) {
  if (setup.queue) queue.emplace(loop, hub, *setup.queue);
  hub.on("check_fen", [](json::Fields fields) { return check_fen(fields); });
  hub.on("describe", [](json::Fields fields) { return describe(fields); });
}

Value App::Parts::welcome() const {
  Value levels = Value::array(), agents = Value::array(), engines = Value::array();
  for (const play::Level& level : play::levels()) {
    Value value = play::to_json(level);
    value["line"] = value["character"];
    levels.push_back(std::move(value));
  }
  for (const play::RosterEntry& entry : play::roster()) agents.push_back(play::to_json(entry));
  for (const play::OwnEngine& engine : play::own_engines().list) engines.push_back(engine.name);
  return {{"version", setup.version},
          {"levels", std::move(levels)},
          {"agents", std::move(agents)},
          {"engines", std::move(engines)},
          {"limits",
           {{"frame_bytes", 1 << 20},
            {"import_bytes", 32 << 20},
            {"lines", 5},
            {"threads", kMaxThreads},
            {"hash", kMaxHash}}},
          {"queue", queue.has_value()},
          {"settings", settings.all()},
          {"current", games.current()}};
}

Answer App::Parts::open_channel(std::string_view name) {
  const std::string id(name.substr(std::min(name.find('/') + 1, name.size())));
  if (name.starts_with("game/")) return games.open(id);
  if (name.starts_with("analysis/")) return analyses.open(id);
  if (name.starts_with("review/")) return reviews.open(id);
  if (name.starts_with("match/")) return matches.open(id);
  return failure("no_such", "There is nothing of this name.");
}

void App::Parts::leave(const std::string& channel) {
  const auto slash = channel.find('/');
  const std::string id = channel.substr(slash + 1);
  if (channel.starts_with("game/")) games.close(id);
  if (channel.starts_with("analysis/")) analyses.close(id);
  if (channel.starts_with("review/")) reviews.close(id);
  if (channel.starts_with("match/")) matches.close(id);
}

Answer App::Parts::check_fen(json::Fields fields) {
  const auto start = parse_start(fields);
  if (!start) return Unexpected{start.error()};
  return Value{{"fen", notation::to_fen(start->position)},
               {"chess960", start->chess960},
               {"pos", json::position_to_json(chess::Game(start->position, start->chess960))}};
}

Answer App::Parts::describe(json::Fields fields) {
  const std::string fen = fields.text("fen", 200);
  const auto square = fields.optional_text("square", 2);
  if (fields.error()) return bad_fields(fields);
  const auto position = notation::parse_fen(fen);
  if (!position) return failure("bad_fen", position.error().message, "fen");
  if (!square) return Value{{"text", notation::position_text(*position)}};
  const auto wanted = notation::parse_square(*square);
  if (!wanted) return failure("bad_message", "There is no such square.", "square");
  return Value{{"text", notation::square_text(*position, *wanted)}};
}

App::App(Loop& loop, AppSetup setup) : parts_(std::make_unique<Parts>(loop, std::move(setup))) {}
App::~App() = default;

void App::opened(Client& client) { parts_->hub.opened(client); }
void App::message(Client& client, std::string_view text) { parts_->hub.message(client, text); }
void App::closed(Client& client) { parts_->hub.closed(client); }

bool App::post(std::string_view path, std::string body, PostReply reply) {
  if (path == "/api/tree") return parts_->learn.tree(std::move(body), std::move(reply)), true;
  if (path != "/api/import") return false;
  parts_->analyses.import(std::move(body), std::move(reply));
  return true;
}

void App::shut_down() {
  parts_->reviews.close_all();
  parts_->games.close_all();
  parts_->analyses.close_all();
  parts_->matches.close_all();
}

}  // namespace rookery::web
