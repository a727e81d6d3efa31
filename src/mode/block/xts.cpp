// XTS: C_j = E(P_j xor T_j) xor T_j with T_j = T_0 x^j. Ciphertext stealing handles an incomplete last block.
//
//   xts       [IEEE 1619; SP 800-38E]  two keys, T_0 = E_K2(IV), the first block uses T_0;
//                                      a data unit has at most 2^20 blocks
//   xts_gb    [GB/T 17964-2021]        as xts, but the bits of each byte count from the top: the first bit is x^0
//   xts_dstu  [DSTU 7624]              one key, T_0 = E(IV), the first block uses T_0 x
//
// Some kernels do all of it in one pass. For the others, long data is processed in chunks that stay in L1: one pass
// computes tweaks and input xor tweaks, then ECB follows, then the second XOR.
#include <string.h>

#include "base/secret.hpp"
#include "mode/engine/chunks.hpp"
#include "mode/engine/tweaks.hpp"
#include "mode/mode.hpp"

namespace hedgerow {

namespace {

// Reverses the bits of each byte. xts_gb keeps its tweaks in the order of xts and mirrors them for use.
void mirror(std::uint8_t* bytes, std::size_t n) noexcept {
  for (std::size_t i = 0; i < n; i += 8) {
    std::uint64_t w = load_le64(bytes + i);
    w = (w >> 4 & 0x0f0f0f0f0f0f0f0f) | (w & 0x0f0f0f0f0f0f0f0f) << 4;
    w = (w >> 2 & 0x3333333333333333) | (w & 0x3333333333333333) << 2;
    w = (w >> 1 & 0x5555555555555555) | (w & 0x5555555555555555) << 1;
    store_le64(bytes + i, w);
  }
}

struct State {
  std::uint8_t tweak[kMaxBlockBytes];  // tweak of the next block
  std::uint8_t first[kMaxBlockBytes];  // tweak of the first block
};

using Cipher = void (CipherKey::*)(const std::uint8_t*, std::uint8_t*, std::size_t) noexcept;
using Tweaked = bool (CipherKey::*)(std::uint8_t*, const std::uint8_t*, std::uint8_t*,
                                    std::size_t) noexcept;

void set_two_keys(ModeContext& c, const std::uint8_t* user_key) noexcept {
  c.key(0).set(user_key);
  c.key(1).set(user_key + c.variant().key_bytes);
}

// With two equal keys, a chosen-ciphertext attack breaks XTS, because the tweak of the first block is E(IV) itself. The
// implementation guidance of FIPS 140-3 (C.I) therefore rejects equal keys. In DSTU 7624 the first tweak is E(IV) x, so
// a single key is safe.
bool keys_differ(const Variant& v, const std::uint8_t* user_key) noexcept {
  return !equal_ct(user_key, user_key + v.key_bytes, v.key_bytes);
}

void start(ModeContext& c, const std::uint8_t* iv, std::size_t) noexcept {
  State& s = c.state<State>();
  c.key(1).encrypt(iv, s.first, 1);
  memcpy(s.tweak, s.first, c.block());
}

void start_gb(ModeContext& c, const std::uint8_t* iv, std::size_t) noexcept {
  State& s = c.state<State>();
  c.key(1).encrypt(iv, s.first, 1);
  mirror(s.first, c.block());
  memcpy(s.tweak, s.first, c.block());
}

void start_dstu(ModeContext& c, const std::uint8_t* iv, std::size_t) noexcept {
  State& s = c.state<State>();
  std::uint8_t zeroth[2][kMaxBlockBytes] = {};
  c.key().encrypt(iv, s.first, 1);
  c.rows().tweaks(s.first, zeroth[0], zeroth[0], zeroth[1], 1);
  wipe(zeroth, sizeof zeroth);
  memcpy(s.tweak, s.first, c.block());
}

// Processes whole blocks.
template <Cipher kCipher, Tweaked kTweaked>
void run_blocks(ModeContext& c, const std::uint8_t* in, std::uint8_t* out,
                std::size_t bytes) noexcept {
  State& s = c.state<State>();
  const std::size_t block = c.block();
  if ((c.key().*kTweaked)(s.tweak, in, out, bytes / block)) return;
  alignas(64) std::uint8_t tweaks[kChunkBytes];
  for_chunks(bytes, chunk_bytes(c.key()), [&](std::size_t at, std::size_t n) {
    c.rows().tweaks(s.tweak, in + at, out + at, tweaks, n / block);
    (c.key().*kCipher)(out + at, out + at, n / block);
    c.rows().add(out + at, out + at, tweaks, n);
  });
  wipe(tweaks, bytes < sizeof tweaks ? bytes : sizeof tweaks);
}

// The same with mirrored tweaks. RowOps also adds them to text before they are mirrored, so that text is a copy of
// zeros.
template <Cipher kCipher>
void run_blocks_mirrored(ModeContext& c, const std::uint8_t* in, std::uint8_t* out,
                         std::size_t bytes) noexcept {
  State& s = c.state<State>();
  alignas(64) std::uint8_t tweaks[kChunkBytes], unused[kChunkBytes];
  for_chunks(bytes, chunk_bytes(c.key()), [&](std::size_t at, std::size_t n) {
    memset(unused, 0, n);
    c.rows().tweaks(s.tweak, unused, unused, tweaks, n / c.block());
    mirror(tweaks, n);
    c.rows().add(out + at, in + at, tweaks, n);
    (c.key().*kCipher)(out + at, out + at, n / c.block());
    c.rows().add(out + at, out + at, tweaks, n);
  });
  wipe(tweaks, bytes < sizeof tweaks ? bytes : sizeof tweaks);
  wipe(unused, bytes < sizeof unused ? bytes : sizeof unused);
}

// Processes one block and `rest` more bytes. Encryption uses the first tweak for the full block, decryption the second
// one.
template <Cipher kCipher, bool kSwapTweaks, bool kMirrored>
void steal(ModeContext& c, const std::uint8_t* in, std::uint8_t* out, std::size_t rest) noexcept {
  State& s = c.state<State>();
  const std::size_t block = c.block();
  std::uint8_t tweaks[2 * kMaxBlockBytes], blank[2 * kMaxBlockBytes] = {};
  std::uint8_t full[kMaxBlockBytes], joined[kMaxBlockBytes];
  if (rest >= block) return;  // never happens, but tells the compiler the range
  c.rows().tweaks(s.tweak, blank, blank, tweaks, 2);
  if (kMirrored) mirror(tweaks, 2 * block);
  const std::uint8_t* const first = tweaks + (kSwapTweaks ? block : 0);
  const std::uint8_t* const second = tweaks + (kSwapTweaks ? 0 : block);
  xor_into(full, in, first, block);
  (c.key().*kCipher)(full, full, 1);
  xor_into(full, full, first, block);
  memcpy(joined, in + block, rest);
  memcpy(joined + rest, full + rest, block - rest);
  memcpy(out + block, full, rest);
  xor_into(joined, joined, second, block);
  (c.key().*kCipher)(joined, joined, 1);
  xor_into(out, joined, second, block);
  wipe(tweaks, sizeof tweaks);
  wipe(blank, sizeof blank);
  wipe(full, sizeof full);
  wipe(joined, sizeof joined);
}

template <Cipher kCipher, Tweaked kTweaked, bool kSwapTweaks, bool kMirrored = false>
void run(ModeContext& c, const std::uint8_t* in, std::uint8_t* out, std::size_t bytes) noexcept {
  const std::size_t rest = bytes % c.block();
  const std::size_t whole = rest ? bytes - rest - c.block() : bytes;
  if constexpr (kMirrored)
    run_blocks_mirrored<kCipher>(c, in, out, whole);
  else
    run_blocks<kCipher, kTweaked>(c, in, out, whole);
  if (rest) steal<kCipher, kSwapTweaks, kMirrored>(c, in + whole, out + whole, rest);
}

void seek(ModeContext& c, std::uint64_t block) noexcept {
  State& s = c.state<State>();
  seek_tweak(c.field(), s.first, block, s.tweak);
}

std::uint64_t data_unit(const Variant& v) noexcept { return (1ull << 20) * v.block_bytes; }

constexpr auto kEncrypt = run<&CipherKey::encrypt, &CipherKey::encrypt_tweaked, false>;
constexpr auto kDecrypt = run<&CipherKey::decrypt, &CipherKey::decrypt_tweaked, true>;

}  // namespace

extern constexpr CipherMode hedgerow_mode_xts = {.base = {.key_slots = 2,
                                                          .state_bytes = state_bytes_of<State>,
                                                          .set_key = set_two_keys,
                                                          .takes_key = keys_differ,
                                                          .max_message_bytes = data_unit},
                                                 .start = start,
                                                 .encrypt = kEncrypt,
                                                 .decrypt = kDecrypt,
                                                 .seek = seek};

extern constexpr CipherMode hedgerow_mode_xts_gb = {
    .base = {.key_slots = 2,
             .state_bytes = state_bytes_of<State>,
             .set_key = set_two_keys,
             .takes_key = keys_differ,
             .max_message_bytes = data_unit},
    .start = start_gb,
    .encrypt = run<&CipherKey::encrypt, &CipherKey::encrypt_tweaked, false, true>,
    .decrypt = run<&CipherKey::decrypt, &CipherKey::decrypt_tweaked, true, true>,
    .seek = seek};

extern constexpr CipherMode hedgerow_mode_xts_dstu = {
    .base = {.state_bytes = state_bytes_of<State>},
    .start = start_dstu,
    .encrypt = kEncrypt,
    .decrypt = kDecrypt,
    .seek = seek};

}  // namespace hedgerow
