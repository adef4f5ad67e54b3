#include "lichess/game_stream.h"

#include <utility>

namespace rookery::lichess {

void GameStream::open() {
  const int stream = ++number_;
  opens_at_ = kNever;
  StreamListener listener;
  listener.on_line = [this, stream](std::string text) { post_(Line{stream, std::move(text)}); };
  listener.on_end = [this, stream](long status, std::string reason) {
    post_(End{stream, status, std::move(reason)});
  };
  opened_ = Clock::now();
  id_ = api_.open_game_stream(game_, std::move(listener));
}

void GameStream::close() {
  if (const auto id = std::exchange(id_, std::nullopt)) api_.close_stream(*id);
}

void GameStream::reopen_at(Clock::time_point moment) {
  close();
  ++number_;
  opens_at_ = moment;
}

void GameStream::open_if_due(Clock::time_point now) {
  if (now >= opens_at_) open();
}

bool GameStream::on_end(const End& end) {
  id_.reset();
  if (end.status >= 400 && end.status < 500 && end.status != 429) return false;
  // After a stream that lasted, reconnect at once: our clock may be running. One that ends as soon
  // as it begins must not be hammered.
  const bool lasted = end.status == 200 && Clock::now() - opened_ > api_.good_while();
  failures_ = lasted ? 0 : failures_ + 1;
  opens_at_ = api_.next_try(end.status, failures_);
  return true;
}

}  // namespace rookery::lichess
