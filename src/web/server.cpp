#include "web/server.h"

#include <fmt/format.h>

#include <boost/asio/post.hpp>
#include <new>

#include "web/http_connection.h"
#include "web/websocket.h"

namespace rookery::web {

using namespace std::chrono_literals;

namespace {

class AsioTimer final : public Timer {
 public:
  explicit AsioTimer(asio::io_context& io) : timer_(io) {}
  void after(std::chrono::milliseconds delay, std::function<void()> call) override {
    timer_.expires_after(delay);
    // A call that is already due when the time is changed must not come as well.
    timer_.async_wait([this, number = ++*number_, current = std::weak_ptr(number_),
                       call = std::move(call)](boost::system::error_code error) {
      const auto newest = current.lock();
      if (!error && newest && *newest == number) call();
    });
  }
  void cancel() override {
    ++*number_;
    timer_.cancel();
  }

 private:
  asio::steady_timer timer_;
  std::shared_ptr<std::uint64_t> number_ = std::make_shared<std::uint64_t>(0);
};

}  // namespace

void Transport::accept_next() {
  acceptor.async_accept([this](boost::system::error_code error, tcp::socket socket) {
    accepting = false;
    if (!acceptor.is_open()) return;
    if (error) {  // no descriptors left, most likely: those that time out give some back
      retry.expires_after(100ms);
      retry.async_wait([this](boost::system::error_code cancelled) {
        accepting = false;
        if (!cancelled) accept_next();
      });
      accepting = true;
      return;
    }
    take(std::move(socket));
    accept_next();
  });
  accepting = true;
}

void Transport::take(tcp::socket socket) {
  for (auto i = connections.begin();
       connections.size() >= options.limits.connections && i != connections.end();) {
    const auto oldest = (i++)->second.lock();
    if (!oldest || !oldest->is_idle()) continue;
    connections.erase(std::prev(i));
    oldest->drop();
  }
  if (connections.size() < options.limits.connections)
    std::make_shared<HttpConnection>(*this, std::move(socket))->read_request();
}

void Transport::begin_to_stop() {
  if (std::exchange(stopping, true)) return;
  if (signals) signals->clear();  // the next signal ends the program at once
  acceptor.close();
  retry.cancel();
  const auto open = websockets;
  for (const auto& [number, socket] : open)
    if (const auto held = socket.lock()) held->close(kGoingAway, "stopping");
  application->shut_down();
  const auto idle = connections;
  for (const auto& [number, connection] : idle)
    if (const auto held = connection.lock()) held->drop();
  retry.expires_after(websockets.empty() ? 0ms : 300ms);  // for the farewells
  retry.async_wait([this](boost::system::error_code) { io.stop(); });
}

Server::Server(std::unique_ptr<Transport> transport) : transport_(std::move(transport)) {}

Server::~Server() {
  // Connections hold themselves alive by their pending operations, which end with the loop.
  if (transport_) transport_->worker.join();
}

Result<std::unique_ptr<Server>, Error> Server::listen(ServerOptions options) {
  boost::system::error_code error;
  const auto address = asio::ip::make_address(options.address, error);
  if (error)
    return Unexpected{
        Error{fmt::format("'{}' is no IP address such as 127.0.0.1", options.address)}};
  const tcp::endpoint wanted(address, static_cast<std::uint16_t>(options.port));
  // Bound first, as the names that are served hold the port.
  asio::io_context scratch;
  tcp::acceptor acceptor(scratch);
  acceptor.open(wanted.protocol(), error);
  if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor.bind(wanted, error);
  if (!error) acceptor.listen(128, error);
  if (error)
    return Unexpected{Error{
        fmt::format("cannot listen on {}:{}: {}", options.address, options.port, error.message())}};
  const int port = acceptor.local_endpoint().port();
  const auto handle = acceptor.release(error);
  if (error) return Unexpected{Error{"cannot listen: " + error.message()}};
  auto transport = std::make_unique<Transport>(std::move(options), port);
  transport->acceptor.assign(wanted.protocol(), handle);
  return std::unique_ptr<Server>(new Server(std::move(transport)));
}

int Server::port() const { return transport_->port; }
Trust& Server::trust() { return transport_->trust; }

std::string Server::origin() const {
  const auto& address = transport_->options.address;
  const auto& names = transport_->options.names;
  const std::string host = !names.empty() ? names.front() : address == "::1" ? "[::1]" : address;
  return fmt::format("http://{}:{}", host, port());
}

void Server::run(Application& application) {
  transport_->application = &application;
  if (transport_->options.heeds_signals) {
    transport_->signals.emplace(transport_->io, SIGINT, SIGTERM);
    transport_->signals->async_wait([this](boost::system::error_code error, int) {
      if (!error) transport_->begin_to_stop();
    });
  }
  // Memory that is not to be had ends what wanted it (its connection goes with the handler that
  // threw), never the program with everybody's games.
  for (;;) try {
      if (!transport_->accepting && transport_->acceptor.is_open()) transport_->accept_next();
      transport_->io.run();
      return;
    } catch (const std::bad_alloc&) {
    }
}

void Server::stop() {
  asio::post(transport_->io, [this] { transport_->begin_to_stop(); });
}

void Server::post(std::function<void()> call) { asio::post(transport_->io, std::move(call)); }

void Server::work(std::function<void()> work) {
  auto kept = std::make_shared<std::function<void()>>(std::move(work));
  asio::post(transport_->worker, [this, kept]() mutable {
    try {
      (*kept)();
    } catch (const std::bad_alloc&) {  // who waits for it is told when it goes, on the loop
    }
    try {
      asio::post(transport_->io, [kept = std::move(kept)] {});
    } catch (const std::bad_alloc&) {
    }
  });
}

std::unique_ptr<Timer> Server::make_timer() { return std::make_unique<AsioTimer>(transport_->io); }

}  // namespace rookery::web
