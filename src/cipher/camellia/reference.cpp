// Camellia as the RFC writes it [RFC 3713 section 2]. Every other kernel is compared with it, so it has its own literal
// functions and is slow. It is NOT constant in time, because it reads a table at secret indices, so it is used only if
// it is forced.
#include "cipher/camellia/spec.hpp"
#include "cipher/common/one_block.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace camellia;
using Half = std::uint64_t;

std::uint32_t rotate1(std::uint32_t x) { return x << 1 | x >> 31; }

// F without its key [section 2.4.1]. SBOX2 to SBOX4 are SBOX1 with rotations of its output or its input.
Half function(Half x) {
  std::uint8_t t[9];
  for (int i = 1; i <= 8; i++) {
    const int box = kBoxOf[i - 1];
    t[i] = kAfter[box].of[kS1.of[kBefore[box].of[x >> (64 - 8 * i) & 255]]];
  }
  const int y[8] = {
      t[1] ^ t[3] ^ t[4] ^ t[6] ^ t[7] ^ t[8], t[1] ^ t[2] ^ t[4] ^ t[5] ^ t[7] ^ t[8],
      t[1] ^ t[2] ^ t[3] ^ t[5] ^ t[6] ^ t[8], t[2] ^ t[3] ^ t[4] ^ t[5] ^ t[6] ^ t[7],
      t[1] ^ t[2] ^ t[6] ^ t[7] ^ t[8],        t[2] ^ t[3] ^ t[5] ^ t[7] ^ t[8],
      t[3] ^ t[4] ^ t[5] ^ t[6] ^ t[8],        t[1] ^ t[4] ^ t[5] ^ t[6] ^ t[7]};
  Half r = 0;
  for (const int byte : y) r = r << 8 | (Half)byte;
  return r;
}
// FL [section 2.4.2]
Half fl(Half x, Half key) {
  std::uint32_t x1 = (std::uint32_t)(x >> 32), x2 = (std::uint32_t)x;
  const std::uint32_t k1 = (std::uint32_t)(key >> 32), k2 = (std::uint32_t)key;
  x2 ^= rotate1(x1 & k1);
  x1 ^= x2 | k2;
  return (Half)x1 << 32 | x2;
}
// FLINV [section 2.4.2]
Half fl_inverse(Half y, Half key) {
  std::uint32_t y1 = (std::uint32_t)(y >> 32), y2 = (std::uint32_t)y;
  const std::uint32_t k1 = (std::uint32_t)(key >> 32), k2 = (std::uint32_t)key;
  y1 ^= y2 | k2;
  y2 ^= rotate1(y1 & k1);
  return (Half)y1 << 32 | y2;
}

template <int kIndex>
struct Literal {
  static constexpr Variant v = kVariant[kIndex];
  static consteval int block_bytes() { return kBlockBytes; }
  static consteval int round_key_bytes() { return v.round_key_bytes(); }

  // [section 2.2]
  static void schedule(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept {
    expand_key<kIndex>(user_key, round_keys, function);
  }
  // [section 2.3.1 for 18 rounds, section 2.3.2 for 24], with the subkeys in the order of their use
  static void crypt_block(const Half* k, std::uint8_t* block) {
    Half d1 = load_be64(block) ^ *k++, d2 = load_be64(block + 8) ^ *k++;
    for (int r = 0; r < v.rounds; r += 2) {
      if (r && r % 6 == 0) {
        d1 = fl(d1, *k++);
        d2 = fl_inverse(d2, *k++);
      }
      d2 ^= function(d1 ^ *k++);
      d1 ^= function(d2 ^ *k++);
    }
    store_be64(block, d2 ^ *k++);
    store_be64(block + 8, d1 ^ *k++);
  }
  static void encrypt_block(const std::uint8_t* round_keys, std::uint8_t* block) {
    Half k[v.subkeys()];
    for (int i = 0; i < v.subkeys(); i++) k[i] = load_be64(round_keys + 8 * i);
    crypt_block(k, block);
  }
  // Encryption with the subkeys in reverse order [section 2.3.3].
  static void decrypt_block(const std::uint8_t* round_keys, std::uint8_t* block) {
    constexpr int n = v.subkeys();
    Half k[n];
    for (int i = 0; i < n; i++) k[i] = load_be64(round_keys + 8 * backward_index(i, n));
    crypt_block(k, block);
  }
};

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier) Reference<Literal<identifier>>::ops()
#define HR_KERNEL_VARTIME
#include "cipher/common/export_kernel.inc"
