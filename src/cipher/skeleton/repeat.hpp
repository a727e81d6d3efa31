
// Key bytes eight times each, for a load that broadcasts 64 bits.
#pragma once

#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {
namespace {

struct RepeatIndex {
  std::uint8_t of[128];
};
consteval RepeatIndex make_repeat_index() {
  RepeatIndex r{};
  for (int i = 0; i < 128; i++) r.of[i] = (std::uint8_t)(i / 8);
  return r;
}
constexpr RepeatIndex kRepeat = make_repeat_index();

// words[i] = bytes[i], eight times, for 16 bytes.
HR_INLINE void repeat_bytes(const std::uint8_t* bytes, std::uint64_t* words) {
  const Vec row = load_splat128(bytes);
  for (int i = 0; i < 128; i += kWidth) store((char*)words + i, shuffle(row, load(kRepeat.of + i)));
}

}  // namespace
}  // namespace hedgerow::HR_ISA
