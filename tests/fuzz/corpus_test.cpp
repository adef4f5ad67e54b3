// Replays the committed corpus through the fuzz targets, without libFuzzer.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "fuzz/doors.h"
#include "fuzz/page.h"
#include "fuzz/queue.h"

namespace rookery::fuzz {
namespace {

int replay(const char* name, void (*target)(std::string_view)) {
  int files = 0;
  const auto folder = std::filesystem::path(ROOKERY_TEST_DATA).parent_path() / "fuzz/corpus" / name;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream in(entry.path(), std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    SCOPED_TRACE(entry.path().string());
    target(text);  // aborts where a property is broken
    // Cut and spoilt inputs take other ways through the parsers.
    for (std::size_t i = 0; i < text.size(); i += 1 + text.size() / 64) {
      target(std::string_view(text).substr(0, i));
      std::string spoilt = text;
      spoilt[i] = static_cast<char>(spoilt[i] ^ (1 << i % 8));
      target(spoilt);
    }
    ++files;
  }
  return files;
}

TEST(FuzzCorpus, Fen) { EXPECT_GT(replay("fen", fuzz_fen), 0); }
TEST(FuzzCorpus, San) { EXPECT_GT(replay("san", fuzz_san), 0); }
TEST(FuzzCorpus, Uci) { EXPECT_GT(replay("uci", fuzz_uci), 0); }
TEST(FuzzCorpus, Epd) { EXPECT_GT(replay("epd", fuzz_epd), 0); }
TEST(FuzzCorpus, Pgn) { EXPECT_GT(replay("pgn", fuzz_pgn), 0); }
TEST(FuzzCorpus, Session) { EXPECT_GT(replay("session", fuzz_session), 0); }
TEST(FuzzCorpus, Games) { EXPECT_GT(replay("games", fuzz_games), 0); }
TEST(FuzzCorpus, Network) { EXPECT_GT(replay("network", fuzz_network), 0); }
TEST(FuzzCorpus, Book) { EXPECT_GT(replay("book", fuzz_book), 0); }
TEST(FuzzCorpus, Checkpoint) { EXPECT_GT(replay("checkpoint", fuzz_checkpoint), 0); }
TEST(FuzzCorpus, Config) { EXPECT_GT(replay("config", fuzz_config), 0); }
TEST(FuzzCorpus, Events) { EXPECT_GT(replay("events", fuzz_events), 0); }
TEST(FuzzCorpus, SavedGame) { EXPECT_GT(replay("saved_game", fuzz_saved_game), 0); }
TEST(FuzzCorpus, Json) { EXPECT_GT(replay("json", fuzz_json), 0); }
TEST(FuzzCorpus, State) { EXPECT_GT(replay("state", fuzz_state), 0); }
TEST(FuzzCorpus, OwnEngines) { EXPECT_GT(replay("own_engines", fuzz_own_engines), 0); }
TEST(FuzzCorpus, Engine) { EXPECT_GT(replay("engine", fuzz_engine), 0); }
TEST(FuzzCorpus, Syzygy) { EXPECT_GT(replay("syzygy", fuzz_syzygy), 0); }
TEST(FuzzCorpus, Review) { EXPECT_GT(replay("review", fuzz_review), 0); }
TEST(FuzzCorpus, Page) { EXPECT_GT(replay("page", fuzz_page), 0); }
TEST(FuzzCorpus, Queue) { EXPECT_GT(replay("queue", fuzz_queue), 0); }
TEST(FuzzCorpus, Http) { EXPECT_GT(replay("http", fuzz_http), 0); }

}  // namespace
}  // namespace rookery::fuzz
