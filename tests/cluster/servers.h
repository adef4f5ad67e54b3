// A PostgreSQL of the test's own: in a temporary folder, as an unprivileged user, on a socket.
#pragma once

#include <gtest/gtest.h>
#include <pwd.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "base/subprocess.h"
#include "cluster/database.h"

namespace rookery::cluster {

namespace fs = std::filesystem;

inline std::string temporary_folder(const std::string& name) {
  // A socket's path may have a hundred bytes only: not in TEST_TMPDIR.
  std::string folder = "/tmp/rookery-" + name + "-XXXXXX";
  EXPECT_NE(::mkdtemp(folder.data()), nullptr);
  return folder;
}

/// What was asked for; without it the test fails.
template <class T>
T value(Stored<T> result) {
  if (!result) {
    ADD_FAILURE() << result.error().message;
    if constexpr (std::is_default_constructible_v<T>) return T{};
  }
  return std::move(*result);
}

/// Waits for `ready()`, at most `patience`.
template <class Ready>
bool eventually(const Ready& ready, std::chrono::seconds patience = std::chrono::seconds(60)) {
  const auto end = std::chrono::steady_clock::now() + patience;
  while (!ready()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return true;
}

class PostgresServer {
 public:
  /// None where the package is not installed.
  static std::unique_ptr<PostgresServer> start() {
    const std::string bin = programs();
    if (bin.empty()) return nullptr;
    std::unique_ptr<PostgresServer> server(new PostgresServer(bin));
    return server->set_up() ? std::move(server) : nullptr;
  }
  static std::string programs() {
    std::error_code none;
    for (const auto& entry : fs::directory_iterator("/usr/lib/postgresql", none))
      if (fs::exists(entry.path() / "bin/initdb", none)) return (entry.path() / "bin").string();
    return "";
  }
  ~PostgresServer() {
    kill();
    std::error_code none;
    fs::remove_all(folder_, none);
  }

  std::string url(const std::string& database, const std::string& user = "rookery") const {
    return "postgresql://" + user + "@/" + database + "?host=" + folder_;
  }
  const std::string& folder() const { return folder_; }

  /// A database of its own for each who asks.
  std::string new_database() {
    const std::string name = "queue" + std::to_string(++databases_);
    const auto made = admin().run_script(Sql::of_test("create database " + name));
    EXPECT_TRUE(made) << made.error().message;
    return url(name);
  }
  /// For tests only: SQL as the superuser.
  Database& admin() {
    if (!admin_) admin_ = open_postgres(url("postgres"));
    return *admin_;
  }

  /// As a crash would: kill -9 to all of it.
  void kill() {
    process_.reset();  // the whole group
  }
  bool run() {
    process_.reset();
    // What a killed server left keeps the next one from starting while its children live.
    for (int attempt = 0; attempt < 5; ++attempt) {
      auto started = Subprocess::start(
          as_nobody({bin_ + "/postgres", "-D", folder_ + "/data", "-k", folder_, "-c",
                     "listen_addresses=", "-c", "fsync=off", "-c", "max_connections=200", "-c",
                     "logging_collector=off", "-c", "shared_buffers=16MB", "-c",
                     // A crash forgets as much as it can: nothing is written before it must be.
                     "wal_writer_delay=10000"}));
      if (!started) return false;
      process_.emplace(std::move(*started));
      admin_.reset();
      if (eventually([&] { return admin().run("select 1").has_value() || !is_alive(); }) &&
          is_alive())
        return true;
      process_.reset();
    }
    return false;
  }

 private:
  explicit PostgresServer(std::string bin) : bin_(std::move(bin)) {}

  bool is_alive() { return process_ && ::kill(process_->pid(), 0) == 0; }

  static std::vector<std::string> as_nobody(std::vector<std::string> command) {
    if (::geteuid() != 0) return command;
    std::vector<std::string> all = {"/usr/bin/setpriv", "--reuid", "nobody",
                                    "--regid",          "nogroup", "--clear-groups"};
    all.insert(all.end(), command.begin(), command.end());
    return all;
  }

  bool set_up() {
    folder_ = temporary_folder("pg");
    if (::geteuid() == 0) {
      const passwd* nobody = ::getpwnam("nobody");
      if (!nobody || ::chown(folder_.c_str(), nobody->pw_uid, nobody->pw_gid) != 0) return false;
    }
    ::chmod(folder_.c_str(), 0755);
    auto made = Subprocess::start(
        as_nobody({bin_ + "/initdb", "-D", folder_ + "/data", "-U", "rookery", "-A", "trust", "-E",
                   "UTF8", "--locale=C", "--no-sync", "--no-instructions"}));
    if (!made) return false;
    std::string line;
    const auto deadline = Subprocess::Clock::now() + std::chrono::minutes(3);
    while (made->read_line(line, deadline) == Subprocess::Read::line) {
    }
    const std::string end = made->finish(deadline);
    EXPECT_EQ(end, "exited with status 0") << made->error_output();
    return run();
  }

  const std::string bin_;
  std::string folder_;
  std::optional<Subprocess> process_;
  std::unique_ptr<Database> admin_;
  int databases_ = 0;
};

/// One for all tests of the program; none where PostgreSQL is not installed.
inline PostgresServer* shared_postgres() {
  static const std::unique_ptr<PostgresServer> server = PostgresServer::start();
  return server.get();
}

}  // namespace rookery::cluster
