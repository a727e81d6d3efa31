// CLEFIA as the RFC writes it [RFC 6114 sections 4 to 6]. Every other kernel is compared with it, so
// it has its own literal key schedule and is slow. It is NOT constant in time, because it reads
// tables at secret indices, so it is used only if it is forced. The prepared key is the number of
// rounds, WK_0..WK_3 and the RK.
#include "base/bytes.hpp"
#include "base/secret.hpp"
#include "cipher/clefia/spec.hpp"
#include "cipher/common/batches.hpp"
#include "cipher/common/byte_field.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace clefia;

using Word = std::uint32_t;

constexpr int kMaxWords = 4 + 2 * kMaxRounds;
struct alignas(64) Key {
  Word wk[4], rk[2 * kMaxRounds];
  int rounds;
};

constexpr Products<4> kProducts[2] = {make_products(kMatrixRow[0], kFieldPolynomial),
                                      make_products(kMatrixRow[1], kFieldPolynomial)};

// F0 or F1 [section 4.2]: the key (step 1), the S-boxes [section 4.3] (step 2), and the matrix
// [section 4.4] (step 3). Row i and column j of a matrix have the factor i ^ j of its first row.
Word f_function(int f, Word key, Word x) {
  const Word t = key ^ x;
  Word y = 0;
  for (int i = 0; i < 4; i++) {
    unsigned sum = 0;
    for (int j = 0; j < 4; j++) {
      const unsigned byte = (t >> (24 - 8 * j)) & 255;
      sum ^= kProducts[f].by[i ^ j].of[uses_s1(f, j) ? kS1.of[byte] : kS0.of[byte]];
    }
    y = y << 8 | sum;
  }
  return y;
}

// GFN_{n,rounds} [section 4.1]. The words rotate to the left after every round (step 2.2) except the
// last, because step 3 is the rotation back.
void gfn(int n, int rounds, const Word* keys, Word* t) {
  for (int i = 0; i < rounds; i++) {
    for (int j = 0; j < n; j += 2) t[j + 1] ^= f_function(j / 2 % 2, *keys++, t[j]);
    if (i + 1 == rounds) break;
    const Word first = t[0];
    for (int j = 0; j + 1 < n; j++) t[j] = t[j + 1];
    t[n - 1] = first;
  }
}
// GFNINV_{4,rounds} [section 4.1], likewise with rotations to the right.
void gfn_inverse(int rounds, const Word* keys, Word* t) {
  for (int i = 0; i < rounds; i++) {
    for (int j = 0; j < 4; j += 2)
      t[j + 1] ^= f_function(j / 2, keys[2 * (rounds - 1 - i) + j / 2], t[j]);
    if (i + 1 == rounds) break;
    const Word last = t[3];
    for (int j = 3; j > 0; j--) t[j] = t[j - 1];
    t[0] = last;
  }
}

// Sigma [section 6.1]: bits 7..63 | 121..127 | 0..6 | 64..120, where bit 0 is the first.
void double_swap(Word* x) {
  Word y[4] = {};
  for (int i = 0; i < 128; i++) {
    const int from = i < 57 ? i + 7 : i < 64 ? i + 64 : i < 71 ? i - 64 : i - 7;
    y[i / 32] |= ((x[from / 32] >> (31 - from % 32)) & 1) << (31 - i % 32);
  }
  for (int i = 0; i < 4; i++) x[i] = y[i];
}

void write_words(std::uint8_t* p, const Word* w, int n) {
  for (int i = 0; i < n; i++) store_be32(p + 4 * i, w[i]);
}
void read_words(const std::uint8_t* p, Word* w, int n) {
  for (int i = 0; i < n; i++) w[i] = load_be32(p + 4 * i);
}

// The schedule for 128 bits [section 6.3]. CON_128[i] is word i of the constants [section 6.6].
void schedule_short(const Word* k, Word* wk, Word* rk) {
  Word l[4] = {k[0], k[1], k[2], k[3]};
  gfn(4, 12, kConstants[0].of, l);
  for (int i = 0; i < 4; i++) wk[i] = k[i];
  for (int i = 0; i < 9; i++) {
    for (int j = 0; j < 4; j++)
      rk[4 * i + j] = l[j] ^ kConstants[0].of[24 + 4 * i + j] ^ (i % 2 ? k[j] : 0);
    double_swap(l);
  }
}
// Steps 3 to 5 of the schedule for keys of 192 and 256 bits [section 6.5], where k has KL and KR, and
// l has LL and LR.
void schedule_long(const Word* constants, int rounds, const Word* k, Word* wk, Word* rk) {
  Word l[8];
  for (int i = 0; i < 8; i++) l[i] = k[i];
  gfn(8, 10, constants, l);
  for (int i = 0; i < 4; i++) wk[i] = k[i] ^ k[4 + i];
  for (int i = 0; i < rounds / 2; i++) {
    const int right = i % 4 / 2;
    for (int j = 0; j < 4; j++)
      rk[4 * i + j] =
          l[4 * right + j] ^ constants[40 + 4 * i + j] ^ (i % 2 ? k[4 * (1 - right) + j] : 0);
    double_swap(l + 4 * right);
  }
}

// KR is K4 | K5 | ~K0 | ~K1 for a key of 192 bits [section 6.5 step 2].
template <int kIndex>
void schedule(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept {
  constexpr Variant v = kVariant[kIndex];
  Word k[8] = {}, words[kMaxWords];
  read_words(user_key, k, v.key_bytes / 4);
  if (v.key_bytes == 24)
    for (int i = 0; i < 2; i++) k[6 + i] = ~k[i];
  if (v.key_bytes == 16)
    schedule_short(k, words, words + 4);
  else
    schedule_long(kConstants[kIndex].of, v.rounds, k, words, words + 4);
  write_words(round_keys, words, v.round_key_bytes() / 4);
}

template <int kIndex>
void prepare(const std::uint8_t* round_keys, void* key) noexcept {
  Key& k = *(Key*)key;
  __builtin_memset(key, 0, sizeof k);
  k.rounds = kVariant[kIndex].rounds;
  read_words(round_keys, k.wk, 4);
  read_words(round_keys + 16, k.rk, 2 * k.rounds);
}

// ENCr [section 5.1]
void encrypt_block(const Key& k, const std::uint8_t* in, std::uint8_t* out) {
  Word t[4];
  read_words(in, t, 4);
  t[1] ^= k.wk[0];
  t[3] ^= k.wk[1];
  gfn(4, k.rounds, k.rk, t);
  t[1] ^= k.wk[2];
  t[3] ^= k.wk[3];
  write_words(out, t, 4);
}
// DECr [section 5.1]
void decrypt_block(const Key& k, const std::uint8_t* in, std::uint8_t* out) {
  Word t[4];
  read_words(in, t, 4);
  t[1] ^= k.wk[2];
  t[3] ^= k.wk[3];
  gfn_inverse(k.rounds, k.rk, t);
  t[1] ^= k.wk[0];
  t[3] ^= k.wk[1];
  write_words(out, t, 4);
}
using Loops = Batches<Key, kBlockBytes, 1, encrypt_block, decrypt_block>;

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier)                                                             \
  KernelOps(sizeof(Key), (std::uint32_t)kVariant[identifier].round_key_bytes(), 1, kAllCalls, \
            schedule<identifier>, prepare<identifier>, Loops::encrypt, Loops::decrypt, Loops::ctr)
#define HR_KERNEL_VARTIME
#include "cipher/common/export_kernel.inc"
