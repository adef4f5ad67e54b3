#include "search/syzygy_file.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <set>
#include <span>

#include "base/read_file.h"

namespace rookery::search {

namespace fs = std::filesystem;

namespace {

// The format, from front to back: magic, flags, for each part (one, or the files a-d of the leading
// pawn) the order of the pieces; for each part and side to move how its values are compressed
// (`Pairs`); in tables of distances a map of values; all sparse indexes; all block lengths; all
// blocks; a checksum of 16 bytes.

constexpr std::uint64_t kIndexAtOnce = std::uint64_t{64} << 20;
constexpr std::size_t kTrailer = 16;
constexpr std::size_t kMostSymbols = 4095, kNoChild = 0xFFF;

/// A file in memory, without copying it.
class MappedFile {
 public:
  static Result<MappedFile, Error> open(const fs::path& path) {
    const auto descriptor = open_ordinary_file(path);
    if (!descriptor) return Unexpected{descriptor.error()};
    struct stat status;
    MappedFile file;
    if (::fstat(*descriptor, &status) == 0 && status.st_size > 0) {
      void* map = ::mmap(nullptr, static_cast<std::size_t>(status.st_size), PROT_READ, MAP_SHARED,
                         *descriptor, 0);
      if (map != MAP_FAILED)
        file.bytes_ = {static_cast<const std::uint8_t*>(map),
                       static_cast<std::size_t>(status.st_size)};
    }
    ::close(*descriptor);
    if (file.bytes_.empty()) return Unexpected{Error{"empty, or cannot be mapped into memory"}};
    return file;
  }
  MappedFile(MappedFile&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}
  MappedFile& operator=(MappedFile&&) = delete;
  ~MappedFile() {
    if (!bytes_.empty()) ::munmap(const_cast<std::uint8_t*>(bytes_.data()), bytes_.size());
  }
  std::span<const std::uint8_t> bytes() const { return bytes_; }

 private:
  MappedFile() = default;
  std::span<const std::uint8_t> bytes_;
};

std::uint64_t choose(std::uint64_t n, std::uint64_t k) {
  std::uint64_t result = 1;
  for (std::uint64_t i = 0; i < k; ++i) result = result * (n - i) / (i + 1);
  return result;
}

/// Piece codes as in the files: 1 pawn .. 6 king, and 8 more for the side named second.
using Codes = std::vector<int>;

Codes codes_of(std::string_view material) {
  Codes codes;
  int side = 0;
  for (const char c : material)
    if (c == 'v')
      side = 8;
    else
      codes.push_back(static_cast<int>(std::string_view(" PNBRQK").find(c)) + side);
  return codes;
}

/// How the values of one part for one side to move are compressed: pairs of symbols are replaced by
/// new symbols again and again, and the rest is a canonical Huffman code, cut into blocks.
struct Pairs {
  std::uint64_t positions = 0;
  bool single = false;  ///< one value for all
  int block_bits = 0, index_bits = 0;
  std::uint64_t index_entries = 0;
  std::uint32_t real_blocks = 0, lengths = 0;
  int shortest = 0;                   ///< code, in bits
  std::vector<std::uint64_t> base;    ///< by length from `shortest` on, from the top bit
  std::vector<std::uint16_t> lowest;  ///< symbol of each length
  std::vector<int> values;            ///< that a symbol stands for
  int largest_value = 0;
  std::size_t index_at = 0, lengths_at = 0, data_at = 0;
};

class TableReader {
 public:
  TableReader(std::span<const std::uint8_t> bytes, std::string material, bool distances)
      : bytes_(bytes), codes_(codes_of(material)), distances_(distances) {
    const auto v = material.find('v');
    symmetric_ = material.substr(0, v) == material.substr(v + 1);
    const auto pawns = [&](int code) {
      return static_cast<int>(std::count(codes_.begin(), codes_.end(), code));
    };
    lead_pawns_ = pawns(1);
    other_pawns_ = pawns(9);
    if (other_pawns_ > 0 && (lead_pawns_ == 0 || lead_pawns_ > other_pawns_))
      std::swap(lead_pawns_, other_pawns_);
  }

