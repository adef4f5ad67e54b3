// Makes the pictures of docs/images: runs the real program in a pseudo-terminal and writes what its
// screen shows as SVG. Usage: tui_screenshots ROOKERY FOLDER
#include <fmt/format.h>

#include <fstream>

#include "pty.h"

namespace {

using rookery::tests::Pty;
using rookery::tests::TemporaryFolder;
using rookery::tests::VtCell;
using rookery::tests::VtScreen;

constexpr int kInk = 0xD8DEE9, kPaper = 0x161B22;
constexpr double kCellWidth = 9.6, kCellHeight = 20, kMargin = 14;

std::string escaped(char32_t ch) {
  if (ch == U'<') return "&lt;";
  if (ch == U'&') return "&amp;";
  return rookery::tui::encode_utf8(std::u32string(1, ch));
}

std::string colour(int rgb) { return fmt::format("#{:06x}", rgb); }

/// Block characters are drawn as rectangles, so that no font leaves gaps: y and height in cells.
bool block_part(char32_t ch, double& top, double& height) {
  if (ch == U'▀') return top = 0, height = 0.5, true;
  if (ch >= U'▁' && ch <= U'█') {
    height = static_cast<double>(ch - U'▁' + 1) / 8;
    top = 1 - height;
    return true;
  }
  return false;
}

/// Quarter blocks: upper left 1, upper right 2, lower left 4, lower right 8.
unsigned quarter_parts(char32_t ch) {
  constexpr std::u32string_view kSigns = U"▘▝▖▌▞▛▗▚▐▜▙▟";
  constexpr unsigned kParts[] = {1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14};
  const auto found = kSigns.find(ch);
  return found == kSigns.npos ? 0 : kParts[found];
}

std::string to_svg(const VtScreen& screen) {
  const double width = screen.width() * kCellWidth + 2 * kMargin;
  const double height = screen.height() * kCellHeight + 2 * kMargin;
  std::string svg = fmt::format(
      "<svg xmlns='http://www.w3.org/2000/svg' width='{0}' height='{1}' viewBox='0 0 {0} {1}'>\n"
      "<rect width='100%' height='100%' rx='10' fill='{2}'/>\n"
      "<g font-family='DejaVu Sans Mono, monospace' font-size='15.5' xml:space='preserve' "
      "text-anchor='middle'>\n",
      width, height, colour(kPaper));
  const auto rectangle = [&](double x, double y, double w, double h, int rgb) {
    svg += fmt::format(
        "<rect x='{:.2f}' y='{:.2f}' width='{:.2f}' height='{:.2f}' fill='{}' "
        "shape-rendering='crispEdges'/>\n",
        x, y, w, h, colour(rgb));
  };
  for (int y = 0; y < screen.height(); ++y)
    for (int x = 0; x < screen.width(); ++x) {
      const VtCell& cell = screen.at(x, y);
      int ink = cell.ink < 0 ? kInk : cell.ink, paper = cell.paper < 0 ? kPaper : cell.paper;
      if (cell.reverse) std::swap(ink, paper);
      const double left = kMargin + x * kCellWidth, top = kMargin + y * kCellHeight;
      if (paper != kPaper) rectangle(left, top, kCellWidth, kCellHeight, paper);
      double part_top = 0, part_height = 0;
      if (const unsigned quarters = quarter_parts(cell.ch)) {
        for (int i = 0; i < 4; ++i)
          if (quarters >> i & 1)
            rectangle(left + i % 2 * kCellWidth / 2, top + i / 2 * kCellHeight / 2, kCellWidth / 2,
                      kCellHeight / 2, ink);
      } else if (block_part(cell.ch, part_top, part_height))
        rectangle(left, top + part_top * kCellHeight, kCellWidth, part_height * kCellHeight, ink);
      else if (cell.ch == U'│')  // the same for the sides of a box
        rectangle(left + kCellWidth / 2 - 0.6, top, 1.2, kCellHeight, ink);
      else if (cell.ch != U' ') {
        const bool piece = cell.ch >= 0x2654 && cell.ch <= 0x265F;
        svg += fmt::format("<text x='{:.2f}' y='{:.2f}' fill='{}'{}{}>{}</text>\n",
                           left + kCellWidth / 2, top + kCellHeight * (piece ? 0.86 : 0.75),
                           colour(ink), cell.bold && !piece ? " font-weight='bold'" : "",
                           piece ? " font-size='21'" : "", escaped(cell.ch));
      }
    }
  return svg + "</g>\n</svg>\n";
}

/// A Ruy Lopez in full swing, White to move.
constexpr const char* kGame = R"pgn([Event "Rookery game"]
[Site "Terminal"]
[Date "2026.11.15"]
[Round "-"]
[White "Human"]
[Black "Rookery Jackdaw (level 6)"]
[Result "*"]
[TimeControl "600+5"]
[RookeryWhite "human"]
[RookeryBlack "rookery:level=6,seed=7"]

1. e4 {[%clk 0:10:02]} e5 {[%clk 0:10:04]} 2. Nf3 {[%clk 0:09:58]} Nc6 {[%clk 0:10:07]}
3. Bb5 {[%clk 0:09:49]} a6 {[%clk 0:10:10]} 4. Bxc6 {[%clk 0:09:37]} dxc6 {[%clk 0:10:14]}
5. O-O {[%clk 0:09:31]} f6 {[%clk 0:10:16]} *
)pgn";

