// MD5 (RFC 1321) and SHA-256 (FIPS 180-4), for the lists of checksums that come with large files.
// MD5 tells of damage, not of forgery.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

#include "base/result.h"

namespace rookery {

enum class DigestKind { md5, sha256 };

/// Fed piece by piece.
class Digest {
 public:
  explicit Digest(DigestKind kind);
  void add(std::span<const std::byte> bytes);
  /// In small hexadecimal digits. Nothing can be added afterwards.
  std::string finish();

 private:
  void add_block(const std::uint8_t* block);
  void md5_block(const std::uint8_t* block);
  void sha256_block(const std::uint8_t* block);

  const DigestKind kind_;
  std::array<std::uint32_t, 8> state_;
  std::array<std::uint8_t, 64> rest_;
  std::uint64_t size_ = 0;
};

/// Of an ordinary file of any size. `stop` ends it, with an error.
Result<std::string, Error> digest_of_file(const std::filesystem::path& path, DigestKind kind,
                                          const std::atomic<bool>& stop);

}  // namespace rookery
