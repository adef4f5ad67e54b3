// The three writers: what the review says is in them, and nothing of a file becomes markup.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "notation/pgn_tree.h"
#include "notation/san.h"
#include "report/board_svg.h"
#include "report/html.h"
#include "report/pgn.h"
#include "report/terminal.h"

namespace rookery::report {
namespace {

using analysis::Judgement;

/// Fool's mate, judged by hand: what a review would say, without a search.
ReviewedGame fools_mate(const std::string& white) {
  const std::string text = "[White \"" + white +
                           "\"]\n[Black \"B\"]\n[Result \"0-1\"]\n\n"
                           "1. f3 {first} e5 2. g4 (2. e4) Qh4# 0-1\n";
  notation::PgnReader reader(text);
  ReviewedGame reviewed{notation::read_game_tree(reader)->tree, chess::Game(), {}};
  reviewed.game = reviewed.tree.game();
  for (std::size_t ply = 0; ply < reviewed.game.ply(); ++ply) {
    analysis::MoveReview move;
    move.ply = ply;
    move.move = reviewed.game.moves()[ply];
    move.explanation.best = move.move;
    reviewed.review.moves.push_back(move);
  }
  analysis::MoveReview& blunder = reviewed.review.moves[2];
  blunder.values = {{{}, -60}, -eval::mate_in(2)};
  analysis::Explanation& e = blunder.explanation;
  e.judgement = Judgement::blunder;
  e.win_before = 42;
  e.win_after = 2;
  e.text = "It allows mate: 2... Qh4#.";
  e.claim = {analysis::Claim::Kind::mate, 1};
  e.proof = {reviewed.game.moves()[2], reviewed.game.moves()[3]};
  e.best = *notation::parse_san(reviewed.game.position_after(2), "e3");
  e.best_line = {e.best};
  reviewed.review.moves[3].values.played = eval::mate_in(1);
  reviewed.review.players[0].counts[static_cast<int>(Judgement::blunder)] = 1;
  return reviewed;
}

TEST(ReviewedGame, ADateThatIsNotKnownIsLeftOut) {
  ReviewedGame reviewed = fools_mate("A");
  for (const char* date : {"", "????.??.??", "2026.??.??"}) {
    reviewed.tree.set_tag("Date", date);
    EXPECT_EQ(reviewed.title(), "A - B");
    const std::string text = html_game(reviewed, 1);
    EXPECT_EQ(text.find("??.??"), std::string::npos) << date;
    EXPECT_EQ(text.find("2026"), std::string::npos) << date;
  }
  reviewed.tree.set_tag("Date", "2026.11.18");
  EXPECT_NE(html_game(reviewed, 1).find("2026.11.18"), std::string::npos);
}

TEST(AnnotatedPgn, SignsSentencesAndBetterLines) {
  const chess::GameTree tree = annotated(fools_mate("A"));
  const auto line = tree.main_line();
  EXPECT_EQ(tree.note(line[0]).comment, "first");
  EXPECT_EQ(tree.note(line[2]).comment, "It allows mate: 2... Qh4#.");
  EXPECT_EQ(tree.note(line[2]).nags, std::vector<std::uint8_t>{4});
  EXPECT_EQ(tree.note(line[2]).eval->mate, -1);
  EXPECT_FALSE(tree.note(line[3]).eval);
  EXPECT_EQ(tree.children(line[1]).size(), 3u) << "the move, the file's variation, the better one";
  const std::string text = notation::to_pgn(tree);
  notation::PgnReader reader(text);
  EXPECT_EQ(notation::to_pgn(notation::read_game_tree(reader)->tree), text);
}

TEST(Html, NothingFromAFileIsMarkup) {
  const ReviewedGame reviewed = fools_mate("</title><script>alert(1)</script><!-- & ");
  const std::string html = html_begin("<b>") + html_game(reviewed, 1) + html_end();
  EXPECT_EQ(html.find("<script"), std::string::npos);
  EXPECT_EQ(html.find("<!--"), std::string::npos);
  EXPECT_EQ(html.find("<b>"), std::string::npos);
  EXPECT_NE(html.find("&lt;script&gt;alert(1)"), std::string::npos);
  EXPECT_NE(html.find("default-src 'none'"), std::string::npos);
  EXPECT_EQ(html.find("http://"), std::string::npos);
  EXPECT_EQ(html.find("https://"), std::string::npos);
}

TEST(Html, ProofCanBeWalkedThrough) {
  const std::string html = html_game(fools_mate("A"), 1);
  EXPECT_NE(html.find("It allows mate: 2... Qh4#."), std::string::npos);
  EXPECT_NE(html.find(">2. g4</label>"), std::string::npos);
  EXPECT_NE(html.find(">Qh4#</label>"), std::string::npos);
  EXPECT_NE(html.find(">2. e3</label>"), std::string::npos);
}

TEST(BoardSvg, EveryPieceAndBothViews) {
  const chess::Position start = chess::Position::initial();
  const std::string white = board_svg(start, {}, chess::Color::white, "start");
  const std::string black = board_svg(start, {}, chess::Color::black, "start");
  const auto uses = [](const std::string& svg) {
    std::size_t count = 0;
    for (std::size_t at = 0; (at = svg.find("<use", at)) != svg.npos; ++at) ++count;
    return count;
  };
  EXPECT_EQ(uses(white), 33u);
  EXPECT_NE(white.find("#wk\" x=\"180\" y=\"315\""), std::string::npos);
  EXPECT_NE(black.find("#wk\" x=\"135\" y=\"0\""), std::string::npos);
  for (const char* id : {"wp", "wn", "wb", "wr", "wq", "wk", "bp", "bn", "bb", "br", "bq", "bk"})
    EXPECT_NE(piece_sprite().find("id=\"" + std::string(id) + "\""), std::string_view::npos);
}

TEST(Summary, FitsTheScreenAndIsSafeForIt) {
  const std::string text = summary(fools_mate("A\x1b[31m"), false);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_NE(text.find("2. g4"), std::string::npos);
  EXPECT_NE(text.find("blunder, 42 -> 2 %"), std::string::npos);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80u) << line;
}

}  // namespace
}  // namespace rookery::report
