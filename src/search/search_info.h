// What a search tells while it runs and when it ends.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "chess/move.h"
#include "eval/score.h"
#include "search/win_draw_loss.h"

namespace rookery::search {

/// A score for people and protocols, from the view of the side to move at the root.
struct Score {
  int centipawns = 0;
  int mate = 0;          ///< in moves: > 0 we mate, < 0 we are mated, 0 = no mate seen
  double own_units = 0;  ///< in the agent's own units (the flagship: centipawns)

  /// From a search value in centipawns with mates coded as in eval/score.h.
  static Score from_value(eval::Value v) {
    Score s;
    if (eval::is_mate(v)) s.mate = v == -eval::kMate ? -1 : eval::mate_moves(v);
    s.centipawns = v;
    s.own_units = v;
    return s;
  }
  /// The same score seen by White; `turn` is the side to move at the root.
  Score for_white(chess::Color turn) const {
    return turn == chess::Color::white ? *this : Score{-centipawns, -mate, -own_units};
  }
};

enum class Bound { exact, lower, upper };

/// One progress report; pv moves are legal from the root on.
struct SearchInfo {
  int depth = 0;
  int selective_depth = 0;
  int multi_pv = 1;  ///< 1 = best line
  Score score;
  Bound bound = Bound::exact;
  std::uint64_t nodes = 0;
  std::chrono::nanoseconds time{0};
  int hash_full = -1;  ///< per mille; -1 = not told
  std::uint64_t tablebase_hits = 0;
  std::optional<WinDrawLoss> wdl;
  std::vector<chess::Move> pv;
  std::string text;  ///< not empty: a message for a person instead of a report

  /// 0 without a time. Bounded, because another program may tell any number of nodes in no time.
  std::uint64_t nodes_per_second() const {
    const double seconds = std::chrono::duration<double>(time).count();
    if (seconds <= 0) return 0;
    return static_cast<std::uint64_t>(std::min(static_cast<double>(nodes) / seconds, 1e18));
  }
};

/// Receives reports on the searching thread; must not block for long.
class InfoSink {
 public:
  virtual ~InfoSink() = default;
  virtual void on_info(const SearchInfo& info) = 0;
  /// In a long iteration about once a second, without score and line.
  virtual void on_progress(const SearchInfo&) {}
  /// False: reports need not be made. Short searches, as in self-play, save a tenth of their time.
  virtual bool listens() const { return true; }
};

/// Ignores everything.
class NullSink final : public InfoSink {
 public:
  void on_info(const SearchInfo&) override {}
  bool listens() const override { return false; }
};

/// The decision. `best` is null only if the root has no legal move.
struct SearchResult {
  chess::Move best;
  chess::Move ponder;  ///< expected reply, or null
  SearchInfo info;     ///< as known at the end; its pv begins with `best`
  /// An agent that failed instead of deciding (a crashed external engine) says why.
  std::optional<std::string> failure;
};

}  // namespace rookery::search
