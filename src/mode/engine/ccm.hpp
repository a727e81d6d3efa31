// The engine of the two CCMs: CTR, and a CBC-MAC over a first block, AAD and plaintext whose
// lengths are known first. What differs between SP 800-38C and DSTU 7624 is a Scheme of static
// functions:
//
//   std::uint8_t kFirstPad                        behind an incomplete block: 80, or 00; then zeros
//   std::size_t start(ModeContext&, CcmState&, nonce, nonce_bytes, std::uint8_t* head)
//        starts the keystream (and keeps a mask for the tag), takes the first block into the chain,
//        writes what stands before the AAD to `head` (kMaxHeadBytes at most) and gives its length
//   void tag(ModeContext&, CcmState&, std::uint8_t* tag)   the chain as it is sent
//
// The chain is serial, a block at a time; data runs in chunks that stay in the L1 cache. The tag is
// over the plaintext, so that opening decrypts before it checks.
#pragma once

#include <string.h>

#include "mode/engine/block_feed.hpp"
#include "mode/engine/chunks.hpp"
#include "mode/engine/ctr_stream.hpp"
#include "mode/mode.hpp"

namespace hedgerow {

struct CcmState {
  CtrStream ctr;
  std::uint8_t chain[kMaxBlockBytes];
  std::uint8_t mask[kMaxBlockBytes];
  BlockFeed<LastBlock::kConsume> feed;
  bool in_data;  // the AAD is padded
};

template <class Scheme>
struct Ccm {
  static constexpr std::size_t kMaxHeadBytes = kMaxBlockBytes;

  static std::size_t state_bytes(const Variant&, const Parameters&) noexcept {
    return sizeof(CcmState);
  }

  static void set_key(ModeContext& c, const std::uint8_t* user_key) noexcept {
    clear(c.state<CcmState>());
    c.key().set(user_key);
  }

  static void start(ModeContext& c, Direction, const std::uint8_t* nonce,
                    std::size_t nonce_bytes) noexcept {
    CcmState& s = c.state<CcmState>();
    std::uint8_t head[kMaxHeadBytes] = {};
    clear(s);
    feed(c, head, Scheme::start(c, s, nonce, nonce_bytes, head));
  }

  static void aad(ModeContext& c, const std::uint8_t* in, std::size_t bytes) noexcept {
    feed(c, in, bytes);
  }

  static void encrypt(ModeContext& c, const std::uint8_t* in, std::uint8_t* out,
                      std::size_t bytes) noexcept {
    CcmState& s = c.state<CcmState>();
    begin_data(c);
    for_chunks(bytes, kChunkBytes, [&](std::size_t at, std::size_t n) {
      feed(c, in + at, n);
      s.ctr.crypt(c.key(), in + at, out + at, n);
    });
  }

  static void decrypt(ModeContext& c, const std::uint8_t* in, std::uint8_t* out,
                      std::size_t bytes) noexcept {
    CcmState& s = c.state<CcmState>();
    begin_data(c);
    for_chunks(bytes, kChunkBytes, [&](std::size_t at, std::size_t n) {
      s.ctr.crypt(c.key(), in + at, out + at, n);
      feed(c, out + at, n);
    });
  }

  static void tag(ModeContext& c, std::uint8_t* tag) noexcept {
    CcmState& s = c.state<CcmState>();
    begin_data(c);
    pad(c);
    Scheme::tag(c, s, tag);
    clear(s);
  }

  // E into the chain, block after block.
  static void chain(ModeContext& c, const std::uint8_t* in, std::size_t blocks) noexcept {
    CcmState& s = c.state<CcmState>();
    const std::size_t block = c.block();
    for (; blocks != 0; blocks--, in += block) {
      xor_into(s.chain, s.chain, in, block);
      c.key().encrypt(s.chain, s.chain, 1);
    }
  }

 private:
  static void feed(ModeContext& c, const std::uint8_t* in, std::size_t bytes) noexcept {
    c.state<CcmState>().feed.feed(
        c.block(), in, bytes,
        [&](const std::uint8_t* p, std::size_t blocks) { chain(c, p, blocks); });
  }

  static void pad(ModeContext& c) noexcept {
    c.state<CcmState>().feed.pad_zero(
        c.block(), [&](const std::uint8_t* p, std::size_t blocks) { chain(c, p, blocks); },
        Scheme::kFirstPad);
  }

  static void begin_data(ModeContext& c) noexcept {
    CcmState& s = c.state<CcmState>();
    if (!s.in_data) pad(c);
    s.in_data = true;
  }

  static void clear(CcmState& s) noexcept {
    s.ctr.clear();
    s.feed.clear();
    wipe(s.chain, sizeof s.chain);
    wipe(s.mask, sizeof s.mask);
    s.in_data = false;
  }
};

}  // namespace hedgerow
