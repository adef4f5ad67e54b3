// A Lichess of our own for tests: real HTTP on loopback, NDJSON streams with keep-alives, running
// clocks, opponents that play random moves, and faults on demand. It knows the rules of chess and
// keeps a record of everything the bot does wrong.
//
//   fake_lichess '{"token": "...", "games": 50, "faults": {...}}'
//
// prints its port and serves until it is killed. Control without a token: GET /control/report, POST
// /control/set, /control/challenge, /control/act, /control/cut, /control/mute (streams that are
// open stay so, but nothing comes any more).
#include <utility>  // Boost.Asio 1.74 needs it and does not say so

#include <signal.h>
#include <sys/prctl.h>

#include <algorithm>
#include <boost/asio.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/rng.h"
#include "chess/game.h"
#include "chess/movegen.h"
#include "notation/fen.h"
#include "notation/uci_move.h"

namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::ip::tcp;
using Json = nlohmann::json;
using Clock = std::chrono::steady_clock;
using Ms = std::chrono::milliseconds;
using namespace rookery;
using chess::Color;

constexpr const char* kBotId = "rookerybot";
constexpr const char* kBotName = "RookeryBot";

/// The scenario; /control/set changes single values while it runs.
Json defaults() {
  return Json::parse(R"({
    "token": "lip_test", "title": "BOT", "scopes": "bot:play,challenge:read,challenge:write",
    "games": 0, "concurrent": 1, "initial_ms": 60000, "increment_ms": 0, "rated": false,
    "variants": ["standard"], "fen": "",
    "opponent_delay_ms": 2, "max_plies": 400, "end_plies": 0, "keep_alive_ms": 7000,
    "claim_seconds": 1, "seed": 1, "rest_ms": 60000, "tolerance_ms": 400, "online": [],
    "late_ms": 0, "echo_old": false, "account": "{}",
    "script": {"takeback": 0, "gone": 0, "draw": 0, "chat": 0},
    "faults": {"cut_ms": 0, "rate_game": 0, "rate_errand": 0, "error": 0, "error_after": 0,
               "drop": 0, "slow": 0, "slow_ms": 0, "malformed": 0, "duplicate_start": false,
               "stall": 0}
  })");
}

struct Game {
  std::string id, opponent, variant, fen;
  bool rated = false;
  Color bot = Color::white;
  chess::Game game;
  Ms clock[2]{}, increment{};
  Clock::time_point turn_began{};
  std::string status = "started";
  std::optional<Color> winner;
  bool offers_draw[2]{}, asks_takeback[2]{};
  std::vector<std::string> lines;  // what streams that are open have to send
  std::vector<int> ply_ms;         // time used for each of the bot's moves

  // The opponent's script.
  Clock::time_point opponent_moves_at{};
  int resign_at = 0, takeback_at = 0, gone_at = 0, draw_at = 0, chat_at = 0;  // plies; 0 = never
  bool gone = false, silent = false, awaits_answers = false;
  Clock::time_point claim_from{};

  bool over() const { return status != "started"; }
  Color turn() const { return game.position().side_to_move(); }
  Ms left(Color c) const {
    Ms ms = clock[index(c)];
    if (!over() && c == turn() && game.ply() >= 2)  // clocks start with the second move
      ms -= std::chrono::duration_cast<Ms>(Clock::now() - turn_began);
    return ms;
  }
  std::string moves() const {
    std::string text;
    // King takes rook, in every variant: so does Lichess.
    for (const chess::Move m : game.moves())
      text += (text.empty() ? "" : " ") + notation::to_uci(m, true);
    return text;
  }
  Json state() const {
    Json j{{"type", "gameState"},
           {"moves", moves()},
           {"wtime", std::max<std::int64_t>(0, left(Color::white).count())},
           {"btime", std::max<std::int64_t>(0, left(Color::black).count())},
           {"winc", increment.count()},
           {"binc", increment.count()},
           {"status", status}};
    if (winner) j["winner"] = *winner == Color::white ? "white" : "black";
    if (offers_draw[0]) j["wdraw"] = true;
    if (offers_draw[1]) j["bdraw"] = true;
    if (asks_takeback[0]) j["wtakeback"] = true;
    if (asks_takeback[1]) j["btakeback"] = true;
    return j;
  }
  Json full() const {
    const Json me{{"id", kBotId}, {"name", kBotName}, {"title", "BOT"}, {"rating", 2000}};
    const Json other{{"id", opponent}, {"name", opponent}, {"rating", 1500}};
    return {{"type", "gameFull"},
            {"id", id},
            {"variant", {{"key", variant}}},
            {"speed", "blitz"},
            {"rated", rated},
            {"white", bot == Color::white ? me : other},
            {"black", bot == Color::white ? other : me},
            {"initialFen", fen.empty() ? "startpos" : fen},
            {"clock", {{"initial", clock[0].count()}, {"increment", increment.count()}}},
            {"state", state()}};
  }
};

