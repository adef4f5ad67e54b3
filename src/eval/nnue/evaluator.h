// Evaluator: the network's value of a position, updated move by move.
//
// An accumulator holds the hidden layer before activation, once for each side's view. A move
// changes two to four inputs, so the next accumulator is the last one plus and minus a few rows of
// weights; that is why the network is called efficiently updatable. Updates are lazy: making a move
// only notes what changed, and the rows are added when a position is really evaluated. When a king
// crosses to the other half of the board its side's view is mirrored and must be built anew; the
// refresh cache keeps the last accumulator seen in each orientation and corrects the difference.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstring>
#include <memory>
#include <utility>

#include "chess/make_move.h"
#include "chess/position.h"
#include "eval/nnue/kernels.h"
#include "eval/nnue/network.h"
#include "eval/score.h"

namespace rookery::eval::nnue {

/// Follows one line of play; one for each search thread. Some hundred kilobytes: allocate it with
/// its owner, not on the stack.
class Evaluator {
 public:
  /// The network must not be null. The kernels do not matter for the result.
  explicit Evaluator(NetworkPtr network, const Kernels& kernels = best_kernels())
      : kernels_(kernels) {
    set_network(std::move(network));
  }

  /// Forgets all positions; reset() must follow.
  void set_network(NetworkPtr network) {
    assert(network);
    network_ = std::move(network);
    for (auto& side : cache_)
      for (CacheEntry& entry : side) {
        std::memcpy(entry.values, network_->weights.feature_bias, sizeof entry.values);
        std::memset(entry.pieces, 0, sizeof entry.pieces);
      }
    top_ = 0;
  }

  /// Begins a line at `root`.
  void reset(const chess::Position& root) {
    top_ = 0;
    for (chess::Color c : chess::kColors) {
      stack_[0].orientation[index(c)] = orientation(c, root.king_square(c));
      refresh(stack_[0], root, c);
    }
  }

  /// Makes a legal move on `next`, a copy of the position last reached, and follows it.
  void make_move(chess::Position& next, chess::Move move) {
    assert(top_ + 1 < kDepth);
    Accumulator& a = stack_[++top_];
    a.adds = a.subs = 0;
    a.computed[0] = a.computed[1] = false;
    Recorder recorder{a};
    next.make_move(move, recorder);
    for (chess::Color c : chess::kColors)
      a.orientation[index(c)] = orientation(c, next.king_square(c));
  }
  /// Follows a null move, for callers that pop() it like any other.
  void make_null_move() {
    assert(top_ + 1 < kDepth);
    Accumulator& a = stack_[++top_];
    a.adds = a.subs = 0;
    a.computed[0] = a.computed[1] = false;
    std::copy_n(stack_[top_ - 1].orientation, 2, a.orientation);
  }
  /// Takes the last move back.
  void pop() {
    assert(top_ > 0);
    --top_;
  }

  /// Centipawns for the side to move. `position` is the one last reached, or that one after a null
  /// move.
  Value evaluate(const chess::Position& position) {
    const int bucket = output_bucket(chess::count(position.pieces()));
    const Weights& w = network_->weights;
    const int us = index(position.side_to_move());
    bring_up_to_date(position, chess::Color::white);
    bring_up_to_date(position, chess::Color::black);
    const Accumulator& a = stack_[top_];
    const std::int64_t sum =
        kernels_.output(a.values[us], a.values[us ^ 1], w.output_weights[bucket]);
    const std::int64_t output = sum / kQA + w.output_bias[bucket];
    const std::int64_t value = output * w.scale / (kQA * kQB);
    return static_cast<Value>(
        std::clamp<std::int64_t>(value, -kTablebaseBound + 1, kTablebaseBound - 1));
  }

  /// The hidden layer of the position last reached, for tests; evaluate() must have been called.
  const std::int16_t* hidden(chess::Color c) const { return stack_[top_].values[index(c)]; }

 private:
  static constexpr int kDepth = kMaxPly + 10;

