// `rookery worker`: plays for a queue until it is told to stop.
#include "cluster/worker.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <atomic>
#include <csignal>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "play/user_folders.h"

namespace rookery::cli {
namespace {

std::atomic<int> signals{0};

std::string host_name() {
  char name[256] = {};
  return ::gethostname(name, sizeof name - 1) == 0 ? name : "unnamed";
}

/// One object a line; lines that nobody takes are lost, not waited for.
void log_line(const std::string& event, json::Value details) {
  details["event"] = event;
  details["time"] = fmt::format("{:%FT%TZ}", fmt::gmtime(std::time(nullptr)));
  const std::string line = json::to_text(details) + '\n';
  pollfd reader{STDOUT_FILENO, POLLOUT, 0};
  if (::poll(&reader, 1, 0) != 1) return;
  [[maybe_unused]] const auto written = ::write(STDOUT_FILENO, line.data(), line.size());
}

}  // namespace

int run_worker(Arguments arguments) {
  Parser parser("worker", "Plays for a queue: matches, tests, tuning and self-play.",
                "  rookery worker postgresql://worker@server/rookery --threads 4\n"
                "  rookery worker queue.db --tags 'big-memory avx2'\n\n"
                "The address has no password: it belongs into ~/.pgpass or PGPASSWORD. Ctrl-C or\n"
                "SIGTERM: ends the games it plays, sends them and leaves; a second time: leaves\n"
                "at once and gives back what it had. One JSON object a line tells what it does.");
  cluster::WorkerSettings settings;
  settings.name = host_name();
  settings.version = ROOKERY_VERSION;
  settings.threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  std::string url, state;
  int lease = 120;
  parser.add_option("URL", url, "postgresql://USER@HOST/DATABASE, or a file")->required();
  parser.add_option("--threads", settings.threads, "Games at the same time [one a core]")
      ->check(CLI::Range(1, 1024));
  parser.add_option("--tags", settings.tags, "What it offers, separated by spaces");
  parser.add_option("--name", settings.name, "Shown in lists [this machine's]");
  parser.add_option("--lease", lease, "Seconds after which others take over if it is silent [120]")
      ->check(CLI::Range(1, 600));
  parser.add_option("--state", state, "Folder for unsent results and networks");
  parser.add_flag("--until-empty", settings.until_empty, "Leave when there is nothing to do");
  if (const auto status = parser.run(arguments)) return *status;

  const auto address = cluster::parse_address(url);
  if (!address) return fail(address.error().message, 2);
  settings.queue = *address;
  settings.lease = std::chrono::seconds(lease);
  settings.state = state;
  if (state.empty()) {
    const auto home = play::state_directory();
    if (!home) return fail("HOME is not set: where shall unsent results be kept? Give --state", 2);
    settings.state = *home / "worker";
  }
  struct sigaction action {};
  action.sa_handler = [](int) { ++signals; };
  for (const int signal : {SIGINT, SIGTERM}) ::sigaction(signal, &action, nullptr);
  std::signal(SIGPIPE, SIG_IGN);

  cluster::Worker worker(std::move(settings), log_line);
  using Wish = cluster::Worker::Wish;
  const auto ran = worker.run([] {
    const int count = signals;
    return count == 0 ? Wish::work : count == 1 ? Wish::finish : Wish::leave_now;
  });
  return ran ? 0 : fail(ran.error().message);
}

}  // namespace rookery::cli
