// The MAC of GOST 28147-89 (imitovstavka) [RFC 5830 section 8], with key meshing [RFC 4357 section 2.3.2]: sum = F(sum
// xor block). F consists of 16 rounds (keys 1..8 twice) without the last swap. Zeros fill an incomplete last block, and
// the tag is a prefix of the sum.
//
// The standard defines the MAC only for two or more blocks [RFC 5830 section 8]. Libraries differ for messages of 1 to
// 8 bytes. With parameters.two_blocks a block of zeros is appended, as in gost-engine and libgcrypt. Without it the
// message has one block, as in Crypto++ and Bouncy Castle. An empty message is rejected, because its tag would be zeros
// under every key.
#include <string.h>

#include "mode/engine/block_feed.hpp"
#include "mode/engine/gost_imit.hpp"
#include "mode/engine/meshing.hpp"

namespace hedgerow {

namespace {

constexpr std::size_t kBlock = GostImit::kBlock;

struct State {
  Meshing meshing;
  GostImit rounds;
  BlockFeed<LastBlock::kConsume> feed;
  std::uint8_t sum[kBlock];
  std::uint64_t blocks;  // number of blocks of the message so far
};

void begin(ModeContext& c, State& s) noexcept {
  s.meshing.start(c);
  s.rounds.set_key(c.key(), s.meshing.user_key);
  s.feed.clear();
  wipe(s.sum, sizeof s.sum);
  s.blocks = 0;
}

void set_key(ModeContext& c, const std::uint8_t* user_key) noexcept {
  State& s = c.state<State>();
  s.meshing.set_key(c, user_key);
  begin(c, s);
}

void take(ModeContext& c, const std::uint8_t* in, std::size_t blocks) noexcept {
  State& s = c.state<State>();
  s.blocks += blocks;
  for (; blocks != 0; blocks--, in += kBlock) {
    if (s.meshing.section_left == 0) {
      s.meshing.next(c, nullptr);
      s.rounds.set_key(c.key(), s.meshing.user_key);
    }
    s.rounds.take(s.sum, in);
    s.meshing.section_left -= kBlock;
  }
}

void update(ModeContext& c, const std::uint8_t* in, std::size_t bytes) noexcept {
  c.state<State>().feed.feed(
      kBlock, in, bytes, [&](const std::uint8_t* p, std::size_t blocks) { take(c, p, blocks); });
}

void tag(ModeContext& c, std::uint8_t* tag) noexcept {
  State& s = c.state<State>();
  s.feed.pad_zero(kBlock, [&](const std::uint8_t* p, std::size_t blocks) { take(c, p, blocks); });
  const std::uint8_t zeros[kBlock] = {};
  if (c.parameters.two_blocks && s.blocks == 1) take(c, zeros, 1);
  memcpy(tag, s.sum, kBlock);
  begin(c, s);
}

}  // namespace

extern constexpr MacMode hedgerow_mode_imit = {.base = {.key_slots = Meshing::kKeySlots,
                                                        .state_bytes = state_bytes_of<State>,
                                                        .set_key = set_key,
                                                        .check = check_sections},
                                               .update = update,
                                               .tag = tag};

}  // namespace hedgerow
