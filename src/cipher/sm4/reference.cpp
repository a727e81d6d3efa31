// SM4 as the standard writes it [GB/T 32907-2016 sections 6 and 7]. Every other kernel is compared with it, so it has
// its own literal key expansion and is slow. It is NOT constant in time, because it reads a table at secret indices, so
// it is used only if it is forced.
#include "cipher/common/one_block.hpp"
#include "cipher/sm4/spec.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace sm4;
using Word = std::uint32_t;

Word rotate(Word x, int n) { return x << n | x >> (32 - n); }
// tau [section 6.2 a]
Word tau(Word a) {
  Word b = 0;
  for (int i = 24; i >= 0; i -= 8) b = b << 8 | kBox.of[a >> i & 255];
  return b;
}
// T, which is L [section 6.2 b] of tau
Word t(Word x) {
  const Word b = tau(x);
  return b ^ rotate(b, 2) ^ rotate(b, 10) ^ rotate(b, 18) ^ rotate(b, 24);
}
// T', which has L' in place of L [section 7.3 a]
Word t_of_key(Word x) {
  const Word b = tau(x);
  return b ^ rotate(b, 13) ^ rotate(b, 23);
}

struct Literal {
  static consteval int block_bytes() { return kBlockBytes; }
  static consteval int round_key_bytes() { return kRoundKeyBytes; }

  // The key expansion [section 7.3], with FK [section 7.3 b] and CK [section 7.3 c]
  static void schedule(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept {
    Word k[kRounds + 4];
    for (int i = 0; i < 4; i++) k[i] = load_be32(user_key + 4 * i) ^ kFk[i];
    for (int i = 0; i < kRounds; i++) {
      k[i + 4] = k[i] ^ t_of_key(k[i + 1] ^ k[i + 2] ^ k[i + 3] ^ ck(i));
      store_be32(round_keys + 4 * i, k[i + 4]);
    }
  }
  // 32 rounds F [section 6.1], and R, which reverses the order of the words [section 7.1]. The round keys are first +
  // step i for i = 0, 1, ..., in words. Decryption has them in reverse order [section 7.2].
  static void crypt_block(const std::uint8_t* round_keys, int first, int step,
                          std::uint8_t* block) {
    Word x[kRounds + 4];
    for (int i = 0; i < 4; i++) x[i] = load_be32(block + 4 * i);
    for (int i = 0; i < kRounds; i++)
      x[i + 4] =
          x[i] ^ t(x[i + 1] ^ x[i + 2] ^ x[i + 3] ^ load_be32(round_keys + 4 * (first + step * i)));
    for (int i = 0; i < 4; i++) store_be32(block + 4 * i, x[kRounds + 3 - i]);
  }
  static void encrypt_block(const std::uint8_t* round_keys, std::uint8_t* block) {
    crypt_block(round_keys, 0, 1, block);
  }
  static void decrypt_block(const std::uint8_t* round_keys, std::uint8_t* block) {
    crypt_block(round_keys, kRounds - 1, -1, block);
  }
};

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier) Reference<Literal>::ops()
#define HR_KERNEL_VARTIME
#include "cipher/common/export_kernel.inc"
