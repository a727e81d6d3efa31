// SIV [RFC 5297] for blocks of 128 bits: keys K1 (OMAC) and K2 (CTR), one behind the other.
//
//   V = S2V(K1; AAD, nonce, data)      the tag; a component that is empty is left out, so that
//                                      without AAD and nonce the mode is deterministic
//   out = CTR(K2; V with the top bits of its last two 32-bit words cleared)
//
// A message is read twice: once for V, once for the keystream.
#include "mode/engine/ctr_stream.hpp"
#include "mode/engine/omac.hpp"
#include "mode/mode.hpp"

namespace hedgerow {

namespace {

constexpr std::size_t kBlock = 16;

struct State {
  Omac mac;
  std::uint8_t zero_tag[kBlock];  // OMAC of a zero block: where S2V begins
};

std::size_t state_bytes(const Variant&, const Parameters&) noexcept { return sizeof(State); }

void omac(ModeContext& c, const std::uint8_t* in, std::size_t bytes, std::uint8_t* tag) noexcept {
  Omac& mac = c.state<State>().mac;
  mac.update(c.key(0), in, bytes);
  mac.tag(c.key(0), tag);
}

void set_key(ModeContext& c, const std::uint8_t* user_key) noexcept {
  State& s = c.state<State>();
  const std::uint8_t zero[kBlock] = {};
  c.key(0).set(user_key);
  c.key(1).set(user_key + c.variant().key_bytes);
  s.mac.set_key(c.key(0));
  omac(c, zero, kBlock, s.zero_tag);
}

// d = 2 d xor OMAC(component) [RFC 5297 section 2.4].
void add_component(ModeContext& c, std::uint8_t* d, const std::uint8_t* in,
                   std::size_t bytes) noexcept {
  std::uint8_t tag[kBlock];
  if (bytes == 0) return;
  omac(c, in, bytes, tag);
  double_big_endian(d, kBlock);
  xor_into(d, d, tag, kBlock);
  wipe(tag, sizeof tag);
}

// The last component: d is added to its end, or to its padding when it is shorter than a block.
void finish(ModeContext& c, const std::uint8_t* d, const std::uint8_t* in, std::size_t bytes,
            std::uint8_t* v) noexcept {
  Omac& mac = c.state<State>().mac;
  std::uint8_t end[kBlock] = {};
  if (bytes >= kBlock) {
    mac.update(c.key(0), in, bytes - kBlock);
    xor_into(end, in + bytes - kBlock, d, kBlock);
  } else {
    memcpy(end, d, kBlock);
    double_big_endian(end, kBlock);
    for (std::size_t i = 0; i < bytes; i++) end[i] ^= in[i];
    end[bytes] ^= 0x80;
  }
  omac(c, end, kBlock, v);
  wipe(end, sizeof end);
}

void s2v(ModeContext& c, const AeadMessage& m, const std::uint8_t* data, std::uint8_t* v) noexcept {
  std::uint8_t d[kBlock];
  memcpy(d, c.state<State>().zero_tag, kBlock);
  add_component(c, d, m.aad, m.aad_bytes);
  add_component(c, d, m.nonce, m.nonce_bytes);
  finish(c, d, data, m.bytes, v);
  wipe(d, sizeof d);
}

void crypt(ModeContext& c, const AeadMessage& m, const std::uint8_t* v) noexcept {
  std::uint8_t counter[kBlock];
  CtrStream ctr;
  memcpy(counter, v, kBlock);
  counter[8] &= 0x7f;
  counter[12] &= 0x7f;
  ctr.start({0, kBlock, CounterOrder::kBigEndian}, counter, kBlock);
  ctr.crypt(c.key(1), m.in, m.out, m.bytes);
  ctr.clear();
}

void seal(ModeContext& c, const AeadMessage& m, std::uint8_t* tag) noexcept {
  s2v(c, m, m.in, tag);
  crypt(c, m, tag);
}

bool open(ModeContext& c, const AeadMessage& m, const std::uint8_t* tag) noexcept {
  std::uint8_t v[kBlock];
  crypt(c, m, tag);
  s2v(c, m, m.out, v);
  const bool equal = equal_ct(v, tag, kBlock);
  wipe(v, sizeof v);
  return equal;
}

}  // namespace

extern constexpr AeadMode hedgerow_mode_siv = {
    .base = {.key_slots = 2, .state_bytes = state_bytes, .set_key = set_key},
    .seal = seal,
    .open = open};

}  // namespace hedgerow