struct Reply {
  unsigned status = 200;
  Json body = {{"ok", true}};
  std::string text;  // instead of the body
};

class Server {
 public:
  explicit Server(const Json& scenario) : settings_(defaults()), rng_(0) {
    settings_.merge_patch(scenario);
    rng_ = Rng(settings_["seed"].get<std::uint64_t>());
  }

  [[noreturn]] void run() {
    asio::io_context context;
    tcp::acceptor acceptor(context, {asio::ip::make_address("127.0.0.1"), 0});
    std::printf("%d\n", acceptor.local_endpoint().port());
    std::fflush(stdout);
    std::thread([this] { direct(); }).detach();
    for (;;) {
      auto socket = std::make_shared<tcp::socket>(acceptor.accept());
      std::thread([this, socket] { serve(*socket); }).detach();
    }
  }

 private:
  using Lock = std::unique_lock<std::mutex>;

  double fault(const char* name) const { return settings_["faults"][name].get<double>(); }
  bool chance(double p) { return p > 0 && rng_.uniform() < p; }

  // --- connections ------------------------------------------------------------------------------

  void serve(tcp::socket& socket) {
    boost::system::error_code error;
    socket.set_option(tcp::no_delay(true), error);
    boost::beast::flat_buffer buffer;
    for (;;) {
      http::request<http::string_body> request;
      http::read(socket, buffer, request, error);
      if (error) break;
      const std::string target(request.target());
      const std::string path = target.substr(0, target.find('?'));
      const bool control = path.starts_with("/control/");
      if (!control && !authorized(request)) {
        if (!answer(socket, request, {401, {{"error", "No such token"}}, {}})) break;
        continue;
      }
      if (path == "/api/stream/event" || path.starts_with("/api/bot/game/stream/")) {
        if (!stream(socket, request, path)) break;
        continue;
      }
      if (!(control ? answer(socket, request, control_request(path, request.body()))
                    : api_request(socket, request, target, path)))
        break;
    }
    socket.shutdown(tcp::socket::shutdown_both, error);
  }

  bool authorized(const http::request<http::string_body>& request) {
    const Lock lock(mutex_);
    if (request.target() == "/api/token/test") return true;
    if (request.target().starts_with("/api/games/user/")) return true;  // everybody may ask
    return std::string(request[http::field::authorization]) ==
           "Bearer " + settings_["token"].get<std::string>();
  }

  bool answer(tcp::socket& socket, const http::request<http::string_body>& request,
              const Reply& reply) {
    http::response<http::string_body> response{static_cast<http::status>(reply.status),
                                               request.version()};
    response.set(http::field::content_type, "application/json");
    response.keep_alive(request.keep_alive());
    response.body() = reply.text.empty() ? reply.body.dump() : reply.text;
    response.prepare_payload();
    boost::system::error_code error;
    http::write(socket, response, error);
    return !error && response.keep_alive();
  }

