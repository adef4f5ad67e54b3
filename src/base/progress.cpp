#include "base/progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace rookery {

namespace {

std::string clock_text(double seconds) {
  const auto s = static_cast<std::int64_t>(seconds + 0.5);
  if (s >= 3600) return fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
  return fmt::format("{}:{:02}", s / 60, s % 60);
}

std::string rate_text(double rate) {
  if (rate >= 1e6) return fmt::format("{:.1f}M/s", rate / 1e6);
  if (rate >= 1e4) return fmt::format("{:.1f}k/s", rate / 1e3);
  return fmt::format("{:.1f}/s", rate);
}

int terminal_width(int descriptor) {
  winsize size{};
  return ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace

std::string progress_line(std::string_view label, std::uint64_t done, std::uint64_t total,
                          std::chrono::duration<double> elapsed, std::string_view note, int width,
                          std::uint64_t earlier) {
  const double seconds = elapsed.count();
  const double rate =
      seconds > 0 ? static_cast<double>(done - std::min(done, earlier)) / seconds : 0;
  std::string line(label);
  if (total > 0) {
    constexpr int kBar = 20;
    const double part = std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
    const auto full = static_cast<std::size_t>(part * kBar);
    line += fmt::format(" [{:.<{}}] {:3.0f}% {}/{}", std::string(full, '#'), kBar,
                        std::floor(part * 100), done, total);
  } else {
    line += fmt::format(" {}", done);
  }
  line += " " + rate_text(rate);
  if (total > done && rate > 0)
    line += fmt::format(" {} left", clock_text(static_cast<double>(total - done) / rate));
  if (!note.empty()) line += fmt::format(" {}", note);
  if (line.size() > static_cast<std::size_t>(width)) line.resize(static_cast<std::size_t>(width));
  return line;
}

Progress::Progress(std::string label, std::uint64_t total, std::FILE* out)
    : label_(std::move(label)), total_(total), out_(out), terminal_(::isatty(::fileno(out)) == 1) {}

void Progress::update(std::uint64_t done, std::string_view note) {
  if (!terminal_) return;
  const std::lock_guard lock(mutex_);
  const auto now = Clock::now();
  if (now < next_draw_) return;
  next_draw_ = now + std::chrono::milliseconds(100);
  // One column stays free: some terminals wrap when the last one is written.
  const int width = terminal_width(::fileno(out_)) - 1;
  fmt::print(out_, "\r{}\x1b[K",
             progress_line(label_, done, total_, now - start_, note, width, earlier_));
  std::fflush(out_);
  drawn_ = true;
}

void Progress::finish() {
  const std::lock_guard lock(mutex_);
  if (!std::exchange(drawn_, false)) return;
  fmt::print(out_, "\r\x1b[K");
  std::fflush(out_);
  next_draw_ = Clock::now();
}

}  // namespace rookery
