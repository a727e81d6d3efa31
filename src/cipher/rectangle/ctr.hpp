// CTR fused with the rounds: the count of each block is made as two rows, together with the cipher
// and the xor.
#pragma once

#include "cipher/rectangle/round.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace rectangle;
// For each 32-bit word: the number of the first of its two blocks within the group.
struct alignas(64) WordBlocks {
  std::uint32_t of[kWidth / 4];
};
consteval WordBlocks make_word_blocks() {
  WordBlocks r{};
  for (int i = 0; i < kWidth / 4; i++) r.of[i] = (std::uint32_t)(i % 4 * (kWidth / 8) + i / 4 * 2);
  return r;
}
constexpr WordBlocks kWordBlocks = make_word_blocks();

// The upper and the lower half of the count are in rows 0 and 1, or in rows 2 and 3. In the
// little-endian order the halves change places and their bytes are reversed.
struct Counter {
  Vec count;  // of the first block of each word, for the next group
  Vec constant[kRows];
  Vec upper_mask[2], lower_mask[2];  // select the pair of rows, and the row with the upper half
  Vec order;                         // the byte shuffle of the counter order
};

HR_INLINE void count_rows(Counter& c, Vec* x) {
  const Vec first = c.count, second = add32(first, splat32(1)), low = splat32(0xffff);
  const Vec lower = shuffle(or2(and2(first, low), shl32<16>(second)), c.order);
  const Vec upper = shuffle(or2(shr32<16>(first), andnot(low, second)), c.order);
  unroll<2>([&](auto pair) HR_LAMBDA {
    x[2 * pair] = xor2(c.constant[2 * pair],
                       or2(and2(upper, c.upper_mask[pair]), and2(lower, c.lower_mask[pair])));
    x[2 * pair + 1] = xor2(c.constant[2 * pair + 1],
                           or2(and2(lower, c.upper_mask[pair]), and2(upper, c.lower_mask[pair])));
  });
  c.count = add32(first, splat32(kGroupBlocks));
}

struct alignas(16) ByteOrders {
  std::uint8_t plain[16], swapped[16];
};
consteval ByteOrders make_byte_orders() {
  ByteOrders r{};
  for (int i = 0; i < 16; i++) {
    r.plain[i] = (std::uint8_t)i;
    r.swapped[i] = (std::uint8_t)(i ^ 1);
  }
  return r;
}
constexpr ByteOrders kByteOrders = make_byte_orders();

HR_INLINE Counter start_counter(const std::uint8_t* counter, CounterOrder order) {
  const bool little = order == CounterOrder::kLittleEndian;
  const int pair = counter_place<kBlockBytes>(order) / 4;
  std::uint8_t block[kBlockBytes];
  write_counter<kBlockBytes>(block, counter, order, 0);
  Counter c;
  c.count = add32(load(kWordBlocks.of), splat32(counter_value<kBlockBytes>(counter, order)));
  for (int i = 0; i < kRows; i++) c.constant[i] = splat32(load_be16(block + 2 * i) * 0x10001u);
  for (int i = 0; i < 2; i++) {
    c.upper_mask[i] = splat32(i == pair && !little ? ~0u : 0);
    c.lower_mask[i] = splat32(i == pair && little ? ~0u : 0);
  }
  c.order = load_splat128(little ? kByteOrders.swapped : kByteOrders.plain);
  return c;
}

HR_NOINLINE void ctr(const void* key, const std::uint8_t* counter, CounterOrder order,
                     const std::uint8_t* in, std::uint8_t* out, std::size_t blocks) noexcept {
  Counter c = start_counter(counter, order);
  const std::uint8_t* const end = out + blocks * kBlockBytes;
  for_groups<kBlockBytes, kGroupBlocks, kGroups>(
      in, out, blocks, [&](auto n, auto* from, auto* to) HR_LAMBDA {
        const Ahead ahead = ahead_of_groups<n>(from, to, (std::size_t)(end - to));
        Vec x[n][kRows];
        unroll<n>([&](auto g) HR_LAMBDA { count_rows(c, x[g]); });
        encrypt_rows<n>(*(const Key*)key, ahead, x);
        unroll<n>([&](auto g) HR_LAMBDA {
          to_blocks(x[g]);
          unroll<4>([&](auto i) HR_LAMBDA {
            const int at = g * kGroupBytes + i * kWidth;
            store(to + at, xor2(x[g][i], load(from + at)));
          });
        });
      });
  wipe(&c, sizeof c);
}

}  // namespace
}  // namespace hedgerow::HR_ISA
