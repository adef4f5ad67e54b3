// Syzygy endgame tables, through the Fathom library: exact results of positions with few pieces.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "chess/game.h"

namespace rookery::search {

/// The result with best play, for the side to move. "Cursed" wins and "blessed" losses are draws
/// by the fifty-move rule.
enum class Wdl { loss, blessed_loss, draw, cursed_win, win };

/// A move at the root. Among the moves of the highest rank none throws the result away, the
/// fifty-move counter and repetitions considered; within a rank a search may choose freely.
struct TablebaseMove {
  chess::Move move;
  int rank = 0;
  Wdl wdl = Wdl::draw;  ///< for the side to move at the root, after this move
};

/// The tables found in a list of folders. Fathom holds one set for the whole process, so all
/// holders of one path share it, and a second path is refused while the first is in use.
class Tablebase {
 public:
  /// Folders separated by ':'.
  static Result<std::shared_ptr<Tablebase>, Error> load(const std::string& path);
  Tablebase(const Tablebase&) = delete;
  Tablebase& operator=(const Tablebase&) = delete;

  /// Positions with more pieces, kings included, are in no table.
  int max_pieces() const { return max_pieces_; }
  /// The tables that are damaged, each with the reason. Positions that need one, or from which
  /// captures and promotions lead to one, are treated as if they were in no table.
  const std::vector<std::string>& damaged() const { return damaged_; }

  /// For the search; any thread. Nothing if there is no table, a castling right is left, or the
  /// fifty-move counter is not 0 (the tables do not know it, so a win might not be one).
  std::optional<Wdl> probe_wdl(const chess::Position& position) const;

  /// All legal moves, best rank first; one thread at a time is served, the others wait. By distance
  /// to the next capture or pawn move (DTZ) where those tables are there, else by result alone.
  /// Empty if the position is in no table or has no legal move.
  std::vector<TablebaseMove> probe_root(const chess::Game& game) const;

 private:
  explicit Tablebase(std::string path);
  bool is_safe(const chess::Position& position) const;
  /// From these pieces of both sides, kings left out and in the order of the names.
  bool leads_to_damage(const std::string& a, const std::string& b) const;

  std::string path_;
  int max_pieces_ = 0;
  std::vector<std::string> damaged_;
  std::set<std::string> damaged_material_;  ///< "KQvKR"
  mutable std::mutex leads_mutex_;
  mutable std::map<std::string, bool> leads_;  ///< what leads_to_damage() found out
};

}  // namespace rookery::search
