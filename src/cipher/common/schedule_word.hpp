// Words of 16, 24, 32, 48 or 64 bits in general registers. Portable key schedules use them. The
// bits above a word are 0, and the bytes in memory are little-endian.
#pragma once

#include <type_traits>

#include "base/bytes.hpp"
#include "base/secret.hpp"

namespace hedgerow {

template <int kBits>
using ScheduleWord =
    std::conditional_t<kBits == 16, std::uint16_t,
                       std::conditional_t<kBits <= 32, std::uint32_t, std::uint64_t>>;

template <int kBits>
constexpr ScheduleWord<kBits> kScheduleMask = (ScheduleWord<kBits>)(~0ull >> (64 - kBits));

template <int kBits>
HR_INLINE ScheduleWord<kBits> load_schedule_word(const std::uint8_t* p) {
  if constexpr (kBits == 16) return load_le16(p);
  if constexpr (kBits == 24) return load_le16(p) | (std::uint32_t)p[2] << 16;
  if constexpr (kBits == 32) return load_le32(p);
  if constexpr (kBits == 48) return load_le32(p) | (std::uint64_t)load_le16(p + 4) << 32;
  if constexpr (kBits == 64) return load_le64(p);
}

// Stores each 16-bit word separately, because compilers would join the words in a vector, which
// takes longer.
template <int kBits>
HR_INLINE void store_schedule_word(std::uint8_t* p, ScheduleWord<kBits> v) {
  if constexpr (kBits == 16) store_le16(p, (std::uint16_t)opaque(v));
  if constexpr (kBits == 24) store_le16(p, (std::uint16_t)v);
  if constexpr (kBits == 24) p[2] = (std::uint8_t)(v >> 16);
  if constexpr (kBits == 32 || kBits == 48) store_le32(p, (std::uint32_t)v);
  if constexpr (kBits == 48) store_le16(p + 4, (std::uint16_t)(v >> 32));
  if constexpr (kBits == 64) store_le64(p, v);
}

// Words of 24 and 48 bits are in the top bits of their register with zeros below, like the lanes of
// vectors (arx_shape.hpp), so that sums need no mask. Words of other lengths fill their register.
template <int kBits>
constexpr int kSchedulePadding = (int)(8 * sizeof(ScheduleWord<kBits>)) - kBits;

template <int kBits>
HR_INLINE ScheduleWord<kBits> rotate_lane_left(ScheduleWord<kBits> v, int by) {
  using Word = ScheduleWord<kBits>;
  constexpr Word kMask = (Word)(kScheduleMask<kBits> << kSchedulePadding<kBits>);
  return (Word)(v << by | (Word)(v >> (kBits - by) & kMask));
}

// Stores a key word of a prepared ARX key. 16-bit words are stored twice, because two stores are
// fewer instructions than joining the words.
template <int kBits>
HR_INLINE void store_lane(std::uint8_t* p, ScheduleWord<kBits> v) {
  if constexpr (kBits == 16) {
    store_schedule_word<16>(p, v);
    store_schedule_word<16>(p + 2, v);
  } else if constexpr (sizeof v == 8) {
    store_le64(p, v);
  } else {
    store_le32(p, v);
  }
}

template <int kBits>
HR_INLINE ScheduleWord<kBits> rotate_schedule_word_left(ScheduleWord<kBits> v, int by) {
  return (ScheduleWord<kBits>)((v << by | v >> (kBits - by)) & kScheduleMask<kBits>);
}

}  // namespace hedgerow
