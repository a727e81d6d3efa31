// The CBC-MAC whose last block is masked, for CMAC itself and for modes that hold one beside others:
// SIV, KExp15, CTR-ACPKM with OMAC. The two standards differ in the masks alone.
//   OMAC1 [SP 800-38B; GOST R 34.13-2015 section 5.6]   full K1 = 2 E(0), incomplete K2 = 2 K1
//   DSTU 7624                                           full E(0), incomplete E(01 00 .. 00)
// An incomplete (or empty) last block is padded by 80 00 .. in both. A message is a serial chain:
// each block waits for the one before it. Trivially copyable; a mode's state wipes it.
#pragma once

#include <string.h>

#include "mode/engine/block_feed.hpp"
#include "mode/engine/chunks.hpp"
#include "mode/engine/doubling.hpp"

namespace hedgerow {

class Omac {
 public:
  // Makes the masks K1 and K2 of a key and is ready for a message.
  void set_key(CipherKey& key) noexcept {
    const std::size_t block = key.block_bytes();
    memset(full_, 0, block);
    key.encrypt(full_, full_, 1);
    double_big_endian(full_, block);
    memcpy(incomplete_, full_, block);
    double_big_endian(incomplete_, block);
    clear();
  }

  // The same with the masks of DSTU 7624.
  void set_key_dstu(CipherKey& key) noexcept {
    const std::size_t block = key.block_bytes();
    memset(full_, 0, block);
    memset(incomplete_, 0, block);
    incomplete_[0] = 1;
    key.encrypt(full_, full_, 1);
    key.encrypt(incomplete_, incomplete_, 1);
    clear();
  }
  // The mask of a last block that has `bytes` of the message, out of `block`.
  const std::uint8_t* mask(std::size_t bytes, std::size_t block) const noexcept {
    return bytes == block ? full_ : incomplete_;
  }

  void update(CipherKey& key, const std::uint8_t* in, std::size_t bytes) noexcept {
    feed_.feed(key.block_bytes(), in, bytes,
               [&](const std::uint8_t* p, std::size_t blocks) { take(key, p, blocks); });
  }

  // Writes one block and is ready for another message.
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

  // Wipes what belongs to the message.
  void clear() noexcept {
    wipe(chain_, sizeof chain_);
    feed_.clear();
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
