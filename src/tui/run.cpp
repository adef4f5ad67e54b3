#include "tui/run.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include "base/system_error.h"
#include "tui/terminal.h"
#include "tui/theme.h"
#include "tui/view.h"

namespace rookery::tui {

namespace {

// A pipe to ourselves: agents' threads and signals write a byte, the loop sleeps on it. Process
// wide, because a signal handler can see nothing else.
int g_pipe[2] = {-1, -1};
volatile sig_atomic_t g_terminated = 0;

void wake() {
  const char byte = 0;
  [[maybe_unused]] const auto written = write(g_pipe[1], &byte, 1);  // full is as good as written
}

void on_terminate(int) {
  g_terminated = 1;
  wake();
}

}  // namespace

Farewell run_terminal(Options options) {
  if (pipe2(g_pipe, O_NONBLOCK | O_CLOEXEC) != 0)
    throw FatalError{system_error("make a pipe").message};
  struct sigaction action {};
  action.sa_handler = on_terminate;
  for (const int s : {SIGTERM, SIGHUP, SIGINT}) sigaction(s, &action, nullptr);
  signal(SIGPIPE, SIG_IGN);  // an external engine that died

  // A change of the window's size may interrupt the sleep and nothing else; otherwise one that
  // comes just before the sleep would wait for the next key.
  sigset_t awake, asleep;
  sigemptyset(&awake);
  sigaddset(&awake, SIGWINCH);
  pthread_sigmask(SIG_BLOCK, &awake, &asleep);

  const auto now = [] { return std::chrono::steady_clock::now(); };
  Farewell farewell;
  {
    Terminal terminal(options.colour);
    options.colour = terminal.has_colour();
    options.drawn = terminal.can_draw_pieces() && has_chess_font();
    App app(std::move(options), wake, now());
    for (bool changed = true; !app.is_done() && !g_terminated;) {
      if (changed) {
        Canvas canvas(terminal.width(), terminal.height());
        draw(app, now(), canvas);
        terminal.show(canvas, themes()[app.theme() % themes().size()]);
      }
      pollfd sources[] = {{STDIN_FILENO, POLLIN, 0}, {g_pipe[0], POLLIN, 0}};
      const auto wait = app.next_update(now());
      timespec time{};
      if (wait) time = {wait->count() / 1000, wait->count() % 1000 * 1'000'000};
      const int ready = ppoll(sources, 2, wait ? &time : nullptr, &asleep);
      // A signal (the window changed its size) and a tick of the clock both need a new drawing.
      changed = ready <= 0;
      char bytes[64];
      while (read(g_pipe[0], bytes, sizeof bytes) > 0) {
      }
      if (sources[0].revents & (POLLHUP | POLLERR) && !(sources[0].revents & POLLIN)) break;
      while (const auto event = terminal.read()) {
        app.handle(*event, Layout{terminal.width(), terminal.height()}, now());
        changed = true;
      }
      changed |= app.update(now());
      if (app.take_bell()) terminal.ring();
    }
    farewell = app.farewell();
  }
  pthread_sigmask(SIG_SETMASK, &asleep, nullptr);
  return farewell;
}

}  // namespace rookery::tui
