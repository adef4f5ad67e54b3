#include "tree/frame.h"

#include <algorithm>
#include <span>

namespace rookery::tree {

namespace {

constexpr std::size_t kBlock = 65'536;  // of nodes

using search::SkippedMove;
using search::TraceNode;

void put32(std::string& out, std::uint32_t number) {
  for (int shift = 0; shift < 32; shift += 8) out.push_back(static_cast<char>(number >> shift));
}

void put_varint(std::string& out, std::uint32_t number) {
  for (; number >= 128; number >>= 7) out.push_back(static_cast<char>(number | 128));
  out.push_back(static_cast<char>(number));
}

template <class Row, class Member>
void put_column(std::string& out, std::span<const Row> rows, Member&& member) {
  const std::size_t length_at = out.size();
  put32(out, 0);
  std::uint32_t last = 0, zeros = 0;
  const auto end_run = [&] {
    if (zeros == 0) return;
    out.push_back('\0');
    put_varint(out, zeros - 1);
    zeros = 0;
  };
  for (const Row& row : rows) {
    // Signed members keep their sign: -1 becomes 2^32 - 1.
    const auto number = static_cast<std::uint32_t>(member(row));
    const std::uint32_t difference = number - last;
    last = number;
    if (difference == 0) {
      ++zeros;
      continue;
    }
    end_run();
    put_varint(out, difference << 1 ^ (difference >> 31 ? ~0u : 0u));
  }
  end_run();
  std::string length;
  put32(length, static_cast<std::uint32_t>(out.size() - length_at - 4));
  out.replace(length_at, 4, length);
}

}  // namespace

std::string encode_frame(const search::SearchTrace& trace) {
  const std::span<const TraceNode> nodes = trace.nodes();
  const std::span<const SkippedMove> skips = trace.skipped_moves();
  std::string out = "RKT2";
  out.reserve(16 * nodes.size() + 2 * skips.size() + 1024);
  put32(out, static_cast<std::uint32_t>(nodes.size()));
  put_column(out, nodes, [](const TraceNode& n) { return n.size; });
  put_column(out, nodes, [](const TraceNode& n) { return n.value; });
  put_column(out, nodes, [](const TraceNode& n) { return n.alpha; });
  put_column(out, nodes, [](const TraceNode& n) { return n.beta; });
  put_column(out, nodes, [](const TraceNode& n) { return n.static_value; });
  put_column(out, nodes, [](const TraceNode& n) { return n.source; });
  put_column(out, nodes, [](const TraceNode& n) { return n.move.to_bits(); });
  put_column(out, nodes, [](const TraceNode& n) { return n.ply; });
  put_column(out, nodes, [](const TraceNode& n) { return n.cut; });
  put_column(out, nodes, [](const TraceNode& n) { return n.kind; });
  put_column(out, nodes, [](const TraceNode& n) { return n.depth_left; });
  put_column(out, nodes, [](const TraceNode& n) { return n.reduction; });
  put_column(out, nodes, [](const TraceNode& n) { return n.skipped; });
  auto from = skips.begin();
  for (std::size_t first = 0; first < nodes.size(); first += kBlock) {
    const auto end = std::lower_bound(
        from, skips.end(), first + kBlock,
        [](const SkippedMove& skip, std::size_t wanted) { return skip.node < wanted; });
    const std::span<const SkippedMove> block(from, end);
    put_column(out, block, [](const SkippedMove& s) { return s.node; });
    put_column(out, block, [](const SkippedMove& s) { return s.move.to_bits(); });
    put_column(out, block, [](const SkippedMove& s) { return s.why; });
    put32(out, static_cast<std::uint32_t>(block.size()));
    from = end;
  }
  return out;
}

}  // namespace rookery::tree