constexpr const char* kReplay = R"pgn([Event "Paris"]
[White "Morphy"]
[Black "Duke Karl, Count Isouard"]
[Date "1858.11.02"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 { a weak move } 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7
8. Nc3 c6 9. Bg5 b5 ( 9... Qb4 10. Qxb4 ) 10. Nxb5 cxb5 11. Bxb5+ Nbd7 1-0
)pgn";

class Studio {
 public:
  Studio(std::string program, std::string folder)
      : program_(std::move(program)), folder_(std::move(folder)) {}

  /// A file game.pgn with the text is in the program's folder.
  void open(std::vector<std::string> arguments, int width = 80, int height = 24,
            const char* game = "", std::map<std::string, std::string> environment = {}) {
    pty_.reset();
    temporary_.emplace();
    std::ofstream(temporary_->path() / "game.pgn") << game;
    environment.emplace("COLORTERM", "truecolor");
    Pty::Options options{width, height, environment, temporary_->path().string()};
    pty_.emplace(program_, arguments, options);
  }
  /// Keys, then wait for a text to appear.
  void keys(std::string_view keys, std::string_view then) {
    pty_->send(keys);
    if (!pty_->wait_for(then, 20'000)) {
      fmt::print(stderr, "no '{}' on the screen:\n{}\n", then, pty_->screen().text());
      std::exit(1);
    }
    pty_->settle(150);
  }
  void settle_without(std::string_view text) { pty_->wait_gone(text); }
  void shoot(const std::string& name) {
    std::ofstream(folder_ + "/" + name + ".svg") << to_svg(pty_->screen());
    fmt::print("{}/{}.svg\n", folder_, name);
  }

 private:
  std::string program_, folder_;
  std::optional<TemporaryFolder> temporary_;
  std::optional<Pty> pty_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    fmt::print(stderr, "usage: tui_screenshots ROOKERY FOLDER\n");
    return 2;
  }
  Studio studio(argv[1], argv[2]);

  const std::string up = "\x1bOA", down = "\x1bOB", right = "\x1bOC", left = "\x1bOD";

  studio.open({"play"});
  studio.keys("", "Start the game");
  studio.keys(down, "Sparrow");
  studio.shoot("menu");

  // A game that was saved: the engine answers one more move, and a knight is picked up.
  studio.open({"play", "game.pgn"}, 80, 24, kGame);
  studio.keys("eval\r", "White to move");
  studio.keys("d4\r", "Evaluated");
  studio.keys("", "White to move");
  studio.keys(down + right + right + "\r" + up, "White to move");  // from d4 to f3, pick up
  studio.shoot("game");

  studio.open({"play", "--white", "human", "--black", "human", "--fen",
               "rnbqkbnr/pppp1ppp/8/4p3/4P3/5P2/PPPP2PP/RNBQKBNR b KQkq - 0 2"});
  studio.keys("eval\r", "Black to move");
  studio.keys("Qh4\r", "Check!");
  studio.shoot("check");

  studio.open({"play", "--white", "human", "--black", "human", "--fen",
               "3r2k1/2P2ppp/8/8/8/1B6/5PPP/6K1 w - - 0 1"});
  studio.keys("", "White to move");
  studio.keys(left + left + up + up + up + up + up + "\r", "White to move");  // from e2 to c7
  studio.keys(up + right + "\r", "Promote to");
  studio.shoot("promotion");

  studio.open(
      {"play", "--level", "8", "--fen", "r3k2r/ppp2ppp/2n5/3N4/8/8/PPP2PPP/R3K2R w KQkq - 0 12"});
  studio.keys("eval\r", "White to move");
  studio.keys("hint\r", "Hint:");
  studio.shoot("hint");

  studio.keys("?", "Words, with one letter");
  studio.shoot("help");

  // The board grows: drawn pieces, in every theme.
  for (const char* theme : {"walnut", "meadow", "ocean", "slate"}) {
    studio.open({"play", "game.pgn", "--theme", theme}, 120, 44, kGame);
    studio.keys("eval\r", "White to move");
    studio.shoot(std::string("board-") + theme);
  }
  studio.open({"play", "game.pgn"}, 100, 32, kGame);
  studio.keys("", "White to move");
  studio.shoot("board-100x32");
  studio.open({"play", "game.pgn"}, 60, 20, kGame);
  studio.keys("", "White to move");
  studio.shoot("board-60x20");

  // Odd terminals.
  for (const char* term : {"vt100", "xterm-mono", "linux", "xterm"}) {
    studio.open({"play", "game.pgn"}, 80, 24, kGame, {{"TERM", term}, {"COLORTERM", ""}});
    studio.keys("eval\r", "White to move");
    studio.shoot(std::string("term-") + term);
  }

  // A game to look at again, and the list of games.
  studio.open({"play", "game.pgn"}, 100, 32, kReplay);
  studio.keys("", "Start, 11 moves");
  studio.keys("\x1bOF", "11... Nbd7");
  studio.settle_without("░");
  studio.shoot("replay");
  studio.open({"play"}, 80, 24);
  studio.keys("games\r", "No games here.");
  studio.keys("\x1b", "Start the game");
  studio.keys("\r", "White to move");
  studio.keys("e4\r", "Evaluated");
  studio.keys("games\r", "open");
  studio.shoot("games");

  return 0;
}
