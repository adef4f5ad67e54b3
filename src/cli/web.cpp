// `rookery web`: the page in a browser.
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "play/user_folders.h"
#include "web/app.h"
#include "web/instance.h"
#include "web/server.h"

namespace rookery::cli {

namespace {

namespace fs = std::filesystem;

struct WebFlags {
  int port = 0;
  bool no_open = false;
  std::string listen = "127.0.0.1", host, queue, book, syzygy;
};

/// Below the ports that systems give to outgoing connections, so that it is free next time as well.
int random_port() {
  constexpr int kFirst = 20'000, kCount = 10'000;
  return kFirst + static_cast<int>(std::stoul(web::random_hex(4), nullptr, 16) % kCount);
}

/// The port asked for; else that of last time; else any.
Result<std::unique_ptr<web::Server>, Error> listen(web::ServerOptions options, int asked,
                                                   int last) {
  options.port = asked ? asked : last ? last : random_port();
  auto server = web::Server::listen(options);
  for (int tries = 0; !server && !asked && tries < 10; ++tries) {
    options.port = random_port();
    server = web::Server::listen(options);
  }
  return server;
}

void show_link(const std::string& url, bool opened) {
  fmt::print("{}\n", url);
  if (opened)
    fmt::print(stderr, "The browser is being opened; the link above works once as well.\n");
  std::fflush(stdout);
}

int open_running(const fs::path& folder, bool no_open) {
  const auto running = web::InstanceFile::load(folder);
  const auto link = web::ask_for_link(running);
  if (!link) return fail("web: " + link.error().message);
  fmt::print(stderr, "Rookery is running already.\n");
  bool opened = false;
  if (!no_open)
    if (const auto second = web::ask_for_link(running))
      opened = web::open_browser(*second, folder / "open.html");
  show_link(*link, opened);
  return 0;
}

}  // namespace

int run_web(Arguments arguments) {
  Parser parser("web",
                "Opens Rookery in a browser: play, analyse, watch. Only for you, on this machine.",
                "  rookery web\n"
                "  rookery web --port 4711 --no-open\n"
                "  rookery web --listen 192.168.1.5 --host chess.local\n"
                "  rookery web --queue postgresql:///rookery   tests and workers in the Arena\n\n"
                "The queue can only be looked at unless ROOKERY_QUEUE_TOKEN is what\n"
                "'rookery queue URL token' printed.");
  WebFlags flags;
  parser.add_option("--port", flags.port, "TCP port [the same as last time]")
      ->check(CLI::Range(1, 65535));
  parser.add_flag("--no-open", flags.no_open, "Only print the link");
  auto* listen_option = parser.add_option(
      "--listen", flags.listen, "Address to listen on; others than 127.0.0.1 need --host");
  parser.add_option("--host", flags.host, "Name by which browsers on other machines ask for it")
      ->needs(listen_option);
  parser.add_option(
      "--queue", flags.queue,
      "A queue of work, shown in the Arena: postgresql://USER@HOST/DATABASE or a file");
  parser.add_option("--book", flags.book, "Polyglot opening book whose moves are shown");
  parser.add_option("--syzygy", flags.syzygy, "Folders of Syzygy endgame tables, separated by ':'");
  if (const auto status = parser.run(arguments)) return *status;
  std::optional<web::QueueSetup> queue;
  if (!flags.queue.empty()) {
    const auto address = cluster::parse_address(flags.queue);
    if (!address) return fail("web: " + address.error().message, 2);
    // Not an argument: those can be read by every user of the machine.
    const char* token = std::getenv("ROOKERY_QUEUE_TOKEN");
    queue = web::QueueSetup{*address, token ? token : ""};
  }
  const bool is_local = flags.listen == "127.0.0.1" || flags.listen == "::1";
  if (!is_local && flags.host.empty())
    return fail("web: --listen " + flags.listen + " needs --host NAME, the name in the address bar",
                2);

  web::AppSetup setup;
  setup.version = ROOKERY_VERSION;
  setup.syzygy_path = flags.syzygy;
  if (!flags.book.empty()) {
    auto book = play::Book::open(flags.book);
    if (!book) return fail("web: --book: " + book.error().message);
    setup.book = std::make_shared<const play::Book>(*std::move(book));
  }
  if (!flags.syzygy.empty()) {
    const auto tables = search::Tablebase::load(flags.syzygy);
    if (!tables) return fail("web: --syzygy: " + tables.error().message);
    setup.tables = *tables;
  }

  const auto state = play::state_directory();
  if (!state) return fail("web: HOME is not set: there is no place to keep games and the key");
  const fs::path folder = *state / "web";
  const auto lock = web::InstanceLock::take(folder);
  if (!lock) return fail("web: " + lock.error().message);
  if (!*lock) return open_running(folder, flags.no_open);

  auto instance = web::InstanceFile::load(folder);
  if (instance.key.empty()) instance.key = web::random_hex(32);
  web::ServerOptions options;
  options.address = flags.listen;
  if (!flags.host.empty()) options.names = {flags.host};
  options.key = instance.key;
  options.heeds_signals = true;
  const fs::path redirect_file = folder / "open.html";
  options.on_link_used = [redirect_file] {
    std::error_code ignored;
    fs::remove(redirect_file, ignored);
  };
  auto server = listen(options, flags.port, instance.port);
  if (!server) return fail("web: " + server.error().message);
  web::Server& running = **server;
  instance.address = flags.listen;
  instance.host =
      flags.host.empty() ? (flags.listen == "::1" ? "[::1]" : flags.listen) : flags.host;
  instance.port = running.port();
  if (const auto saved = instance.save(folder); !saved)
    return fail("web: " + saved.error().message);

  const auto link = [&] { return running.origin() + "/?token=" + running.trust().new_token(); };
  if (!is_local)
    fmt::print(stderr,
               "Warning: reachable from other machines, and not encrypted. Whoever reads your\n"
               "network traffic can take over this page.\n");
  const bool opened = !flags.no_open && web::open_browser(link(), redirect_file);
  show_link(link(), opened);
  fmt::print(stderr, "Ctrl-C ends it; games and analyses are kept.\n");
  setup.state = state;
  setup.queue = queue;
  web::App application(running, std::move(setup));
  running.run(application);
  options.on_link_used();
  return 0;
}

}  // namespace rookery::cli
