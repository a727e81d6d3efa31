// What the CPU and the operating system algorithm, as one bit mask.
#pragma once

#include <cstdint>

namespace hedgerow {

// Feature bits named in isa.def. A bit is set only when the system also saves the registers it
// needs (XGETBV).
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

// What hardware and system algorithm, before the environment mask.
std::uint64_t cpu_detect() noexcept;

// The features to use: cpu_detect() less those named in HEDGEROW_CPU_DISABLE (comma separated
// names, or "all"), read once with secure_getenv. Removing a feature removes every feature that is
// built on it. Thread-safe.
std::uint64_t cpu_features() noexcept;

// `features` less the comma-separated names in `list`, and less everything built on them. Unknown
// names are ignored.
std::uint64_t cpu_mask(std::uint64_t features, const char* list) noexcept;

}  // namespace hedgerow
