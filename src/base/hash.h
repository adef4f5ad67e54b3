// A quick hash that tells whether bytes were altered.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace rookery {

/// FNV-1a over 64-bit words (the last one padded with zeros), with a final mix so that every input
/// bit reaches every output bit.
inline std::uint64_t hash_bytes(std::span<const std::byte> bytes,
                                std::uint64_t hash = 0xCBF29CE484222325u) {
  while (!bytes.empty()) {
    std::uint64_t word = 0;
    const std::size_t n = std::min<std::size_t>(8, bytes.size());
    std::memcpy(&word, bytes.data(), n);
    hash = (hash ^ word) * 0x100000001B3u;
    hash ^= hash >> 32;
    bytes = bytes.subspan(n);
  }
  return (hash ^ hash >> 29) * 0xBF58476D1CE4E5B9u;
}

}  // namespace rookery
