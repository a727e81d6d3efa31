// The features that the CPU and the operating system offer, as one bit mask.
#pragma once

#include <cstdint>

namespace hedgerow {

// The feature bits that isa.def names. A bit is set only if the system also saves the registers
// that the feature needs (XGETBV).
constexpr std::uint64_t HR_CPU_SSSE3 = 1u << 0;
constexpr std::uint64_t HR_CPU_PCLMUL = 1u << 1;
constexpr std::uint64_t HR_CPU_AVX2 = 1u << 2;
constexpr std::uint64_t HR_CPU_GFNI = 1u << 3;
constexpr std::uint64_t HR_CPU_VAES = 1u << 4;
constexpr std::uint64_t HR_CPU_VPCLMUL = 1u << 5;
constexpr std::uint64_t HR_CPU_AVX512 = 1u << 6;  // F, BW, VL, DQ
constexpr std::uint64_t HR_CPU_AVX512_ICELAKE =
    1u << 7;  // VBMI, VBMI2, GFNI, VAES, VPCLMULQDQ in 512 bits
constexpr std::uint64_t HR_CPU_NEON = 1u << 8;
constexpr std::uint64_t HR_CPU_PMULL = 1u << 9;
constexpr std::uint64_t HR_CPU_NEON32 = 1u << 10;
constexpr std::uint64_t HR_CPU_AES = 1u << 11;      // x86: AES-NI
constexpr std::uint64_t HR_CPU_ARM_AES = 1u << 12;  // AESE, AESD, AESMC, AESIMC

// The name of one feature bit as HEDGEROW_CPU_DISABLE spells it, or null for an unknown bit.
const char* cpu_feature_name(std::uint64_t bit) noexcept;

// The features that the hardware and the system offer, before the environment disables any.
std::uint64_t cpu_detect() noexcept;

// The features to use: cpu_detect() without those that the environment variable HEDGEROW_CPU_DISABLE
// names (names separated by commas, or "all"). Every feature that is built on a removed one is
// removed too. For example, HEDGEROW_CPU_DISABLE=avx2 also removes vaes, vpclmul and avx512. The
// variable is read once with secure_getenv. Thread-safe.
std::uint64_t cpu_features() noexcept;

// Returns `features` without the names in `list`, which are separated by commas, and without every
// feature that is built on them. Unknown names are ignored.
std::uint64_t cpu_mask(std::uint64_t features, const char* list) noexcept;

}  // namespace hedgerow