  /// Faults first, then the request, then more faults. False: the connection is closed.
  bool api_request(tcp::socket& socket, const http::request<http::string_body>& request,
                   const std::string& target, const std::string& path) {
    const bool post = request.method() == http::verb::post;
    const bool is_game = path.starts_with("/api/bot/game/") && !path.ends_with("/chat");
    int slow = 0;
    bool fail_after = false;
    {
      Lock lock(mutex_);
      ++counts_["requests"];
      if (const auto limited = rate_limit(is_game)) {
        lock.unlock();
        return answer(socket, request, *limited);
      }
      if (chance(fault("drop"))) return ++counts_["dropped"], false;
      if (chance(fault("error"))) {
        ++counts_["errors"];
        lock.unlock();
        return answer(socket, request, {500 + (rng_word() % 2 ? 3u : 0u), {}, "<html>oops</html>"});
      }
      // The request is done but the answer is lost: the bot will try again.
      fail_after = chance(fault("error_after"));
      if (chance(fault("slow"))) {
        ++counts_["slow"];
        slow = settings_["faults"]["slow_ms"].get<int>();
      }
    }
    if (slow) std::this_thread::sleep_for(Ms(slow / 2));
    Reply reply = handle(target, path, post, request.body());
    if (slow) std::this_thread::sleep_for(Ms(slow - slow / 2));
    if (fail_after) reply = {502, {}, "<html>bad gateway</html>"};
    return answer(socket, request, reply);
  }

  /// 429 now and then, and always while the bot should rest; coming back too early is on record.
  std::optional<Reply> rate_limit(bool is_game) {
    const auto now = Clock::now();
    Rest& rest = rests_[is_game ? 1 : 0];
    const Reply too_many{429, {{"error", "Too many requests. Try again later."}}, {}};
    if (now < rest.until) {
      if (now > rest.since + Ms(settings_["tolerance_ms"].get<int>())) ++counts_["came_too_early"];
      return too_many;
    }
    if (!chance(fault(is_game ? "rate_game" : "rate_errand"))) return std::nullopt;
    ++counts_["rate_limited"];
    rest = {now, now + Ms(settings_["rest_ms"].get<int>())};
    // A refused game request silences everything.
    if (is_game) rests_[0] = rest;
    return too_many;
  }

  bool write_text(tcp::socket& socket, const std::string& text) {
    boost::system::error_code error;
    asio::write(socket, asio::buffer(text), error);
    return !error;
  }

  /// Event and game streams. False: the connection is closed.
  bool stream(tcp::socket& socket, const http::request<http::string_body>& request,
              const std::string& path) {
    const bool events = path == "/api/stream/event";
    const std::string id = path.substr(path.rfind('/') + 1);
    Lock lock(mutex_);
    ++counts_[events ? "event_streams" : "game_streams"];
    // A rest after 429 counts for streams too, but they do not begin one by chance.
    if (Rest& rest = rests_[1]; Clock::now() < rest.until) {
      if (Clock::now() > rest.since + Ms(settings_["tolerance_ms"].get<int>()))
        ++counts_["came_too_early"];
      lock.unlock();
      return answer(socket, request, {429, {{"error", "Too many requests"}}, {}});
    }
    if (!events && !games_.contains(id)) {
      lock.unlock();
      return answer(socket, request, {404, {{"error", "No such game"}}, {}});
    }
    if (chance(fault("error"))) {
      lock.unlock();
      return answer(socket, request, {502, {}, "<html>oops</html>"});
    }
    const int generation = events ? ++event_generation_ : 0;  // one event stream for each token
    const int cut_all = cut_all_, mute_all = mute_all_;
    changed_.notify_all();
    std::deque<std::string> out;
    std::size_t next = 0;
    if (events) {
      for (const auto& [key, c] : challenges_)
        out.push_back(Json{{"type", "challenge"}, {"challenge", c}}.dump());
      for (const auto& [key, g] : games_)
        if (!g.over()) out.push_back(start_event(g));
      next = event_lines_.size();
    } else {
      out.push_back(games_.at(id).full().dump());
      if (games_.at(id).gone) out.push_back(gone_line(games_.at(id)));
      next = games_.at(id).lines.size();
      if (games_.at(id).over()) next = std::string::npos;
    }
    lock.unlock();
    if (!write_text(socket,
                    "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\n"
                    "Transfer-Encoding: chunked\r\n\r\n"))
      return false;
    lock.lock();
    const auto random_ms = [&](double mean) {
      return Ms(static_cast<int>(mean * (0.5 + rng_.uniform())));
    };
    const double cut_ms = fault("cut_ms");
    const auto cut_at = cut_ms > 0 ? Clock::now() + random_ms(cut_ms) : Clock::time_point::max();
    const bool stalls = chance(fault("stall"));  // open but silent: only a watchdog helps
    if (stalls) ++counts_["stalled"];
    auto keep_alive_at = Clock::now();
    for (;;) {
      const auto& lines = events ? event_lines_ : games_.at(id).lines;
      if (next != std::string::npos)
        for (; next < lines.size(); ++next) out.push_back(lines[next]);
      if ((stalls || mute_all != mute_all_) && Clock::now() < cut_at && cut_all == cut_all_) {
        changed_.wait_until(lock, std::min(cut_at, Clock::now() + Ms(500)));
        continue;
      }
      if (chance(out.empty() ? 0 : fault("malformed"))) {
        ++counts_["malformed"];
        out.push_front("{\"type\":\"gameState\",\"moves\":\"e2e4 e7");
      }
      const Ms keep_alive(settings_["keep_alive_ms"].get<int>());
      if (out.empty() && Clock::now() >= keep_alive_at) out.emplace_back();
      if (!out.empty()) {
        std::string text;
        const int late = settings_["late_ms"].get<int>();  // each line comes late and alone
        do {
          text += out.front() + "\n";
          out.pop_front();
        } while (!out.empty() && late == 0);
        char size[20];
        std::snprintf(size, sizeof size, "%zx\r\n", text.size());
        lock.unlock();
        std::this_thread::sleep_for(Ms(late));
        const bool sent = write_text(socket, size + text + "\r\n");
        lock.lock();
        if (!sent) return false;
        keep_alive_at = Clock::now() + keep_alive;
        continue;
      }
      const bool ended = !events && games_.at(id).over();
      if (ended) {
        lock.unlock();
        write_text(socket, "0\r\n\r\n");
        return false;
      }
      if (events && generation != event_generation_) return false;
      if (cut_all != cut_all_) return false;
      if (Clock::now() >= cut_at) return ++counts_["cut"], false;
      changed_.wait_until(lock, std::min(cut_at, keep_alive_at));
    }
  }