  struct PieceOn {
    chess::Piece piece;
    chess::Square square;
  };
  struct alignas(64) Accumulator {
    std::int16_t values[2][kHidden];
    bool computed[2];
    std::uint8_t adds, subs;  ///< what the move into this position changed
    PieceOn add[2], sub[2];
    Orientation orientation[2];
  };
  struct alignas(64) CacheEntry {
    std::int16_t values[kHidden];
    chess::Bitboard pieces[2][6];  ///< what `values` is the sum of
  };
  struct Recorder {
    Accumulator& a;
    void on_remove(chess::Piece p, chess::Square s) { a.sub[a.subs++] = {p, s}; }
    void on_add(chess::Piece p, chess::Square s) { a.add[a.adds++] = {p, s}; }
    void on_move(chess::Piece p, chess::Square from, chess::Square to) {
      on_remove(p, from);
      on_add(p, to);
    }
  };

  const std::int16_t* row(chess::Color c, Orientation o, PieceOn p) const {
    return network_->weights.feature_weights[feature(c, o, p.piece, p.square)];
  }

  void bring_up_to_date(const chess::Position& position, chess::Color c) {
    const int side = index(c);
    if (stack_[top_].computed[side]) return;
    const Orientation o = stack_[top_].orientation[side];
    int from = top_;
    do {
      if (!(stack_[from].orientation[side] == o)) return refresh(stack_[top_], position, c);
      --from;
    } while (!stack_[from].computed[side]);
    if (!(stack_[from].orientation[side] == o)) return refresh(stack_[top_], position, c);
    for (; from < top_; ++from) apply_move(stack_[from], stack_[from + 1], c);
  }

  void apply_move(const Accumulator& from, Accumulator& to, chess::Color c) {
    const int side = index(c);
    const std::int16_t *add[2], *sub[2];
    for (int i = 0; i < to.adds; ++i) add[i] = row(c, to.orientation[side], to.add[i]);
    for (int i = 0; i < to.subs; ++i) sub[i] = row(c, to.orientation[side], to.sub[i]);
    std::int16_t* target = to.values[side];
    const std::int16_t* source = from.values[side];
    if (to.adds == 1 && to.subs == 1) {  // a quiet move
      kernels_.quiet(target, source, add, sub);
    } else if (to.adds == 1) {  // a capture
      kernels_.capture(target, source, add, sub);
    } else if (to.adds == 0) {  // a null move
      std::memcpy(target, source, sizeof to.values[side]);
    } else {  // castling
      assert(to.adds == 2 && to.subs == 2);
      kernels_.castling(target, source, add, sub);
    }
    to.computed[side] = true;
  }

  void refresh(Accumulator& a, const chess::Position& position, chess::Color c) {
    const int side = index(c);
    const Orientation o = a.orientation[side];
    CacheEntry& entry = cache_[side][o.index()];
    for (chess::Color owner : chess::kColors)
      for (chess::PieceType type : chess::kPieceTypes) {
        chess::Bitboard& old = entry.pieces[index(owner)][index(type)];
        const chess::Bitboard now = position.pieces(owner, type);
        const chess::Piece piece = make_piece(owner, type);
        for (chess::Square s : chess::squares(now & ~old)) {
          const std::int16_t* add = row(c, o, {piece, s});
          kernels_.add(entry.values, entry.values, &add, nullptr);
        }
        for (chess::Square s : chess::squares(old & ~now)) {
          const std::int16_t* sub = row(c, o, {piece, s});
          kernels_.subtract(entry.values, entry.values, nullptr, &sub);
        }
        old = now;
      }
    std::memcpy(a.values[side], entry.values, sizeof entry.values);
    a.computed[side] = true;
  }

  const Kernels& kernels_;
  NetworkPtr network_;
  int top_ = 0;
  Accumulator stack_[kDepth];
  CacheEntry cache_[2][2 * kKingBuckets];
};

}  // namespace rookery::eval::nnue