  /// What is wrong; nothing if all is well.
  std::optional<std::string> check(TableCheck check) {
    if (bytes_.size() % 64 != kTrailer) return "its size is that of no table";
    constexpr std::uint8_t kMagics[2][4] = {{0x71, 0xE8, 0x23, 0x5D}, {0xD7, 0x66, 0x0C, 0xA5}};
    if (!std::equal(bytes_.begin(), bytes_.begin() + 4, kMagics[distances_]))
      return "not a Syzygy table of this kind";
    constexpr int kSplit = 1, kHasPawns = 2;
    const int flags = bytes_[4];
    if (((flags & kHasPawns) != 0) != has_pawns()) return "made for other pieces";
    if (!distances_ && ((flags & kSplit) != 0) == symmetric_) return "made for other pieces";
    at_ = 5;
    if (!read_orders() || !read_all_pairs() || (distances_ && !read_map()) || !lay_out())
      return why_;
    for (const Pairs& p : pairs_)
      if (!p.single && (check == TableCheck::thorough || bytes_.size() <= kIndexAtOnce))
        if (!check_blocks(p, check)) return why_;
    return std::nullopt;
  }

 private:
  bool has_pawns() const { return lead_pawns_ > 0; }
  int parts() const { return has_pawns() ? 4 : 1; }
  int sides() const { return distances_ || symmetric_ ? 1 : 2; }
  std::size_t end() const { return bytes_.size() - kTrailer; }
  bool fail(std::string why) {
    why_ = std::move(why);
    return false;
  }
  bool has(std::uint64_t n) {
    return (at_ <= end() && n <= end() - at_) || fail("it ends too early");
  }
  std::uint16_t u16(std::size_t at) const {
    return static_cast<std::uint16_t>(bytes_[at] | bytes_[at + 1] << 8);
  }
  std::uint32_t u32(std::size_t at) const {
    return u16(at) | static_cast<std::uint32_t>(u16(at + 2)) << 16;
  }
  std::uint64_t big_endian(std::size_t at, int size) const {
    std::uint64_t value = 0;
    for (int i = 0; i < size; ++i) value = value << 8 | bytes_[at + static_cast<std::size_t>(i)];
    return value;
  }

  bool read_orders() {
    const std::size_t front = other_pawns_ > 0 ? 2 : 1;
    for (int part = 0; part < parts(); ++part) {
      if (!has(front + codes_.size())) return false;
      for (int side = 0; side < sides(); ++side) {
        const auto nibble = [&](std::size_t i) { return bytes_[at_ + i] >> 4 * side & 15; };
        Codes pieces;
        for (std::size_t i = 0; i < codes_.size(); ++i) pieces.push_back(nibble(front + i));
        Pairs pairs;
        pairs.positions = count_positions(pieces, nibble(0), front == 2 ? nibble(1) : -1, part);
        if (pairs.positions == 0) return fail("its pieces are in an impossible order");
        pairs_.push_back(std::move(pairs));
      }
      at_ += front + codes_.size();
    }
    at_ += at_ & 1;
    return true;
  }

  /// Placements of the pieces, groups of like ones together; 0 if the order makes no sense.
  std::uint64_t count_positions(const Codes& pieces, int lead_order, int second_order,
                                int part) const {
    Codes sorted = pieces, expected = codes_;
    std::sort(sorted.begin(), sorted.end());
    std::sort(expected.begin(), expected.end());
    if (sorted != expected) return 0;
    const auto times = [&](int code) { return std::count(pieces.begin(), pieces.end(), code); };
    const bool all_others_twice = std::none_of(pieces.begin(), pieces.end(), [&](int code) {
      return (code & 7) != 6 && times(code) == 1;
    });
    std::size_t next = 0;
    std::uint64_t positions = 0;
    int slots = 1;
    if (has_pawns()) {
      // The leading pawns, then the others, each a run of its own.
      for (const int n : {lead_pawns_, other_pawns_}) {
        for (int i = 0; i < n; ++i)
          if (pieces[next + static_cast<std::size_t>(i)] != pieces[next]) return 0;
        if (n > 0 && ((pieces[next] & 7) != 1 || times(pieces[next]) != n)) return 0;
        next += static_cast<std::size_t>(n);
      }
      for (std::uint64_t rank = 0; rank < 6; ++rank)
        positions += choose(47 - 12 * static_cast<std::uint64_t>(part) - 2 * rank,
                            static_cast<std::uint64_t>(lead_pawns_) - 1);
      if (other_pawns_ > 0) {
        positions *= choose(48 - static_cast<std::uint64_t>(lead_pawns_),
                            static_cast<std::uint64_t>(other_pawns_));
        ++slots;
      }
    } else {
      next = all_others_twice ? 2 : 3;
      positions = all_others_twice ? 462 : 31332;
      if (next > pieces.size()) return 0;
      for (std::size_t i = 0; i < next; ++i)
        if (times(pieces[i]) != 1) return 0;
    }
    std::uint64_t squares = 64 - next;
    while (next < pieces.size()) {
      const auto n = static_cast<std::size_t>(times(pieces[next]));
      for (std::size_t i = 0; i < n; ++i)
        if (next + i >= pieces.size() || pieces[next + i] != pieces[next]) return 0;
      positions *= choose(squares, n);
      squares -= n;
      next += n;
      ++slots;
    }
    const bool sensible = lead_order < slots && second_order < slots && lead_order != second_order;
    return sensible ? positions : 0;
  }

