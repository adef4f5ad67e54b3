// PGN as it is met in the wild.
#include "notation/pgn_reader.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <memory>

#include "notation/pgn_tree.h"
#include "notation/san.h"

namespace rookery::notation {
namespace {

using namespace chess;

/// Writes down every call in short: "e4 $1 {text} ( d4 ) =1-0 |".
class Recorder final : public PgnVisitor {
 public:
  std::string log;
  void tag(std::string_view name, std::string_view value) override {
    log.append("[").append(name).append("=").append(value).append("] ");
  }
  void move(const Position& before, Move move, const Position& after) override {
    if (move) {
      append_san(log, before, move, after);
    } else {
      log += "--";
    }
    log += ' ';
  }
  void nag(int nag) override { log += "$" + std::to_string(nag) + " "; }
  void comment(std::string_view text) override { log.append("{").append(text).append("} "); }
  void begin_variation() override { log += "( "; }
  void end_variation() override { log += ") "; }
  void error(const PgnError& error) override { log += "<" + error.text() + "> "; }
  void end_game(std::string_view result) override { log.append("=").append(result).append(" | "); }
};

std::string read(std::string_view text) {
  Recorder recorder;
  PgnReader reader(text);
  while (reader.read_game(recorder)) {
  }
  return recorder.log;
}

TEST(PgnReader, AnOrdinaryGame) {
  EXPECT_EQ(
      read("[Event \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n"),
      "[Event=A] [Result=1-0] e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7# =1-0 | ");
  EXPECT_EQ(read(""), "");
  EXPECT_EQ(read(" \n\t\r\n"), "");
}

TEST(PgnReader, SurvivesTheTraps) {
  EXPECT_EQ(read("1.e4 -- 2. -- e5 *"), "e4 -- -- e5 =* | ");
  EXPECT_EQ(read("1.e4 Z0 2.@@@@ e5 *"), "e4 -- -- e5 =* | ");
  EXPECT_EQ(read("1. e4 (1. d4) 1. ... e5 *"), "e4 ( d4 ) e5 =* | ");
  EXPECT_EQ(read("1.e4 d5$1 2.exd5 $13(2. e5$13) 2...Qxd5 *"),
            "e4 d5 $1 exd5 $13 ( e5 $13 ) Qxd5 =* | ");
  EXPECT_EQ(read("1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd2 Qd7 5. 0-0-0 O-O-O 1/2-1/2"),
            "d4 d5 Nc3 Nc6 Bf4 Bf5 Qd2 Qd7 O-O-O O-O-O =1/2-1/2 | ");
  EXPECT_EQ(read("1. e4 {first} $1 e5!? 2. Nf3!! *"), "e4 {first} $1 e5 $5 Nf3 $3 =* | ");
  EXPECT_EQ(read("1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) (1. c4) e5 *"),
            "e4 ( d4 d5 ( Nf6 c4 ) c4 ) ( c4 ) e5 =* | ");
  EXPECT_EQ(read("1. e4 ; to the end {of} line\n% escaped 1. d4\ne5 ;last"),
            "e4 { to the end {of} line} e5 {last} =* | ");
  EXPECT_EQ(read("\xEF\xBB\xBF[White \"Andr\xE9\"]\r\n\r\n1. e4\r\ne5\xA0"
                 "2. Nf3 *\r\n"),
            "[White=Andr\xE9] e4 e5 Nf3 =* | ");
  EXPECT_EQ(read("1. e4 e6 2. d4 d5 3. e5 f5 4. exf6 e.p. *"), "e4 e6 d4 d5 e5 f5 exf6 =* | ");
  EXPECT_EQ(read("1. e4 e6 2. d4 d5 3. e5 f5 4. exf6e.p. gxf6 += *"),
            "e4 e6 d4 d5 e5 f5 exf6 gxf6 $14 =* | ");
  EXPECT_EQ(read("1 e4 e5 2Nf3 1/2"), "e4 e5 Nf3 =1/2-1/2 | ");
  EXPECT_EQ(read("[FEN \"1n5k/P7/8/8/8/8/8/4K3 w - - 0 1\"] 1. a8(Q)(1. axb8(N)) 1-0"),
            "[FEN=1n5k/P7/8/8/8/8/8/4K3 w - - 0 1] a8=Q ( axb8=N ) =1-0 | ");
}

TEST(PgnReader, ResultsThatAreMissing) {
  EXPECT_EQ(read("[Event \"A\"]\n[Result \"0-1\"]\n\n1. e4\n\n[Event \"B\"]\n\n1. d4"),
            "[Event=A] [Result=0-1] e4 =0-1 | [Event=B] d4 =* | ");
  EXPECT_EQ(read("[Event \"A\"]\n\n[Event \"B\"]\n[Result \"1-0\"]\n"),
            "[Event=A] =* | [Event=B] [Result=1-0] =1-0 | ");
  EXPECT_EQ(read("1. e4 1-0 1. d4 0-1"), "e4 =1-0 | d4 =0-1 | ");
}

TEST(PgnReader, Tags) {
  EXPECT_EQ(read(R"([Event "a \"b\" \\ c"] *)"), R"([Event=a "b" \ c] =* | )");
  EXPECT_EQ(read(R"([Event "a "b" c"][Site "x"] *)"), R"([Event=a "b" c] [Site=x] =* | )");
  EXPECT_EQ(read("[Event \"a\"\n[Round 3]\n*"), "[Event=a] [Round=3] =* | ");
  EXPECT_EQ(read("[ Event  \"a\" ]\n*"), "[Event=a] =* | ");
}

TEST(PgnReader, ABrokenGameIsReportedAndTheNextOneRead) {
  EXPECT_EQ(
      read("[Event \"A\"]\n\n1. e4 e5 2. Nf4 Nc6 (2... d6) {x} 1-0\n\n[Event \"B\"]\n\n1. d4 *"),
      "[Event=A] e4 e5 <game 1, line 3, byte 25: move 'Nf4': no knight can go to f4> =1-0 | "
      "[Event=B] d4 =* | ");
  EXPECT_EQ(read("[Event \"A\"]\n\n1. e4 {never closed\n\n[Event \"B\"]\n\n1. d4 {x} *"),
            "[Event=A] e4 <game 1, line 3, byte 20: a comment is not closed> =* | "
            "[Event=B] d4 {x} =* | ");
  EXPECT_EQ(read("1. e4 (1. d4 \n\n[Event \"B\"]\n\n1. d4 *"),
            "e4 ( d4 <game 1, line 3, byte 15: a variation is not closed> =* | "
            "[Event=B] d4 =* | ");
  EXPECT_EQ(read("[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 1-0 1. d4 *"),
            "[FEN=8/8/8/8/8/8/8/8 w - - 0 1] <game 1, line 1, byte 6: tag FEN: placement: "
            "White has 0 kings, expected one> =1-0 | d4 =* | ");
  EXPECT_EQ(read("1. e4 ) e5 *"), "e4 <game 1, line 1, byte 6: ')' without '('> =* | ");
  EXPECT_EQ(read("(1. e4) *"), "<game 1, line 1, byte 0: a variation before the first move> =* | ");
  EXPECT_EQ(read("1. e4 $999 *"), "e4 <game 1, line 1, byte 6: a NAG is $0 to $255> =* | ");
  EXPECT_EQ(read("1. e4 e5 2. Ke2 Ke7 3. Kd3 -- 4. -- *"), "e4 e5 Ke2 Ke7 Kd3 -- -- =* | ");
  EXPECT_EQ(read("1. e4 f5 2. Qh5+ -- *"),
            "e4 f5 Qh5+ <game 1, line 1, byte 17: a null move in check> =* | ");
  const std::string deep = "1. e4 " + std::string(100'000, '(') + " *\n[Event \"B\"]\n*";
  EXPECT_NE(read(deep).find("[Event=B] =* | "), std::string::npos);
}

TEST(PgnReader, Chess960) {
  PgnReader reader(
      "[Variant \"Chess960\"]\n[FEN \"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf "
      "- 2 9\"]"
      "\n\n9. Nf3 *");
  const auto game = read_game_tree(reader);
  ASSERT_TRUE(game);
  EXPECT_FALSE(game->error) << game->error->text();
  EXPECT_TRUE(game->tree.is_chess960());
  EXPECT_TRUE(game->tree.game().is_chess960());
}

/// The same through a file and its small buffer as from memory.
TEST(PgnReader, FilesOfManyBuffers) {
  std::string text;
  for (int i = 0; i < 3000; ++i) {
    text += "[Event \"game " + std::to_string(i) + "\"]\n\n1. e4 {" + std::string(i % 97, 'c') +
            "} e5 (1... c5 2. Nf3) 2. Nf3 $1 Nc6 1-0\n\n";
    if (i % 1000 == 7)
      text += "{" + std::string(200'000, 'x') + "}\n1. e4 {" + std::string(150'000, 'y') + "} *\n";
  }
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::tmpfile(), &std::fclose);
  ASSERT_TRUE(file);
  std::fwrite(text.data(), 1, text.size(), file.get());
  std::rewind(file.get());
  Recorder recorder;
  PgnReader reader(file.get());
  while (reader.read_game(recorder)) {
  }
  EXPECT_EQ(recorder.log, read(text));
  EXPECT_EQ(reader.games(), 3003u);
  EXPECT_EQ(reader.offset(), text.size());
}

TEST(PgnReader, TheVisitorMaySkipMoves) {
  class Skipper final : public PgnVisitor {
   public:
    int moves = 0, games = 0;
    bool begin_moves(const Position&, bool) override { return games++ % 2; }
    void move(const Position&, Move, const Position&) override { ++moves; }
    void error(const PgnError& error) override { ADD_FAILURE() << error.text(); }
  } skipper;
  PgnReader reader("1. e4 Nonsense (1. d4 *) 1-0 1. e4 e5 1-0 {never");
  while (reader.read_game(skipper)) {
  }
  EXPECT_EQ(skipper.games, 2);
  EXPECT_EQ(skipper.moves, 2);
}

TEST(PgnReader, CommentsOutsideOfGames) {
  EXPECT_EQ(read("{to all} ;and\n[Event \"A\"] 1. e4 1-0 {White resigns}\n{the next}\n1. d4 0-1\n"
                 "{of the next}\n\n[Event \"C\"]\n\n1. c4 *\n\n{the last}\n"),
            "[Event=A] {to all\nand\n} e4 {White resigns\n} =1-0 | {the next\n} d4 =0-1 | "
            "[Event=C] {of the next\n} c4 {the last\n} =* | ");
  EXPECT_EQ(read("1. e4 1-0 {never closed\n\n[Event \"B\"]\n\n1. d4 *"),
            "e4 =1-0 | [Event=B] d4 =* | ");
}

}  // namespace
}  // namespace rookery::notation
