// Seals many short CCM messages together (see ccm.hpp). Their CBC-MACs are chains that run side by side, and one kernel
// call computes the keystream of all of them.
//
//   chains   | first block | head, start of the AAD |  then the rest of the AAD  |  then the data |  one per message
//   nonces   | E(nonce) | ..                    Scheme::kNonceBlocks blocks for each message
//   pool     | mask | keystream of message 0 | mask | keystream of message 1 | ..
//
// The MACs read all data before anything is written, so in == out needs no special case.
#pragma once

#include "mode/engine/batch.hpp"
#include "mode/engine/ccm.hpp"

namespace hedgerow {

// The chain of a CBC-MAC, in which `pad` and zeros follow an incomplete last block.
template <std::size_t kBlock>
struct CcmChain {
  static constexpr ChainKind kKind = ChainKind::kCipher;
  static constexpr bool kWrites = false, kLastApart = false;
  std::uint8_t pad;

  void last(const std::uint8_t* in, std::size_t bytes, std::uint8_t* text) const noexcept {
    memset(text, 0, kBlock);
    memcpy(text, in, bytes);
    text[bytes] = pad;
  }
};

template <class Scheme>
class CcmBatch {
 public:
  static void run(ModeContext& c, const AeadMessage* messages, std::size_t count,
                  std::uint8_t* tags) noexcept {
    for (std::size_t n; count != 0; messages += n, tags += n * kMaxTagBytes, count -= n) {
      n = count < kMost ? count : kMost;
      CcmBatch(c, messages, n).seal(tags);
    }
  }

 private:
  static constexpr std::size_t kPoolBytes = kChunkBytes, kMost = 64;

  CcmBatch(ModeContext& c, const AeadMessage* messages, std::size_t count) noexcept
      : c_(c), messages_(messages), count_(count), block_(c.block()) {}

  void seal(std::uint8_t* tags) noexcept {
    memset(chains_, 0, count_ * block_);
    chain_heads();
    run_chains<CcmChain>(c_, parts_, count_, Scheme::first_pad(c_.parameters));
    for (std::size_t i = 0; i < count_; i++) set_part(i, messages_[i].in, messages_[i].bytes);
    run_chains<CcmChain>(c_, parts_, count_, Scheme::first_pad(c_.parameters));
    if (Scheme::kNonceBlocks) {
      for (std::size_t i = 0; i < count_; i++)
        memcpy(nonces_ + i * block_, messages_[i].nonce, block_);
      c_.key().encrypt(nonces_, nonces_, count_);
    }
    for (std::size_t done = 0; done < count_;) done += crypt_some(done, tags);
    wipe(chains_, count_ * block_);
    wipe(nonces_, count_ * block_);
  }

  std::uint8_t* chain(std::size_t i) noexcept { return chains_ + i * block_; }
  void set_part(std::size_t i, const std::uint8_t* in, std::size_t bytes) noexcept {
    parts_[i] = {chain(i), block_, in, chain(i), bytes};
  }

  // Absorbs the first block of every message and, if the message has AAD, the block that begins with the head. Sets
  // parts_ to the rest of the AAD.
  void chain_heads() noexcept {
    std::uint8_t heads[kMost * 2 * kMaxBlockBytes];
    std::size_t rest[kMost];
    for (std::size_t i = 0; i < count_; i++) {
      const AeadMessage& m = messages_[i];
      std::uint8_t* const first = heads + i * 2 * block_;
      Parameters p = c_.parameters;
      p.tag_bytes = (std::uint32_t)m.tag_bytes;
      p.aad_bytes = m.aad_bytes;
      p.data_bytes = m.bytes;
      memset(first, 0, 2 * block_);
      Scheme::first_block(block_, p, m.nonce, m.nonce_bytes, first);
      const std::size_t head = Scheme::write_head(block_, p, first + block_);
      const std::size_t room = head ? block_ - head : 0;
      rest[i] = m.aad_bytes < room ? m.aad_bytes : room;
      if (rest[i]) memcpy(first + block_ + head, m.aad, rest[i]);
      if (head && head + rest[i] < block_) first[block_ + head + rest[i]] = Scheme::first_pad(p);
      set_part(i, first, head ? 2 * block_ : block_);
    }
    run_chains<CcmChain>(c_, parts_, count_, Scheme::first_pad(c_.parameters));
    for (std::size_t i = 0; i < count_; i++)
      set_part(i, messages_[i].aad + rest[i], messages_[i].aad_bytes - rest[i]);
  }

