// OMAC1 under a key of its own, for modes that hold one beside others: SIV, KExp15, CTR-ACPKM with
// OMAC [SP 800-38B; GOST R 34.13-2015 section 5.6]. Trivially copyable; a mode's state wipes it.
#pragma once

#include <string.h>

#include "mode/engine/block_feed.hpp"
#include "mode/engine/chunks.hpp"
#include "mode/engine/doubling.hpp"

namespace hedgerow {

class Omac {
 public:
  // Makes the masks K1 and K2 of a key and is ready for a message.
  void set_key(const CipherKey& key) noexcept {
    const std::size_t block = key.block_bytes();
    memset(full_, 0, block);
    key.encrypt(full_, full_, 1);
    double_big_endian(full_, block);
    memcpy(incomplete_, full_, block);
    double_big_endian(incomplete_, block);
    clear();
  }

  void update(const CipherKey& key, const std::uint8_t* in, std::size_t bytes) noexcept {
    feed_.feed(key.block_bytes(), in, bytes,
               [&](const std::uint8_t* p, std::size_t blocks) { take(key, p, blocks); });
  }

  // Writes one block and is ready for another message.
  void tag(const CipherKey& key, std::uint8_t* tag) noexcept {
    const std::size_t block = key.block_bytes(), have = feed_.waiting_bytes();
    std::uint8_t last[kMaxBlockBytes] = {};
    memcpy(last, feed_.waiting(), have);
    if (have < block) last[have] = 0x80;
    xor_into(last, last, have == block ? full_ : incomplete_, block);
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
  void take(const CipherKey& key, const std::uint8_t* in, std::size_t blocks) noexcept {
    const std::size_t block = key.block_bytes();
    for (; blocks != 0; blocks--, in += block) {
      xor_into(chain_, chain_, in, block);
      key.encrypt(chain_, chain_, 1);
    }
  }

  std::uint8_t full_[kMaxBlockBytes], incomplete_[kMaxBlockBytes];  // the masks K1, K2
  std::uint8_t chain_[kMaxBlockBytes];
  BlockFeed<LastBlock::kKeep> feed_;
};

}  // namespace hedgerow