  // --- the API ----------------------------------------------------------------------------------

  Reply handle(const std::string& target, const std::string& path, bool post,
               const std::string& body) {
    const Lock lock(mutex_);
    std::vector<std::string> parts;
    for (std::size_t at = 1; at <= path.size();) {
      const std::size_t end = std::min(path.find('/', at), path.size());
      parts.push_back(path.substr(at, end - at));
      at = end + 1;
    }
    if (path == "/api/account") {
      Json account{{"id", kBotId},
                   {"username", kBotName},
                   {"title", settings_["title"]},
                   {"count", {{"all", 0}}},
                   {"perfs", {{"blitz", {{"rating", 2000}}}}}};
      account.update(Json::parse(settings_["account"].get<std::string>()));
      return {200, account, {}};
    }
    if (path == "/api/token/test") {
      Json scopes{{"scopes", settings_["scopes"]}, {"userId", kBotId}};
      return {200, {{body, body == settings_["token"] ? scopes : Json()}}, {}};
    }
    if (path.starts_with("/api/games/user/")) {
      if (parts[3] != "ann") return {404, {{"error", "not found"}}, {}};
      const auto max = target.find("max=");
      int games = max == target.npos ? 1 : std::atoi(target.c_str() + max + 4);
      std::string text;
      for (; games > 0; --games)
        text += "[White \"Ann\"]\n[Black \"x\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n";
      return {200, {}, text};
    }
    if (path == "/api/bot/account/upgrade") return settings_["title"] = "BOT", Reply{};
    if (path == "/api/bot/online") {
      std::string text;
      for (const Json& bot : settings_["online"]) text += bot.dump() + "\n";
      return {200, {}, text + "\n"};
    }
    if (parts.size() == 4 && parts[1] == "challenge") return challenge(parts[2], parts[3], body);
    if (post && parts.size() == 3 && parts[1] == "challenge") return outgoing(parts[2], body);
    if (post && parts.size() >= 5 && parts[1] == "bot" && parts[2] == "game")
      return game_request(parts, target, body);
    return {404, {{"error", "no such endpoint " + path}}, {}};
  }

  static std::string form_value(const std::string& body, const std::string& key) {
    const std::size_t at = ("&" + body).find("&" + key + "=");
    if (at == std::string::npos) return {};
    const std::size_t begin = at + key.size() + 1;
    std::string out, raw = body.substr(begin, body.find('&', begin) - begin);
    for (std::size_t i = 0; i < raw.size(); ++i)
      if (raw[i] == '%')
        out += static_cast<char>(std::stoi(raw.substr(i + 1, 2), nullptr, 16)), i += 2;
      else
        out += raw[i] == '+' ? ' ' : raw[i];
    return out;
  }

