// PgnReader: reads PGN of any size game by game and tells a visitor what it meets.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "chess/position.h"
#include "notation/parse_error.h"

namespace rookery::notation {

struct PgnError {
  std::string message;
  std::size_t offset = 0;  ///< byte in the file
  std::size_t line = 0;    ///< from 1
  std::size_t game = 0;    ///< from 1

  /// "game 3, line 57, byte 1234: move 'Nf9': no knight can go to f9".
  std::string text() const;
};

/// Views and references live only until the call returns.
class PgnVisitor {
 public:
  virtual ~PgnVisitor() = default;
  virtual void begin_game() {}
  virtual void tag(std::string_view /*name*/, std::string_view /*value*/) {}
  /// After the tags. False skips the moves, down to the result.
  virtual bool begin_moves(const chess::Position& /*start*/, bool /*chess960*/) { return true; }
  /// The null value is a null move.
  virtual void move(const chess::Position& /*before*/, chess::Move /*move*/,
                    const chess::Position& /*after*/) {}
  virtual void nag(int /*nag*/) {}
  /// As written between the braces; may hold line ends. One behind the result belongs to the game
  /// if it is on the same line or the last thing in the file, otherwise to the next game.
  virtual void comment(std::string_view /*text*/) {}
  /// A variation stands instead of the last move before it.
  virtual void begin_variation() {}
  virtual void end_variation() {}
  /// The game is broken here; only end_game follows.
  virtual void error(const PgnError& /*error*/) {}
  /// "1-0", "0-1", "1/2-1/2" or "*"; where the text has none, the Result tag's.
  virtual void end_game(std::string_view /*result*/) {}
};

/// Holds a fixed buffer, one position for each open variation, and nothing that grows with the
/// file. A broken game is reported and the next one is read.
class PgnReader {
 public:
  /// The text must outlive the reader.
  explicit PgnReader(std::string_view text);
  /// Reads the file from where it stands; does not close it. Tests make the buffer small.
  explicit PgnReader(std::FILE* file, std::size_t buffer_size = 1 << 16);

  /// Reads one game; false if there is no further one.
  bool read_game(PgnVisitor& visitor);
  /// Bytes taken from the input so far, for progress displays.
  std::size_t offset() const;
  std::size_t games() const { return games_; }
  /// The byte behind the last game read and what belongs to it: where the rest of the file begins.
  std::size_t game_end() const { return game_end_; }
  /// Of the next byte, from 1.
  std::size_t line() const;

 private:
  /// One open line: the main line or a variation.
  struct Frame {
    chess::Position before, after;  ///< around the last move; equal while there is none
    bool has_move = false;
  };
  enum class Skip { no, asked, broken };

  // The buffer.
  bool fill();
  void ensure_lookahead();
  char peek(std::size_t ahead = 0) const;
  bool at_end() const { return cursor_ == end_; }
  bool starts_with(std::string_view text) const;
  void skip_line();
  void skip_space();

  // The grammar; each handles what begins at the cursor.
  void skip_to_game();
  bool read_tag();
  void read_tag_value();
  void set_up_start();
  bool read_element();
  void read_comment();
  void gather_comments(bool on_this_line);
  void read_comments_after();
  void tell_aside();
  bool read_number();
  void read_symbol();
  void read_nag();
  void play(chess::Move move);
  void add_nag(int nag);
  void open_variation();
  void close_variation();
  bool end_with(std::string_view result);
  void fail(std::string message) { fail_at(cursor_, std::move(message)); }
  void fail_at(const char* where, std::string message);

  std::FILE* file_ = nullptr;
  std::vector<char> buffer_;
  const char* begin_;   // of what is in memory
  const char* cursor_;  // next byte
  const char* end_;
  bool complete_;                 // nothing comes behind end_
  std::size_t bytes_before_ = 0;  // in front of begin_
  std::size_t lines_before_ = 0;
  bool at_line_start_ = true;

  // The game being read.
  PgnVisitor* visitor_ = nullptr;  // none between games
  std::vector<Frame> frames_;
  int depth_ = 0;  // of variations; also counted while moves are skipped
  Skip skip_ = Skip::no;
  bool has_event_ = false, chess960_ = false;
  int tags_ = 0;
  std::string tag_name_, tag_value_, fen_, result_, text_;
  std::string aside_;  // comments between games, until it is known whose they are
  std::size_t fen_offset_ = 0, fen_line_ = 0;
  std::size_t games_ = 0, game_end_ = 0;
};

}  // namespace rookery::notation
