// The MAC of GOST 28147-89 (imitovstavka) [RFC 5830 section 8], with key meshing [RFC 4357 section
// 2.3.2]: sum = F(sum xor block), F 16 rounds (keys 1..8 twice) without the last swap; an
// incomplete last block is filled with zeros. The tag is the first bytes of the sum.
//
// A message of one block gets a block of zeros behind it in RFC 4490's protocols' implementation,
// gost-engine, when the block is incomplete; here nothing is added, as in Crypto++ and Bouncy
// Castle.
//
// No kernel has 16 rounds, so they are written here over the canonical round keys: 32-bit words,
// the S-boxes' rows as two words of eight nibbles each, chosen and shifted in constant time.
#include <string.h>

#include "base/bytes.hpp"
#include "mode/engine/block_feed.hpp"
#include "mode/engine/meshing.hpp"

namespace hedgerow {

namespace {

constexpr std::size_t kBlock = 8, kKeys = 8, kRows = 8;
constexpr std::size_t kRoundKeyBytes = 32 * 4 + 64;  // 32 round keys, then packed S-boxes

struct Rounds {
  std::uint32_t key[kKeys];
  std::uint32_t row[kRows][2];  // nibble x of a row in bits 4 (x % 8) of word x / 8
};

struct State {
  Meshing meshing;
  Rounds rounds;
  BlockFeed<LastBlock::kConsume> feed;
  std::uint8_t sum[kBlock];
};

std::size_t state_bytes(const Variant&, const Parameters&) noexcept { return sizeof(State); }

void set_rounds(ModeContext& c, State& s) noexcept {
  std::uint8_t canonical[kRoundKeyBytes];
  c.key().write_round_keys(s.meshing.user_key, canonical);
  for (std::size_t i = 0; i < kKeys; i++) s.rounds.key[i] = load_le32(canonical + 4 * i);
  for (std::size_t i = 0; i < kRows; i++)
    for (std::size_t half = 0; half < 2; half++)
      s.rounds.row[i][half] = load_le32(canonical + 128 + 8 * i + 4 * half);
  wipe(canonical, sizeof canonical);
}

void begin(ModeContext& c, State& s) noexcept {
  s.meshing.start(c);
  set_rounds(c, s);
  s.feed.clear();
  wipe(s.sum, sizeof s.sum);
}

void set_key(ModeContext& c, const std::uint8_t* user_key) noexcept {
  State& s = c.state<State>();
  s.meshing.set_key(c, user_key);
  begin(c, s);
}

HR_INLINE std::uint32_t substitute(const Rounds& r, std::uint32_t x) {
  std::uint32_t y = 0;
  for (std::size_t i = 0; i < kRows; i++) {
    const std::uint32_t nibble = x >> (4 * i) & 15;
    const std::uint32_t high = (std::uint32_t)opaque(0 - (nibble >> 3));
    const std::uint32_t half = (r.row[i][0] & ~high) | (r.row[i][1] & high);
    y |= (half >> (4 * (nibble & 7)) & 15) << (4 * i);
  }
  return y << 11 | y >> 21;
}

void take_block(State& s, const std::uint8_t* in) noexcept {
  std::uint32_t a = load_le32(s.sum) ^ load_le32(in);
  std::uint32_t b = load_le32(s.sum + 4) ^ load_le32(in + 4);
  for (std::size_t i = 0; i < 2 * kKeys; i += 2) {
    b ^= substitute(s.rounds, a + s.rounds.key[i % kKeys]);
    a ^= substitute(s.rounds, b + s.rounds.key[(i + 1) % kKeys]);
  }
  store_le32(s.sum, a);
  store_le32(s.sum + 4, b);
}

void take(ModeContext& c, const std::uint8_t* in, std::size_t blocks) noexcept {
  State& s = c.state<State>();
  for (; blocks != 0; blocks--, in += kBlock) {
    if (s.meshing.section_left == 0) {
      s.meshing.next(c, nullptr);
      set_rounds(c, s);
    }
    take_block(s, in);
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
  memcpy(tag, s.sum, kBlock);
  begin(c, s);
}

}  // namespace

extern constexpr MacMode hedgerow_mode_imit = {.base = {.key_slots = Meshing::kKeySlots,
                                                        .state_bytes = state_bytes,
                                                        .set_key = set_key,
                                                        .check = check_sections},
                                               .update = update,
                                               .tag = tag};

}  // namespace hedgerow
