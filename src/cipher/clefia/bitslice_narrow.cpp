// CLEFIA in plain 64-bit words for short calls, constant in time on any CPU with any word size and
// byte order. It processes sixteen blocks at a time, with eight bit planes for each word T0..T3 of
// a block:
//
//     p[j][b]:  byte 3 of Tj | byte 2 | byte 1 | byte 0      16 bits each, block 0 in the lowest
//
// p[j][b] has bit b of these bytes. One pass over the planes of S0 and one of S1 (bitslice.hpp)
// serve both F functions of a round. The matrices are sums of rotated words [RFC 6114 section 4].
#include "base/bytes.hpp"
#include "base/secret.hpp"
#include "cipher/clefia/bitslice.hpp"
#include "cipher/clefia/spec.hpp"
#include "cipher/common/batches.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace clefia;

constexpr int kBatch = 16;
constexpr std::uint64_t kEven = 0x0000ffff0000ffff;  // a mask of bytes 0 and 2

struct Planes {
  std::uint64_t p[8];
};
struct alignas(64) Key {
  Planes white[4], round[2 * kMaxRounds];
  int rounds;
};
struct State {
  Planes t[4];
};

HR_INLINE void add(Planes& a, const Planes& b) {
  for (int i = 0; i < 8; i++) a.p[i] ^= b.p[i];
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
HR_INLINE void mix(const Planes& x, Planes& d) {
  std::uint64_t u[8], v[8];
  for (int b = 0; b < 8; b++) {
    const std::uint64_t opposite = x.p[b] << 32 | x.p[b] >> 32, crossed = swap_neighbours(opposite);
    u[b] = swap_neighbours(x.p[b]) ^ crossed;
    v[b] = opposite ^ crossed;
  }
  for (int i = 0; i < kLogA; i++) times_x(u);
  for (int i = 0; i < kLogB; i++) times_x(v);
  for (int b = 0; b < 8; b++) d.p[b] ^= x.p[b] ^ u[b] ^ v[b];
}

// Computes T1 += F0(T0), T3 += F1(T2).
HR_INLINE void round(Planes& t0, Planes& t1, Planes& t2, Planes& t3, const Planes* key) {
  Planes a = t0, b = t2;
  add(a, key[0]);
  add(b, key[1]);
  Planes s0 = choose(a, b), s1 = choose(b, a);
  s0_planes(s0.p);
  s1_planes(s1.p);
  mix<1, 2>(choose(s0, s1), t1);
  mix<3, 1>(choose(s1, s0), t3);
}

// The byte of a batch that is in byte i of word k of Tj before its bits are transposed.
constexpr int position(int j, int k, int i) { return 16 * (8 * (i % 2) + k) + 4 * j + i / 2; }

HR_INLINE void load_batch(const std::uint8_t* in, State& s) {
  for (int j = 0; j < 4; j++) {
    for (int k = 0; k < 8; k++) {
      s.t[j].p[k] = 0;
      for (int i = 0; i < 8; i++) s.t[j].p[k] |= (std::uint64_t)in[position(j, k, i)] << (8 * i);
    }
    hedgerow::transpose_bits(s.t[j].p);
  }
}
HR_INLINE void store_batch(State& s, std::uint8_t* out) {
  for (int j = 0; j < 4; j++) {
    hedgerow::transpose_bits(s.t[j].p);
    for (int k = 0; k < 8; k++)
      for (int i = 0; i < 8; i++) out[position(j, k, i)] = (std::uint8_t)(s.t[j].p[k] >> (8 * i));
  }
}

HR_NOINLINE void encrypt_batch(const Key& key, const std::uint8_t* in, std::uint8_t* out) {
  State s;
  load_batch(in, s);
  Planes* const t = s.t;
  add(t[1], key.white[0]);
  add(t[3], key.white[1]);
  for (int r = 0; r < key.rounds; r++)
    round(t[r & 3], t[(r + 1) & 3], t[(r + 2) & 3], t[(r + 3) & 3], key.round + 2 * r);
  State left;  // the words, with one rotation less
  for (int j = 0; j < 4; j++) left.t[j] = t[(j + key.rounds - 1) & 3];
  add(left.t[1], key.white[2]);
  add(left.t[3], key.white[3]);
  store_batch(left, out);
  wipe(&s, sizeof s);
  wipe(&left, sizeof left);
}

HR_NOINLINE void decrypt_batch(const Key& key, const std::uint8_t* in, std::uint8_t* out) {
  State s;
  load_batch(in, s);
  Planes* const t = s.t;
  add(t[1], key.white[2]);
  add(t[3], key.white[3]);
  for (int i = 0; i < key.rounds; i++)
    round(t[-i & 3], t[(1 - i) & 3], t[(2 - i) & 3], t[(3 - i) & 3],
          key.round + 2 * (key.rounds - 1 - i));
  State left;
  for (int j = 0; j < 4; j++) left.t[j] = t[(j - key.rounds + 1) & 3];
  add(left.t[1], key.white[0]);
  add(left.t[3], key.white[1]);
  store_batch(left, out);
  wipe(&s, sizeof s);
  wipe(&left, sizeof left);
}

HR_INLINE void spread(const std::uint8_t* word, Planes& planes) {
  for (int b = 0; b < 8; b++) {
    planes.p[b] = 0;
    for (int i = 0; i < 4; i++)
      planes.p[b] |= (0 - ((std::uint64_t)word[i] >> b & 1)) >> 48 << (16 * i);
  }
}
template <int kIndex>
void prepare(const std::uint8_t* round_keys, void* key) noexcept {
  Key& k = *(Key*)key;
  __builtin_memset(key, 0, sizeof k);
  k.rounds = kVariant[kIndex].rounds;
  for (int i = 0; i < 4; i++) spread(round_keys + 4 * i, k.white[i]);
  for (int i = 0; i < 2 * k.rounds; i++) spread(round_keys + 16 + 4 * i, k.round[i]);
}

using Loops = Batches<Key, kBlockBytes, kBatch, encrypt_batch, decrypt_batch>;

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier)                                                                  \
  KernelOps(sizeof(Key), (std::uint32_t)kVariant[identifier].round_key_bytes(), kBatch, kAllCalls, \
            schedule_portable<identifier>, prepare<identifier>, Loops::encrypt, Loops::decrypt,    \
            Loops::ctr)
#include "cipher/common/export_kernel.inc"
