// libFuzzer's entry. The variable FUZZ_TARGET names the target.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#if defined(ROOKERY_FUZZ_DOORS)
#include "fuzz/doors.h"
#include "fuzz/json_doors.h"
#elif defined(ROOKERY_FUZZ_PAGE)
#include "fuzz/page.h"
#include "fuzz/queue.h"
#else
#include "fuzz/targets.h"
#endif

namespace {

using namespace rookery::fuzz;

struct Target {
  std::string_view name;
  void (*run)(std::string_view);
};

constexpr Target kTargets[] = {
#if defined(ROOKERY_FUZZ_DOORS)
    {"session", fuzz_session},
    {"games", fuzz_games},
    {"network", fuzz_network},
    {"book", fuzz_book},
    {"checkpoint", fuzz_checkpoint},
    {"config", fuzz_config},
    {"events", fuzz_events},
    {"saved_game", fuzz_saved_game},
    {"json", fuzz_json},
    {"state", fuzz_state},
    {"own_engines", fuzz_own_engines},
    {"engine", fuzz_engine},
    {"syzygy", fuzz_syzygy},
    {"review", fuzz_review},
#elif defined(ROOKERY_FUZZ_PAGE)
    {"page", fuzz_page},
    {"http", fuzz_http},
    {"queue", fuzz_queue},
#else
    {"fen", fuzz_fen}, {"san", fuzz_san}, {"uci", fuzz_uci}, {"epd", fuzz_epd}, {"pgn", fuzz_pgn},
#endif
};

const Target& chosen() {
  const char* name = std::getenv("FUZZ_TARGET");
  for (const Target& target : kTargets)
    if (name && target.name == name) return target;
  std::fprintf(stderr, "FUZZ_TARGET is to name one of:");
  for (const Target& target : kTargets) std::fprintf(stderr, " %s", target.name.data());
  std::fprintf(stderr, "\n");
  std::exit(2);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Target& target = chosen();
  target.run(std::string_view(reinterpret_cast<const char*>(data), size));
  return 0;
}
