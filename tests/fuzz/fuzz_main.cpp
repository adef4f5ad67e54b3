// libFuzzer's entry; ROOKERY_FUZZ_TARGET names the function of targets.h to call.
#include <cstddef>
#include <cstdint>

#include "fuzz/targets.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  rookery::fuzz::ROOKERY_FUZZ_TARGET(std::string_view(reinterpret_cast<const char*>(data), size));
  return 0;
}
