// The binary frame of a trace: what the viewer reads, columns of numbers in little endian.
#pragma once

#include <cstdint>
#include <string>

#include "search/trace.h"

namespace rookery::tree {

/// Nodes [first, first + count) of one iteration.
///
/// Header, 32 bytes: u32 "RKT1", u16 version, u16 iteration, u32 trace, u32 chunk, u32 first,
/// u32 count, u32 total, u32 0. Then columns, each padded to 4 bytes: u32 size (nodes of the
/// subtree kept), i32 value, i32 alpha, i32 beta, i32 static (INT32_MIN: none), u32 source (~0:
/// none), u16 move (kind << 12 | from << 6 | to, as chess::Move), u8 ply, u8 cut, u8 kind, i8
/// depth_left, i8 reduction, u8 skipped. 32 bytes a node. Open bounds are +-INT32_MAX.
struct FrameHead {
  std::uint16_t iteration = 0;
  std::uint32_t trace = 0, chunk = 0, first = 0, count = 0, total = 0;
};
inline constexpr std::uint16_t kFrameVersion = 1;

std::string encode_frame(const search::SearchTrace& trace, const FrameHead& head);

}  // namespace rookery::tree
