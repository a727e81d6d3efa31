// Magma and GOST 28147-89 byte-sliced with byte shuffles: ECB and CTR [RFC 5830 section 5].
//
// A batch is kWidth blocks in eight vectors. With B = kWidth / 8 blocks in a vector, they become
// one vector for each byte of the block: s[0..3] is N1 and s[4..7] is N2, least significant byte
// first:
//
//     s[i]:  byte i of blocks 0 1 B B+1 2B .. 7B+1 | 2 3 B+2 ... | ...       16 bytes each
//
// A key is added byte by byte. To find out if a + k carries, the code compares a with a limit that
// depends only on k. SIMD compares signed bytes, therefore all bytes are stored with bit 7
// inverted. The rotation by 11 is a rotation by a byte, which renames vectors, and a rotation by 3,
// which the S-boxes' values contain:
//
//     result byte i + 1    bit 7                      bits 6 .. 3
//                          high nibble of byte i      low nibble of byte i
//     result byte i + 2    bits 2 .. 0
//                          high nibble of byte i, from another table
#pragma once

#include "base/secret.hpp"
#include "cipher/common/batches.hpp"
#include "cipher/gost28147/schedule.hpp"
#include "cipher/gost28147/spec.hpp"
#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace gost28147;
constexpr int kBatchBytes = kBlockBytes * kWidth;

struct RoundKey {
  std::uint64_t add[4], limit[4];  // each byte of the key, repeated: byte + 128, and 127 - byte
};
struct alignas(64) Key {
  RoundKey round[kRounds];
  std::uint8_t box[4][3][16];
  std::uint8_t order[16];  // the byte shuffle between two blocks and N1 N2 | N1 N2
};

HR_INLINE std::uint64_t repeat_byte(std::uint8_t x) { return x * 0x0101010101010101u; }

#ifdef HR_VEC_AVX512
template <Order kOrder>
HR_NOINLINE void fill(const std::uint8_t* round_keys, Key& k) {
  const std::uint8_t* boxes = round_keys + 4 * kRounds;
  for (int i = 0; i < kRounds; i++) {
    const std::uint32_t word = load_word<kOrder>(round_keys + 4 * i);
    for (int p = 0; p < 4; p++) {
      k.round[i].add[p] = repeat_byte((std::uint8_t)((word >> (8 * p)) + 128));
      k.round[i].limit[p] = repeat_byte((std::uint8_t)(127 - (word >> (8 * p))));
    }
  }
  for (int p = 0; p < 4; p++)
    for (int x = 0; x < 16; x++) {
      const std::uint32_t high = packed_box(boxes, 2 * p + 1, x);
      k.box[p][0][x] = (std::uint8_t)(packed_box(boxes, 2 * p, x) << 3);
      k.box[p][1][x] = (std::uint8_t)(high << 7);
      k.box[p][2][x] = (std::uint8_t)(high >> 1);
    }
  for (int i = 0; i < 16; i++)
    k.order[i] = (std::uint8_t)(i / 8 * 8 + block_position<kOrder>(i % 8));
}
template <Order kOrder>
void prepare(const std::uint8_t* round_keys, void* key) noexcept {
  fill<kOrder>(round_keys, *(Key*)key);
  wipe_stack<2048>();  // for spilled key words
}
#else
// The shuffle that repeats byte i of a word in byte 8 i and the seven bytes after it.
struct alignas(32) WordBytes {
  std::uint8_t of[32];
};
consteval WordBytes make_word_bytes() {
  WordBytes r{};
  for (int i = 0; i < 32; i++) r.of[i] = (std::uint8_t)(i / 8);
  return r;
}
constexpr WordBytes kWordBytes = make_word_bytes();

