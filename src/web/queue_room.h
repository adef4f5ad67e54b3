// QueueRoom: the queue that the page was started with: what is in it, and what its owner may do.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "cluster/address.h"
#include "web/hub.h"

namespace rookery::web {

struct QueueSetup {
  cluster::Address address;
  std::string token;  ///< what was given; the queue knows whether it is right
};

/// A database may be slow or away, so a thread of its own talks to it: once a second while somebody
/// watches the channel `queue`, and for each request.
class QueueRoom {
 public:
  QueueRoom(Loop& loop, Hub& hub, QueueSetup setup);
  ~QueueRoom();

 private:
  class Desk;
  using Task = std::function<Answer(Desk&)>;

  void on(const char* type, std::function<Result<Task, Failure>(json::Fields)> read);
  void run(const QueueSetup& setup);
  void show(json::Value state);

  Loop& loop_;
  Hub& hub_;
  json::Value state_;  ///< what was shown last
  std::map<int, std::shared_ptr<Request>> requests_;
  int last_ = 0;
  const std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::pair<int, Task>> waiting_;
  bool ended_ = false, watched_ = false, stale_ = true;
  Channel channel_;
  std::thread thread_;
};

}  // namespace rookery::web
