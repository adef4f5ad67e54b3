#include "base/subprocess.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <mutex>
#include <system_error>
#include <thread>

namespace rookery {
namespace {

/// The kernel's "kill the child when its parent dies" means the parent *thread*. So one thread that
/// never ends starts all children, whoever asks.
class Spawner {
 public:
  static Spawner& instance() {
    static Spawner* spawner = new Spawner;  // never destroyed: children may be started until exit
    return *spawner;
  }
  void run(const std::function<void()>& job) {
    std::lock_guard one_at_a_time(callers_);
    std::unique_lock lock(mutex_);
    job_ = &job;
    changed_.notify_all();
    changed_.wait(lock, [&] { return job_ == nullptr; });
  }

 private:
  Spawner() {
    prctl(PR_SET_CHILD_SUBREAPER, 1);  // orphans of our children become ours: see kill_orphans
    std::thread([this] {
      sigset_t all;
      sigfillset(&all);
      pthread_sigmask(SIG_BLOCK, &all, nullptr);  // signals belong to the program's own threads
      std::unique_lock lock(mutex_);
      for (;;) {
        changed_.wait(lock, [&] { return job_ != nullptr; });
        (*job_)();
        job_ = nullptr;
        changed_.notify_all();
      }
    }).detach();
  }
  std::mutex callers_, mutex_;
  std::condition_variable changed_;
  const std::function<void()>* job_ = nullptr;
};

/// Milliseconds and nanoseconds left, as ppoll wants them; zero when the deadline has passed.
timespec time_left(Subprocess::Clock::time_point deadline) {
  const auto left = std::max(deadline - Subprocess::Clock::now(), Subprocess::Clock::duration(0));
  const auto ns = std::chrono::duration_cast<std::chrono::nanoseconds>(left).count();
  return {static_cast<time_t>(ns / 1'000'000'000), static_cast<long>(ns % 1'000'000'000)};
}

bool is_executable_file(const std::string& path) { return access(path.c_str(), X_OK) == 0; }

/// In the child, between fork and exec: system calls only.
[[noreturn]] void become(char* const* argv, char* const* environment, const char* path,
                         const char* directory, int in, int out, int err, int status_pipe,
                         pid_t parent) {
  const auto fail = [&] {
    const int code = errno;
    [[maybe_unused]] const auto written = write(status_pipe, &code, sizeof code);
    _exit(127);
  };
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);  // the parent died before the line above
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  signal(SIGPIPE, SIG_DFL);
  signal(SIGINT, SIG_DFL);
  if (dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(err, 2) < 0) fail();
  if (directory[0] != '\0' && chdir(directory) != 0) fail();
  execve(path, argv, environment);
  fail();
  _exit(127);
}

struct Pipe {
  int read = -1, write = -1;
  bool open() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return false;
    read = ends[0], write = ends[1];
    return true;
  }
  ~Pipe() {
    for (int fd : {read, write})
      if (fd >= 0) ::close(fd);
  }
  int release(int Pipe::*end) { return std::exchange(this->*end, -1); }
};

/// Kills the processes that have this mark in their environment and have become our own children,
/// because those who started them are gone; then those that they leave behind.
void kill_orphans(const std::string& mark) {
  for (bool found = true; found;) {
    found = false;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator("/proc", error)) {
      const pid_t pid = std::atoi(entry.path().filename().c_str());
      if (pid <= 0) continue;
      std::ifstream status(entry.path() / "stat"), environment(entry.path() / "environ");
      std::string stat, variables;
      std::getline(status, stat);
      const auto name_end = stat.rfind(')');  // the name may hold anything
      char state = 0;
      pid_t parent = 0;
      if (name_end == stat.npos ||
          std::sscanf(stat.c_str() + name_end + 1, " %c %d", &state, &parent) != 2 ||
          parent != getpid())
        continue;
      std::getline(environment, variables, '\n');
      if (('\0' + variables).find('\0' + mark + '\0') == std::string::npos) continue;
      found = kill(pid, SIGKILL) == 0;
      while (waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
      }
    }
  }
}

std::string describe_end(int status) {
  if (WIFSIGNALED(status))
    return fmt::format("killed by signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
  return fmt::format("exited with status {}", WEXITSTATUS(status));
}

}  // namespace

