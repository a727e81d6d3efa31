// ARIA bit-sliced by columns [RFC 5794]; common/word_planes.hpp has the layout. `word[c]` holds the bytes c, 4 + c, 8
// + c and 12 + c, because all of them go through the same S-box: a circuit for each.
//
// A consists of sums of three bytes of a word, sums of three words, the exchange of byte i of word j with byte i ^ j,
// and sums of three words again. Here the first step adds planes of different columns, the second and the fourth add
// the bytes of a column, and the third exchanges columns where masks select the words.
#include "cipher/aria/spec.hpp"
#include "cipher/common/word_planes.hpp"
#include "circuit/aes/aes.hpp"
#include "circuit/aes/inv.hpp"
#include "circuit/aria/inv.hpp"
#include "circuit/aria/s2.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace aria;

struct alignas(64) Key {
  WordKey forward[kMaxRounds + 1][4], backward[kMaxRounds + 1][4];
  int rounds;
};
HR_INLINE void spread_keys(const std::uint8_t* keys, int rounds, WordKey (*to)[4]) {
  for (int r = 0; r <= rounds; r++)
    for (int c = 0; c < 4; c++) {
      const std::uint8_t* const k = keys + 16 * r + c;
      const std::uint8_t column[4] = {k[0], k[4], k[8], k[12]};
      spread_word(column, to[r][c]);
    }
}
template <int kIndex>
void prepare(const std::uint8_t* round_keys, void* key) noexcept {
  constexpr int rounds = kVariant[kIndex].rounds;
  Key& k = *(Key*)key;
  __builtin_memset(key, 0, sizeof k);
  k.rounds = rounds;
  std::uint8_t reversed[kVariant[kIndex].round_key_bytes()];
  reverse_keys(round_keys, rounds, reversed);
  spread_keys(round_keys, rounds, k.forward);
  spread_keys(reversed, rounds, k.backward);
  wipe(reversed, sizeof reversed);
  wipe_stack<256>();
}

HR_INLINE void add_key(State& s, const WordKey* key) {
  unroll<32>([&](auto i) HR_LAMBDA {
    s.word[i / 8][i % 8] = xor2(s.word[i / 8][i % 8], key_plane(key[i / 8], i % 8));
  });
}
template <unsigned long long kNots>
HR_INLINE void invert_planes(Vec* p) {
  unroll<8>([&](auto b) HR_LAMBDA {
    if constexpr ((kNots >> b) & 1) p[b] = xor2(p[b], splat64(~0ull));
  });
}
// SL1, or SL2 with the columns exchanged.
template <bool kSecond>
HR_INLINE void substitute(State& s) {
  Vec(*const w)[8] = s.word;
  constexpr int first = 2 * kSecond;
  box_aes(w[first], w[first]);
  invert_planes<kNots_aes>(w[first]);
  box_aria_s2(w[first + 1], w[first + 1]);
  invert_planes<kNots_aria_s2>(w[first + 1]);
  box_aes_inv(w[2 - first], w[2 - first]);
  invert_planes<kNots_aes_inv>(w[2 - first]);
  box_aria_inv(w[3 - first], w[3 - first]);
  invert_planes<kNots_aria_inv>(w[3 - first]);
}
// The sums of three words: the sum of all of them, less word 3, 1, 2 and 0.
HR_INLINE Vec add_words(Vec x) {
  const Vec halves = xor2(x, turned<2>(x));
  return xor3(halves, turned<1>(halves), ends_exchanged(x));
}
HR_INLINE void exchange(Vec where, Vec& a, Vec& b) {
  const Vec before = a;
  a = choose_bytes(where, b, a);
  b = choose_bytes(where, before, b);
}
HR_INLINE void diffuse_planes(State& s) {
  const Vec odd = or2(byte_mask<1>(), byte_mask<3>()), upper = or2(byte_mask<2>(), byte_mask<3>());
  unroll<8>([&](auto b) HR_LAMBDA {
    Vec x[4];
    unroll<4>([&](auto c) HR_LAMBDA { x[c] = s.word[c][b]; });
    const Vec sum = xor2(xor3(x[0], x[1], x[2]), x[3]);
    unroll<4>([&](auto c) HR_LAMBDA { x[c] = add_words(xor2(x[c], sum)); });
    exchange(odd, x[0], x[1]);
    exchange(odd, x[2], x[3]);
    exchange(upper, x[0], x[2]);
    exchange(upper, x[1], x[3]);
    unroll<4>([&](auto c) HR_LAMBDA { s.word[c][b] = add_words(x[c]); });
  });
}

template <bool kDecrypt>
HR_NOINLINE void crypt(const Key& key, State& s) {
  const WordKey(*k)[4] = kDecrypt ? key.backward : key.forward;
  add_key(s, k[0]);
  for (int r = 1;; r += 2) {
    substitute<false>(s);
    diffuse_planes(s);
    add_key(s, k[r]);
    substitute<true>(s);
    if (r + 1 == key.rounds) break;
    diffuse_planes(s);
    add_key(s, k[r + 1]);
  }
  add_key(s, k[key.rounds]);
}
using Kernel = WordPlanes<Key, crypt<false>, crypt<true>, true>;

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier)                                                             \
  KernelOps(sizeof(Key), (std::uint32_t)kVariant[identifier].round_key_bytes(), kBatchBlocks, \
            kPlanesGoodFor, schedule_portable<identifier>,                                    \
            WipeStackAfter<prepare<identifier>>::call, Kernel::encrypt, Kernel::decrypt,      \
            Kernel::ctr)
#include "cipher/common/export_kernel.inc"
