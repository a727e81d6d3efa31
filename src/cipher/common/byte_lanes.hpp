// Operations on the bytes of a vector that no instruction has: carries, and key bytes repeated eight times.
#pragma once

#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {
namespace {

// Returns all ones in the bytes with a carry, i.e. if a + b exceeds 255. `sum` is a + b modulo 256.
HR_INLINE Vec carry8(Vec a, Vec b, Vec sum) {
  return negative8(or2(and2(a, b), andnot(sum, or2(a, b))));
}

// Repeated key bytes are for a load that broadcasts 64 bits.
struct RepeatIndex {
  std::uint8_t of[128];
};
consteval RepeatIndex make_repeat_index() {
  RepeatIndex r{};
  for (int i = 0; i < 128; i++) r.of[i] = (std::uint8_t)(i / 8);
  return r;
}
constexpr RepeatIndex kRepeat = make_repeat_index();

// Sets words[i] to byte i of each lane of row, eight times. All lanes of row are equal.
HR_INLINE void repeat_row(Vec row, std::uint64_t* words) {
  for (int i = 0; i < 128; i += kWidth) store((char*)words + i, shuffle(row, load(kRepeat.of + i)));
}
// The same for 16 bytes in memory.
HR_INLINE void repeat_bytes(const std::uint8_t* bytes, std::uint64_t* words) {
  repeat_row(load_splat128(bytes), words);
}

}  // namespace
}  // namespace hedgerow::HR_ISA
