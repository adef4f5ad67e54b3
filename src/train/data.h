// Self-play games on disk: append-only files of move chains with scores (docs/data-format.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "chess/game.h"
#include "chess/make_move.h"
#include "chess/move.h"
#include "chess/position.h"

namespace rookery::train {

/// White's view of a result, so that `2 - result` is Black's.
enum class Verdict : std::uint8_t { black_wins, draw, white_wins, none };

struct ScoredMove {
  chess::Move move;
  std::int16_t score = 0;  ///< of the position before the move, White's view, as in eval/score.h
  friend bool operator==(const ScoredMove&, const ScoredMove&) = default;
};

/// The Chess960 number of chess as everybody knows it.
inline constexpr std::uint16_t kStandardStart = 518;

struct GameRecord {
  std::uint16_t start = kStandardStart;  ///< Chess960 number of the start position
  std::vector<chess::Move> opening;      ///< random moves, without scores
  std::vector<ScoredMove> moves;
  Verdict result = Verdict::draw;
  chess::EndReason reason = chess::EndReason::checkmate;
  bool played_out = false;  ///< adjudication was only noted, not applied
  /// What adjudication said when it first spoke; none if it never did.
  Verdict adjudicated = Verdict::none;
  friend bool operator==(const GameRecord&, const GameRecord&) = default;
};

/// Calls `visit(position, ply, scored_move)` for every scored position. False if a move is not
/// legal: then the visits up to there are all there is.
template <class Visit>
bool replay(const GameRecord& game, Visit visit) {
  chess::Position position = chess::Position::chess960(game.start);
  int ply = 0;
  for (chess::Move m : game.opening) {
    if (!position.is_legal(m)) return false;
    position.make_move(m);
    ++ply;
  }
  for (const ScoredMove& m : game.moves) {
    if (!position.is_legal(m.move)) return false;
    visit(std::as_const(position), ply, m);
    position.make_move(m.move);
    ++ply;
  }
  return true;
}

/// A file of games, mapped into memory. Reading stops at the first record that is not intact.
class GameFile {
 public:
  static Result<GameFile, Error> open(const std::string& path);
  GameFile(GameFile&& other) noexcept;
  GameFile& operator=(GameFile&&) = delete;
  ~GameFile();

  const std::string& path() const { return path_; }
  /// How the games were made, one `key: value` per line.
  std::string_view settings() const { return settings_; }
  std::size_t games() const { return offsets_.size(); }
  /// Bytes up to the end of the last intact record; anything behind is the rest of a killed write
  /// or damage.
  std::size_t intact_size() const { return intact_size_; }
  std::size_t file_size() const { return size_; }
  /// What is wrong if more is unreadable than one write that was cut short.
  std::optional<Error> damage() const;
  /// Overwrites `game`, so that its vectors are used again.
  void read(std::size_t index, GameRecord& game) const;

 private:
  GameFile() = default;
  std::string path_;
  const std::uint8_t* data_ = nullptr;
  std::size_t size_ = 0, intact_size_ = 0;
  std::string_view settings_;
  std::vector<std::uint64_t> offsets_;
};

/// The only writer of a file (it is locked). Each game is one write, so that a killed process
/// leaves at most one broken record at the end, which the next writer cuts off.
class GameWriter {
 public:
  /// Makes the file, or continues one that was begun with the same settings.
  static Result<GameWriter, Error> open(const std::string& path, std::string_view settings);
  GameWriter(GameWriter&& other) noexcept;
  GameWriter& operator=(GameWriter&&) = delete;
  ~GameWriter();

  std::size_t games() const { return games_; }
  Result<Ok, Error> append(const GameRecord& game);

 private:
  GameWriter() = default;
  std::string path_;
  int descriptor_ = -1;
  std::size_t games_ = 0;
  std::vector<std::uint8_t> buffer_;
};

/// A game as it stands in a file.
std::string encoded_record(const GameRecord& game);
/// The games of such records one behind the other, every one intact and legal, or none.
std::optional<std::vector<GameRecord>> decode_records(std::string_view bytes);

/// The files themselves, and the *.games files of folders among them, in order of name.
Result<std::vector<GameFile>, Error> open_games(std::span<const std::string> paths);

}  // namespace rookery::train
