// PgnReader: reads PGN of any size game by game and tells a visitor what it meets.
#pragma once

#include <cstdio>
#include <memory>
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
  /// As written between the braces; may hold line ends.
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
  /// Reads the file from where it stands; does not close it.
  explicit PgnReader(std::FILE* file);

  /// Reads one game; false if there is no further one.
  bool read_game(PgnVisitor& visitor);
  /// Bytes taken from the input so far, for progress displays.
  std::size_t offset() const;
  std::size_t games() const { return games_; }

 private:
  struct Frame;
  std::size_t games_ = 0;
};

}  // namespace rookery::notation
