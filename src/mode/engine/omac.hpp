// OMAC, the CBC-MAC with a mask on the last block. CMAC uses it, and so do the modes that contain a CMAC: SIV, KExp15
// and CTR-ACPKM with OMAC. The two standards differ only in the masks:
//
//   OMAC1 [SP 800-38B; GOST R 34.13-2015 section 5.6]   full K1 = 2 E(0), incomplete K2 = 2 K1
//   DSTU 7624                                           full E(0), incomplete E(01 00 .. 00)
//
// Both pad an incomplete or empty last block with 80 00 .. A message is a serial chain, because each block waits for
// the one before it. The class is trivially copyable and has no destructor, because the mode wipes its state.
#pragma once

#include <string.h>

#include "mode/engine/block_feed.hpp"
#include "mode/engine/chunks.hpp"
#include "mode/engine/doubling.hpp"

namespace hedgerow {

class Omac {
 public:
  // Computes the masks K1 and K2 from the key and starts a message.
  void set_key(CipherKey& key) noexcept {
    const std::size_t block = key.block_bytes();
    memset(full_, 0, block);
    key.encrypt(full_, full_, 1);
    double_big_endian(full_, block);
    memcpy(incomplete_, full_, block);
    double_big_endian(incomplete_, block);
    clear();
  }

  // Does the same with the masks of DSTU 7624.
  void set_key_dstu(CipherKey& key) noexcept {
    const std::size_t block = key.block_bytes();
    memset(full_, 0, block);
    memset(incomplete_, 0, block);
    incomplete_[0] = 1;
    key.encrypt(full_, full_, 1);
    key.encrypt(incomplete_, incomplete_, 1);
    clear();
  }
  // The mask for a last block that contains `bytes` bytes of the message, out of `block` bytes.
  const std::uint8_t* mask(std::size_t bytes, std::size_t block) const noexcept {
    return bytes == block ? full_ : incomplete_;
  }

  void update(CipherKey& key, const std::uint8_t* in, std::size_t bytes) noexcept {
    feed_.feed(key.block_bytes(), in, bytes,
               [&](const std::uint8_t* p, std::size_t blocks) { take(key, p, blocks); });
  }

  // Writes one block and starts another message.
  void tag(CipherKey& key, std::uint8_t* tag) noexcept {
    const std::size_t block = key.block_bytes(), have = feed_.waiting_bytes();
    std::uint8_t last[kMaxBlockBytes] = {};
    memcpy(last, feed_.waiting(), have);
    if (have < block) last[have] = 0x80;
    xor_into(last, last, mask(have, block), block);
    take(key, last, 1);
    memcpy(tag, chain_, block);
    wipe(last, sizeof last);
    clear();
  }

  // Wipes the secrets of the message.
  void clear() noexcept {
    wipe(chain_, sizeof chain_);
    feed_.clear();
  }
  // Also wipes the masks. Call set_key before the next message.
  void wipe_key() noexcept {
    clear();
    wipe(full_, sizeof full_);
    wipe(incomplete_, sizeof incomplete_);
  }

 private:
  void take(CipherKey& key, const std::uint8_t* in, std::size_t blocks) noexcept {
    const std::size_t block = key.block_bytes();
    for (; blocks != 0; blocks--, in += block) {
      xor_block(chain_, chain_, in, block);
      key.encrypt(chain_, chain_, 1);
    }
  }

  std::uint8_t full_[kMaxBlockBytes], incomplete_[kMaxBlockBytes];  // the masks K1, K2
  alignas(16) std::uint8_t chain_[kMaxBlockBytes];
  BlockFeed<LastBlock::kKeep> feed_;
};

}  // namespace hedgerow
