#include "web/websocket.h"

#include <algorithm>
#include <new>
#include <system_error>

namespace rookery::web {

namespace {

namespace beast = boost::beast;
namespace websocket = beast::websocket;
using namespace std::chrono_literals;

constexpr std::size_t kKeptBuffer = 64 * 1024;

}  // namespace

WebSocket::WebSocket(Transport& transport, tcp::socket socket)
    : transport_(transport),
      number_(transport.next_number++),
      stream_(std::move(socket)),
      patience_(transport.io) {}

WebSocket::~WebSocket() {
  transport_.websockets.erase(number_);
  if (open_) leave();  // nothing is left that would call us: something failed on the way
}

void WebSocket::accept(Request request, bool known) {
  request_ = std::move(request);
  websocket::stream_base::timeout times{};
  times.handshake_timeout = 5s;
  times.idle_timeout = transport_.options.limits.idle_time;
  times.keep_alive_pings = true;
  stream_.set_option(times);
  stream_.auto_fragment(false);
  stream_.read_message_max(transport_.options.limits.frame_bytes);
  beast::error_code ignored;
  beast::get_lowest_layer(stream_).socket().set_option(tcp::no_delay(true), ignored);
  stream_.async_accept(request_, [self = shared_from_this(), known](beast::error_code error) {
    self->on_accept(error, known);
  });
}

void WebSocket::on_accept(beast::error_code error, bool known) {
  if (error) return;
  const bool full = transport_.websockets.size() >= transport_.options.limits.websockets;
  transport_.websockets.emplace(number_, weak_from_this());
  if (!known) return close(kBadToken, "open Rookery with ./rookery web");
  if (full) return close(kTooMany, "too many tabs");
  if (transport_.stopping) return close(kGoingAway, "stopping");
  open_ = true;
  transport_.application->opened(*this);
  read_next();
}

void WebSocket::read_next() {
  if (buffer_.capacity() > kKeptBuffer) buffer_ = {};
  stream_.async_read(buffer_, [self = shared_from_this()](beast::error_code error, std::size_t) {
    self->on_read(error);
  });
}

void WebSocket::on_read(beast::error_code error) {
  if (error) return end();
  if (open_ && !stream_.got_text()) return close(1003, "text frames only");
  if (open_) try {
      const auto data = buffer_.cdata();
      transport_.application->message(*this, {static_cast<const char*>(data.data()), data.size()});
    } catch (const std::bad_alloc&) {  // what this one asked for is too much; the others go on
      return fail();
    } catch (const std::system_error&) {  // no thread to be had
      return fail();
    }
  buffer_.consume(buffer_.size());
  if (!closing_) read_next();
}

void WebSocket::send(std::shared_ptr<const std::string> text, Importance importance) {
  if (!open_) return;
  make_room(text->size());
  if (queued_bytes_ + text->size() > transport_.options.limits.unread_bytes) {
    if (importance == Importance::needed) close(kTooSlow, "too slow");
    return;
  }
  queued_bytes_ += text->size();
  queue_.push_back({std::move(text), importance});
  if (!writing_) write_next();
}

/// Leaves out what is droppable, except the message that is half on its way.
void WebSocket::make_room(std::size_t size) {
  if (queued_bytes_ + size <= transport_.options.limits.unread_bytes) return;
  const auto droppable = [this](const Message& m) {
    if (m.importance == Importance::needed) return false;
    queued_bytes_ -= m.text->size();
    return true;
  };
  if (queue_.size() > 1)
    queue_.erase(std::remove_if(queue_.begin() + 1, queue_.end(), droppable), queue_.end());
}

void WebSocket::write_next() {
  stream_.text(true);
  stream_.async_write(asio::buffer(*queue_.front().text),
                      [self = shared_from_this()](beast::error_code error, std::size_t) {
                        self->writing_ = false;
                        self->queued_bytes_ -= self->queue_.front().text->size();
                        self->queue_.pop_front();
                        if (error) return self->end();
                        if (!self->closing_ && !self->queue_.empty()) self->write_next();
                      });
  writing_ = true;
}

void WebSocket::leave() {
  open_ = false;
  try {
    transport_.application->closed(*this);
  } catch (const std::bad_alloc&) {
  }
}

void WebSocket::fail() {
  try {
    close(kOutOfMemory, "not enough memory for this");
  } catch (const std::bad_alloc&) {
    beast::get_lowest_layer(stream_).close();
  }
}

void WebSocket::close(int code, std::string_view reason) {
  if (closing_) return;
  closing_ = true;
  if (open_) leave();
  websocket::close_reason why(static_cast<websocket::close_code>(code));
  why.reason.assign(reason.data(), reason.size());
  stream_.async_close(why, [self = shared_from_this()](beast::error_code) {
    self->patience_.cancel();
    beast::get_lowest_layer(self->stream_).close();
  });
  patience_.expires_after(2s);
  patience_.async_wait([self = shared_from_this()](beast::error_code error) {
    if (!error) beast::get_lowest_layer(self->stream_).close();
  });
}

void WebSocket::end() {
  if (open_) leave();
  if (closing_) return;
  closing_ = true;
  beast::get_lowest_layer(stream_).close();
}

}  // namespace rookery::web
