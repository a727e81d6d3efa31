// CMAC: CBC-MAC whose last block is masked. The two standards differ in the masks alone.
//   cmac       [GOST R 34.13-2015 5.6; SP 800-38B]  full K1 = 2 E(0), incomplete K2 = 2 K1
//   cmac_dstu  [DSTU 7624]                          full E(0), incomplete E(01 00 .. 00)
// An incomplete (or empty) last block is padded by 80 00 .. in both. A message is a serial chain:
// each block waits for the one before it.
#include <string.h>

#include "mode/engine/batch.hpp"
#include "mode/engine/block_feed.hpp"
#include "mode/engine/chunks.hpp"
#include "mode/engine/doubling.hpp"
#include "mode/mode.hpp"

namespace hedgerow {

namespace {

struct State {
  std::uint8_t full[kMaxBlockBytes], incomplete[kMaxBlockBytes];  // masks
  std::uint8_t chain[kMaxBlockBytes];
  BlockFeed<LastBlock::kKeep> feed;
};

std::size_t state_bytes(const Variant&, const Parameters&) noexcept { return sizeof(State); }

void clear(State& s) noexcept {
  wipe(s.chain, sizeof s.chain);
  s.feed.clear();
}

void set_key(ModeContext& c, const std::uint8_t* user_key) noexcept {
  State& s = c.state<State>();
  clear(s);
  c.key().set(user_key);
  memset(s.full, 0, c.block());
  c.key().encrypt(s.full, s.full, 1);
  double_big_endian(s.full, c.block());
  memcpy(s.incomplete, s.full, c.block());
  double_big_endian(s.incomplete, c.block());
}

void set_key_dstu(ModeContext& c, const std::uint8_t* user_key) noexcept {
  State& s = c.state<State>();
  clear(s);
  c.key().set(user_key);
  memset(s.full, 0, c.block());
  memset(s.incomplete, 0, c.block());
  s.incomplete[0] = 1;
  c.key().encrypt(s.full, s.full, 1);
  c.key().encrypt(s.incomplete, s.incomplete, 1);
}

void take(ModeContext& c, const std::uint8_t* in, std::size_t blocks) noexcept {
  State& s = c.state<State>();
  const std::size_t block = c.block();
  for (; blocks != 0; blocks--, in += block) {
    xor_into(s.chain, s.chain, in, block);
    c.key().encrypt(s.chain, s.chain, 1);
  }
}

void update(ModeContext& c, const std::uint8_t* in, std::size_t bytes) noexcept {
  c.state<State>().feed.feed(
      c.block(), in, bytes, [&](const std::uint8_t* p, std::size_t blocks) { take(c, p, blocks); });
}

void tag(ModeContext& c, std::uint8_t* tag) noexcept {
  State& s = c.state<State>();
  const std::size_t block = c.block(), have = s.feed.waiting_bytes();
  std::uint8_t last[kMaxBlockBytes] = {};
  memcpy(last, s.feed.waiting(), have);
  if (have < block) last[have] = 0x80;
  xor_into(last, last, have == block ? s.full : s.incomplete, block);
  take(c, last, 1);
  memcpy(tag, s.chain, block);
  wipe(last, sizeof last);
  clear(s);
}

// Chains of a batch: the last block is masked.
template <std::size_t kBlock>
struct MacChain {
  static constexpr bool kWrites = false, kTakesEmpty = true;
  using X = Block<kBlock>;
  const State& s;

  __attribute__((always_inline)) void fill(X& x, const std::uint8_t* in) const noexcept {
    x ^= X::load(in);
  }
  __attribute__((always_inline)) void take(X&, const std::uint8_t*, std::uint8_t*) const noexcept {}
  void fill_last(X& x, const std::uint8_t* in, std::size_t bytes) const noexcept {
    std::uint8_t last[kBlock] = {};
    if (bytes) memcpy(last, in, bytes);
    if (bytes < kBlock) last[bytes] = 0x80;
    x ^= X::load(last);
    x ^= X::load(bytes == kBlock ? s.full : s.incomplete);
  }
  void take_last(X& x, const std::uint8_t*, std::uint8_t* out, std::size_t) const noexcept {
    x.store(out);
  }
};

void batch(ModeContext& c, const BatchMessage* messages, std::size_t count) noexcept {
  run_chains<MacChain>(c, messages, count, c.state<State>());
}

}  // namespace

extern constexpr MacMode hedgerow_mode_cmac = {
    .base = {.state_bytes = state_bytes, .set_key = set_key},
    .update = update,
    .tag = tag,
    .batch = batch};

extern constexpr MacMode hedgerow_mode_cmac_dstu = {
    .base = {.state_bytes = state_bytes, .set_key = set_key_dstu},
    .update = update,
    .tag = tag,
    .batch = batch};

}  // namespace hedgerow
