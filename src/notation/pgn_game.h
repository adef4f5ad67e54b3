// PgnGame: one game of a PGN file as a value, with variations, comments, evaluations and clocks.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "chess/game.h"
#include "notation/pgn_reader.h"

namespace rookery::notation {

/// `[%eval 0.35,20]` or `[%eval #-3]`, always from White's view.
struct PgnEval {
  int centipawns = 0;
  int mate = 0;   ///< in moves, < 0 if Black mates; 0 = not a mate
  int depth = 0;  ///< 0 = not told
  friend bool operator==(const PgnEval&, const PgnEval&) = default;
};

struct PgnMove {
  chess::Move move;  ///< the null value is PGN's null move "--"
  std::vector<std::uint8_t> nags;
  std::optional<PgnEval> eval;
  std::optional<std::chrono::milliseconds> clock;  ///< `[%clk]`: left after the move
  std::string comment;                             ///< after the move, without eval and clock
  std::string comment_before;                      ///< only at the start of a variation
  std::vector<std::vector<PgnMove>> variations;    ///< other moves instead of this one

  PgnMove() = default;
  explicit PgnMove(chess::Move m) : move(m) {}
  friend bool operator==(const PgnMove&, const PgnMove&) = default;
};

struct PgnGame {
  std::vector<std::pair<std::string, std::string>> tags;  ///< in file order
  chess::Position start = chess::Position::initial();
  bool chess960 = false;
  std::string comment;  ///< before the first move
  std::vector<PgnMove> moves;
  std::string result = "*";       ///< "1-0", "0-1", "1/2-1/2" or "*"
  std::optional<PgnError> error;  ///< a broken game: what was wrong; moves holds all before it

  /// A tag's value; empty if there is none.
  std::string_view tag(std::string_view name) const;
  void set_tag(std::string_view name, std::string_view value);

  /// The main line, up to the first null move if there is one.
  chess::Game to_game() const;
  /// Start, moves and, if the game has ended, the result; the caller adds tags and annotations.
  static PgnGame from_game(const chess::Game& game);
};

/// Takes `[%eval]` and `[%clk]` out of a comment and leaves the rest, spaces made single.
struct PgnComment {
  std::string text;
  std::optional<PgnEval> eval;
  std::optional<std::chrono::milliseconds> clock;
};
PgnComment parse_pgn_comment(std::string_view comment);

/// The next game of a file, broken ones included; none at the end.
std::optional<PgnGame> read_pgn_game(PgnReader& reader);

}  // namespace rookery::notation
