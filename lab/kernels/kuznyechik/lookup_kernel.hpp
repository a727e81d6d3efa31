// KernelOps around code that computes L(S(x)) with tables, for both directions. Only for the lab: NOT constant time.
//
// A block is two 64-bit words, byte 0 lowest. L^-1 is L on the bytes in the opposite order (spec.hpp), so decryption
// runs the same form with tables of the inverse box on reversed blocks. It works on y = L^-1(x), because each round is
// then y -> L^-1(S^-1(y)) xor L^-1(K) [RFC 7801 section 4.5].
//
// A form has kBlocks, the type State, the functions gather(x) and scatter(state, x) between words and State,
// add_key(state, key), and linear<kInverse>(state), which is S and L, or S^-1 and L^-1 in reversed blocks.
#pragma once

#include "base/bytes.hpp"
#include "cipher/common/batches.hpp"
#include "cipher/kuznyechik/spec.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace kuznyechik;
using Words = std::uint64_t[2];

HR_INLINE std::uint64_t substitute(const std::uint8_t (&box)[256], std::uint64_t a) {
  std::uint64_t r = 0;
  for (int i = 0; i < 64; i += 8) r |= (std::uint64_t)box[(a >> i) & 255] << i;
  return r;
}
// Returns the same value and hides its origin from the compiler. Bytes that another step needs are then extracted
// again; otherwise clang would keep all of them on the stack. Sums are not regrouped across this point; otherwise clang
// would turn trees into chains.
template <class Word>
HR_INLINE Word once(Word x) {
  if constexpr (sizeof(Word) <= sizeof(void*)) __asm__("" : "+r"(x));
  return x;
}
HR_INLINE void load_reversed(const std::uint8_t (&box)[256], const std::uint8_t* in, Words& x) {
  x[0] = __builtin_bswap64(substitute(box, load_le64(in + 8)));
  x[1] = __builtin_bswap64(substitute(box, load_le64(in)));
}

template <class Form>
struct Lookup {
  static constexpr int kBlocks = Form::kBlocks;
  struct alignas(64) Key {
    Words forward[10],
        backward[10];  // [0..8]: L^-1(K), reversed, in their order; [9]: the first key
  };

  static void prepare(const std::uint8_t* round_keys, void* key) noexcept {
    Key& k = *(Key*)key;
    __builtin_memset(key, 0, sizeof k);
    for (int r = 0; r < kRoundKeys; r++)
      for (int w = 0; w < 2; w++) k.forward[r][w] = load_le64(round_keys + 16 * r + 8 * w);
    for (int r = 0; r < kRounds; r++) {
      Words x[kBlocks]{};
      load_reversed(kPi, round_keys + 16 * (kRounds - r), x[0]);
      typename Form::State s = Form::gather(x);
      Form::template linear<true>(s);
      Form::scatter(s, x);
      for (int w = 0; w < 2; w++) k.backward[r][w] = x[0][w];
    }
    for (int w = 0; w < 2; w++) k.backward[9][w] = k.forward[0][w];
  }
  static void encrypt_batch(const Key& k, const std::uint8_t* in, std::uint8_t* out) {
    Words x[kBlocks];
    unroll<2 * kBlocks>([&](auto i) HR_LAMBDA { x[i / 2][i % 2] = load_le64(in + 8 * i); });
    typename Form::State s = Form::gather(x);
    Form::add_key(s, k.forward[0]);
    for (int r = 1; r <= kRounds; r++) {
      Form::template linear<false>(s);
      Form::add_key(s, k.forward[r]);
    }
    Form::scatter(s, x);
    unroll<2 * kBlocks>([&](auto i) HR_LAMBDA { store_le64(out + 8 * i, x[i / 2][i % 2]); });
  }
  static void decrypt_batch(const Key& k, const std::uint8_t* in, std::uint8_t* out) {
    Words x[kBlocks];
    for (int b = 0; b < kBlocks; b++) load_reversed(kPi, in + 16 * b, x[b]);
    typename Form::State s = Form::gather(x);
    for (int r = 0; r < kRounds; r++) {
      Form::template linear<true>(s);
      Form::add_key(s, k.backward[r]);
    }
    Form::scatter(s, x);
    for (int i = 0; i < 2 * kBlocks; i++) {
      const std::uint64_t reversed = __builtin_bswap64(x[i / 2][1 - i % 2]);
      store_le64(out + 8 * i, substitute(kPiInverse.of, reversed) ^ k.backward[9][i % 2]);
    }
  }
  static consteval KernelOps ops() {
    using Loops = Batches<Key, kBlockBytes, kBlocks, encrypt_batch, decrypt_batch>;
    return {sizeof(Key), kRoundKeyBytes, Loops::batch_blocks(), kAllCalls, schedule_portable,
            prepare,     Loops::encrypt, Loops::decrypt,        Loops::ctr};
  }
};

}  // namespace
}  // namespace hedgerow::HR_ISA
