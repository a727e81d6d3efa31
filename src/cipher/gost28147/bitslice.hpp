// Magma and GOST 28147-89 bit-sliced: ECB and CTR [RFC 5830 section 5]. Included inside a kernel's
// anonymous namespace, after `using namespace` of the ISA.
//
// A batch is 8 kWidth blocks, eight groups of eight vectors; with L = kWidth / 16 lanes they become
// 64 planes, plane i bit i of the number N1 + 2^32 N2 of every block. Bit g of byte 16 l + 2 v + b
// of a plane belongs to block g kWidth + v kWidth / 8 + 2 l + b:
//
//     in:     group 0: block 0 | block 1 | ...         group 1: block kWidth | ...
//     then:   groups' bytes i: group 0: blocks 0 1, kWidth / 8, ... | 2 3 ...      16 bytes a lane
//     then:   planes 8 i .. 8 i + 7
#pragma once

#include "cipher/gost28147/bitslice_rounds.hpp"
#include "cipher/shared/bit_transpose.hpp"

constexpr int kBatchBlocks = 8 * kWidth;
constexpr int kBatchBytes = kBlockBytes * kBatchBlocks;

struct alignas(64) Key {
  KeyWord word[8];
};
struct alignas(64) Planes {
  Vec bit[8 * kBlockBytes];
};

struct alignas(16) LaneOrder {
  std::uint8_t of[16];
};
consteval LaneOrder make_interleaved() {
  LaneOrder r{};
  for (int i = 0; i < 16; i++) r.of[i] = (std::uint8_t)(i % 2 * 8 + i / 2);
  return r;
}
constexpr LaneOrder kInterleaved = make_interleaved();  // two blocks, byte by byte

template <Order kOrder>
HR_INLINE void load_planes(const std::uint8_t* in, Vec* plane) {
  for (int group = 0; group < 8; group++) {
    Vec s[8];
    unroll<8>([&](auto i) HR_LAMBDA {
      s[i] = shuffle(load(in + (8 * group + i) * kWidth), load_splat128(kInterleaved.of));
    });
    unroll<3>([&](auto) HR_LAMBDA {
      Vec t[8];
      unroll<4>([&](auto i) HR_LAMBDA {
        t[2 * i] = unpack_lo16(s[i], s[i + 4]);
        t[2 * i + 1] = unpack_hi16(s[i], s[i + 4]);
      });
      unroll<8>([&](auto i) HR_LAMBDA { s[i] = t[i]; });
    });
    unroll<8>([&](auto i) HR_LAMBDA { plane[8 * block_position<kOrder>(i) + group] = s[i]; });
  }
  for (int byte = 0; byte < 8; byte++) transpose_bits(plane + 8 * byte);
}

// finish(p, v): vector v of the batch, at offset p. N1 and N2 change places.
template <Order kOrder, class Finish>
HR_INLINE void store_planes(Vec* plane, Finish finish) {
  for (int byte = 0; byte < 8; byte++) transpose_bits(plane + 8 * byte);
  for (int group = 0; group < 8; group++) {
    Vec s[8];
    unroll<8>([&](auto i) HR_LAMBDA { s[i] = plane[8 * (block_position<kOrder>(i) ^ 4) + group]; });
    unroll<3>([&](auto) HR_LAMBDA {
      Vec t[8];
      unroll<4>([&](auto i) HR_LAMBDA {
        t[2 * i] = unpack_lo8(s[i], s[i + 4]);
        t[2 * i + 1] = unpack_hi8(s[i], s[i + 4]);
      });
      unroll<8>([&](auto i) HR_LAMBDA { s[i] = t[i]; });
    });
    unroll<8>([&](auto i) HR_LAMBDA { finish((8 * group + i) * kWidth, s[i]); });
  }
}

template <Order kOrder>
HR_NOINLINE void crypt_blocks(const Key& key, Rounds rounds, bool decrypt, const std::uint8_t* in,
                              std::uint8_t* out, std::size_t blocks) {
  Planes planes;
  for_batches<kBlockBytes, kBatchBlocks>(in, out, blocks, [&](auto* from, auto* to, std::size_t n) {
    for (; n; n--, from += kBatchBytes, to += kBatchBytes) {
      load_planes<kOrder>(from, planes.bit);
      rounds(key.word, decrypt, planes.bit);
      store_planes<kOrder>(planes.bit, [&](int at, Vec v) HR_LAMBDA { store(to + at, v); });
    }
  });
  wipe(&planes, sizeof planes);
}

template <Order kOrder, const Circuits& kCircuits, bool kDecrypt>
void crypt(const void* key, const std::uint8_t* in, std::uint8_t* out,
           std::size_t blocks) noexcept {
  crypt_blocks<kOrder>(*(const Key*)key, crypt_planes<kCircuits>, kDecrypt, in, out, blocks);
}