Result<std::string, Error> find_program(std::string_view name) {
  if (name.find('/') != name.npos) {
    if (is_executable_file(std::string(name))) return std::string(name);
    return Unexpected{Error{fmt::format("'{}' is not an executable file", name)}};
  }
  const char* path = std::getenv("PATH");
  std::string places =
      (path ? path : "/usr/bin:/bin") + std::string(":/usr/games:/usr/local/games");
  for (std::size_t begin = 0; begin <= places.size();) {
    const std::size_t end = std::min(places.find(':', begin), places.size());
    if (end > begin) {
      const std::string file = fmt::format("{}/{}", places.substr(begin, end - begin), name);
      if (!name.empty() && is_executable_file(file)) return file;
    }
    begin = end + 1;
  }
  return Unexpected{Error{fmt::format("no program '{}' in PATH or /usr/games", name)}};
}

Result<Subprocess, Error> Subprocess::start(const std::vector<std::string>& argv,
                                            const std::string& directory) {
  assert(!argv.empty());
  auto path = find_program(argv[0]);
  if (!path) return Unexpected{path.error()};
  if (!directory.empty() && path->front() != '/') {  // a relative path is relative to us
    char* absolute = realpath(path->c_str(), nullptr);
    if (absolute) *path = absolute;
    std::free(absolute);
  }
  std::vector<char*> pointers;
  for (const std::string& a : argv) pointers.push_back(const_cast<char*>(a.c_str()));
  pointers.push_back(nullptr);
  static std::atomic<unsigned> children{0};
  Subprocess child;
  child.mark_ = fmt::format("ROOKERY_CHILD={}.{}", getpid(), ++children);
  std::vector<char*> variables;
  for (char** v = environ; *v; ++v)
    if (!std::string_view(*v).starts_with("ROOKERY_CHILD=")) variables.push_back(*v);
  variables.push_back(child.mark_.data());
  variables.push_back(nullptr);

  Pipe in, out, err, status;
  if (!in.open() || !out.open() || !err.open() || !status.open())
    return Unexpected{Error{fmt::format("cannot open a pipe: {}", std::strerror(errno))}};
  pid_t pid = -1;
  int fork_error = 0;
  try {
    Spawner::instance().run([&] {
      const pid_t parent = getpid();
      pid = fork();
      if (pid == 0)
        become(pointers.data(), variables.data(), path->c_str(), directory.c_str(), in.read,
               out.write, err.write, status.write, parent);
      fork_error = errno;
    });
  } catch (const std::system_error&) {
    return Unexpected{Error{"cannot fork: no thread is to be had"}};
  }
  if (pid < 0) return Unexpected{Error{fmt::format("cannot fork: {}", std::strerror(fork_error))}};
  setpgid(pid, pid);  // both sides do it, so that it is done whoever runs first
  ::close(status.release(&Pipe::write));
  int code = 0;
  ssize_t got;
  do got = ::read(status.read, &code, sizeof code);
  while (got < 0 && errno == EINTR);
  if (got == sizeof code) {
    waitpid(pid, nullptr, 0);
    return Unexpected{Error{fmt::format("cannot run '{}': {}", *path, std::strerror(code))}};
  }
  child.pid_ = pid;
  child.input_ = in.release(&Pipe::write);
  child.output_ = out.release(&Pipe::read);
  child.errors_ = err.release(&Pipe::read);
  for (int fd : {child.input_, child.output_, child.errors_}) fcntl(fd, F_SETFL, O_NONBLOCK);
  return child;
}

Subprocess::Subprocess(Subprocess&& other) noexcept { *this = std::move(other); }

Subprocess& Subprocess::operator=(Subprocess&& other) noexcept {
  std::swap(pid_, other.pid_);
  std::swap(mark_, other.mark_);
  std::swap(input_, other.input_);
  std::swap(output_, other.output_);
  std::swap(errors_, other.errors_);
  std::swap(buffer_, other.buffer_);
  std::swap(buffer_begin_, other.buffer_begin_);
  std::swap(searched_, other.searched_);
  std::swap(error_output_, other.error_output_);
  std::swap(end_, other.end_);
  return *this;
}