  Reply challenge(const std::string& id, const std::string& verb, const std::string& body) {
    if (!challenges_.contains(id)) return {404, {{"error", "Challenge not found"}}, {}};
    const Json c = challenges_[id];
    challenges_.erase(id);
    if (verb == "accept") {
      ++counts_["accepted"];
      Game& game = start_game(c);
      emit_event(start_event(game));
      if (settings_["faults"]["duplicate_start"]) emit_event(start_event(game));
    } else if (verb == "decline") {
      declined_[id] = form_value(body, "reason");
      if (declined_[id] == "later") --begun_;  // the opponent asks again
    } else {
      canceled_.push_back(id);
    }
    return {};
  }

  /// The bot challenges another; that one declines or accepts at once by its name.
  Reply outgoing(const std::string& user, const std::string& body) {
    sent_.push_back({{"user", user}, {"form", body}});
    if (user.starts_with("limit"))
      return {429,
              {{"error", "You played 100 games against other bots today"},
               {"ratelimit", {{"key", "bot.vsBot.day"}, {"seconds", 7200}}}},
              {}};
    Json c = new_challenge({{"user", user}});
    const std::string id = c["id"];
    if (user.starts_with("accept")) {
      challenges_.erase(id);
      emit_event(start_event(start_game(c)));
    } else if (user.starts_with("decline")) {
      challenges_.erase(id);
      emit_event(Json{{"type", "challengeDeclined"},
                      {"challenge", {{"id", id}, {"declineReasonKey", "later"}}}}
                     .dump());
    }
    return {200, c, {}};
  }

  Reply game_request(const std::vector<std::string>& parts, const std::string& target,
                     const std::string& body) {
    const auto found = games_.find(parts[3]);
    if (found == games_.end()) return {404, {{"error", "No such game"}}, {}};
    Game& g = found->second;
    const Reply refused{400, {{"error", "Not possible now"}}, {}};
    const std::string& verb = parts[4];
    const std::string option = parts.size() > 5 ? parts[5] : "";
    const int us = index(g.bot), them = index(~g.bot);
    if (verb == "chat") {
      chat_.push_back(
          {{"game", g.id}, {"room", form_value(body, "room")}, {"text", form_value(body, "text")}});
      g.lines.push_back(Json{{"type", "chatLine"},
                             {"room", form_value(body, "room")},
                             {"username", kBotName},
                             {"text", form_value(body, "text")}}
                            .dump());
      return changed_.notify_all(), Reply{};
    }
    if (g.over()) return refused;
    if (verb == "move") {
      if (g.turn() != g.bot) return bad_move(g, "out_of_turn", option);
      const auto move = notation::parse_uci_move(g.game.position(), option);
      if (!move) return bad_move(g, "illegal_moves", option);
      // What the bot may hear last before its move, told late: the answer to an offer, for example.
      if (settings_["echo_old"]) g.lines.push_back(g.state().dump());
      g.offers_draw[us] = target.ends_with("offeringDraw=true");
      g.ply_ms.push_back(
          static_cast<int>(std::chrono::duration_cast<Ms>(Clock::now() - g.turn_began).count()));
      play(g, *move);
    } else if (verb == "abort") {
      if (g.game.ply() >= 2) return refused;
      ++counts_["aborted"];
      end(g, "aborted", std::nullopt);
    } else if (verb == "resign") {
      ++counts_["bot_resigned"];
      end(g, "resign", ~g.bot);
    } else if (verb == "draw") {
      ++counts_[option == "yes" ? "draw_yes" : "draw_no"];
      if (option == "yes" && g.offers_draw[them]) return end(g, "draw", std::nullopt), Reply{};
      g.offers_draw[option == "yes" ? us : them] = option == "yes";
      emit_state(g);
    } else if (verb == "takeback") {
      ++counts_[option == "yes" ? "takeback_yes" : "takeback_no"];
      const bool asked = g.asks_takeback[them];
      g.asks_takeback[them] = false;
      if (option == "yes" && !asked) g.asks_takeback[us] = true;  // now it is the bot who asks
      if (option == "yes" && asked) {
        // Back to the opponent's move.
        if (g.turn() != g.bot) g.game.undo();
        g.game.undo();
        start_turn(g);
      }
      emit_state(g);
    } else if (verb == "claim-victory") {
      if (!g.gone || Clock::now() < g.claim_from) return ++counts_["bad_claims"], refused;
      ++counts_["claimed"];
      end(g, "timeout", g.bot);
    } else {
      return {404, {{"error", "no such action"}}, {}};
    }
    return {};
  }