  bool read_all_pairs() {
    for (Pairs& pairs : pairs_)
      if (!read_pairs(pairs)) return false;
    return true;
  }

  bool read_pairs(Pairs& p) {
    constexpr int kSingle = 0x80;
    if (!has(2)) return false;
    part_flags_.push_back(bytes_[at_]);
    if (bytes_[at_] & kSingle) {
      p.single = true;
      p.largest_value = distances_ ? 0 : bytes_[at_ + 1];
      at_ += 2;
      return p.largest_value <= 4 || distances_ || fail("a result that is none");
    }
    if (!has(10)) return false;
    p.block_bits = bytes_[at_ + 1];
    p.index_bits = bytes_[at_ + 2];
    p.real_blocks = u32(at_ + 4);
    const std::uint64_t lengths = std::uint64_t{p.real_blocks} + bytes_[at_ + 3];
    const int longest = bytes_[at_ + 8];
    p.shortest = bytes_[at_ + 9];
    if (p.block_bits < 3 || p.block_bits > 24 || p.index_bits < 1 || p.index_bits > 30 ||
        p.real_blocks == 0 || lengths > UINT32_MAX || p.shortest < 1 || longest < p.shortest ||
        longest > 32)
      return fail("a size that is impossible");
    p.lengths = static_cast<std::uint32_t>(lengths);
    p.index_entries = (p.positions + (std::uint64_t{1} << p.index_bits) - 1) >> p.index_bits;
    const auto code_lengths = static_cast<std::size_t>(longest - p.shortest + 1);
    at_ += 10;
    if (!has(2 * code_lengths + 2)) return false;
    for (std::size_t i = 0; i < code_lengths; ++i) p.lowest.push_back(u16(at_ + 2 * i));
    at_ += 2 * code_lengths;
    const std::size_t symbols = u16(at_);
    at_ += 2;
    if (symbols == 0 || symbols > kMostSymbols) return fail("too many symbols");
    if (!has(3 * symbols + (symbols & 1))) return false;
    if (!read_tree(p, symbols) || !read_code(p)) return false;
    at_ += 3 * symbols + (symbols & 1);
    return true;
  }

  /// Symbols are values or pairs of symbols; no symbol may contain itself.
  bool read_tree(Pairs& p, std::size_t symbols) {
    constexpr int kUnknown = 0, kOpen = -1, kMostValues = 256;
    p.values.assign(symbols, kUnknown);
    const auto child = [&](std::size_t symbol, bool right) -> std::size_t {
      const std::size_t at = at_ + 3 * symbol;
      return right ? static_cast<std::size_t>(bytes_[at + 2] << 4 | bytes_[at + 1] >> 4)
                   : static_cast<std::size_t>((bytes_[at + 1] & 15) << 8 | bytes_[at]);
    };
    std::vector<std::size_t> open;
    for (std::size_t first = 0; first < symbols; ++first) {
      open.push_back(first);
      while (!open.empty()) {
        const std::size_t symbol = open.back();
        const std::size_t left = child(symbol, false), right = child(symbol, true);
        if (p.values[symbol] > 0) {
          open.pop_back();
        } else if (right == kNoChild) {
          if (!distances_ && left > 4) return fail("a result that is none");
          p.largest_value = std::max(p.largest_value, static_cast<int>(left));
          p.values[symbol] = 1;
        } else if (left >= symbols || right >= symbols) {
          return fail("a symbol of symbols that are none");
        } else if (p.values[symbol] == kUnknown) {
          p.values[symbol] = kOpen;
          for (const std::size_t part : {left, right}) {
            if (p.values[part] == kOpen) return fail("a symbol that contains itself");
            if (p.values[part] == kUnknown) open.push_back(part);
          }
        } else {  // its parts are known now, unless they contain it
          if (p.values[left] <= 0 || p.values[right] <= 0)
            return fail("a symbol that contains itself");
          p.values[symbol] = p.values[left] + p.values[right];
          if (p.values[symbol] > kMostValues) return fail("a symbol of too many values");
        }
      }
    }
    return true;
  }

