// Camellia bit-sliced by words [RFC 3713]; common/word_planes.hpp has the layout. The four words are
//
//     D1: t1 t2 t3 t4 | t8 t5 t6 t7      D2: the same
//
// so that the bytes of both words of a half go through s1, s2, s3, s4. One circuit of s1 serves a word, because the
// other S-boxes only rotate its bits: masks select the bytes whose planes move.
#include "cipher/camellia/spec.hpp"
#include "cipher/common/word_planes.hpp"
#include "circuit/camellia/s1.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace camellia;

struct alignas(64) Key {
  WordKey subkey[kMaxSubkeys][2];
  int rounds;
};
template <int kIndex>
void prepare(const std::uint8_t* round_keys, void* key) noexcept {
  constexpr Variant v = kVariant[kIndex];
  Key& k = *(Key*)key;
  __builtin_memset(key, 0, sizeof k);
  k.rounds = v.rounds;
  for (int i = 0; i < v.subkeys(); i++, round_keys += 8) {
    const std::uint8_t right[4] = {round_keys[7], round_keys[4], round_keys[5], round_keys[6]};
    spread_word(round_keys, k.subkey[i][0]);
    spread_word(right, k.subkey[i][1]);
  }
  wipe_stack<256>();
}

HR_INLINE void add_key(Vec* word, const WordKey& key) {
  unroll<8>([&](auto b) HR_LAMBDA { word[b] = xor2(word[b], key_plane(key, b)); });
}
// The S-boxes s1..s4 of the four bytes.
HR_INLINE void substitute(Vec* p) {
  const Vec second = byte_mask<1>(), third = byte_mask<2>(), fourth = byte_mask<3>();
  Vec t[8];
  unroll<8>([&](auto b) HR_LAMBDA { t[b] = choose_bytes(fourth, p[(b + 7) & 7], p[b]); });
  box_camellia_s1(t, t);
  unroll<8>([&](auto b) HR_LAMBDA {
    if constexpr ((kNots_camellia_s1 >> b) & 1) t[b] = xor2(t[b], splat64(~0ull));
  });
  unroll<8>([&](auto b) HR_LAMBDA {
    p[b] = choose_bytes(second, t[(b + 7) & 7], choose_bytes(third, t[(b + 1) & 7], t[b]));
  });
}
// to += F(from + key)
HR_INLINE void round(const Vec (*from)[8], Vec (*to)[8], const WordKey* key) {
  Vec t[2][8];
  for (int i = 0; i < 2; i++) {
    unroll<8>([&](auto b) HR_LAMBDA { t[i][b] = xor2(from[i][b], key_plane(key[i], b)); });
    substitute(t[i]);
  }
  unroll<8>([&](auto b) HR_LAMBDA {
    const Vec left = t[0][b], right = t[1][b];
    const Vec pairs = xor2(left, turned<3>(left)), halves = xor2(right, turned<2>(right));
    const Vec sum = xor2(pairs, turned<2>(pairs));  // of t1..t4
    const Vec low = xor2(xor3(halves, turned<1>(halves), right), pairs);
    to[1][b] = xor2(to[1][b], low);
    to[0][b] = xor2(xor3(to[0][b], turned<1>(low), sum), left);
  });
}
// The second word of a half += the first one, masked and rotated by one bit; the first one += (the second or key).
HR_INLINE void add_rotated(Vec (*half)[8], const WordKey& key) {
  Vec a[8];
  unroll<8>([&](auto b) HR_LAMBDA { a[b] = and2(half[0][b], key_plane(key, b)); });
  unroll<8>([&](auto b) HR_LAMBDA {
    half[1][b] = xor2(half[1][b], b == 0 ? a[7] : turned<3>(a[(b + 7) & 7]));
  });
}
HR_INLINE void add_or(Vec (*half)[8], const WordKey& key) {
  unroll<8>([&](auto b) HR_LAMBDA {
    half[0][b] = xor2(half[0][b], turned<1>(or2(half[1][b], key_plane(key, b))));
  });
}

// Subkey i of the direction is subkey[index(i)].
template <bool kDecrypt>
HR_NOINLINE void crypt(const Key& key, State& s) {
  const int n = key.rounds + key.rounds / 3 + 2;
  const auto subkey = [&](int i)
                          HR_LAMBDA { return key.subkey[kDecrypt ? backward_index(i, n) : i]; };
  Vec(*const d1)[8] = s.word, (*const d2)[8] = s.word + 2;
  for (int j = 1; j < 4; j += 2)
    unroll<8>([&](auto b) HR_LAMBDA { s.word[j][b] = turned<3>(s.word[j][b]); });
  for (int j = 0; j < 4; j++) add_key(s.word[j], subkey(j / 2)[j % 2]);
  for (int i = 2; i < n - 2; i += 2) {
    if (i % 8 == 0) {
      add_rotated(d1, subkey(i)[0]);
      add_or(d1, subkey(i)[1]);
      add_or(d2, subkey(i + 1)[1]);
      add_rotated(d2, subkey(i + 1)[0]);
    } else {
      round(d1, d2, subkey(i));
      round(d2, d1, subkey(i + 1));
    }
  }
  for (int j = 0; j < 2; j++)
    unroll<8>([&](auto b) HR_LAMBDA {
      const Vec first = s.word[j][b];
      s.word[j][b] = s.word[2 + j][b];
      s.word[2 + j][b] = first;
    });
  for (int j = 0; j < 4; j++) add_key(s.word[j], subkey(n - 2 + j / 2)[j % 2]);
  for (int j = 1; j < 4; j += 2)
    unroll<8>([&](auto b) HR_LAMBDA { s.word[j][b] = turned<1>(s.word[j][b]); });
}
using Kernel = WordPlanes<Key, crypt<false>, crypt<true>>;

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier)                                                                \
  KernelOps(sizeof(Key), (std::uint32_t)kVariant[identifier].round_key_bytes(), kBatchBlocks,    \
            kPlanesGoodFor, schedule_portable<identifier>, prepare<identifier>, Kernel::encrypt, \
            Kernel::decrypt, Kernel::ctr)
#include "cipher/common/export_kernel.inc"