// Counters.
consteval int log2_of(int n) { return n == 1 ? 0 : 1 + log2_of(n / 2); }
constexpr int kNumberBits = log2_of(kBatchBlocks);
// The bits of the number that a block has in its batch, as planes.
struct alignas(64) BlockNumbers {
  std::uint8_t plane[kNumberBits][kWidth];
};
consteval BlockNumbers make_block_numbers() {
  BlockNumbers r{};
  for (int i = 0; i < kWidth; i++)
    for (int group = 0; group < 8; group++) {
      const int number = group * kWidth + i % 16 / 2 * (kWidth / 8) + i / 16 * 2 + i % 2;
      for (int bit = 0; bit < kNumberBits; bit++)
        r.plane[bit][i] = (std::uint8_t)(r.plane[bit][i] | (number >> bit & 1) << group);
    }
  return r;
}
constexpr BlockNumbers kBlockNumbers = make_block_numbers();

struct Counter {
  std::uint64_t constant[8 * kBlockBytes];  // the bits of a counter block
  int place[4];                             // of the count's bytes in the number N1 + 2^32 N2
  std::uint32_t value;                      // of the batch's first block
};

// The planes of the counter blocks of a batch. What stands above the bits of a block's number takes
// one of two values.
HR_INLINE void count(const Counter& c, Vec* plane) {
  std::uint64_t before[32], change[32];
  spread(c.value, before);
  spread(c.value ^ (c.value + kBatchBlocks), change);
  for (int i = 0; i < 8 * kBlockBytes; i++) plane[i] = load_splat64(c.constant + i);
  Vec carry = zero();
  unroll<4>([&](auto q) HR_LAMBDA {
    Vec* byte = plane + 8 * c.place[q];
    unroll<8>([&](auto b) HR_LAMBDA {
      constexpr int i = 8 * q + b;
      const Vec bit = load_splat64(before + i);
      if constexpr (i < kNumberBits) {
        const Vec number = load(kBlockNumbers.plane[i]), different = xor2(bit, number);
        byte[b] = xor2(different, carry);
        carry = xor_and(and2(bit, number), different, carry);
      } else {
        byte[b] = xor_and(bit, load_splat64(change + i), carry);
      }
    });
  });
}

template <Order kOrder>
HR_NOINLINE void ctr_blocks(const Key& key, Rounds rounds, const std::uint8_t* counter,
                            CounterOrder order, const std::uint8_t* in, std::uint8_t* out,
                            std::size_t blocks) {
  Counter c;
  const std::uint64_t first = load_block<kOrder>(counter);
  spread((std::uint32_t)first, c.constant);
  spread((std::uint32_t)(first >> 32), c.constant + 32);
  for (int q = 0; q < 4; q++)
    c.place[q] = block_position<kOrder>(counter_position<kBlockBytes>(order, q));
  c.value = counter_value<kBlockBytes>(counter, order);
  Planes planes;
  for_batches<kBlockBytes, kBatchBlocks>(in, out, blocks, [&](auto* from, auto* to, std::size_t n) {
    for (; n; n--, from += kBatchBytes, to += kBatchBytes, c.value += kBatchBlocks) {
      count(c, planes.bit);
      rounds(key.word, false, planes.bit);
      store_planes<kOrder>(
          planes.bit, [&](int at, Vec v) HR_LAMBDA { store(to + at, xor2(v, load(from + at))); });
    }
  });
  wipe(&planes, sizeof planes);
  wipe(&c, sizeof c);
}

template <Order kOrder, const Circuits& kCircuits>
void ctr(const void* key, const std::uint8_t* counter, CounterOrder order, const std::uint8_t* in,
         std::uint8_t* out, std::size_t blocks) noexcept {
  ctr_blocks<kOrder>(*(const Key*)key, crypt_planes<kCircuits>, counter, order, in, out, blocks);
}

template <Order kOrder, const Circuits& kCircuits>
void prepare(const std::uint8_t* round_keys, void* key) noexcept {
  prepare_words<kOrder>(round_keys, ((Key*)key)->word, inverted_arguments(kCircuits));
}

template <Order kOrder, const Circuits& kCircuits>
consteval KernelOps serve(void (*schedule)(const std::uint8_t*, std::uint8_t*) noexcept) {
  if constexpr (!has_circuits(kCircuits))
    return {};
  else
    return {sizeof(Key),
            kRoundKeyBytes,
            0,
            schedule,
            Spilling<prepare<kOrder, kCircuits>>::call,
            crypt<kOrder, kCircuits, false>,
            crypt<kOrder, kCircuits, true>,
            ctr<kOrder, kCircuits>};
}
