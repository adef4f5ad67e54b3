// What the processor can do, in the steps that x86-64 compilers know (-march=x86-64-v3). Only
// inline code without libraries: the launcher, which must run on any machine, includes it too.
#pragma once

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace rookery {

/// 1 for any x86-64 processor, 2 with SSE4.2 and POPCNT, 3 with AVX2 and BMI2, 4 with AVX-512; 0
/// elsewhere.
inline int processor_level() {
#if defined(__x86_64__)
  const auto has = [](unsigned value, unsigned bits) { return (value & bits) == bits; };
  unsigned a, b, basic, d, extended_7 = 0, extended_c = 0, unused;
  if (!__get_cpuid(1, &a, &b, &basic, &d)) return 1;
  if (!__get_cpuid_count(7, 0, &unused, &extended_7, &unused, &unused)) extended_7 = 0;
  if (!__get_cpuid(0x80000001, &unused, &unused, &extended_c, &unused)) extended_c = 0;
  constexpr unsigned kLahf = 1, kLzcnt = 1u << 5;
  if (!has(basic, bit_SSE3 | bit_SSSE3 | bit_CMPXCHG16B | bit_SSE4_1 | bit_SSE4_2 | bit_POPCNT) ||
      !has(extended_c, kLahf))
    return 1;
  // Vector registers are of use only if the system saves them: XGETBV tells.
  if (!has(basic, bit_OSXSAVE | bit_AVX | bit_FMA | bit_MOVBE | bit_F16C)) return 2;
  unsigned saved, high;
  __asm__("xgetbv" : "=a"(saved), "=d"(high) : "c"(0));
  constexpr unsigned kYmm = 0x6, kZmm = 0xe6;
  if (!has(saved, kYmm) || !has(extended_7, bit_BMI | bit_AVX2 | bit_BMI2) ||
      !has(extended_c, kLzcnt))
    return 2;
  if (!has(saved, kZmm) ||
      !has(extended_7, bit_AVX512F | bit_AVX512DQ | bit_AVX512CD | bit_AVX512BW | bit_AVX512VL))
    return 3;
  return 4;
#else
  return 0;
#endif
}

}  // namespace rookery
