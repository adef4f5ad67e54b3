#include "base/digest.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <vector>

#include "base/read_file.h"

namespace rookery {

namespace {

std::uint32_t word_at(const std::uint8_t* p, bool big_endian) {
  std::uint32_t word = 0;
  for (int i = 0; i < 4; ++i) word = word << 8 | p[big_endian ? i : 3 - i];
  return word;
}

/// The first 32 bits behind the point of the square or cube roots of the first 64 primes.
template <class Root>
std::array<std::uint32_t, 64> root_bits(Root root) {
  std::array<std::uint32_t, 64> bits{};
  std::size_t found = 0;
  for (int n = 2; found < bits.size(); ++n) {
    bool prime = true;
    for (int d = 2; d * d <= n; ++d) prime &= n % d != 0;
    if (!prime) continue;
    const long double value = root(static_cast<long double>(n));
    bits[found++] = static_cast<std::uint32_t>((value - std::floor(value)) * 0x1p32L);
  }
  return bits;
}

const std::array<std::uint32_t, 64>& sha256_constants() {
  static const auto bits = root_bits([](long double x) { return std::cbrt(x); });
  return bits;
}

const std::array<std::uint32_t, 64>& md5_constants() {
  static const auto sines = [] {
    std::array<std::uint32_t, 64> values{};
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = static_cast<std::uint32_t>(
          std::floor(std::abs(std::sin(static_cast<long double>(i + 1))) * 0x1p32L));
    return values;
  }();
  return sines;
}

}  // namespace

Digest::Digest(DigestKind kind)
    : kind_(kind), state_{0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476}, rest_{} {
  if (kind == DigestKind::md5) return;
  const auto roots = root_bits([](long double x) { return std::sqrt(x); });
  std::copy_n(roots.begin(), state_.size(), state_.begin());
}

void Digest::add(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const std::size_t used = size_ % rest_.size();
    const std::size_t n = std::min(rest_.size() - used, bytes.size());
    size_ += n;
    if (n == rest_.size()) {
      add_block(reinterpret_cast<const std::uint8_t*>(bytes.data()));
    } else {
      std::memcpy(rest_.data() + used, bytes.data(), n);
      if (used + n == rest_.size()) add_block(rest_.data());
    }
    bytes = bytes.subspan(n);
  }
}

std::string Digest::finish() {
  const bool big_endian = kind_ == DigestKind::sha256;
  const std::uint64_t bits = size_ * 8;
  const std::byte one{0x80}, zero{0};
  add({&one, 1});
  while (size_ % rest_.size() != rest_.size() - 8) add({&zero, 1});
  std::array<std::byte, 8> length;
  for (std::size_t i = 0; i < 8; ++i)
    length[i] = static_cast<std::byte>(bits >> 8 * (big_endian ? 7 - i : i));
  add(length);
  std::string text;
  for (std::size_t i = 0; i < (kind_ == DigestKind::md5 ? 4u : 8u); ++i)
    text += fmt::format("{:08x}", big_endian ? state_[i] : __builtin_bswap32(state_[i]));
  return text;
}

void Digest::add_block(const std::uint8_t* block) {
  if (kind_ == DigestKind::md5)
    md5_block(block);
  else
    sha256_block(block);
}

void Digest::md5_block(const std::uint8_t* block) {
  static constexpr int kTurns[4][4] = {
      {7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};
  const auto& constants = md5_constants();
  std::uint32_t a = state_[0], b = state_[1], c = state_[2], d = state_[3];
  for (std::size_t i = 0; i < 64; ++i) {
    const std::size_t round = i / 16;
    const std::uint32_t mixed = round == 0   ? (b & c) | (~b & d)
                                : round == 1 ? (d & b) | (~d & c)
                                : round == 2 ? b ^ c ^ d
                                             : c ^ (b | ~d);
    constexpr std::size_t kStep[4] = {1, 5, 3, 7}, kFirst[4] = {0, 1, 5, 0};
    const std::size_t word = (kStep[round] * i + kFirst[round]) % 16;
    const std::uint32_t sum = a + mixed + constants[i] + word_at(block + 4 * word, false);
    a = d, d = c, c = b;
    b += std::rotl(sum, kTurns[round][i % 4]);
  }
  state_[0] += a, state_[1] += b, state_[2] += c, state_[3] += d;
}

void Digest::sha256_block(const std::uint8_t* block) {
  const auto& constants = sha256_constants();
  std::uint32_t w[64];
  for (std::size_t i = 0; i < 16; ++i) w[i] = word_at(block + 4 * i, true);
  for (std::size_t i = 16; i < 64; ++i) {
    const std::uint32_t x = w[i - 15], y = w[i - 2];
    w[i] = w[i - 16] + w[i - 7] + (std::rotr(x, 7) ^ std::rotr(x, 18) ^ x >> 3) +
           (std::rotr(y, 17) ^ std::rotr(y, 19) ^ y >> 10);
  }
  auto [a, b, c, d, e, f, g, h] = state_;
  for (std::size_t i = 0; i < 64; ++i) {
    const std::uint32_t first = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) +
                                ((e & f) ^ (~e & g)) + constants[i] + w[i];
    const std::uint32_t second =
        (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + first, d = c, c = b, b = a, a = first + second;
  }
  const std::uint32_t sums[8] = {a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < 8; ++i) state_[i] += sums[i];
}

Result<std::string, Error> digest_of_file(const std::filesystem::path& path, DigestKind kind,
                                          const std::atomic<bool>& stop) {
  const auto descriptor = open_ordinary_file(path);
  if (!descriptor) return Unexpected{descriptor.error()};
  Digest digest(kind);
  std::vector<std::byte> part(1 << 20);
  ssize_t n = 0;
  while (!stop &&
         ((n = ::read(*descriptor, part.data(), part.size())) > 0 || (n < 0 && errno == EINTR)))
    if (n > 0) digest.add(std::span(part).first(static_cast<std::size_t>(n)));
  const int error = errno;
  ::close(*descriptor);
  if (stop) return Unexpected{Error{"stopped"}};
  if (n < 0) return Unexpected{Error{std::string("cannot be read: ") + std::strerror(error)}};
  return digest.finish();
}

}  // namespace rookery
