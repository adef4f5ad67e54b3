// Polyglot books: the published keys, and a book made here.
#include "play/book.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "chess/game.h"
#include "notation/fen.h"
#include "notation/uci_move.h"
#include "play/polyglot_keys.h"

namespace rookery::play {
namespace {

using chess::Game;
using chess::Position;

Position after(const std::vector<std::string>& moves) {
  Game game;
  for (const std::string& text : moves) game.play(*notation::parse_uci_move(game.position(), text));
  return game.position();
}

TEST(PolyglotKey, TheTableIsThePublishedOne) {
  std::uint64_t sum = 0;  // of a table that was compared with the one in Polyglot's own program
  for (const std::uint64_t key : kPolyglotKeys) sum = sum * 31 + key;
  EXPECT_EQ(sum, 0x9d79d68efbdc91b2u);
}

TEST(PolyglotKey, IsThePublishedOne) {
  // The examples of the format's description.
  EXPECT_EQ(polyglot_key(after({})), 0x463b96181691fc9cu);
  EXPECT_EQ(polyglot_key(after({"e2e4"})), 0x823c9b50fd114196u);
  EXPECT_EQ(polyglot_key(after({"e2e4", "d7d5"})), 0x0756b94461c50fb0u);
  EXPECT_EQ(polyglot_key(after({"e2e4", "d7d5", "e4e5"})), 0x662fafb965db29d4u);
  // A black pawn has passed beside the white one: en passant counts.
  EXPECT_EQ(polyglot_key(after({"e2e4", "d7d5", "e4e5", "f7f5"})), 0x22a48b5a8e47ff78u);
  EXPECT_EQ(polyglot_key(after({"e2e4", "d7d5", "e4e5", "f7f5", "e1e2"})), 0x652a607ca3f242c1u);
  EXPECT_EQ(polyglot_key(after({"e2e4", "d7d5", "e4e5", "f7f5", "e1e2", "e8f7"})),
            0x00fdd303c946bdd9u);
  EXPECT_EQ(polyglot_key(after({"a2a4", "b7b5", "h2h4", "b5b4", "c2c4"})), 0x3c8123ea7b067637u);
  EXPECT_EQ(polyglot_key(after({"a2a4", "b7b5", "h2h4", "b5b4", "c2c4", "b4c3", "a1a3"})),
            0x5c3f9b829b279560u);
}

/// A book file that lives as long as the test.
class BookTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (std::filesystem::temp_directory_path() / "rookery_book.XXXXXX").string();
    const int descriptor = mkstemp(name.data());
    ASSERT_GE(descriptor, 0);
    path_ = name;
  }
  void TearDown() override { std::filesystem::remove(path_); }
  void add(const Position& position, unsigned move, unsigned weight) {
    put(polyglot_key(position), 8);
    put(move, 2);
    put(weight, 2);
    put(0, 4);
  }
  Book book() {
    std::ofstream(path_, std::ios::binary) << bytes_;
    auto opened = Book::open(path_);
    EXPECT_TRUE(opened);
    return *std::move(opened);
  }
  static unsigned code(const std::string& from_to, unsigned promotion = 0) {
    const auto square = [&](std::size_t i) {
      return static_cast<unsigned>((from_to[i + 1] - '1') * 8 + from_to[i] - 'a');
    };
    return promotion << 12 | square(0) << 6 | square(2);
  }
  void put(std::uint64_t value, int count) {
    for (int i = count - 1; i >= 0; --i) bytes_ += static_cast<char>(value >> (8 * i));
  }
  std::string path_, bytes_;
};

TEST_F(BookTest, PicksByWeight) {
  const Position start = Position::initial();
  add(start, code("e2e4"), 30);
  add(start, code("d2d4"), 70);
  add(start, code("a2a3"), 0);
  add(start, code("e2e5"), 500);  // not legal: a collision of keys, or a broken book
  add(after({"e2e4"}), code("e7e5"), 1);
  const Book b = book();
  EXPECT_EQ(b.size(), 5u);
  const auto moves = b.moves(start);
  ASSERT_EQ(moves.size(), 3u);
  EXPECT_EQ(notation::to_uci(moves[0].move), "d2d4");
  EXPECT_EQ(moves[0].weight, 70);
  Rng rng(1);
  std::map<std::string, int> seen;
  for (int i = 0; i < 10'000; ++i) ++seen[notation::to_uci(b.pick(start, rng))];
  EXPECT_EQ(seen.size(), 2u);
  EXPECT_NEAR(seen["d2d4"], 7000, 250);
  EXPECT_EQ(notation::to_uci(b.pick(after({"e2e4"}), rng)), "e7e5");
  EXPECT_FALSE(b.pick(after({"d2d4"}), rng));
}

TEST_F(BookTest, KnowsCastlingAndPromotion) {
  const Position castling = *notation::parse_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  const Position promotion = *notation::parse_fen("8/P6k/8/8/8/8/8/K7 w - - 0 1");
  add(castling, code("e1h1"), 1);
  add(promotion, code("a7a8", 4), 1);
  const Book b = book();
  Rng rng(1);
  EXPECT_EQ(notation::to_uci(b.pick(castling, rng)), "e1g1");
  EXPECT_EQ(notation::to_uci(b.pick(promotion, rng)), "a7a8q");
}

TEST_F(BookTest, RefusesWhatIsNoBook) {
  std::ofstream(path_) << "hello";
  const auto opened = Book::open(path_);
  ASSERT_FALSE(opened);
  EXPECT_NE(opened.error().message.find("no Polyglot book"), std::string::npos);
  EXPECT_FALSE(Book::open(path_ + ".missing"));
}

}  // namespace
}  // namespace rookery::play
