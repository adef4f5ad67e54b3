#include "web/instance.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <netdb.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <utility>

#include "base/atomic_file.h"
#include "base/read_file.h"
#include "base/subprocess.h"
#include "web/pages.h"
#include "web/trust.h"

namespace rookery::web {

namespace fs = std::filesystem;

namespace {

constexpr const char* kFileName = "server";
constexpr std::string_view kHeading = "rookery-web";

bool is_private(const fs::path& path) {
  struct stat status;
  return lstat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
         status.st_uid == geteuid() && (status.st_mode & 077) == 0;
}

bool is_key(std::string_view text) {
  return text.size() == 64 && std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

}  // namespace

InstanceFile InstanceFile::load(const fs::path& folder) {
  const fs::path path = folder / kFileName;
  if (!is_private(path)) return {};
  const auto text = read_file(path, FileKind::settings);
  if (!text) return {};
  std::istringstream in(*text);
  InstanceFile file;
  std::string heading;
  int version = 0;
  if (!(in >> heading >> version >> file.address >> file.host >> file.port >> file.key) ||
      heading != kHeading || version != 1 || file.port < 1 || file.port > 65535 ||
      !is_key(file.key))
    return {};
  return file;
}

Result<Ok, Error> InstanceFile::save(const fs::path& folder) const {
  return write_file(folder / kFileName,
                    fmt::format("{} 1\n{} {} {}\n{}\n", kHeading, address, host, port, key),
                    Writing::own_state);
}

Result<std::optional<InstanceLock>, Error> InstanceLock::take(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder.parent_path(), error);
  mkdir(folder.c_str(), 0700);
  const fs::path path = folder / "lock";
  const int descriptor = open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
  if (descriptor < 0)
    return Unexpected{Error{"cannot open " + path.string() + ": " + std::strerror(errno)}};
  if (flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    return std::optional<InstanceLock>(InstanceLock(descriptor));
  const int why = errno;
  close(descriptor);
  if (why != EWOULDBLOCK)
    return Unexpected{Error{"cannot lock " + path.string() + ": " + std::strerror(why)}};
  return std::optional<InstanceLock>();
}

InstanceLock::InstanceLock(InstanceLock&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)) {}

InstanceLock::~InstanceLock() {
  if (descriptor_ >= 0) close(descriptor_);
}

Result<std::string, Error> ask_for_link(const InstanceFile& running) {
  const auto fail = [&](std::string_view why) {
    return Unexpected{Error{
        fmt::format("a server is running at port {} but gives no link: {}; end it and try again",
                    running.port, why)}};
  };
  if (running.port == 0) return fail("its file is missing");
  addrinfo hints{};
  hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV;
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  // A server on all addresses is reached on each of them.
  const std::string address = running.address == "0.0.0.0" ? "127.0.0.1"
                              : running.address == "::"    ? "::1"
                                                           : running.address;
  if (getaddrinfo(address.c_str(), std::to_string(running.port).c_str(), &hints, &found) != 0)
    return fail("its address is damaged");
  const int descriptor = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const timeval patience{3, 0};
  setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  const bool connected = connect(descriptor, found->ai_addr, found->ai_addrlen) == 0;
  freeaddrinfo(found);
  const Trust trust(running.key, running.port);
  const std::string request = fmt::format(
      "POST /api/link HTTP/1.1\r\nHost: localhost:{0}\r\nOrigin: http://localhost:{0}\r\n"
      "Cookie: {1}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n"
      "Connection: close\r\n\r\n{{}}",
      running.port, trust.cookie());
  std::string answer;
  if (connected && send(descriptor, request.data(), request.size(), MSG_NOSIGNAL) ==
                       static_cast<ssize_t>(request.size())) {
    char buffer[4096];
    ssize_t size = 0;
    while (answer.size() < 65536 && (size = recv(descriptor, buffer, sizeof buffer, 0)) > 0)
      answer.append(buffer, static_cast<std::size_t>(size));
  }
  close(descriptor);
  constexpr std::string_view kBefore = "{\"token\":\"";
  const auto begin = answer.find(kBefore);
  if (begin == answer.npos) return fail("no answer");
  const auto token = answer.substr(begin + kBefore.size());
  return fmt::format("http://{}:{}/?token={}", running.host, running.port,
                     token.substr(0, token.find('"')));
}

bool open_browser(const std::string& url, const fs::path& redirect_file) {
  const char* chosen = std::getenv("BROWSER");
  const bool has_screen = std::getenv("DISPLAY") || std::getenv("WAYLAND_DISPLAY");
  if (!chosen && !has_screen) return false;
  const auto program = find_program(chosen ? chosen : "xdg-open");
  if (!program) return false;
  const std::string page =
      plain_page("Rookery", fmt::format("<a href=\"{}\">Go on to Rookery</a>", url),
                 fmt::format("<meta http-equiv=\"refresh\" content=\"0;url={}\">\n", url));
  if (!write_file(redirect_file, page, Writing::own_state)) return false;
  const pid_t child = fork();
  if (child < 0) return false;
  if (child == 0) {
    // A grandchild, so that nobody has to wait for it, and with no terminal to write on.
    if (setsid() < 0 || fork() != 0) _exit(0);
    const int nothing = open("/dev/null", O_RDWR);
    for (int descriptor = 0; descriptor <= 2; ++descriptor) dup2(nothing, descriptor);
    execl(program->c_str(), program->c_str(), redirect_file.c_str(), nullptr);
    _exit(127);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return true;
}

}  // namespace rookery::web
