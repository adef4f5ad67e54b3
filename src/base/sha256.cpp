#include "base/sha256.h"

#include <span>

#include "base/digest.h"

namespace rookery {

std::string sha256(std::string_view bytes) {
  Digest digest(DigestKind::sha256);
  digest.add(std::as_bytes(std::span(bytes)));
  return digest.finish();
}

}  // namespace rookery