template <Order kOrder>
void prepare(const std::uint8_t* round_keys, void* key) noexcept {
  Key& k = *(Key*)key;
  const std::uint8_t* boxes = round_keys + 4 * kRounds;
  for (int i = 0; i < kRounds; i++) {
    const Vec word = splat32(load_word<kOrder>(round_keys + 4 * i));
    for (int at = 0; at < 32; at += kWidth) {
      const Vec add = xor2(shuffle(word, load(kWordBytes.of + at)), splat8(128));
      store((std::uint8_t*)k.round[i].add + at, add);
      store((std::uint8_t*)k.round[i].limit + at, xor2(add, splat8(255)));
    }
  }
  for (int p = 0; p < 4; p++) {
    const Vec both = load_splat128(boxes + 16 * p), even = low_nibble(both),
              odd = high_nibble(both);
    const Vec low = unpack_lo8(even, odd), high = unpack_hi8(even, odd);
    store_lane(k.box[p][0], shl16<3>(low));
    store_lane(k.box[p][1], shl16<7>(and2(high, splat8(1))));
    store_lane(k.box[p][2], shr16<1>(and2(high, splat8(14))));
  }
  for (int i = 0; i < 16; i++)
    k.order[i] = (std::uint8_t)(i / 8 * 8 + block_position<kOrder>(i % 8));
}
#endif

// A stage of the transposition. The place of a byte has seven bits (vector number, then byte
// number), and a stage rotates these bits to the left by one.
HR_INLINE void turn(Vec* s) {
  Vec t[8];
  unroll<4>([&](auto i) HR_LAMBDA {
    t[2 * i] = unpack_lo8(s[i], s[i + 4]);
    t[2 * i + 1] = unpack_hi8(s[i], s[i + 4]);
  });
  unroll<8>([&](auto i) HR_LAMBDA { s[i] = t[i]; });
}
HR_INLINE void turn_sign(Vec* s) {
  unroll<8>([&](auto i) HR_LAMBDA { s[i] = xor2(s[i], splat8(0x80)); });
}

// Computes to ^= t(from + k) <<< 11.
HR_INLINE void crypt_round(const Key& key, const RoundKey& k, const Vec* from, Vec* to) {
  const auto limit = [&](int p) HR_LAMBDA { return load_splat64(k.limit + p); };
  Vec t[4];
  Flags carry = above8(from[0], limit(0));
  t[0] = add8(from[0], load_splat64(k.add));
  unroll<3>([&](auto i) HR_LAMBDA {
    constexpr int p = i + 1;
    t[p] = increment8(add8(from[p], load_splat64(k.add + p)), carry);
    if constexpr (p < 3) carry = above8(from[p], limit(p), carry);
  });
  unroll<4>([&](auto p) HR_LAMBDA {
    const auto box = [&](int i) HR_LAMBDA { return load_splat128(key.box[p][i]); };
    const Vec low = low_nibble(t[p]), high = high_nibble(t[p]);
    Vec &next = to[(p + 1) % 4], &after = to[(p + 2) % 4];
    next = xor3(shuffle(box(1), high), shuffle(box(0), low), next);
    after = xor2(after, shuffle(box(2), high));
  });
}

// Runs the state of a batch through all rounds, and decryption uses the round keys backwards.
HR_INLINE void crypt_state(const Key& key, bool decrypt, Vec* s) {
  const std::ptrdiff_t step = decrypt ? -1 : 1;
  const RoundKey* round = key.round + (decrypt ? kRounds - 1 : 0);
  for (int i = 0; i < kRounds; i += 2, round += 2 * step) {
    crypt_round(key, round[0], s, s + 4);
    crypt_round(key, round[step], s + 4, s);
  }
}

// Converts the state to the vectors of a batch.
HR_INLINE void to_blocks(const Key& key, Vec* s) {
  const Vec order = load_splat128(key.order);
  unroll<4>([&](auto i) HR_LAMBDA {
    const Vec t = s[i];
    s[i] = s[i + 4];
    s[i + 4] = t;
  });
  turn_sign(s);
  unroll<3>([&](auto) HR_LAMBDA { turn(s); });
  unroll<8>([&](auto i) HR_LAMBDA { s[i] = shuffle(s[i], order); });
}

