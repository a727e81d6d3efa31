// Magma [RFC 8891 sections 4 and 5] and GOST 28147-89 [RFC 5830 sections 4 and 5] as the standards
// write them. Every other kernel is compared with this code, so it has its own literal key schedule
// and is slow. It is NOT constant in time, because it reads S-boxes at secret indices, so it is used
// only if it is forced.
#include "base/bytes.hpp"
#include "base/secret.hpp"
#include "cipher/common/one_block.hpp"
#include "cipher/gost28147/schedule.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace gost28147;

std::uint32_t rotate_left(std::uint32_t x, int n) { return x << n | x >> (32 - n); }

// Applies row i of the packed S-boxes, which have two values in a byte, to x.
std::uint32_t substitute(const std::uint8_t* boxes, int i, std::uint32_t x) {
  const std::uint8_t pair = boxes[8 * i + x / 2];
  return pair >> (4 * (x % 2)) & 15;
}

// g[k](a) = t(a + k) <<< 11 [RFC 8891 section 4.2]. These are the adder CM1, the substitution box K
// and the register R [RFC 5830 sections 4 and 5.1]. Pi_i and K_i+1 are for nibble i.
std::uint32_t round_function(const std::uint8_t* boxes, std::uint32_t a, std::uint32_t k) {
  const std::uint32_t sum = a + k;
  std::uint32_t r = 0;
  for (int i = 0; i < kBoxes; i++) r |= substitute(boxes, i, sum >> (4 * i) & 15) << (4 * i);
  return rotate_left(r, 11);
}

// 31 rounds G [RFC 8891 section 4.2], and the last round G*, which does not exchange the halves [RFC
// 8891 section 5.1, RFC 5830 section 5.1]. Decryption has the round keys in reverse order [RFC 8891
// section 5.2, RFC 5830 section 5.2]. spec.hpp has the order of bytes: a_1 = N2 and a_0 = N1.
template <Order kOrder>
void crypt_block(const std::uint8_t* key, std::uint8_t* block, bool decrypt) {
  constexpr bool kMagma = kOrder == Order::kMagma;
  const std::uint8_t* boxes = key + 4 * kRounds;
  std::uint32_t a1 = kMagma ? load_be32(block) : load_le32(block + 4);
  std::uint32_t a0 = kMagma ? load_be32(block + 4) : load_le32(block);
  for (int i = 0; i < kRounds; i++) {
    const std::uint8_t* word = key + 4 * (decrypt ? kRounds - 1 - i : i);
    const std::uint32_t k = kMagma ? load_be32(word) : load_le32(word);
    const std::uint32_t next = round_function(boxes, a0, k) ^ a1;
    a1 = i < kRounds - 1 ? a0 : next;
    a0 = i < kRounds - 1 ? next : a0;
  }
  kMagma ? store_be32(block, a1) : store_le32(block + 4, a1);
  kMagma ? store_be32(block + 4, a0) : store_le32(block, a0);
}

// Writes K_1 .. K_8 three times, then K_8 .. K_1 [RFC 8891 section 4.3], or X0 .. X7 likewise [RFC
// 5830 section 5.1]. Then it writes the S-boxes, one nibble at a time.
void write_round_keys(const std::uint8_t* user_key, const Boxes* boxes, std::uint8_t* round_keys) {
  for (int i = 0; i < 8; i++)
    for (int j = 0; j < 4; j++) {
      for (int pass = 0; pass < 3; pass++) round_keys[32 * pass + 4 * i + j] = user_key[4 * i + j];
      round_keys[96 + 4 * (7 - i) + j] = user_key[4 * i + j];
    }
  for (int row = 0; row < kBoxes; row++)
    for (int x = 0; x < 16; x += 2)
      round_keys[4 * kRounds + 8 * row + x / 2] =
          boxes ? (std::uint8_t)(boxes->row[row][x] + 16 * boxes->row[row][x + 1])
                : user_key[kKeyBytes + 8 * row + x / 2];
}

constexpr const Boxes* kSet_magma = &kBoxes_tc26_z;
#define SBOXES(set, rows) constexpr const Boxes* kSet_##set = &kBoxes_##set;
#include "cipher/gost28147/sboxes.def"
#undef SBOXES
constexpr const Boxes* kSet_user = nullptr;
constexpr const Boxes* kSetOf[] = {
#define ENTRY(order, set) kSet_##set,
#include "cipher/gost28147/entries.inc"
};

template <int kIndex>
struct Literal {
  static consteval int block_bytes() { return kBlockBytes; }
  static consteval int round_key_bytes() { return kRoundKeyBytes; }

  static void schedule(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept {
    write_round_keys(user_key, kSetOf[kIndex], round_keys);
  }
  static void encrypt_block(const std::uint8_t* round_keys, std::uint8_t* block) {
    crypt_block<kVariant[kIndex].order>(round_keys, block, false);
  }
  static void decrypt_block(const std::uint8_t* round_keys, std::uint8_t* block) {
    crypt_block<kVariant[kIndex].order>(round_keys, block, true);
  }
};

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier) Reference<Literal<identifier>>::ops()
#define HR_KERNEL_VARTIME
#include "cipher/common/export_kernel.inc"
