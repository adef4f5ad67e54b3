// Three workers of the real program, and ways to trouble them.
#pragma once

#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <atomic>
#include <list>
#include <mutex>

#include "base/read_file.h"
#include "cluster/servers.h"

namespace rookery::cluster {

/// Passes a server's socket on, until it is cut.
class Proxy {
 public:
  explicit Proxy(const std::string& server) : folder_(temporary_folder("proxy")), server_(server) {
    listener_ = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const sockaddr_un address = address_of(folder_);
    EXPECT_EQ(::bind(listener_, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    EXPECT_EQ(::listen(listener_, 50), 0);
    acceptor_ = std::thread([this] { accept(); });
  }
  ~Proxy() {
    closing_ = true;
    ::shutdown(listener_, SHUT_RDWR);
    acceptor_.join();
    cut();
    for (std::thread& t : pumps_) t.join();
    for (const int end : ends_) ::close(end);
    ::close(listener_);
    std::error_code none;
    fs::remove_all(folder_, none);
  }
  const std::string& folder() const { return folder_; }
  /// Ends all connections and lets none begin.
  void cut() {
    const std::scoped_lock lock(mutex_);
    is_cut_ = true;
    for (const int end : ends_) ::shutdown(end, SHUT_RDWR);
  }
  void mend() { is_cut_ = false; }

 private:
  static sockaddr_un address_of(const std::string& folder) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    (folder + "/.s.PGSQL.5432").copy(address.sun_path, sizeof address.sun_path - 1);
    return address;
  }
  void accept() {
    while (!closing_) {
      const int client = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
      if (client < 0) continue;
      const int server = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
      const sockaddr_un address = address_of(server_);
      const std::scoped_lock lock(mutex_);
      ends_.push_back(client);
      ends_.push_back(server);
      if (is_cut_ ||
          ::connect(server, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
        ::shutdown(client, SHUT_RDWR);
        continue;
      }
      for (const auto& [from, to] : {std::pair{client, server}, std::pair{server, client}})
        pumps_.emplace_back([from, to] {
          char bytes[16384];
          for (ssize_t got; (got = ::read(from, bytes, sizeof bytes)) > 0;)
            if (::send(to, bytes, static_cast<std::size_t>(got), MSG_NOSIGNAL) != got) break;
          ::shutdown(from, SHUT_RDWR);
          ::shutdown(to, SHUT_RDWR);
        });
    }
  }
  const std::string folder_, server_;
  int listener_ = -1;
  std::atomic<bool> closing_{false}, is_cut_{false};
  std::thread acceptor_;
  std::mutex mutex_;
  std::vector<int> ends_;
  std::list<std::thread> pumps_;
};

class Fleet {
 public:
  Fleet(std::string url, int workers) : url_(std::move(url)), folder_(temporary_folder("fleet")) {
    for (int i = 0; i < workers; ++i) workers_.emplace_back();
    for (int i = 0; i < workers; ++i) start(i);
  }
  ~Fleet() {
    workers_.clear();
    std::error_code none;
    fs::remove_all(folder_, none);
  }

  int size() const { return static_cast<int>(workers_.size()); }
  void start(int i) {
    // A limit on files is an error for it, as a full disk is, not a signal.
    auto started =
        Subprocess::start({"/bin/sh", "-c",
                           "trap '' XFSZ; exec '" ROOKERY_BINARY "' worker '" + url_ +
                               "' --threads 1 --lease 2 --name worker" + std::to_string(i) +
                               " --state '" + state(i) + "' >>'" + log_path(i) + "' 2>&1"});
    ASSERT_TRUE(started) << started.error().message;
    workers_[static_cast<std::size_t>(i)].emplace(std::move(*started));
  }
  std::string state(int i) const { return folder_ + "/state" + std::to_string(i); }
  std::string log(int i) const { return read_file(log_path(i), FileKind::state).value_or(""); }
  std::string logs() const {
    std::string all;
    for (int i = 0; i < size(); ++i) all += "worker " + std::to_string(i) + ":\n" + log(i);
    return all;
  }
  void signal(int i, int number) { ::kill(pid(i), number); }
  /// By kill -9.
  void kill(int i) { workers_[static_cast<std::size_t>(i)].reset(); }
  std::string finish(int i) {
    return workers_[static_cast<std::size_t>(i)]->finish(Subprocess::Clock::now() +
                                                         std::chrono::minutes(2));
  }
  /// What it writes fails from now on.
  void fill_disk(int i, bool full) {
    rlimit limit{};
    ::prlimit(pid(i), RLIMIT_FSIZE, nullptr, &limit);
    limit.rlim_cur = full ? 0 : limit.rlim_max;
    ::prlimit(pid(i), RLIMIT_FSIZE, &limit, nullptr);
  }

 private:
  std::string log_path(int i) const { return folder_ + "/log" + std::to_string(i); }
  pid_t pid(int i) { return workers_[static_cast<std::size_t>(i)]->pid(); }
  const std::string url_, folder_;
  std::vector<std::optional<Subprocess>> workers_;
};

}  // namespace rookery::cluster
