// Which modes a family of ciphers has and their lengths: the one table of such facts.
// The C ABI checks its arguments against it; `hedgerow_cipher_info` shows it.
#pragma once

#include "mode/aead.hpp"
#include "mode/cmac.hpp"

namespace hedgerow {

struct FamilyModes {
  const char* cipher;  // a family, or a variant that differs from its family
  // CTR
  void (*start_ctr)(CtrStream& stream, const CipherKey& key, const std::uint8_t* iv) noexcept;
  std::uint32_t ivs_per_block;  // the IV has block / ivs_per_block bytes
  // AEAD: nonce of one block; null: none
  const AeadScheme* aead;
  // MACs
  CmacMasks cmac_masks;    // null: none
  const AeadScheme* gmac;  // null: none
  // Tags of AEAD and MACs are this long at least, a block at most.
  std::uint32_t min_tag_bytes;
  // The last bytes of the variant's user key are packed S-boxes, which the caller gives beside the
  // key; the check takes the same time for all of them.
  std::uint32_t sbox_bytes = 0;
  bool (*sbox_is_valid)(const std::uint8_t* sbox) noexcept = nullptr;
};

// Every family of cipher.def has a line (checked at compile time).
const FamilyModes& family_modes(const Variant& variant) noexcept;

inline std::size_t ctr_iv_bytes(const Variant& variant) noexcept {
  return variant.block_bytes / family_modes(variant).ivs_per_block;
}

// Default data limit per key, in blocks: far below the birthday bound 2^(4 * block bytes).
constexpr std::uint64_t default_limit_blocks(std::size_t block_bytes) noexcept {
  if (block_bytes < 8) return 1ull << (2 * block_bytes + 4);
  return block_bytes <= 8    ? 1ull << 20
         : block_bytes <= 12 ? 1ull << 34
         : block_bytes <= 16 ? 1ull << 48
                             : 1ull << 62;
}

}  // namespace hedgerow
