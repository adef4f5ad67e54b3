// Tells tests that repeat themselves to do so less often in a sanitizer build, which is slow.
#pragma once

namespace rookery {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

}  // namespace rookery
