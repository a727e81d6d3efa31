// CLEFIA byte-sliced over vectors [RFC 6114 section 4]: the round and ECB in both directions.
//
// common/byteslice.hpp has the lanes:
//
//     w[4 j + i]    byte i of word Tj of many blocks
//
// The words stay in their registers because the round numbers rotate instead. So a loop has four
// rounds, and 18, 22 or 26 rounds leave two more rounds.
#pragma once

#include "cipher/clefia/keys.hpp"
#include "cipher/clefia/sbox.hpp"
#include "cipher/clefia/spec.hpp"
#include "cipher/common/batches.hpp"
#include "cipher/common/byte_lanes.hpp"
#include "cipher/common/byteslice.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace clefia;
// Every key byte is repeated eight times, for a load that broadcasts it.
struct alignas(64) Direction {
  std::uint64_t entry[8], round[kMaxRounds][8], exit[8];
};
HR_INLINE void repeat_keys(const std::uint8_t* flat, Direction& d) {
  std::uint64_t* const words = (std::uint64_t*)&d;
  for (int i = 0; i < kFlatBytes; i += 16) repeat_bytes(flat + i, words + i);
}
using Key = PreparedKey<Direction>;
template <int kIndex>
void prepare(const std::uint8_t* round_keys, void* key) noexcept {
  prepare_key<kIndex>(round_keys, *(Key*)key);
}

// Computes d += M_f x + key. The rows of M_f are (1, a, b, a + b), and their columns are added bit
// by bit.
template <int kF01>
HR_INLINE void mix(const Vec* x, Vec* d, const std::uint64_t* key) {
  constexpr unsigned a = kMatrixRow[kF01][1], b = kMatrixRow[kF01][2];
  static_assert(kMatrixRow[kF01][3] == (a ^ b));
  const Vec odd = multiply<a>(xor2(x[1], x[3])), even = multiply<a>(xor2(x[0], x[2]));
  const Vec upper = multiply<b>(xor2(x[2], x[3])), lower = multiply<b>(xor2(x[0], x[1]));
  unroll<4>([&](auto i) HR_LAMBDA {
    const Vec sum = xor3(x[i], d[i], i % 2 ? even : odd);
    d[i] = xor3(sum, i < 2 ? upper : lower, load_splat64(key + i));
  });
}

// Computes d += F0(t) or F1(t), plus key. kWithoutLast: without the contribution of the last byte
// of t. Each function is computed separately, first the S-boxes, then the matrix. Look-ups and
// products use different ports of an Intel core, and this order keeps both within its window.
template <int kF01, bool kWithoutLast = false>
HR_INLINE void function(const Vec* t, Vec* d, const std::uint64_t* key) {
  constexpr int at0 = kF01, at1 = 1 - kF01;  // the first bytes that S0 and S1 process
  Vec s0[2] = {t[at0], t[at0 + 2]}, s1[2] = {t[at1], t[at1 + 2]}, x[4];
  substitute1<2>(s1);
  substitute0<2>(s0);
  unroll<2>([&](auto i) HR_LAMBDA {
    x[at0 + 2 * i] = s0[i];
    x[at1 + 2 * i] = s1[i];
  });
  if constexpr (kWithoutLast) x[3] = zero();
  mix<kF01>(x, d, key);
}

// One round, after the words have been rotated kTurn times. In decryption, the word that F0 has
// changed enters F1 in the next round, and vice versa. Therefore every second round begins with F1,
// so that neither function waits for the one immediately before it.
template <int kTurn>
HR_INLINE void round(Vec* w, const std::uint64_t* key) {
  const auto t = [&](int j) HR_LAMBDA { return w + 4 * ((kTurn + j) & 3); };
  constexpr bool f1_first = kTurn < 0 && kTurn % 2 != 0;
  if constexpr (f1_first) function<1>(t(2), t(3), key + 4);
  function<0>(t(0), t(1), key);
  if constexpr (!f1_first) function<1>(t(2), t(3), key + 4);
}

// Runs the rounds from kFrom (0..3) to the last. kSign is 1 to encrypt and -1 to decrypt, and the
// words in w are not rotated at the end. At least 15 rounds prefetch one line each, and the rest is
// prefetched before the last two rounds.
template <int kSign, int kFrom = 0>
HR_INLINE void run_rounds(const Direction& d, int rounds, Vec* w, Ahead ahead) {
  unroll<4>([&](auto i) HR_LAMBDA {
    if constexpr (i >= kFrom) {
      ahead.fetch(1);
      round<kSign * i>(w, d.round[i]);
    }
  });
  for (int r = 4; r < rounds - 2; r += 4)
    unroll<4>([&](auto i) HR_LAMBDA {
      ahead.fetch(1);
      round<kSign * i>(w, d.round[r + i]);
    });
  unroll<2>([&](auto i) HR_LAMBDA {
    ahead.fetch(2);
    round<kSign * i>(w, d.round[rounds - 2 + i]);
  });
}

// Adds the masks to T0 and T2.
HR_INLINE void add_masks(const std::uint64_t* masks, Vec* w) {
  unroll<8>([&](auto i) HR_LAMBDA {
    constexpr int at = i < 4 ? i : i + 4;
    w[at] = xor2(w[at], load_splat64(masks + i));
  });
}
HR_INLINE void enter(const Direction& d, Vec* w) {
  unroll<16>([&](auto i) HR_LAMBDA { w[i] = to_basis(w[i]); });
  add_masks(d.entry, w);
}
// The last round does not rotate the words, so Tj is at the place that it had in round rounds - 1.
template <int kSign>
HR_INLINE void leave(const Direction& d, Vec* w) {
  Vec t[16];
  unroll<16>([&](auto i) HR_LAMBDA { t[i] = w[(i + 4 * kSign) & 15]; });
  add_masks(d.exit, t);
  unroll<16>([&](auto i) HR_LAMBDA { w[i] = from_basis(t[i]); });
}

HR_NOINLINE void encrypt_batches(const Key& key, const std::uint8_t* in, std::uint8_t* out,
                                 std::size_t batches) {
  ecb_batches(in, out, batches, [&](Vec* w, Ahead ahead) HR_LAMBDA {
    enter(key.forward, w);
    run_rounds<1>(key.forward, (int)key.rounds, w, ahead);
    leave<1>(key.forward, w);
  });
}

HR_NOINLINE void decrypt_batches(const Key& key, const std::uint8_t* in, std::uint8_t* out,
                                 std::size_t batches) {
  ecb_batches(in, out, batches, [&](Vec* w, Ahead ahead) HR_LAMBDA {
    enter(key.backward, w);
    run_rounds<-1>(key.backward, (int)key.rounds, w, ahead);
    leave<-1>(key.backward, w);
  });
}

void encrypt(const void* key, const std::uint8_t* in, std::uint8_t* out,
             std::size_t blocks) noexcept {
  for_batches<kBlockBytes, kBatchBlocks>(in, out, blocks, [&](auto* from, auto* to, std::size_t n) {
    encrypt_batches(*(const Key*)key, from, to, n);
  });
}

void decrypt(const void* key, const std::uint8_t* in, std::uint8_t* out,
             std::size_t blocks) noexcept {
  for_batches<kBlockBytes, kBatchBlocks>(in, out, blocks, [&](auto* from, auto* to, std::size_t n) {
    decrypt_batches(*(const Key*)key, from, to, n);
  });
}

}  // namespace
}  // namespace hedgerow::HR_ISA