Subprocess::~Subprocess() {
  finish(Clock::now());
  close_all();
}

void Subprocess::close_all() {
  for (int* fd : {&input_, &output_, &errors_})
    if (*fd >= 0) ::close(std::exchange(*fd, -1));
}

bool Subprocess::write_line(std::string_view line, Clock::time_point deadline) {
  if (input_ < 0) return false;
  std::string text(line);
  text += '\n';
  // A dead reader must give EPIPE here, not a signal that ends the program.
  sigset_t sigpipe, before;
  sigemptyset(&sigpipe);
  sigaddset(&sigpipe, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &sigpipe, &before);
  std::size_t done = 0;
  bool alive = true;
  while (alive && done < text.size()) {
    const ssize_t n = ::write(input_, text.data() + done, text.size() - done);
    if (n >= 0) {
      done += static_cast<std::size_t>(n);
    } else if (errno == EAGAIN) {
      pollfd fd{input_, POLLOUT, 0};
      const timespec left = time_left(deadline);
      alive = ppoll(&fd, 1, &left, nullptr) != 0 || Clock::now() < deadline;
    } else if (errno != EINTR) {
      if (errno == EPIPE) {
        const timespec now{0, 0};
        sigtimedwait(&sigpipe, nullptr, &now);
      }
      alive = false;
    }
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return alive;
}

void Subprocess::drain_errors() {
  char chunk[4096];
  for (;;) {
    const ssize_t n = ::read(errors_, chunk, sizeof chunk);
    if (n > 0) {
      error_output_.append(chunk, static_cast<std::size_t>(n));
      if (error_output_.size() > sizeof chunk)
        error_output_.erase(0, error_output_.size() - sizeof chunk / 2);
    } else if (n == 0) {
      ::close(std::exchange(errors_, -1));
      return;
    } else if (errno != EINTR) {
      return;
    }
  }
}

Subprocess::Read Subprocess::read_line(std::string& line, Clock::time_point deadline) {
  for (;;) {
    const std::size_t end = buffer_.find('\n', std::max(searched_, buffer_begin_));
    if (end != buffer_.npos) {
      std::size_t stop = end;
      if (stop > buffer_begin_ && buffer_[stop - 1] == '\r') --stop;
      line.assign(buffer_, buffer_begin_, stop - buffer_begin_);
      buffer_begin_ = searched_ = end + 1;
      if (buffer_begin_ == buffer_.size()) buffer_.clear(), buffer_begin_ = searched_ = 0;
      return Read::line;
    }
    if (buffer_begin_ > 0) buffer_.erase(0, std::exchange(buffer_begin_, 0));
    searched_ = buffer_.size();
    if (buffer_.size() > kMaxLine) return Read::too_long;
    if (output_ < 0) return Read::closed;

    pollfd fds[2] = {{output_, POLLIN, 0}, {errors_, POLLIN, 0}};
    const timespec left = time_left(deadline);
    const int ready = ppoll(fds, 2, &left, nullptr);
    if (ready == 0) return Read::timeout;
    if (ready < 0) continue;  // a signal
    if (fds[1].revents != 0) drain_errors();
    if (fds[0].revents == 0) continue;
    char chunk[16384];
    const ssize_t n = ::read(output_, chunk, sizeof chunk);
    if (n > 0)
      buffer_.append(chunk, static_cast<std::size_t>(n));
    else if (n == 0)
      ::close(std::exchange(output_, -1));
  }
}

const std::string& Subprocess::finish(Clock::time_point deadline) {
  if (pid_ < 0) return end_;
  if (input_ >= 0) ::close(std::exchange(input_, -1));
  // Looks without reaping: as long as the child is a zombie its group number cannot be reused, so
  // the kill below can hit nobody else.
  siginfo_t info{};
  for (;;) {
    info.si_pid = 0;
    if (waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
        info.si_pid != 0)
      break;
    if (Clock::now() >= deadline) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  const bool went = info.si_pid != 0;
  kill(-pid_, SIGKILL);
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  kill_orphans(mark_);
  end_ = went ? describe_end(status) : "did not exit";
  if (errors_ >= 0) drain_errors();
  return end_;
}

}  // namespace rookery
