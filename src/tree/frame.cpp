#include "tree/frame.h"

#include <type_traits>

namespace rookery::tree {

namespace {

template <class Number>
void put(std::string& out, Number number) {
  auto bits = static_cast<std::make_unsigned_t<Number>>(number);
  for (std::size_t i = 0; i < sizeof(Number); ++i) {
    out.push_back(static_cast<char>(bits & 0xFF));
    bits = static_cast<decltype(bits)>(std::uint64_t{bits} >> 8);
  }
}

}  // namespace

std::string encode_frame(const search::SearchTrace& trace, const FrameHead& head) {
  std::string out = "RKT1";
  out.reserve(32 + 32 * std::size_t{head.count} + 32);
  put(out, kFrameVersion);
  put(out, head.iteration);
  for (const std::uint32_t number :
       {head.trace, head.chunk, head.first, head.count, head.total, std::uint32_t{0}})
    put(out, number);
  const auto column = [&](auto&& member) {
    for (std::uint32_t i = head.first; i < head.first + head.count; ++i)
      put(out, member(trace.nodes()[i]));
    while (out.size() % 4 != 0) out.push_back('\0');
  };
  using Node = search::TraceNode;
  column([](const Node& n) { return n.size; });
  column([](const Node& n) { return n.value; });
  column([](const Node& n) { return n.alpha; });
  column([](const Node& n) { return n.beta; });
  column([](const Node& n) { return n.static_value; });
  column([](const Node& n) { return n.source; });
  column([](const Node& n) { return n.move.to_bits(); });
  column([](const Node& n) { return n.ply; });
  column([](const Node& n) { return static_cast<std::uint8_t>(n.cut); });
  column([](const Node& n) { return static_cast<std::uint8_t>(n.kind); });
  column([](const Node& n) { return n.depth_left; });
  column([](const Node& n) { return n.reduction; });
  column([](const Node& n) { return n.skipped; });
  return out;
}

}  // namespace rookery::tree