  /// Any bits at all must decode to a symbol that there is.
  bool read_code(Pairs& p) {
    const std::size_t n = p.lowest.size();
    p.base.assign(n, 0);
    for (std::size_t i = n - 1; i-- > 0;) {
      const std::uint64_t sum = p.base[i + 1] + p.lowest[i];
      if (sum < p.lowest[i + 1]) return fail("an impossible code");
      p.base[i] = (sum - p.lowest[i + 1]) / 2;
    }
    std::uint64_t below = UINT64_MAX;  // the largest code that is not a shorter one
    for (std::size_t i = 0; i < n; ++i) {
      const int length = p.shortest + static_cast<int>(i);
      if (p.base[i] >> length != 0) return fail("an impossible code");
      p.base[i] <<= 64 - length;
      if (p.base[i] > below) continue;
      if (p.lowest[i] + ((below - p.base[i]) >> (64 - length)) >= p.values.size())
        return fail("a code for symbols that are none");
      if (p.base[i] == 0) break;
      below = p.base[i] - 1;
    }
    return true;
  }

  /// Where distances are small in number they are numbered, in four lists by result.
  bool read_map() {
    constexpr int kMapped = 2, kWide = 16;
    struct List {
      std::size_t at;
      std::size_t width;
      int largest;
    };
    std::vector<List> lists;
    const std::size_t map_at = at_;
    for (std::size_t part = 0; part < pairs_.size(); ++part) {
      if ((part_flags_[part] & kMapped) == 0) continue;
      const std::size_t width = part_flags_[part] & kWide ? 2 : 1;
      if (width == 2) at_ += at_ & 1;
      for (int i = 0; i < 4; ++i) {
        if (!has(width)) return false;
        const std::size_t size = width == 2 ? u16(at_) : bytes_[at_];
        if (!has(width * (size + 1))) return false;
        lists.push_back({at_ + width, width, pairs_[part].largest_value});
        at_ += width * (size + 1);
      }
    }
    if (at_ - map_at > UINT16_MAX) return fail("a map that is too large");
    at_ += at_ & 1;
    for (const List& list : lists)
      if (list.at + list.width * (static_cast<std::size_t>(list.largest) + 1) > bytes_.size())
        return fail("a value that is in no map");
    return true;
  }

  bool lay_out() {
    for (Pairs& p : pairs_) {
      p.index_at = at_;
      if (!has(6 * p.index_entries)) return false;
      at_ += 6 * p.index_entries;
    }
    for (Pairs& p : pairs_) {
      p.lengths_at = at_;
      if (!has(2 * std::uint64_t{p.lengths})) return false;
      at_ += 2 * std::uint64_t{p.lengths};
    }
    for (Pairs& p : pairs_) {
      at_ = (at_ + 63) & ~std::size_t{63};
      p.data_at = at_;
      const std::uint64_t size = std::uint64_t{p.real_blocks} << p.block_bits;
      if (!has(size)) return false;
      at_ += size;
    }
    return ((at_ + 63) & ~std::size_t{63}) == end() || fail("its size does not fit its contents");
  }

