// CTR-ACPKM with OMAC: the content encryption of R 1323565.1.025-2019, as gost-engine computes it.
//
//   nonce                  | IV, half a block | seed, 8 bytes |
//   K_ENC | K_MAC          KDF_TREE_GOSTR3411_2012_256(key, "kdf tree", seed), 32 bytes each
//   out | tag              CTR-ACPKM(K_ENC; IV; data | OMAC(K_MAC; data))
//
// The tag covers the plaintext and is encrypted after the data, and there is no AAD. The section lengths are those of
// CMS: 256 KiB, or 8 KiB for blocks of 64 bits.
#include "hash/kdf.hpp"
#include "mode/algorithms.hpp"
#include "mode/engine/acpkm_stream.hpp"
#include "mode/engine/omac.hpp"

namespace hedgerow {

namespace {

constexpr std::size_t kMacSlot = 2, kSeedBytes = 8;  // the stream uses slots 0 and 1
constexpr std::uint8_t kLabel[8] = {'k', 'd', 'f', ' ', 't', 'r', 'e', 'e'};

struct State {
  std::uint8_t user_key[kAcpkmKeyBytes];
  AcpkmStream stream;
  Omac mac;
};

// Wipes everything except the user key.
void clear(ModeContext& c) noexcept {
  State& s = c.state<State>();
  s.stream.clear();
  s.mac.wipe_key();
  for (std::size_t i = 0; i <= kMacSlot; i++) c.key(i).wipe_key();
}

void set_key(ModeContext& c, const std::uint8_t* user_key) noexcept {
  clear(c);
  memcpy(c.state<State>().user_key, user_key, kAcpkmKeyBytes);
}

void start(ModeContext& c, Direction, const std::uint8_t* nonce, std::size_t) noexcept {
  State& s = c.state<State>();
  const std::size_t half = c.block() / 2;
  std::uint8_t keys[2 * kAcpkmKeyBytes];
  clear(c);
  kdf_tree_gostr3411_2012_256(s.user_key, {kLabel, nonce + half, sizeof kLabel, kSeedBytes}, keys,
                              sizeof keys);
  c.key(0).set(keys);
  c.key(kMacSlot).set(keys + kAcpkmKeyBytes);
  s.mac.set_key(c.key(kMacSlot));
  s.stream.start(c, 0, c.parameters.section_bytes, nonce, half);
  wipe(keys, sizeof keys);
}

void no_aad(ModeContext&, const std::uint8_t*, std::size_t) noexcept {}

void encrypt(ModeContext& c, const std::uint8_t* in, std::uint8_t* out,
             std::size_t bytes) noexcept {
  State& s = c.state<State>();
  for_chunks(bytes, kChunkBytes, [&](std::size_t at, std::size_t n) {
    s.mac.update(c.key(kMacSlot), in + at, n);
    s.stream.crypt(c, in + at, out + at, n);
  });
}

void decrypt(ModeContext& c, const std::uint8_t* in, std::uint8_t* out,
             std::size_t bytes) noexcept {
  State& s = c.state<State>();
  for_chunks(bytes, kChunkBytes, [&](std::size_t at, std::size_t n) {
    s.stream.crypt(c, in + at, out + at, n);
    s.mac.update(c.key(kMacSlot), out + at, n);
  });
}

void tag(ModeContext& c, std::uint8_t* tag) noexcept {
  State& s = c.state<State>();
  s.mac.tag(c.key(kMacSlot), tag);
  s.stream.crypt(c, tag, tag, c.block());
  clear(c);
}

// The period of the counter less one block, because the tag uses a block of keystream.
std::uint64_t max_bytes(const Variant& v) noexcept {
  return counter_period_bytes(v.block_bytes / 2, v.block_bytes) - v.block_bytes;
}
std::uint64_t max_aad_bytes(const Variant&, const Parameters&, std::size_t) noexcept { return 0; }

constexpr AeadMode kMode = {.base = {.key_slots = 3,
                                     .state_bytes = state_bytes_of<State>,
                                     .set_key = set_key,
                                     .check = AcpkmStream::check,
                                     .max_message_bytes = max_bytes},
                            .max_aad_bytes = max_aad_bytes,
                            .start = start,
                            .aad = no_aad,
                            .encrypt = encrypt,
                            .decrypt = decrypt,
                            .tag = tag};

}  // namespace

// The same mode twice, because the nonce has 12 bytes for a cipher with 64-bit blocks and 16 bytes otherwise.
extern constexpr AeadMode hedgerow_mode_ctr_acpkm_omac = kMode;
extern constexpr AeadMode hedgerow_mode_ctr_acpkm_omac_64 = kMode;

}  // namespace hedgerow
