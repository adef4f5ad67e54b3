// App: the page's requests, answered. Owns everything that is open, and what it shares.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "analysis/review.h"
#include "play/book.h"
#include "play/session.h"
#include "search/tablebase.h"
#include "web/application.h"
#include "web/queue_room.h"

namespace rookery::web {

struct AppSetup {
  std::optional<std::filesystem::path> state;  ///< none: nothing is kept
  std::string version;
  double requests_per_second = 50;
  analysis::ReviewOptions review = {};
  std::optional<QueueSetup> queue = {};                  ///< shown in the Arena
  std::shared_ptr<const play::Book> book = {};           ///< what it knows is shown
  std::shared_ptr<const search::Tablebase> tables = {};  ///< the same
  std::string syzygy_path = {};  ///< of the tables, for agents that use them
};

class App final : public Application {
 public:
  App(Loop& loop, AppSetup setup);
  ~App() override;

  void opened(Client& client) override;
  void message(Client& client, std::string_view text) override;
  void closed(Client& client) override;
  bool post(std::string_view path, std::string body, PostReply reply) override;
  void shut_down() override;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace rookery::web
