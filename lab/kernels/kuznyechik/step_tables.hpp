// Tables of kSteps steps of the recurrence R after a box. kSteps is 4, 8 or 16, and 16 steps are L. The tables take 4
// KiB for each step: 16 bytes of a block, 256 values, kSteps bytes of result.
//
// After kSteps steps, the new bytes are at places 0 .. kSteps - 1 of the block, with the newest at byte 0. The earlier
// bytes have moved to the following places [RFC 7801 section 4.3].
#pragma once

#include "base/inline.hpp"
#include "cipher/kuznyechik/spec.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace kuznyechik;

template <int kSteps>
struct StepRow {
  std::uint64_t word[kSteps / 8];
};
template <>
struct StepRow<4> {
  std::uint32_t word[1];
};

// of[j][x]: the contribution of a byte x at place j to the new bytes, as little-endian words.
template <int kSteps>
struct alignas(64) StepTables {
  StepRow<kSteps> of[16][256];
};

template <int kSteps>
consteval StepTables<kSteps> make_step_tables(const std::uint8_t (&box)[256]) {
  constexpr int kWordBytes = kSteps < 8 ? kSteps : 8, kWords = kSteps / kWordBytes;
  using Word = decltype(StepRow<kSteps>{}.word[0] + 0);
  StepTables<kSteps> r{};
  for (int j = 0; j < 16; j++) {
    std::uint8_t s[32]{};
    s[15 - j] = 1;
    for (int k = 0; k < kSteps; k++)
      for (int i = 0; i < 16; i++)
        if (s[k + i]) s[16 + k] ^= field_product(kCoefficients[15 - i], s[k + i]);
    StepRow<kSteps> product[256]{};
    for (unsigned x = 1; x < 256; x++) {
      const unsigned low = x & -x, rest = x & (x - 1);
      for (int w = 0; w < kWords; w++) {
        Word word = rest ? product[rest].word[w] ^ product[low].word[w] : 0;
        for (int i = 0; !rest && i < kWordBytes; i++)
          word |= (Word)field_product(s[15 + kSteps - kWordBytes * w - i], x) << (8 * i);
        product[x].word[w] = word;
      }
    }
    for (int x = 0; x < 256; x++) r.of[j][x] = product[box[x]];
  }
  return r;
}

}  // namespace
}  // namespace hedgerow::HR_ISA
