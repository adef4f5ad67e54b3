// The curl loop.
#include "lichess/http.h"

#include <curl/curl.h>

#include <cassert>
#include <future>
#include <map>
#include <mutex>
#include <new>
#include <optional>
#include <thread>
#include <vector>

namespace rookery::lichess {
namespace {

// No answer and no line of the API is near this long; more is a fault or an attack.
constexpr std::size_t kMaxBytes = 8u << 20;

struct EasyDelete {
  void operator()(CURL* easy) const { curl_easy_cleanup(easy); }
};
struct ListDelete {
  void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};
using Easy = std::unique_ptr<CURL, EasyDelete>;
using HeaderList = std::unique_ptr<curl_slist, ListDelete>;

struct Transfer {
  Easy easy;
  std::uint64_t id = 0;
  std::string buffer;  // the body, or the line under way
  std::string request_body;
  Clock::time_point started = Clock::now();
  // A request has a promise, a stream a listener.
  std::optional<std::promise<HttpReply>> promise;
  StreamListener listener;
  std::chrono::milliseconds watchdog{0};
  Clock::time_point last_byte = Clock::now();

  bool is_stream() const { return !promise.has_value(); }
  long status() const {
    long code = 0;
    curl_easy_getinfo(easy.get(), CURLINFO_RESPONSE_CODE, &code);
    return code;
  }
};

std::size_t on_bytes(char* data, std::size_t, std::size_t count, void* user) {
  auto& transfer = *static_cast<Transfer*>(user);
  transfer.last_byte = Clock::now();
  if (transfer.buffer.size() + count > kMaxBytes) return 0;  // fails the transfer
  transfer.buffer.append(data, count);
  if (transfer.is_stream() && transfer.status() == 200) {
    std::size_t begin = 0;
    for (std::size_t end; (end = transfer.buffer.find('\n', begin)) != std::string::npos;
         begin = end + 1) {
      std::string line = transfer.buffer.substr(begin, end - begin);
      if (!line.empty() && line.back() == '\r') line.pop_back();
      if (!line.empty()) transfer.listener.on_line(std::move(line));
    }
    transfer.buffer.erase(0, begin);
  }
  return count;
}

void init_curl_once() {
  static const bool done = (curl_global_init(CURL_GLOBAL_DEFAULT), true);
  (void)done;
}

}  // namespace

class Http::Loop {
 public:
  /// No token: only what everybody may ask.
  Loop(std::string base_url, const Token* token, std::string user_agent)
      : base_url_(std::move(base_url)), user_agent_(std::move(user_agent)) {
    init_curl_once();
    multi_ = curl_multi_init();
    const std::string authorization =
        token ? "Authorization: Bearer " + token->reveal() : "Accept: application/x-chess-pgn";
    headers_.reset(curl_slist_append(nullptr, authorization.c_str()));
    text_headers_.reset(curl_slist_append(nullptr, authorization.c_str()));
    if (!multi_ || !headers_ || !text_headers_ ||
        !curl_slist_append(text_headers_.get(), "Content-Type: text/plain"))
      throw std::bad_alloc();
    thread_ = std::thread([this] { run(); });
  }

  ~Loop() {
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    curl_multi_wakeup(multi_);
    thread_.join();
    curl_multi_cleanup(multi_);
  }

