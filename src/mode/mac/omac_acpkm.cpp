// OMAC-ACPKM [RFC 8645 section 6.3.1]: OMAC with a new key for every section of N bytes. The keys are the keystream of
// ACPKM-Master: CTR-ACPKM of zeros from the counter FF .. FF 00 .. 00, with sections of T* bytes.
//
//   section i:   K_i (a key) || K1_i (a block)
//   mask of the last block: K1_i if the block is full, else 2 K1_i (after 80 00 ..)
//
// Key slots 0 and 1 hold master keys, and slot 2 holds the key of the section.
#include <string.h>

#include "mode/engine/acpkm_stream.hpp"
#include "mode/engine/block_feed.hpp"
#include "mode/engine/chunks.hpp"
#include "mode/engine/doubling.hpp"

namespace hedgerow {

namespace {

constexpr std::size_t kSectionKey = 2;

struct State {
  AcpkmStream master;
  std::uint8_t mask[kMaxBlockBytes];  // K1_i
  std::uint8_t chain[kMaxBlockBytes];
  BlockFeed<LastBlock::kKeep> feed;
  std::uint64_t section_left;  // in bytes
};

ParameterStatus check(const Variant& v, const Parameters& p) noexcept {
  const bool sections = p.section_bytes != 0 && p.section_bytes % v.block_bytes == 0;
  const bool masters = p.master_section_bytes % v.block_bytes == 0 &&
                       p.master_section_bytes >= kAcpkmKeyBytes + v.block_bytes;
  return sections && masters ? ParameterStatus::kOk : ParameterStatus::kSection;
}

void next_section(ModeContext& c, State& s) noexcept {
  std::uint8_t material[kAcpkmKeyBytes + kMaxBlockBytes] = {};
  s.master.crypt(c, material, material, kAcpkmKeyBytes + c.block());
  c.key(kSectionKey).set(material);
  memcpy(s.mask, material + kAcpkmKeyBytes, c.block());
  wipe(material, sizeof material);
  s.section_left = c.parameters.section_bytes;
}

// Prepares for a message. The key of its first section is computed together with the first block.
void begin(ModeContext& c, State& s) noexcept {
  std::uint8_t iv[kMaxBlockBytes];
  memset(iv, 0xff, c.block() / 2);
  s.master.start(c, 0, c.parameters.master_section_bytes, iv, c.block() / 2);
  wipe(s.chain, sizeof s.chain);
  s.feed.clear();
  s.section_left = 0;
}

void set_key(ModeContext& c, const std::uint8_t* user_key) noexcept {
  c.key(0).set(user_key);
  c.key(1).wipe_key();
  c.key(kSectionKey).wipe_key();
  begin(c, c.state<State>());
}

void take(ModeContext& c, const std::uint8_t* in, std::size_t blocks) noexcept {
  State& s = c.state<State>();
  const std::size_t block = c.block();
  for (; blocks != 0; blocks--, in += block) {
    if (s.section_left == 0) next_section(c, s);
    xor_into(s.chain, s.chain, in, block);
    c.key(kSectionKey).encrypt(s.chain, s.chain, 1);
    s.section_left -= block;
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
  if (s.section_left == 0) next_section(c, s);
  if (have < block) {
    last[have] = 0x80;
    double_big_endian(s.mask, block);
  }
  xor_into(last, last, s.mask, block);
  take(c, last, 1);
  memcpy(tag, s.chain, block);
  wipe(last, sizeof last);
  wipe(s.mask, sizeof s.mask);
  begin(c, s);
}

}  // namespace

extern constexpr MacMode hedgerow_mode_omac_acpkm = {.base = {.key_slots = 3,
                                                              .state_bytes = state_bytes_of<State>,
                                                              .set_key = set_key,
                                                              .check = check},
                                                     .update = update,
                                                     .tag = tag};

}  // namespace hedgerow