  /// The index leads into the middle of each stretch of positions; lengths count the positions of
  /// each block, less one. Behind the real blocks there are lengths for the index to lead to, where
  /// the last middle lies beyond the last position.
  bool check_blocks(const Pairs& p, TableCheck check) {
    const std::uint64_t stretch = std::uint64_t{1} << p.index_bits;
    std::uint64_t first = 0;  // position of the block
    std::uint64_t entry = 0;
    for (std::uint32_t block = 0; block < p.lengths; ++block) {
      if (block == p.real_blocks && first < p.positions) return fail("too few positions");
      const std::uint64_t length = u16(p.lengths_at + 2 * std::size_t{block}) + 1u;
      for (; entry < p.index_entries; ++entry) {
        const std::size_t at = p.index_at + 6 * entry;
        if (u32(at) != block) break;
        if (first + u16(at + 4) != entry * stretch + stretch / 2)
          return fail("an index that leads astray");
      }
      if (block < p.real_blocks && !check_block(p, block, length, check)) return false;
      first += length;
    }
    if (first < p.positions) return fail("too few positions");
    return entry == p.index_entries || fail("an index that leads astray");
  }

  bool check_block(const Pairs& p, std::uint32_t block, std::uint64_t length, TableCheck check) {
    std::size_t at = p.data_at + (std::size_t{block} << p.block_bits);
    const std::size_t next_block = at + (std::size_t{1} << p.block_bits);
    // Each position takes at most one code of at most 32 bits.
    if (check == TableCheck::usable && at + 8 + 4 * length <= bytes_.size()) return true;
    if (at + 8 > bytes_.size()) return fail("a block beyond its end");
    std::uint64_t code = big_endian(at, 8), decoded = 0;
    at += 8;
    for (int spent = 0;;) {
      std::size_t i = 0;
      while (code < p.base[i]) ++i;
      const int bits = p.shortest + static_cast<int>(i);
      const std::uint64_t symbol = p.lowest[i] + ((code - p.base[i]) >> (64 - bits));
      decoded += static_cast<std::uint64_t>(p.values[symbol]);
      if (decoded >= length) break;
      code <<= bits;
      spent += bits;
      if (spent < 32) continue;
      spent -= 32;
      if (at + 4 > bytes_.size()) return fail("a block that does not end");
      code |= big_endian(at, 4) << spent;
      at += 4;
    }
    return check == TableCheck::usable || at <= next_block + 8 || fail("a block that does not end");
  }

  const std::span<const std::uint8_t> bytes_;
  const Codes codes_;
  const bool distances_;
  bool symmetric_ = false;
  int lead_pawns_ = 0, other_pawns_ = 0;
  std::size_t at_ = 0;
  std::vector<Pairs> pairs_;  ///< by part, then side
  std::vector<int> part_flags_;
  std::string why_;
};

}  // namespace

std::string material_of_file(const fs::path& file) {
  const std::string extension = file.extension().string(), name = file.stem().string();
  if (extension != ".rtbw" && extension != ".rtbz") return {};
  const auto v = name.find('v');
  if (v == name.npos || name.size() < 4 || name.size() > 8) return {};
  const auto is_side = [](std::string_view side) {
    return side.starts_with('K') && side.substr(1).find_first_not_of("QRBNP") == side.npos;
  };
  const std::string_view text = name;
  return is_side(text.substr(0, v)) && is_side(text.substr(v + 1)) ? name : std::string();
}

Result<Ok, Error> check_table(const fs::path& file, TableCheck check) {
  const std::string material = material_of_file(file);
  if (material.empty()) return Unexpected{Error{"not the name of a Syzygy table"}};
  const auto mapped = MappedFile::open(file);
  if (!mapped) return Unexpected{mapped.error()};
  TableReader reader(mapped->bytes(), material, file.extension() == ".rtbz");
  if (auto why = reader.check(check)) return Unexpected{Error{*std::move(why)}};
  return Ok{};
}

std::vector<fs::path> list_tables(std::string_view folders) {
  std::vector<fs::path> found;
  std::set<std::string> names;
  while (!folders.empty()) {
    const std::string_view folder = folders.substr(0, folders.find(':'));
    folders.remove_prefix(std::min(folders.size(), folder.size() + 1));
    std::error_code error;
    const std::size_t first = found.size();
    for (auto it = fs::directory_iterator(folder, error); !error && it != fs::directory_iterator();
         it.increment(error))
      if (!material_of_file(it->path()).empty() &&
          names.insert(it->path().filename().string()).second)
        found.push_back(it->path());
    std::sort(found.begin() + static_cast<std::ptrdiff_t>(first), found.end());
  }
  return found;
}

}  // namespace rookery::search