HR_NOINLINE void crypt_batches(const Key& key, bool decrypt, const std::uint8_t* in,
                               std::uint8_t* out, std::size_t batches) {
  for (; batches; batches--, in += kBatchBytes, out += kBatchBytes) {
    const Vec order = load_splat128(key.order);
    Vec s[8];
    unroll<8>([&](auto i) HR_LAMBDA { s[i] = shuffle(load(in + i * kWidth), order); });
    unroll<4>([&](auto) HR_LAMBDA { turn(s); });
    turn_sign(s);
    crypt_state(key, decrypt, s);
    to_blocks(key, s);
    unroll<8>([&](auto i) HR_LAMBDA { store(out + i * kWidth, s[i]); });
  }
}

void encrypt(const void* key, const std::uint8_t* in, std::uint8_t* out,
             std::size_t blocks) noexcept {
  for_batches<kBlockBytes, kWidth>(in, out, blocks, [&](auto* from, auto* to, std::size_t n) {
    crypt_batches(*(const Key*)key, false, from, to, n);
  });
}
void decrypt(const void* key, const std::uint8_t* in, std::uint8_t* out,
             std::size_t blocks) noexcept {
  for_batches<kBlockBytes, kWidth>(in, out, blocks, [&](auto* from, auto* to, std::size_t n) {
    crypt_batches(*(const Key*)key, true, from, to, n);
  });
}

// For each byte, the number of its block in the batch, with bit 7 inverted.
struct alignas(64) BlockNumbers {
  std::uint8_t of[kWidth];
};
consteval BlockNumbers make_block_numbers() {
  BlockNumbers r{};
  for (int i = 0; i < kWidth; i++)
    r.of[i] = (std::uint8_t)((i % 16 / 2 * (kWidth / 8) + i / 16 * 2 + i % 2) ^ 0x80);
  return r;
}
constexpr BlockNumbers kBlockNumbers = make_block_numbers();

struct Counter {
  std::uint8_t constant[kBlockBytes];  // in the order of the state, with bit 7 inverted
  int place[4];                        // the places of the count's bytes in the state
  std::uint32_t value;                 // the count of the batch's first block
};

// Makes the state of the counter blocks of a batch. It adds the number of a block to the low byte
// of the count, with carries like those of a key.
HR_INLINE void count(const Counter& c, Vec* s) {
  unroll<8>([&](auto i) HR_LAMBDA { s[i] = splat8(c.constant[i]); });
  const Vec number = load(kBlockNumbers.of);
  const auto low = (std::uint8_t)c.value;
  Flags carry = above8(number, splat8((std::uint8_t)(127 - low)));
  s[c.place[0]] = add8(number, splat8(low));
  for (int q = 1; q < 4; q++) {
    const Vec byte = splat8((std::uint8_t)((c.value >> (8 * q)) ^ 0x80));
    s[c.place[q]] = increment8(byte, carry);
    carry = above8(byte, splat8(127), carry);
  }
}

HR_NOINLINE void ctr_batches(const Key& key, Counter& c, const std::uint8_t* in, std::uint8_t* out,
                             std::size_t batches) {
  for (; batches; batches--, in += kBatchBytes, out += kBatchBytes, c.value += kWidth) {
    Vec planes[8], s[8];
    count(c, planes);
    unroll<8>([&](auto i) HR_LAMBDA { s[i] = planes[i]; });
    crypt_state(key, false, s);
    to_blocks(key, s);
    unroll<8>([&](auto i)
                  HR_LAMBDA { store(out + i * kWidth, xor2(s[i], load(in + i * kWidth))); });
  }
}

template <Order kOrder>
void ctr(const void* key, const std::uint8_t* counter, CounterOrder order, const std::uint8_t* in,
         std::uint8_t* out, std::size_t blocks) noexcept {
  Counter c;
  for (int i = 0; i < kBlockBytes; i++) {
    c.constant[i] = counter[block_position<kOrder>(i)] ^ 0x80;
    for (int q = 0; q < 4; q++)
      if (counter_position<kBlockBytes>(order, q) == block_position<kOrder>(i)) c.place[q] = i;
  }
  c.value = counter_value<kBlockBytes>(counter, order);
  for_batches<kBlockBytes, kWidth>(in, out, blocks, [&](auto* from, auto* to, std::size_t n) {
    ctr_batches(*(const Key*)key, c, from, to, n);
  });
  wipe(&c, sizeof c);
}

}  // namespace
}  // namespace hedgerow::HR_ISA
