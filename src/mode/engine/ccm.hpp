// The engine of both CCM modes, that of SP 800-38C and that of DSTU 7624. CCM is CTR plus a CBC-MAC over a first block,
// the AAD and the plaintext. The first block contains their lengths, so the caller must know them at the start. A
// Scheme holds the differences between the two standards, as static functions and constants:
//
//   std::uint8_t first_pad(const Parameters&)     first byte after an incomplete block (80 or 00); zeros follow it
//   bool kTagBehindData                           true: the keystream after the data encrypts the tag; false: the
//                                                 keystream block before the data does, and kMaskBlocks is 1
//   std::size_t tag_gap(block, const Parameters&, bytes)   unused keystream bytes between `bytes` of data and the tag
//   std::size_t kNonceBlocks                      1 if the counter starts from E(nonce), else 0
//   void first_block(block, const Parameters&, nonce, nonce_bytes, out)
//   std::size_t write_head(block, const Parameters&, head)
//        writes the bytes that precede the AAD to `head`, which is a block of zeros, and returns their number;
//        returns 0 if there is no AAD
//   CounterField field(block, nonce_bytes)        position of the counter in the block
//   void first_counter(block, nonce, nonce_bytes, encrypted_nonce, counter)
//
// The CBC-MAC is serial and takes one block at a time. Data is processed in chunks that stay in the L1 cache. Opening
// decrypts before it can check the tag, because the tag covers the plaintext.
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
  bool in_data;  // true once the padding after the AAD was absorbed
};

template <class Scheme>
struct Ccm {
  static void set_key(ModeContext& c, const std::uint8_t* user_key) noexcept {
    clear(c.state<CcmState>());
    c.key().set(user_key);
  }

  static void start(ModeContext& c, Direction, const std::uint8_t* nonce,
                    std::size_t nonce_bytes) noexcept {
    CcmState& s = c.state<CcmState>();
    const std::size_t block = c.block();
    std::uint8_t first[kMaxBlockBytes], head[kMaxBlockBytes] = {}, counter[kMaxBlockBytes];
    clear(s);
    Scheme::first_block(block, c.parameters, nonce, nonce_bytes, first);
    chain(c, first, 1);
    if (Scheme::kNonceBlocks) c.key().encrypt(nonce, first, 1);
    Scheme::first_counter(block, nonce, nonce_bytes, first, counter);
    s.ctr.start(Scheme::field(block, nonce_bytes), counter, block);
    s.ctr.crypt(c.key(), s.mask, s.mask, Scheme::kMaskBlocks * block);
    wipe(first, sizeof first);
    wipe(counter, sizeof counter);
    feed(c, head, Scheme::write_head(block, c.parameters, head));
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
    const std::size_t bytes = c.parameters.tag_bytes;
    if (Scheme::kTagBehindData) {
      std::uint8_t skipped[kMaxBlockBytes] = {};
      s.ctr.crypt(c.key(), skipped, skipped,
                  Scheme::tag_gap(c.block(), c.parameters, c.parameters.data_bytes));
      s.ctr.crypt(c.key(), s.mask, s.mask, bytes);
      wipe(skipped, sizeof skipped);
    }
    xor_into(tag, s.chain, s.mask, bytes);
    clear(s);
  }

 private:
  // Absorbs whole blocks into the CBC-MAC, one after the other.
  static void chain(ModeContext& c, const std::uint8_t* in, std::size_t blocks) noexcept {
    CcmState& s = c.state<CcmState>();
    const std::size_t block = c.block();
    for (; blocks != 0; blocks--, in += block) {
      xor_block(s.chain, s.chain, in, block);
      c.key().encrypt(s.chain, s.chain, 1);
    }
  }

  static void feed(ModeContext& c, const std::uint8_t* in, std::size_t bytes) noexcept {
    c.state<CcmState>().feed.feed(
        c.block(), in, bytes,
        [&](const std::uint8_t* p, std::size_t blocks) { chain(c, p, blocks); });
  }

  static void pad(ModeContext& c) noexcept {
    c.state<CcmState>().feed.pad_zero(
        c.block(), [&](const std::uint8_t* p, std::size_t blocks) { chain(c, p, blocks); },
        Scheme::first_pad(c.parameters));
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