  /// As strict as Lichess: a move made twice, or for a position that is gone, is refused.
  Reply bad_move(const Game& g, const char* kind, const std::string& uci) {
    ++counts_[kind];
    problems_.push_back(g.id + ": " + kind + " " + uci + " in " +
                        notation::to_fen(g.game.position()) + " after " + g.moves());
    return {400, {{"error", "Not your turn, or not a legal move"}}, {}};
  }

  // --- games ------------------------------------------------------------------------------------

  static std::string start_event(const Game& g) {
    return Json{{"type", "gameStart"},
                {"game",
                 {{"gameId", g.id},
                  {"fullId", g.id + "abcd"},
                  {"id", g.id},
                  {"color", g.bot == Color::white ? "white" : "black"}}}}
        .dump();
  }

  static std::string gone_line(const Game& g) {
    const auto left = std::chrono::ceil<std::chrono::seconds>(g.claim_from - Clock::now());
    return Json{{"type", "opponentGone"},
                {"gone", true},
                {"claimWinInSeconds", std::max<std::int64_t>(0, left.count())}}
        .dump();
  }

  std::uint64_t rng_word() { return rng_(); }

  std::string new_id() {
    char text[16];
    std::snprintf(text, sizeof text, "game%04d", ++ids_);
    return text;
  }

  Json new_challenge(const Json& wish) {
    const std::string user = wish.value("user", "opponent" + std::to_string(ids_ + 1));
    const auto& variants = settings_["variants"];
    const std::string variant = wish.value(
        "variant", variants[static_cast<std::size_t>(ids_) % variants.size()].get<std::string>());
    Json challenger{{"id", user}, {"name", user}, {"rating", wish.value("rating", 1500)}};
    if (wish.value("bot", false)) challenger["title"] = "BOT";
    Json control{{"type", wish.value("control", "clock")}};
    if (control["type"] == "clock") {
      control["limit"] = wish.value("limit", 180);
      control["increment"] = wish.value("increment", 2);
    }
    Json c{{"id", new_id()},
           {"status", "created"},
           {"challenger", challenger},
           {"destUser", {{"id", kBotId}, {"name", kBotName}}},
           {"variant", {{"key", variant}}},
           {"rated", wish.value("rated", settings_["rated"].get<bool>())},
           {"timeControl", control},
           {"color", wish.value("color", "random")}};
    if (variant == "fromPosition")
      c["initialFen"] = wish.value("fen", "4k3/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQ - 0 1");
    challenges_[c["id"]] = c;
    return c;
  }

  Game& start_game(const Json& c) {
    Game& g = games_[c["id"]];
    g.id = c["id"];
    g.opponent = c["challenger"]["id"];
    g.variant = c["variant"]["key"];
    g.rated = c["rated"];
    const std::string color = c.value("color", "random");
    g.bot = color == "white"   ? Color::black  // the challenger's colour
            : color == "black" ? Color::white
            : ids_ % 2         ? Color::white
                               : Color::black;
    chess::Position start = chess::Position::initial();
    if (g.variant == "chess960")
      start = chess::Position::chess960(static_cast<int>(rng_.below(960)));
    if (g.variant == "fromPosition")
      start = *notation::parse_fen(c["initialFen"].get<std::string>());
    if (g.variant != "standard") g.fen = notation::to_fen(start);
    g.game = chess::Game(start, g.variant == "chess960");
    g.clock[0] = g.clock[1] = Ms(settings_["initial_ms"].get<int>());
    g.increment = Ms(settings_["increment_ms"].get<int>());
    const auto ply_for = [&](const char* what) {
      return chance(settings_["script"][what].get<double>()) ? 6 + static_cast<int>(rng_.below(20))
                                                             : 0;
    };
    g.takeback_at = ply_for("takeback");
    g.gone_at = ply_for("gone");
    g.draw_at = ply_for("draw");
    g.chat_at = ply_for("chat");
    if (const int end_plies = settings_["end_plies"].get<int>())
      g.resign_at =
          end_plies / 2 + static_cast<int>(rng_.below(static_cast<std::uint32_t>(end_plies)));
    running_peak_ = std::max(running_peak_, running());
    start_turn(g);
    return g;
  }

