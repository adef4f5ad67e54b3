// Api: the endpoints of the Lichess Bot API with its rules of conduct: one request at a time, a
// minute's rest after 429, another try after 5xx and lost connections, none after 4xx.
#pragma once

#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>

#include "base/result.h"
#include "lichess/challenge_filter.h"
#include "lichess/config.h"
#include "lichess/http.h"
#include "lichess/log.h"

namespace rookery::lichess {

/// The two groups that a 429 holds back. A refused errand (chat, challenge, matchmaking) holds back
/// errands; a refused game request holds back everything. So a game under way is not lost because
/// somebody chatted too much.
enum class Lane { game, errand };

/// Who we are.
struct Account {
  std::string id;
  std::string name;
  bool is_bot = false;
  int games_played = 0;
  std::string perfs_json;  ///< {"blitz": {"rating": ...}, ...}
};

/// Any thread may call; calls block, also through rests and retries. A stop token ends the waiting;
/// the reply then has status 0. Several threads may have a game request under way (one for each
/// game); errands are for one thread.
class Api {
 public:
  Api(Http& http, const Timing& timing, EventLog& log) : http_(http), timing_(timing), log_(log) {}

  Result<Account, Error> account(std::stop_token stop);
  /// The token's scopes, separated by commas. Takes the token: the endpoint wants it as its body.
  Result<std::string, Error> token_scopes(const Token& token, std::stop_token stop);
  HttpReply upgrade_to_bot(std::stop_token stop);

  /// Tried once, apart from rests after 429: when the answer is lost, the move may have been made,
  /// and only the game stream can tell.
  HttpReply move(const std::string& game, const std::string& uci, bool offer_draw,
                 std::stop_token stop);
  /// "abort", "resign", "draw/yes", "draw/no", "takeback/yes", "takeback/no", "claim-victory".
  /// Answers to offers are tried once: a "yes" that finds no offer would make one of our own.
  HttpReply game_action(const std::string& game, const std::string& action, std::stop_token stop);
  HttpReply chat(const std::string& game, const std::string& room, const std::string& text,
                 std::stop_token stop);

  HttpReply accept(const std::string& challenge, std::stop_token stop);
  HttpReply decline(const std::string& challenge, DeclineReason reason, std::stop_token stop);
  HttpReply cancel(const std::string& challenge, std::stop_token stop);
  /// The body as the API wants it. Never repeated: a second challenge is worse than none.
  HttpReply challenge(const std::string& user, const std::string& form, std::stop_token stop);
  /// One JSON object a line.
  HttpReply online_bots(int count, std::stop_token stop);

  Http::StreamId open_event_stream(StreamListener listener);
  Http::StreamId open_game_stream(const std::string& game, StreamListener listener);
  void close_stream(Http::StreamId id) { http_.close_stream(id); }

  /// For streams, whose owners reconnect by themselves: notes a 429, and tells the earliest moment
  /// of the next try after `failures` failed ones in a row.
  Clock::time_point next_try(long status, int failures);
  /// A stream that lasted longer than this was a good one.
  Milliseconds good_while() const { return Milliseconds(10 * timing_.retry_first_ms); }
  /// Smoothed round trip of moves.
  Milliseconds lag() const;

 private:
  struct Effort {
    Lane lane = Lane::errand;
    int tries = 1;
    bool rests = true;  ///< a 429 is followed by a rest and another try, which is not counted
  };
  HttpReply send(const HttpRequest& request, Effort effort, std::stop_token stop);
  HttpReply post(std::string path, std::string body, Effort effort, std::stop_token stop);
  bool wait_until(Clock::time_point moment, std::stop_token stop);
  bool wait_for_lane(Lane lane, std::stop_token stop);
  void note_rate_limit(Lane lane, const HttpReply& reply, const std::string& path);
  Milliseconds backoff(int failures) const;

  Http& http_;
  const Timing timing_;
  EventLog& log_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  Clock::time_point resume_[2]{};  // by lane
  double lag_ms_ = 0, lag_deviation_ms_ = 0;
};

}  // namespace rookery::lichess
