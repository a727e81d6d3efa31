// CMAC: CBC-MAC whose last block is masked. The two standards differ in the masks alone.
//   GOST R 34.13-2015 section 5.6 (OMAC1): full K1 = 2 E(0), incomplete K2 = 2 K1, big-endian field
//   DSTU 7624:                             full E(0), incomplete E(01 00 .. 00)
// An incomplete (or empty) last block is padded by 0x80 00 .. in both.
#pragma once

#include "mode/block_feed.hpp"
#include "registry/cipher_key.hpp"

namespace hedgerow {

// Writes one block each: the masks of a full and of an incomplete last block.
using CmacMasks = void (*)(const CipherKey& key, std::uint8_t* full,
                           std::uint8_t* incomplete) noexcept;
void gost_cmac_masks(const CipherKey& key, std::uint8_t* full, std::uint8_t* incomplete) noexcept;
void dstu_cmac_masks(const CipherKey& key, std::uint8_t* full, std::uint8_t* incomplete) noexcept;

// Copyable; whoever frees its memory wipes it.
class Cmac {
 public:
  void set_key(CmacMasks masks, const CipherKey& key) noexcept;
  void update(const CipherKey& key, const std::uint8_t* in, std::size_t bytes) noexcept;
  // One block, of which the tag is a prefix; then ready for another message.
  void tag(const CipherKey& key, std::uint8_t* block) noexcept;

 private:
  void chain(const CipherKey& key, const std::uint8_t* in, std::size_t blocks) noexcept;

  std::uint8_t full_[kMaxBlockBytes] = {};
  std::uint8_t incomplete_[kMaxBlockBytes] = {};
  std::uint8_t chain_[kMaxBlockBytes] = {};
  BlockFeed<LastBlock::kKeep> feed_;
};

}  // namespace hedgerow
