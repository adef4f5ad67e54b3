// A browser's side in tests: plain sockets, so that broken and hostile bytes can be sent as well.
#pragma once

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace rookery::web::testing {

class Connection {
 public:
  explicit Connection(int port, int receive_buffer = 0)
      : descriptor_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    if (receive_buffer)
      setsockopt(descriptor_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
    const int on = 1;
    setsockopt(descriptor_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(descriptor_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) drop();
  }
  Connection(Connection&& other) noexcept
      : descriptor_(std::exchange(other.descriptor_, -1)), buffer_(std::move(other.buffer_)) {}
  Connection& operator=(Connection&&) = delete;
  ~Connection() { drop(); }

  bool is_open() const { return descriptor_ >= 0; }
  void drop() {
    if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
  }
  bool send(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }
  /// More bytes into the buffer; false at the end of the stream or after `patience`.
  bool fill(std::chrono::milliseconds patience = std::chrono::seconds(20)) {
    pollfd wait{descriptor_, POLLIN, 0};
    if (descriptor_ < 0 || poll(&wait, 1, static_cast<int>(patience.count())) <= 0) return false;
    char bytes[65536];
    const ssize_t got = recv(descriptor_, bytes, sizeof bytes, 0);
    if (got <= 0) return false;
    buffer_.append(bytes, static_cast<std::size_t>(got));
    return true;
  }
  bool fill_to(std::size_t size) {
    while (buffer_.size() < size)
      if (!fill()) return false;
    return true;
  }
  std::string take(std::size_t size) {
    std::string taken = buffer_.substr(0, size);
    buffer_.erase(0, size);
    return taken;
  }
  const std::string& buffer() const { return buffer_; }

 private:
  int descriptor_;
  std::string buffer_;
};

struct Response {
  int status = 0;  ///< 0: the connection ended without one
  std::string head, body;
  bool has(std::string_view text) const { return head.find(text) != head.npos; }
};

inline Response read_response(Connection& connection) {
  std::size_t end = 0;
  while ((end = connection.buffer().find("\r\n\r\n")) == std::string::npos)
    if (!connection.fill()) return {};
  Response response;
  response.head = connection.take(end + 4);
  response.status = std::stoi(response.head.substr(9, 3));
  constexpr std::string_view kLength = "Content-Length: ";
  if (const auto at = response.head.find(kLength); at != std::string::npos) {
    const auto length = std::stoul(response.head.substr(at + kLength.size()));
    if (connection.fill_to(length)) response.body = connection.take(length);
  }
  return response;
}

/// The headers of our own page.
struct Headers {
  std::string host, origin, cookie, more;
  std::string text() const {
    std::string all;
    if (!host.empty()) all += "Host: " + host + "\r\n";
    if (!origin.empty()) all += "Origin: " + origin + "\r\n";
    if (!cookie.empty()) all += "Cookie: " + cookie + "\r\n";
    return all + more;
  }
};

inline Response get(int port, std::string_view target, const Headers& headers) {
  Connection connection(port);
  connection.send(fmt::format("GET {} HTTP/1.1\r\n{}\r\n", target, headers.text()));
  return read_response(connection);
}

inline Response post(int port, std::string_view target, const Headers& headers,
                     std::string_view body, std::string_view type = "application/json") {
  Connection connection(port);
  connection.send(
      fmt::format("POST {} HTTP/1.1\r\n{}Content-Type: {}\r\nContent-Length: {}\r\n\r\n", target,
                  headers.text(), type, body.size()));
  connection.send(body);
  return read_response(connection);
}

/// A frame as a client must send it: masked.
inline std::string frame(int opcode, std::string_view payload, bool final = true) {
  std::string bytes(1, static_cast<char>((final ? 0x80 : 0) | opcode));
  const std::size_t size = payload.size();
  if (size < 126) {
    bytes += static_cast<char>(0x80 | size);
  } else {
    const int length = size < 65536 ? 2 : 8;
    bytes += static_cast<char>(0x80 | (length == 2 ? 126 : 127));
    for (int i = length - 1; i >= 0; --i) bytes += static_cast<char>(size >> (8 * i));
  }
  constexpr char kMask[] = {0x12, 0x34, 0x56, 0x78};
  bytes.append(kMask, 4);
  for (std::size_t i = 0; i < size; ++i) bytes += static_cast<char>(payload[i] ^ kMask[i % 4]);
  return bytes;
}

class Socket {
 public:
  Socket(int port, const Headers& headers, int receive_buffer = 0)
      : connection_(port, receive_buffer) {
    connection_.send(
        fmt::format("GET /ws HTTP/1.1\r\n{}Connection: Upgrade\r\nUpgrade: websocket\r\n"
                    "Sec-WebSocket-Version: 13\r\n"
                    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
                    headers.text()));
    status_ = read_response(connection_).status;
  }
  int status() const { return status_; }  ///< 101 if it is open
  bool send(std::string_view text) { return connection_.send(frame(1, text)); }
  bool send_bytes(std::string_view bytes) { return connection_.send(bytes); }
  Connection& connection() { return connection_; }

  /// The next message; none when the server closed, then close_code() tells why. Pings are
  /// answered.
  std::optional<std::string> receive() {
    while (connection_.fill_to(2)) {
      const auto byte = [&](std::size_t i) {
        return static_cast<unsigned char>(connection_.buffer()[i]);
      };
      const int opcode = byte(0) & 15;
      std::size_t size = byte(1) & 127, head = 2;
      const int more = size == 126 ? 2 : size == 127 ? 8 : 0;
      if (more) {
        if (!connection_.fill_to(2 + static_cast<std::size_t>(more))) return std::nullopt;
        size = 0;
        for (int i = 0; i < more; ++i) size = size << 8 | byte(head++);
      }
      if (!connection_.fill_to(head + size)) return std::nullopt;
      connection_.take(head);
      std::string payload = connection_.take(size);
      if (opcode == 1 || opcode == 2) return payload;
      if (opcode == 9) connection_.send(frame(10, payload));
      if (opcode == 8) {
        if (payload.size() >= 2)
          close_code_ =
              static_cast<unsigned char>(payload[0]) << 8 | static_cast<unsigned char>(payload[1]);
        connection_.send(frame(8, payload));
        return std::nullopt;
      }
    }
    return std::nullopt;
  }
  int close_code() const { return close_code_; }

 private:
  Connection connection_;
  int status_ = 0, close_code_ = 0;
};

}  // namespace rookery::web::testing
