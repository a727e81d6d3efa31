// GCM-SIV [RFC 8452] for blocks of 128 bits and keys of 128 or 256 bits.
//
//   E(K; 0..5 || nonce), 8 bytes of each --> POLYVAL key (16 bytes), message key (16 or 32 bytes)
//   S = POLYVAL(AAD, data, lengths) xor nonce, top bit 0;   tag = E(message key; S)
//   counters: the tag with its top bit set; the first 32 bits count, little-endian
//
// RFC 8452 defines the mode only for AES. Other ciphers use the same construction under the name gcm-siv-like
// (modes.def). The memory after the state holds the POLYVAL key, prepared for the message.
#include <string.h>

#include "base/bytes.hpp"
#include "base/secret.hpp"
#include "isa/cpu.hpp"
#include "mode/engine/chunks.hpp"
#include "mode/engine/ctr_stream.hpp"
#include "mode/mode.hpp"

namespace hedgerow {

namespace {

constexpr std::size_t kBlock = 16, kNonce = 12, kMaxKey = 32;

struct State {
  const FieldOps* field;
};

const FieldOps& polyval() noexcept {
  return *select_field(kBlock, cpu_features(), FieldProduct::kPolyval)->ops;
}

std::size_t state_bytes(const Variant&, const Parameters&) noexcept {
  return bytes_with<State>(polyval().key_bytes);
}

void set_key(ModeContext& c, const std::uint8_t* user_key) noexcept {
  c.state<State>().field = &polyval();
  c.key(0).set(user_key);
}

// Derives and prepares the keys of a message: key(1) and the POLYVAL key.
void derive(ModeContext& c, const AeadMessage& m) noexcept {
  constexpr std::size_t kHalf = kBlock / 2, kMost = (kBlock + kMaxKey) / kHalf;
  const std::size_t blocks = (kBlock + c.variant().key_bytes) / kHalf;
  std::uint8_t made[kMost * kBlock] = {};
  for (std::size_t i = 0; i < blocks; i++) {
    made[i * kBlock] = (std::uint8_t)i;
    memcpy(made + i * kBlock + kBlock - kNonce, m.nonce, kNonce);
  }
  c.key(0).encrypt(made, made, blocks);
  for (std::size_t i = 1; i < blocks; i++) memcpy(made + i * kHalf, made + i * kBlock, kHalf);
  c.state<State>().field->prepare(made, c.behind<State>());
  c.key(1).set(made + kBlock);
  wipe(made, sizeof made);
}

void hash_padded(ModeContext& c, const std::uint8_t* in, std::size_t bytes,
                 std::uint8_t* sum) noexcept {
  const FieldOps& field = *c.state<State>().field;
  const std::size_t rest = bytes % kBlock, whole = bytes - rest;
  std::uint8_t last[kBlock] = {};
  field.hash(c.behind<State>(), sum, in, whole / kBlock);
  if (rest == 0) return;
  memcpy(last, in + whole, rest);
  field.hash(c.behind<State>(), sum, last, 1);
  wipe(last, sizeof last);
}

// Computes the tag from `sum`, which already covers the AAD and the data.
void finish_tag(ModeContext& c, const AeadMessage& m, std::uint8_t* sum,
                std::uint8_t* tag) noexcept {
  std::uint8_t lengths[kBlock];
  store_le64(lengths, 8 * (std::uint64_t)m.aad_bytes);
  store_le64(lengths + 8, 8 * (std::uint64_t)m.bytes);
  hash_padded(c, lengths, kBlock, sum);
  xor_into(sum, sum, m.nonce, kNonce);
  sum[kBlock - 1] &= 0x7f;
  c.key(1).encrypt(sum, tag, 1);
  wipe(sum, kBlock);
}

void start_ctr(CtrStream& ctr, const std::uint8_t* tag) noexcept {
  std::uint8_t counter[kBlock];
  memcpy(counter, tag, kBlock);
  counter[kBlock - 1] |= 0x80;
  ctr.start({0, 4, CounterOrder::kLittleEndian}, counter, kBlock);
}

// Wipes the keys of the message.
void forget(ModeContext& c, CtrStream& ctr) noexcept {
  ctr.clear();
  c.key(1).wipe_key();
  wipe(c.behind<State>(), c.state<State>().field->key_bytes);
}

void seal(ModeContext& c, const AeadMessage& m, std::uint8_t* tag) noexcept {
  std::uint8_t sum[kBlock] = {};
  CtrStream ctr;
  derive(c, m);
  hash_padded(c, m.aad, m.aad_bytes, sum);
  hash_padded(c, m.in, m.bytes, sum);
  finish_tag(c, m, sum, tag);
  start_ctr(ctr, tag);
  ctr.crypt(c.key(1), m.in, m.out, m.bytes);
  forget(c, ctr);
}

bool open(ModeContext& c, const AeadMessage& m, const std::uint8_t* tag) noexcept {
  std::uint8_t sum[kBlock] = {}, expected[kBlock];
  CtrStream ctr;
  derive(c, m);
  start_ctr(ctr, tag);
  hash_padded(c, m.aad, m.aad_bytes, sum);
  // All chunks except the last are whole blocks. Each chunk is hashed while it is in the L1 cache.
  for_chunks(m.bytes, kChunkBytes, [&](std::size_t at, std::size_t n) {
    ctr.crypt(c.key(1), m.in + at, m.out + at, n);
    hash_padded(c, m.out + at, n, sum);
  });
  finish_tag(c, m, sum, expected);
  const bool equal = equal_ct(expected, tag, kBlock);
  wipe(expected, sizeof expected);
  forget(c, ctr);
  return equal;
}

// The limit is 2^36 bytes of data and 2^36 bytes of AAD [RFC 8452 section 6].
std::uint64_t max_bytes(const Variant&) noexcept { return 1ull << 36; }

constexpr AeadMode kMode = {.base = {.key_slots = 2,
                                     .state_bytes = state_bytes,
                                     .set_key = set_key,
                                     .max_message_bytes = max_bytes},
                            .seal = seal,
                            .open = open};

}  // namespace

extern constexpr AeadMode hedgerow_mode_gcm_siv = kMode;
extern constexpr AeadMode hedgerow_mode_gcm_siv_like = kMode;

}  // namespace hedgerow
