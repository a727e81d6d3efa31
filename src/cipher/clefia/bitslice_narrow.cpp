// CLEFIA in plain 64-bit words for short calls, constant in time on any CPU with any word size and
// byte order. common/word_planes.hpp has the layout, with sixteen blocks at a time. One pass over the
// planes of S0 and one of S1 (bitslice.hpp) serve both F functions of a round. The matrices are sums
// of rotated words [RFC 6114 section 4].
#include "cipher/clefia/bitslice.hpp"
#include "cipher/clefia/spec.hpp"
#include "cipher/common/word_planes.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace clefia;

constexpr std::uint64_t kEven = 0x0000ffff0000ffff;  // a mask of bytes 0 and 2

struct Planes {
  std::uint64_t p[8];
};
struct alignas(64) Key {
  WordKey white[4], round[2 * kMaxRounds];
  int rounds;
};

HR_INLINE Planes sum(const Vec* word, const WordKey& key) {
  Planes r;
  for (int b = 0; b < 8; b++) r.p[b] = word[b].v ^ key.plane[b];
  return r;
}
HR_INLINE void add(Vec* word, const WordKey& key) {
  for (int b = 0; b < 8; b++) word[b].v ^= key.plane[b];
}
// Returns the even bytes of a and the odd bytes of b.
HR_INLINE Planes choose(const Planes& a, const Planes& b) {
  Planes r;
  for (int i = 0; i < 8; i++) r.p[i] = b.p[i] ^ ((a.p[i] ^ b.p[i]) & kEven);
  return r;
}
HR_INLINE std::uint64_t swap_neighbours(std::uint64_t a) {
  return (a & kEven) << 16 | ((a >> 16) & kEven);
}
// Multiplies by x in the field.
HR_INLINE void times_x(std::uint64_t* u) {
  const std::uint64_t top = u[7];
  for (int b = 7; b > 0; b--) u[b] = u[b - 1];
  u[0] = top;
  for (int b = 2; b <= 4; b++) u[b] ^= top;
}
// Computes d += x times the matrix with rows (1, 2^a, 2^b, 2^a + 2^b).
template <int kLogA, int kLogB>
HR_INLINE void mix(const Planes& x, Vec* d) {
  std::uint64_t u[8], v[8];
  for (int b = 0; b < 8; b++) {
    const std::uint64_t opposite = x.p[b] << 32 | x.p[b] >> 32, crossed = swap_neighbours(opposite);
    u[b] = swap_neighbours(x.p[b]) ^ crossed;
    v[b] = opposite ^ crossed;
  }
  for (int i = 0; i < kLogA; i++) times_x(u);
  for (int i = 0; i < kLogB; i++) times_x(v);
  for (int b = 0; b < 8; b++) d[b].v ^= x.p[b] ^ u[b] ^ v[b];
}

// Computes T1 += F0(T0), T3 += F1(T2).
HR_INLINE void round(Vec* t0, Vec* t1, Vec* t2, Vec* t3, const WordKey* key) {
  const Planes a = sum(t0, key[0]), b = sum(t2, key[1]);
  Planes s0 = choose(a, b), s1 = choose(b, a);
  s0_planes(s0.p);
  s1_planes(s1.p);
  mix<1, 2>(choose(s0, s1), t1);
  mix<3, 1>(choose(s1, s0), t3);
}
// Moves word j + kBy to word j.
template <int kBy>
HR_INLINE void rotate_words(State& s) {
  for (int b = 0; b < 8; b++) {
    const Vec old[4] = {s.word[0][b], s.word[1][b], s.word[2][b], s.word[3][b]};
    for (int j = 0; j < 4; j++) s.word[j][b] = old[(j + kBy) & 3];
  }
}

// The words stay in place during the rounds. At the end they rotate by rounds - 1 places. That is
// one place, because there are 4 n + 2 rounds.
HR_NOINLINE void encrypt_words(const Key& key, State& s) {
  Vec(&t)[4][8] = s.word;
  add(t[1], key.white[0]);
  add(t[3], key.white[1]);
  for (int r = 0; r < key.rounds; r++)
    round(t[r & 3], t[(r + 1) & 3], t[(r + 2) & 3], t[(r + 3) & 3], key.round + 2 * r);
  rotate_words<1>(s);
  add(t[1], key.white[2]);
  add(t[3], key.white[3]);
}
HR_NOINLINE void decrypt_words(const Key& key, State& s) {
  Vec(&t)[4][8] = s.word;
  add(t[1], key.white[2]);
  add(t[3], key.white[3]);
  for (int i = 0; i < key.rounds; i++)
    round(t[-i & 3], t[(1 - i) & 3], t[(2 - i) & 3], t[(3 - i) & 3],
          key.round + 2 * (key.rounds - 1 - i));
  rotate_words<-1>(s);
  add(t[1], key.white[0]);
  add(t[3], key.white[1]);
}

template <int kIndex>
void prepare(const std::uint8_t* round_keys, void* key) noexcept {
  static_assert(kVariant[kIndex].rounds % 4 == 2);
  Key& k = *(Key*)key;
  __builtin_memset(key, 0, sizeof k);
  k.rounds = kVariant[kIndex].rounds;
  for (int i = 0; i < 4; i++) spread_word(round_keys + 4 * i, k.white[i]);
  for (int i = 0; i < 2 * k.rounds; i++) spread_word(round_keys + 16 + 4 * i, k.round[i]);
}

using Kernel = WordPlanes<Key, encrypt_words, decrypt_words>;

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier)                                                                \
  KernelOps(sizeof(Key), (std::uint32_t)kVariant[identifier].round_key_bytes(), kBatchBlocks,    \
            kPlanesGoodFor, schedule_portable<identifier>, prepare<identifier>, Kernel::encrypt, \
            Kernel::decrypt, Kernel::ctr)
#include "cipher/common/export_kernel.inc"
