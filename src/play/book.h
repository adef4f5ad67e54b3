// Polyglot opening books: moves with weights, by a hash of the position.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/rng.h"
#include "chess/position.h"

namespace rookery::play {

/// The position's key in the Polyglot format, which is not our own Zobrist key.
std::uint64_t polyglot_key(const chess::Position& position);

struct BookMove {
  chess::Move move;
  int weight = 0;
};

/// A whole book in memory.
class Book {
 public:
  static Result<Book, Error> open(const std::string& path);

  /// The legal moves that the book knows here, heaviest first.
  std::vector<BookMove> moves(const chess::Position& position) const;
  /// One of them, by chance in proportion to the weights; none if the book ends here.
  chess::Move pick(const chess::Position& position, Rng& rng) const;
  std::size_t size() const { return entries_.size(); }

 private:
  struct Entry {
    std::uint64_t key = 0;
    std::uint16_t move = 0;
    std::uint16_t weight = 0;
  };
  std::vector<Entry> entries_;  // by key
};

}  // namespace rookery::play
