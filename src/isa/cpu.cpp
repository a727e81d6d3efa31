// Detects CPU features: by CPUID and XGETBV on x86, and by the auxiliary vector on ARM.
#include "isa/cpu.hpp"

#include <stdlib.h>
#include <string.h>

#include <atomic>

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#elif defined(__aarch64__) || defined(__arm__)
#include <sys/auxv.h>
#endif

namespace hedgerow {
namespace {

struct Feature {
  std::uint64_t bit;
  const char* name;
  std::uint64_t needs;  // the features it is built on
};

constexpr Feature kFeatures[] = {
    {HR_CPU_SSSE3, "ssse3", 0},
    {HR_CPU_PCLMUL, "pclmul", HR_CPU_SSSE3},
    {HR_CPU_AVX2, "avx2", HR_CPU_SSSE3},
    {HR_CPU_GFNI, "gfni", HR_CPU_SSSE3},
    {HR_CPU_AES, "aes", HR_CPU_SSSE3},
    {HR_CPU_VAES, "vaes", HR_CPU_AVX2 | HR_CPU_AES},
    {HR_CPU_VPCLMUL, "vpclmul", HR_CPU_AVX2 | HR_CPU_PCLMUL},
    {HR_CPU_AVX512, "avx512", HR_CPU_AVX2},
    {HR_CPU_AVX512_ICELAKE, "avx512icelake",
     HR_CPU_AVX512 | HR_CPU_GFNI | HR_CPU_VAES | HR_CPU_VPCLMUL},
    {HR_CPU_NEON, "neon", 0},
    {HR_CPU_PMULL, "pmull", HR_CPU_NEON},
    {HR_CPU_ARM_AES, "arm-aes", HR_CPU_NEON},
    {HR_CPU_NEON32, "neon32", 0},
};

// Removes every feature that is built on a missing one.
std::uint64_t closed(std::uint64_t features) {
  for (int pass = 0; pass < 4; pass++)
    for (const Feature& f : kFeatures)
      if ((features & f.needs) != f.needs) features &= ~f.bit;
  return features;
}

#if defined(__x86_64__) || defined(__i386__)
std::uint64_t read_xcr0() {
  std::uint32_t low, high;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return ((std::uint64_t)high << 32) | low;
}

std::uint64_t detect_hardware() {
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d)) return 0;
  std::uint64_t f = 0;
  if (c & bit_SSSE3) f |= HR_CPU_SSSE3;
  if (c & bit_PCLMUL) f |= HR_CPU_PCLMUL;
  if (c & bit_AES) f |= HR_CPU_AES;
  const std::uint64_t xcr0 = (c & bit_OSXSAVE) ? read_xcr0() : 0;
  const bool ymm = (xcr0 & 0x06) == 0x06, zmm = (xcr0 & 0xe6) == 0xe6;
  if (!__get_cpuid_count(7, 0, &a, &b, &c, &d)) return f;
  if (c & bit_GFNI) f |= HR_CPU_GFNI;
  if (ymm && (b & bit_AVX2)) f |= HR_CPU_AVX2;
  if (ymm && (c & bit_VAES)) f |= HR_CPU_VAES;
  if (ymm && (c & bit_VPCLMULQDQ)) f |= HR_CPU_VPCLMUL;
  const unsigned base = bit_AVX512F | bit_AVX512BW | bit_AVX512VL | bit_AVX512DQ;
  if (zmm && (b & base) == base) f |= HR_CPU_AVX512;
  const unsigned icelake = bit_AVX512VBMI | bit_AVX512VBMI2;
  if (zmm && (c & icelake) == icelake) f |= HR_CPU_AVX512_ICELAKE;
  return f;
}
#elif defined(__aarch64__)
std::uint64_t detect_hardware() {
  constexpr unsigned long kHwcapAes = 1ul << 3, kHwcapPmull = 1ul << 4;
  const unsigned long hwcap = getauxval(AT_HWCAP);
  return HR_CPU_NEON | (hwcap & kHwcapPmull ? HR_CPU_PMULL : 0) |
         (hwcap & kHwcapAes ? HR_CPU_ARM_AES : 0);
}
#elif defined(__arm__)
std::uint64_t detect_hardware() {
  constexpr unsigned long kHwcapNeon = 1ul << 12;
  return (getauxval(AT_HWCAP) & kHwcapNeon) ? HR_CPU_NEON32 : 0;
}
#else
std::uint64_t detect_hardware() { return 0; }
#endif

}  // namespace

const char* cpu_feature_name(std::uint64_t bit) noexcept {
  for (const Feature& f : kFeatures)
    if (f.bit == bit) return f.name;
  return nullptr;
}

std::uint64_t cpu_detect() noexcept { return closed(detect_hardware()); }

std::uint64_t cpu_mask(std::uint64_t features, const char* list) noexcept {
  while (list && *list) {
    const size_t n = strcspn(list, ",");
    if (n == 3 && memcmp(list, "all", 3) == 0) features = 0;
    for (const Feature& f : kFeatures)
      if (strlen(f.name) == n && memcmp(list, f.name, n) == 0) features &= ~f.bit;
    list += n;
    if (*list == ',') list++;
  }
  return closed(features);
}

std::uint64_t cpu_features() noexcept {
  constexpr std::uint64_t kKnown = 1ull << 63;
  static std::atomic<std::uint64_t> cache{0};
  std::uint64_t f = cache.load(std::memory_order_relaxed);
  if (!f) {
    f = cpu_mask(cpu_detect(), secure_getenv("HEDGEROW_CPU_DISABLE")) | kKnown;
    cache.store(f, std::memory_order_relaxed);
  }
  return f & ~kKnown;
}

}  // namespace hedgerow