  HttpReply perform(const HttpRequest& request, std::stop_token stop) {
    auto transfer = prepare(request.path);
    CURL* easy = transfer->easy.get();
    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, static_cast<long>(request.timeout.count()));
    if (request.post) {
      transfer->request_body = request.body;
      curl_easy_setopt(easy, CURLOPT_POST, 1L);
      curl_easy_setopt(easy, CURLOPT_POSTFIELDS, transfer->request_body.c_str());
      curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE,
                       static_cast<long>(transfer->request_body.size()));
    }
    if (request.plain_text) curl_easy_setopt(easy, CURLOPT_HTTPHEADER, text_headers_.get());
    transfer->promise.emplace();
    auto future = transfer->promise->get_future();
    const std::uint64_t id = submit(std::move(transfer));
    const std::stop_callback cancel(stop, [this, id] {
      {
        const std::lock_guard lock(mutex_);
        canceled_.push_back(id);
      }
      curl_multi_wakeup(multi_);
    });
    return future.get();
  }

  StreamId open_stream(const std::string& path, std::chrono::milliseconds watchdog,
                       StreamListener listener) {
    auto transfer = prepare(path);
    transfer->listener = std::move(listener);
    transfer->watchdog = watchdog;
    return submit(std::move(transfer));
  }

  void close_stream(StreamId id) {
    assert(std::this_thread::get_id() != thread_.get_id());
    std::promise<void> done;
    {
      const std::lock_guard lock(mutex_);
      closing_.push_back({id, &done});
    }
    curl_multi_wakeup(multi_);
    done.get_future().wait();
  }

 private:
  struct Closing {
    StreamId id;
    std::promise<void>* done;
  };

  std::unique_ptr<Transfer> prepare(const std::string& path) {
    auto transfer = std::make_unique<Transfer>();
    transfer->easy.reset(curl_easy_init());
    CURL* easy = transfer->easy.get();
    if (!easy) throw std::bad_alloc();
    curl_easy_setopt(easy, CURLOPT_URL, (base_url_ + path).c_str());
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers_.get());
    curl_easy_setopt(easy, CURLOPT_USERAGENT, user_agent_.c_str());
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, 10000L);
    curl_easy_setopt(easy, CURLOPT_TCP_KEEPALIVE, 1L);
    // One connection for each stream: a stalled one holds up nothing else.
    curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
    // Redirects are not followed: the token stays with the server it was meant for.
    curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, &on_bytes);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, transfer.get());
    curl_easy_setopt(easy, CURLOPT_PRIVATE, transfer.get());
    return transfer;
  }

  std::uint64_t submit(std::unique_ptr<Transfer> transfer) {
    std::uint64_t id = 0;
    {
      const std::lock_guard lock(mutex_);
      id = transfer->id = next_id_++;
      arriving_.push_back(std::move(transfer));
    }
    curl_multi_wakeup(multi_);
    return id;
  }

  void run() {
    for (bool stopping = false; !stopping;) {
      std::vector<std::unique_ptr<Transfer>> arriving;
      std::vector<Closing> closing;
      std::vector<std::uint64_t> canceled;
      {
        const std::lock_guard lock(mutex_);
        arriving.swap(arriving_);
        closing.swap(closing_);
        canceled.swap(canceled_);
        stopping = stopping_;
      }
      for (auto& transfer : arriving) {
        transfer->last_byte = Clock::now();
        const std::uint64_t id = transfer->id;
        const CURLMcode added = curl_multi_add_handle(multi_, transfer->easy.get());
        transfers_[id] = std::move(transfer);
        if (added != CURLM_OK) end(id, curl_multi_strerror(added));  // it would never end by itself
      }
      for (const Closing& c : closing) {
        remove(c.id);
        c.done->set_value();
      }
      for (const std::uint64_t id : canceled)
        if (transfers_.contains(id)) end(id, "stopped");
      int running = 0;
      curl_multi_perform(multi_, &running);
      collect_ended();
      const auto wake = check_watchdogs();
      if (stopping) break;
      curl_multi_poll(multi_, nullptr, 0, static_cast<int>(wake.count()), nullptr);
    }
    while (!transfers_.empty()) end(transfers_.begin()->first, "shutting down");
    // Nobody calls any more once the destructor runs; streams being closed still wait.
    const std::lock_guard lock(mutex_);
    for (const Closing& c : closing_) c.done->set_value();
    for (auto& transfer : arriving_)
      if (transfer->promise) transfer->promise->set_value({0, "", "shutting down", {}});
  }

  void collect_ended() {
    int left = 0;
    while (CURLMsg* message = curl_multi_info_read(multi_, &left)) {
      if (message->msg != CURLMSG_DONE) continue;
      Transfer* transfer = nullptr;
      curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &transfer);
      const CURLcode code = message->data.result;
      end(transfer->id, code == CURLE_OK ? "" : curl_easy_strerror(code));
    }
  }

  /// Ends silent streams; how long the loop may sleep.
  std::chrono::milliseconds check_watchdogs() {
    const auto now = Clock::now();
    std::chrono::milliseconds sleep{1000};
    std::vector<std::uint64_t> silent;
    for (const auto& [id, transfer] : transfers_) {
      if (!transfer->is_stream()) continue;
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
          transfer->last_byte + transfer->watchdog - now);
      if (left.count() <= 0)
        silent.push_back(id);
      else
        sleep = std::min(sleep, left + std::chrono::milliseconds(1));
    }
    for (const auto id : silent) end(id, "no keep-alive");
    return sleep;
  }

  std::unique_ptr<Transfer> remove(std::uint64_t id) {
    const auto found = transfers_.find(id);
    if (found == transfers_.end()) return nullptr;
    auto transfer = std::move(found->second);
    transfers_.erase(found);
    curl_multi_remove_handle(multi_, transfer->easy.get());
    return transfer;
  }

  void end(std::uint64_t id, std::string reason) {
    const auto transfer = remove(id);
    const long status = transfer->status();
    if (transfer->is_stream()) {
      if (reason.empty() && status != 200) reason = transfer->buffer.substr(0, 300);
      transfer->listener.on_end(status, reason.empty() ? "closed by the server" : reason);
      return;
    }
    HttpReply reply;
    reply.elapsed =
        std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - transfer->started);
    reply.error = reason;
    if (reason.empty()) {  // a cut answer is no answer
      reply.status = status;
      reply.body = std::move(transfer->buffer);
    }
    transfer->promise->set_value(std::move(reply));
  }

  const std::string base_url_, user_agent_;
  HeaderList headers_, text_headers_;
  CURLM* multi_ = nullptr;
  std::map<std::uint64_t, std::unique_ptr<Transfer>> transfers_;  // loop thread only
  std::mutex mutex_;                                              // guards what follows
  std::vector<std::unique_ptr<Transfer>> arriving_;
  std::vector<Closing> closing_;
  std::vector<std::uint64_t> canceled_;
  std::uint64_t next_id_ = 1;
  bool stopping_ = false;
  std::thread thread_;
};

Http::Http(std::string base_url, const Token& token, std::string user_agent)
    : loop_(std::make_unique<Loop>(std::move(base_url), &token, std::move(user_agent))) {}
Http::Http(std::string base_url, std::string user_agent)
    : loop_(std::make_unique<Loop>(std::move(base_url), nullptr, std::move(user_agent))) {}
Http::~Http() = default;

HttpReply Http::perform(const HttpRequest& request, std::stop_token stop) {
  return loop_->perform(request, stop);
}

Http::StreamId Http::open_stream(std::string path, std::chrono::milliseconds watchdog,
                                 StreamListener listener) {
  return loop_->open_stream(path, watchdog, std::move(listener));
}

void Http::close_stream(StreamId id) { loop_->close_stream(id); }

std::string url_encode(std::string_view text) {
  static constexpr char kHex[] = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) || c == '-' || c == '_' || c == '.' || c == '~')
      out += c;
    else
      (out += '%') += {kHex[byte >> 4], kHex[byte & 15]};
  }
  return out;
}

}  // namespace rookery::lichess
