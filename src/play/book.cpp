#include "play/book.h"

#include <algorithm>
#include <iterator>

#include "base/read_file.h"
#include "chess/bitboard.h"
#include "chess/movegen.h"
#include "play/polyglot_keys.h"

namespace rookery::play {

using namespace chess;

namespace {

constexpr std::size_t kCastlingKeys = 768, kEnPassantKeys = 772, kWhiteToMoveKey = 780;

std::uint64_t big_endian(const char* bytes, int count) {
  std::uint64_t value = 0;
  for (int i = 0; i < count; ++i) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

/// Bits 0-5 to, 6-11 from, 12-14 promotion (1 knight .. 4 queen); castling is king takes rook, as
/// in our own moves.
std::uint16_t polyglot_move(Move move) {
  const int promotion = move.is_promotion() ? index(move.promotion_type()) : 0;
  return static_cast<std::uint16_t>(promotion << 12 | move.from_to());
}

}  // namespace

std::uint64_t polyglot_key(const Position& position) {
  std::uint64_t key = 0;
  for (const Square s : squares(position.pieces())) {
    const Piece piece = position.piece_on(s);
    // Black pawn, white pawn, black knight, ...
    const int kind = 2 * index(type_of(piece)) + (color_of(piece) == Color::white);
    key ^= kPolyglotKeys[64 * kind + index(s)];
  }
  for (const Color c : kColors)
    for (const CastlingSide side : kCastlingSides)
      if (position.can_castle(c, side))
        key ^= kPolyglotKeys[kCastlingKeys + static_cast<std::size_t>(castling_index(c, side))];
  // Hashed if a pawn stands beside the one that has just moved, even if it is pinned.
  if (const Square passed = position.double_push(); passed != Square::none) {
    const Color us = position.side_to_move();
    const Bitboard pushed = bit(passed - forward(us));
    if ((shift<Direction::east>(pushed) | shift<Direction::west>(pushed)) &
        position.pieces(us, PieceType::pawn))
      key ^= kPolyglotKeys[kEnPassantKeys + static_cast<std::size_t>(index(file_of(passed)))];
  }
  if (position.side_to_move() == Color::white) key ^= kPolyglotKeys[kWhiteToMoveKey];
  return key;
}

Result<Book, Error> Book::open(const std::string& path) {
  const auto read = read_file(path, FileKind::book);
  if (!read) return Unexpected{read.error()};
  const std::string& bytes = *read;
  constexpr std::size_t kEntry = 16;  // key 8, move 2, weight 2, learning 4 bytes
  if (bytes.empty() || bytes.size() % kEntry != 0)
    return Unexpected{Error{path + " is no Polyglot book: its size is not a multiple of 16"}};
  Book book;
  book.entries_.reserve(bytes.size() / kEntry);
  for (const char* p = bytes.data(); p < bytes.data() + bytes.size(); p += kEntry)
    book.entries_.push_back({big_endian(p, 8), static_cast<std::uint16_t>(big_endian(p + 8, 2)),
                             static_cast<std::uint16_t>(big_endian(p + 10, 2))});
  // Books are sorted by key already, unless somebody glued two together.
  std::stable_sort(book.entries_.begin(), book.entries_.end(),
                   [](const Entry& a, const Entry& b) { return a.key < b.key; });
  return book;
}

std::vector<BookMove> Book::moves(const Position& position) const {
  const std::uint64_t key = polyglot_key(position);
  const MoveList legal = legal_moves(position);
  std::vector<BookMove> found;
  auto entry = std::lower_bound(entries_.begin(), entries_.end(), key,
                                [](const Entry& e, std::uint64_t k) { return e.key < k; });
  for (; entry != entries_.end() && entry->key == key; ++entry)
    for (const Move move : legal)
      if (polyglot_move(move) == entry->move) found.push_back({move, entry->weight});
  std::stable_sort(found.begin(), found.end(),
                   [](const BookMove& a, const BookMove& b) { return a.weight > b.weight; });
  return found;
}

Move Book::pick(const Position& position, Rng& rng) const {
  const std::vector<BookMove> choices = moves(position);
  std::uint32_t total = 0;
  for (const BookMove& choice : choices) total += static_cast<std::uint32_t>(choice.weight);
  if (total == 0) return {};  // weight 0 marks moves that must not be played
  std::uint32_t ticket = rng.below(total);
  for (const BookMove& choice : choices) {
    if (ticket < static_cast<std::uint32_t>(choice.weight)) return choice.move;
    ticket -= static_cast<std::uint32_t>(choice.weight);
  }
  return {};
}

}  // namespace rookery::play
