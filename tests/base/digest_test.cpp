#include "base/digest.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string_view>

namespace rookery {
namespace {

std::string digest(DigestKind kind, std::string_view text, std::size_t step = 1 << 20) {
  Digest digest(kind);
  const auto bytes = std::as_bytes(std::span(text));
  for (std::size_t i = 0; i < bytes.size(); i += step)
    digest.add(bytes.subspan(i, std::min(step, bytes.size() - i)));
  return digest.finish();
}

/// The examples of RFC 1321 and FIPS 180-4.
TEST(Digest, OfPublishedExamples) {
  EXPECT_EQ(digest(DigestKind::md5, ""), "d41d8cd98f00b204e9800998ecf8427e");
  EXPECT_EQ(digest(DigestKind::md5, "message digest"), "f96b697d7cb7938d525a2f31aaf161d0");
  EXPECT_EQ(digest(DigestKind::md5,
                   "1234567890123456789012345678901234567890123456789012345678901234567890123456789"
                   "0"),
            "57edf4a22be3c955ac49da2e2107b67a");
  EXPECT_EQ(digest(DigestKind::sha256, "abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(digest(DigestKind::sha256, "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(digest(DigestKind::sha256, std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Digest, PiecesOfAnySize) {
  const std::string text(1000, 'x');
  for (const auto kind : {DigestKind::md5, DigestKind::sha256})
    for (const std::size_t step : {1, 7, 63, 64, 65, 128, 999})
      EXPECT_EQ(digest(kind, text, step), digest(kind, text)) << step;
}

TEST(Digest, OfAFile) {
  const std::string path = testing::TempDir() + "digest_test";
  std::ofstream(path) << "abc";
  std::atomic<bool> stop{false};
  EXPECT_EQ(digest_of_file(path, DigestKind::md5, stop).value_or(""),
            "900150983cd24fb0d6963f7d28e17f72");
  EXPECT_FALSE(digest_of_file("/dev/zero", DigestKind::md5, stop));
  stop = true;
  EXPECT_FALSE(digest_of_file(path, DigestKind::md5, stop));
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace rookery