  int running() const {
    return static_cast<int>(std::count_if(games_.begin(), games_.end(),
                                          [](const auto& g) { return !g.second.over(); }));
  }

  void start_turn(Game& g) {
    g.turn_began = Clock::now();
    g.opponent_moves_at = g.turn_began + Ms(settings_["opponent_delay_ms"].get<int>());
  }

  void play(Game& g, chess::Move move) {
    const Color mover = g.turn();
    if (g.game.ply() >= 2)
      g.clock[index(mover)] +=
          g.increment - std::chrono::duration_cast<Ms>(Clock::now() - g.turn_began);
    g.game.play(move);
    g.offers_draw[index(~mover)] = false;
    g.asks_takeback[0] = g.asks_takeback[1] = false;
    start_turn(g);
    if (const auto outcome = g.game.outcome(/*claim_draws=*/true)) {
      const bool mate = outcome->reason == chess::EndReason::checkmate;
      const bool stalemate = outcome->reason == chess::EndReason::stalemate;
      return end(g, mate ? "mate" : stalemate ? "stalemate" : "draw", outcome->winner);
    }
    emit_state(g);
  }

  void end(Game& g, const std::string& status, std::optional<Color> winner) {
    g.clock[index(g.turn())] = g.left(g.turn());
    g.status = status;
    g.winner = winner;
    emit_state(g);
    emit_event(Json{{"type", "gameFinish"}, {"game", {{"gameId", g.id}, {"id", g.id}}}}.dump());
  }

  void emit_state(Game& g) {
    g.lines.push_back(g.state().dump());
    changed_.notify_all();
  }
  void emit_event(std::string line) {
    event_lines_.push_back(std::move(line));
    changed_.notify_all();
  }

  /// The opponents and the clocks.
  void direct() {
    for (;;) {
      std::this_thread::sleep_for(Ms(2));
      const Lock lock(mutex_);
      for (auto& [id, g] : games_)
        if (!g.over()) direct_game(g);
      const int open = running() + static_cast<int>(challenges_.size());
      if (begun_ < settings_["games"].get<int>() && open < settings_["concurrent"].get<int>() &&
          event_generation_ > 0) {
        ++begun_;
        const Json c = new_challenge(Json::object());
        emit_event(Json{{"type", "challenge"}, {"challenge", c}}.dump());
      }
    }
  }

  void direct_game(Game& g) {
    const auto now = Clock::now();
    const Color them = ~g.bot;
    if (g.left(g.turn()).count() <= 0) {
      if (g.turn() == g.bot) {
        ++counts_["bot_time_losses"];
        problems_.push_back(g.id + ": the bot lost on time at ply " + std::to_string(g.game.ply()));
      }
      return end(g, "outoftime", ~g.turn());
    }
    const int ply = static_cast<int>(g.game.ply());
    const auto due = [ply](int& at) { return at != 0 && ply >= at ? (at = 0, true) : false; };
    // One half of the takebacks is asked for while the bot thinks or its move is on its way.
    if (!g.silent && !g.gone && g.turn() == g.bot && g.takeback_at % 2 && due(g.takeback_at)) {
      g.asks_takeback[index(them)] = true;
      ++counts_["takebacks_asked"];
      return emit_state(g);
    }
    if (g.silent || g.gone || g.turn() == g.bot || now < g.opponent_moves_at) return;
    if (g.awaits_answers && (g.asks_takeback[index(them)] || g.offers_draw[index(them)])) return;
    if (due(g.gone_at)) {
      g.gone = true;
      const int seconds = settings_["claim_seconds"].get<int>();
      g.claim_from = now + std::chrono::seconds(seconds);
      g.lines.push_back(gone_line(g));
      ++counts_["gone"];
      return changed_.notify_all();
    }
    if (due(g.takeback_at)) {
      g.asks_takeback[index(them)] = true;
      ++counts_["takebacks_asked"];
      g.opponent_moves_at = now + Ms(300);
      return emit_state(g);
    }
    if (due(g.draw_at)) {
      g.offers_draw[index(them)] = true;
      ++counts_["draws_offered"];
      g.opponent_moves_at = now + Ms(50);
      return emit_state(g);
    }
    if (due(g.chat_at)) say(g, "player", "!eval");
    if ((g.resign_at && ply >= g.resign_at) || ply >= settings_["max_plies"].get<int>())
      return end(g, "resign", g.bot);
    const auto moves = chess::legal_moves(g.game.position());
    play(g, moves[rng_.below(static_cast<std::uint32_t>(moves.size()))]);
  }

