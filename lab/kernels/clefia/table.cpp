// CLEFIA with combined tables of S-boxes and matrices, as in fast table implementations: four tables of 256 words for
// each of F0 and F1. NOT constant time, because the indices are secret. It is a lab kernel and the positive control of
// the leak checks, and it is never selected automatically. Words are little-endian: byte 0 of a word is the lowest.
#include "base/bytes.hpp"
#include "cipher/clefia/spec.hpp"
#include "kernels/block_loops.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace clefia;

struct alignas(64) Tables {
  std::uint32_t of[4][256];
};
struct alignas(64) Key {
  std::uint32_t white[4], round[2 * kMaxRounds];
  int rounds;
};
struct Words {
  std::uint32_t t[4];
};

// of[j][x]: the contribution of a byte x at position j to the result of F0 or F1.
consteval Tables make_tables(int f) {
  Tables r{};
  for (int j = 0; j < 4; j++)
    for (int x = 0; x < 256; x++) {
      const unsigned s = uses_s1(f, j) ? kS1.of[x] : kS0.of[x];
      for (int i = 0; i < 4; i++)
        r.of[j][x] |= (std::uint32_t)times(kMatrixRow[f][i ^ j], s) << (8 * i);
    }
  return r;
}
constexpr Tables kTables[2] = {make_tables(0), make_tables(1)};

template <int kF01>
HR_INLINE std::uint32_t f_function(std::uint32_t x) {
  const Tables& t = kTables[kF01];
  return t.of[0][x & 255] ^ t.of[1][(x >> 8) & 255] ^ t.of[2][(x >> 16) & 255] ^ t.of[3][x >> 24];
}

HR_INLINE Words load(const std::uint8_t* p) {
  return {{load_le32(p), load_le32(p + 4), load_le32(p + 8), load_le32(p + 12)}};
}
HR_INLINE void store(std::uint8_t* p, Words w) {
  for (int i = 0; i < 4; i++) store_le32(p + 4 * i, w.t[i]);
}

HR_INLINE Words encrypt_block(const Key& k, Words w) {
  w.t[1] ^= k.white[0];
  w.t[3] ^= k.white[1];
  for (int r = 0;; r++) {
    w.t[1] ^= f_function<0>(w.t[0] ^ k.round[2 * r]);
    w.t[3] ^= f_function<1>(w.t[2] ^ k.round[2 * r + 1]);
    if (r + 1 == k.rounds) break;
    w = {{w.t[1], w.t[2], w.t[3], w.t[0]}};
  }
  w.t[1] ^= k.white[2];
  w.t[3] ^= k.white[3];
  return w;
}
HR_INLINE Words decrypt_block(const Key& k, Words w) {
  w.t[1] ^= k.white[2];
  w.t[3] ^= k.white[3];
  for (int r = k.rounds - 1;; r--) {
    w.t[1] ^= f_function<0>(w.t[0] ^ k.round[2 * r]);
    w.t[3] ^= f_function<1>(w.t[2] ^ k.round[2 * r + 1]);
    if (r == 0) break;
    w = {{w.t[3], w.t[0], w.t[1], w.t[2]}};
  }
  w.t[1] ^= k.white[0];
  w.t[3] ^= k.white[1];
  return w;
}

template <int kIndex>
void prepare(const std::uint8_t* round_keys, void* key) noexcept {
  Key& k = *(Key*)key;
  __builtin_memset(key, 0, sizeof k);
  k.rounds = kVariant[kIndex].rounds;
  for (int i = 0; i < 4; i++) k.white[i] = load_le32(round_keys + 4 * i);
  for (int i = 0; i < 2 * k.rounds; i++) k.round[i] = load_le32(round_keys + 16 + 4 * i);
}

using Loops = BlockLoops<Key, kBlockBytes, load, store, encrypt_block, decrypt_block>;

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier)                                                             \
  loop_ops<Key, Loops>(kVariant[identifier].round_key_bytes(), schedule_portable<identifier>, \
                       prepare<identifier>)
#define HR_KERNEL_VARTIME
#include "cipher/common/export_kernel.inc"
