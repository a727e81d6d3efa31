// The flags as bits of EFLAGS, and words of 1 to 64 bits.
#pragma once

#include <cstdint>

namespace hedgerow::tracing {

constexpr std::uint32_t kCarry = 1 << 0, kParity = 1 << 2, kZeroFlag = 1 << 6, kSign = 1 << 7,
                        kOverflow = 1 << 11;
constexpr std::uint32_t kAllFlags = kCarry | kParity | kZeroFlag | kSign | kOverflow;

inline std::uint64_t mask_of(unsigned bits) { return bits >= 64 ? ~0ull : (1ull << bits) - 1; }
inline bool top_bit(std::uint64_t v, unsigned bits) { return v >> (bits - 1) & 1; }
inline std::uint64_t sign_extended(std::uint64_t v, unsigned bits) {
  const std::uint64_t sign = 1ull << (bits - 1);
  return ((v & mask_of(bits)) ^ sign) - sign;
}

}  // namespace hedgerow::tracing