  void say(Game& g, const std::string& room, const std::string& text) {
    g.lines.push_back(Json{
        {"type", "chatLine"},
        {"room", room},
        {"username", g.opponent},
        {"text", text}}.dump());
    changed_.notify_all();
  }

  // --- control ----------------------------------------------------------------------------------

  Reply control_request(const std::string& path, const std::string& body) {
    const Lock lock(mutex_);
    const Json json = body.empty() ? Json::object() : Json::parse(body, nullptr, false);
    if (path == "/control/report") return {200, report(), {}};
    if (path == "/control/set") return settings_.merge_patch(json), Reply{};
    if (path == "/control/cut") return ++cut_all_, changed_.notify_all(), Reply{};
    if (path == "/control/mute") return ++mute_all_, Reply{};
    if (path == "/control/event") return emit_event(json["line"]), Reply{};
    if (path == "/control/challenge") {
      const Json c = new_challenge(json);
      emit_event(Json{{"type", "challenge"}, {"challenge", c}}.dump());
      return {200, c, {}};
    }
    if (path == "/control/act") {
      Game& g = games_.at(json["game"]);
      const std::string act = json["act"];
      if (act == "silent") g.silent = true;
      if (act == "speak") g.silent = false;
      if (act == "chat") say(g, json.value("room", "player"), json["text"]);
      // Even, so that the opponent asks when it is to move: a move of the bot would end the
      // request.
      if (act == "takeback") g.takeback_at = 2, g.awaits_answers = true;
      if (act == "draw") g.draw_at = 1, g.awaits_answers = true;
      if (act == "gone") g.gone_at = 1;
      if (act == "resign") end(g, "resign", g.bot);
      return {};
    }
    return {404, {}, {}};
  }

  Json report() const {
    Json games = Json::array();
    for (const auto& [id, g] : games_)
      games.push_back(
          {{"id", id},
           {"variant", g.variant},
           {"status", g.status},
           {"winner", !g.winner            ? "none"
                      : *g.winner == g.bot ? "bot"
                                           : "opponent"},
           {"plies", g.game.ply()},
           {"moves", g.moves()},
           {"bot_clock_ms", g.left(g.bot).count()},
           {"slowest_ms",
            g.ply_ms.empty() ? 0 : *std::max_element(g.ply_ms.begin(), g.ply_ms.end())}});
    return {{"games", games},
            {"running", running()},
            {"running_peak", running_peak_},
            {"counts", counts_},
            {"declined", declined_},
            {"canceled", canceled_},
            {"chat", chat_},
            {"sent", sent_},
            {"problems", problems_},
            {"open_challenges", challenges_.size()}};
  }

  struct Rest {
    Clock::time_point since{}, until{};
  };

  std::mutex mutex_;  // guards everything
  std::condition_variable changed_;
  Json settings_;
  Rng rng_;
  std::map<std::string, Game> games_;
  std::map<std::string, Json> challenges_;
  std::vector<std::string> event_lines_;
  int event_generation_ = 0, cut_all_ = 0, mute_all_ = 0, ids_ = 0, begun_ = 0, running_peak_ = 0;
  Rest rests_[2];  // errands, games
  std::map<std::string, int> counts_;
  std::map<std::string, std::string> declined_;
  std::vector<std::string> canceled_, problems_;
  std::vector<Json> chat_, sent_;
};

}  // namespace

int main(int argc, char** argv) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // never outlives the test
  signal(SIGPIPE, SIG_IGN);
  Server(argc > 1 ? Json::parse(argv[1]) : Json::object()).run();
}
