// ARIA as the RFC writes it, one byte at a time [RFC 5794 section 2]. Every other kernel is compared with it, so it has
// its own literal layers and is slow. It is NOT constant in time, because it reads tables at secret indices, so it is
// used only if it is forced.
#include "cipher/aria/spec.hpp"
#include "cipher/common/one_block.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace aria;

// Byte i of A is the sum of these bytes [section 2.4.3].
constexpr std::uint8_t kDiffusion[16][7] = {
    {3, 4, 6, 8, 9, 13, 14},   {2, 5, 7, 8, 9, 12, 15},  {1, 4, 6, 10, 11, 12, 15},
    {0, 5, 7, 10, 11, 13, 14}, {0, 2, 5, 8, 11, 14, 15}, {1, 3, 4, 9, 10, 14, 15},
    {0, 2, 7, 9, 10, 12, 13},  {1, 3, 6, 8, 11, 12, 13}, {0, 1, 4, 7, 10, 13, 15},
    {0, 1, 5, 6, 11, 12, 14},  {2, 3, 5, 6, 8, 13, 15},  {2, 3, 4, 7, 9, 12, 14},
    {1, 2, 6, 7, 9, 11, 12},   {0, 3, 6, 7, 8, 10, 13},  {0, 3, 4, 5, 9, 11, 14},
    {1, 2, 4, 5, 8, 10, 15}};

// SL1, and SL2 if `second`. kBox has SB1, SB2, SB3 and SB4 [section 2.4.2].
void substitute(bool second, std::uint8_t* s) {
  for (int i = 0; i < 16; i++) s[i] = kBox[(i + (second ? 2 : 0)) % 4].of[s[i]];
}
// A [section 2.4.3]
void literal_diffusion(std::uint8_t* s) {
  std::uint8_t t[16] = {};
  for (int i = 0; i < 16; i++)
    for (const int j : kDiffusion[i]) t[i] ^= s[j];
  __builtin_memcpy(s, t, 16);
}
void add(std::uint8_t* s, const std::uint8_t* key) {
  for (int i = 0; i < 16; i++) s[i] ^= key[i];
}

template <int kIndex>
struct Literal {
  static constexpr Variant v = kVariant[kIndex];
  static consteval int block_bytes() { return kBlockBytes; }
  static consteval int round_key_bytes() { return v.round_key_bytes(); }

  // W_0, ..., W_3 and ek_1, ek_2, ... [section 2.2]. The function is FO or FE without its key [section 2.4.1].
  static void schedule(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept {
    expand_key<kIndex>(user_key, round_keys, [](bool second, std::uint8_t* block) {
      substitute(second, block);
      literal_diffusion(block);
    });
  }
  // FO and FE alternate. The last round has SL2 and a second key instead of A [section 2.3.1].
  static void encrypt_block(const std::uint8_t* keys, std::uint8_t* s) {
    for (int r = 0; r < v.rounds; r++) {
      add(s, keys + 16 * r);
      substitute(r % 2, s);
      if (r + 1 < v.rounds) literal_diffusion(s);
    }
    add(s, keys + 16 * v.rounds);
  }
  // Encryption with the decryption round keys [section 2.3.2] dk = ek_n+1, A(ek_n), ..., A(ek_2), ek_1 [section 2.2]
  static void decrypt_block(const std::uint8_t* keys, std::uint8_t* s) {
    std::uint8_t reversed[v.round_key_bytes()];
    for (int r = 0; r <= v.rounds; r++) {
      __builtin_memcpy(reversed + 16 * r, keys + 16 * (v.rounds - r), 16);
      if (r > 0 && r < v.rounds) literal_diffusion(reversed + 16 * r);
    }
    encrypt_block(reversed, s);
  }
};

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier) Reference<Literal<identifier>>::ops()
#define HR_KERNEL_VARTIME
#include "cipher/common/export_kernel.inc"
