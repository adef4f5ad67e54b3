// A trace as the viewer reads it: columns of numbers, packed.
#pragma once

#include <string>

#include "search/trace.h"

namespace rookery::tree {

/// "RKT2", u32 nodes, then columns, each a u32 with its bytes and so many bytes;
/// all little endian. Of each node, in preorder: size (nodes of the subtree kept), value, alpha,
/// beta (open: +-INT32_MAX), static value (INT32_MIN: none), source (~0: none), move (kind << 12 |
/// from << 6 | to, as chess::Move), ply, cut, kind, depth left, reduction, skipped. Then
/// the skipped moves, for every 65,536 nodes three columns and a u32 with their number, in the
/// order of their nodes: node, move, why; so that a few can be read without the others.
///
/// A column holds differences to the number before (the first to 0), modulo 2^32 and folded so that
/// small ones of both signs are small (zigzag: 0 -1 1 -2 2), seven bits a byte, lowest first, the
/// top bit telling that more follow. A difference of 0 is followed by how many further ones there
/// are. Most columns hardly change from node to node, so this is 5 to 20 bytes a node instead of
/// 36, and the browser unpacks it faster than it would read the rest.
std::string encode_frame(const search::SearchTrace& trace);

}  // namespace rookery::tree