  std::size_t gap(const AeadMessage& m) const noexcept {
    return Scheme::tag_gap(block_, c_.parameters, m.bytes);
  }

  std::size_t pool_blocks(const AeadMessage& m) const noexcept {
    const std::size_t bytes = m.bytes + (Scheme::kTagBehindData ? gap(m) + m.tag_bytes : 0);
    return Scheme::kMaskBlocks + bytes / block_ + (bytes % block_ != 0);
  }

  // Encrypts messages from `first` on and writes their tags: all that fit into the pool, but at least one. Returns
  // their number.
  std::size_t crypt_some(std::size_t first, std::uint8_t* tags) noexcept {
    const std::size_t room = kPoolBytes / block_;
    std::size_t n = 0, blocks = 0;
    for (; first + n < count_; n++) {
      const std::size_t more = pool_blocks(messages_[first + n]);
      if (more > room - blocks) break;
      blocks += more;
    }
    if (n == 0) {
      crypt_long(first, tags + first * kMaxTagBytes);
      return 1;
    }
    alignas(64) std::uint8_t pool[kPoolBytes];
    std::uint8_t* at = pool;
    for (std::size_t i = first; i < first + n; i++) {
      const AeadMessage& m = messages_[i];
      std::uint8_t counter[kMaxBlockBytes];
      Scheme::first_counter(block_, m.nonce, m.nonce_bytes, nonces_ + i * block_, counter);
      write_counters(Scheme::field(block_, m.nonce_bytes), block_, counter, at, pool_blocks(m));
      at += pool_blocks(m) * block_;
    }
    c_.key().encrypt(pool, pool, blocks);
    at = pool;
    for (std::size_t i = first; i < first + n; i++) {
      const AeadMessage& m = messages_[i];
      const std::uint8_t* const keystream = at + Scheme::kMaskBlocks * block_;
      c_.rows().add(m.out, m.in, keystream, m.bytes);
      xor_into(tags + i * kMaxTagBytes, chain(i),
               Scheme::kTagBehindData ? keystream + m.bytes + gap(m) : at, m.tag_bytes);
      at += pool_blocks(m) * block_;
    }
    wipe(pool, blocks * block_);
    return n;
  }

  // Encrypts a message that is too long for the pool, and long enough to fill the kernel.
  void crypt_long(std::size_t i, std::uint8_t* tag) noexcept {
    const AeadMessage& m = messages_[i];
    std::uint8_t counter[kMaxBlockBytes], mask[kMaxBlockBytes] = {};
    CtrStream stream;
    Scheme::first_counter(block_, m.nonce, m.nonce_bytes, nonces_ + i * block_, counter);
    stream.start(Scheme::field(block_, m.nonce_bytes), counter, block_);
    stream.crypt(c_.key(), mask, mask, Scheme::kMaskBlocks * block_);
    stream.crypt(c_.key(), m.in, m.out, m.bytes);
    if (Scheme::kTagBehindData) {
      stream.crypt(c_.key(), mask, mask, gap(m));
      memset(mask, 0, sizeof mask);
      stream.crypt(c_.key(), mask, mask, m.tag_bytes);
    }
    xor_into(tag, chain(i), mask, m.tag_bytes);
    stream.clear();
    wipe(counter, sizeof counter);
    wipe(mask, sizeof mask);
  }

  ModeContext& c_;
  const AeadMessage* messages_;
  std::size_t count_, block_;
  BatchMessage parts_[kMost];
  alignas(64) std::uint8_t chains_[kMost * kMaxBlockBytes];
  alignas(64) std::uint8_t nonces_[kMost * kMaxBlockBytes];
};

}  // namespace hedgerow
