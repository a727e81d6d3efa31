// Key wrap of GOST 28147-89 [RFC 4357 sections 6.1 to 6.5] for keys of 32 bytes. The IV is the UKM of 8 bytes, which
// you must send separately, for example before the wrapped key or, as CMS does, in its own field.
//
//   kw_gost        ECB(K; key) | imitovstavka(K; key), 4 bytes; its sum starts with the UKM
//   kw_cryptopro   the same under a key that is diversified with the UKM
//
// Diversification takes one step for each of the 8 bytes of the UKM. A step uses one bit of that byte for each word of
// the key. It adds the words with a set bit, and separately the words with a clear bit. The two sums are the IV of CFB,
// which encrypts the key under itself.
#include <string.h>

#include "mode/engine/chunks.hpp"
#include "mode/engine/gost_imit.hpp"
#include "mode/mode.hpp"

namespace hedgerow {

namespace {

constexpr std::size_t kBlock = GostImit::kBlock, kKey = 32, kMac = 4;
constexpr std::size_t kMaxUserKey = 96;  // the S-boxes follow the key

struct State {
  std::uint8_t user_key[kMaxUserKey];
};

void set_key(ModeContext& c, const std::uint8_t* user_key) noexcept {
  memcpy(c.state<State>().user_key, user_key, c.variant().key_bytes);
}

std::uint64_t max_bytes(const Variant&) noexcept { return kKey; }
std::size_t wrapped_bytes(const Variant&, std::size_t bytes) noexcept {
  return bytes == kKey ? kKey + kMac : 0;
}
std::size_t unwrapped_bytes(const Variant&, std::size_t bytes) noexcept {
  return bytes == kKey + kMac ? kKey : 0;
}

// Computes the two sums for `ukm`, a byte of the UKM, which is public.
void sum_words(const std::uint8_t* key, std::uint8_t ukm, std::uint8_t* iv) noexcept {
  std::uint32_t sum[2] = {};
  for (int j = 0; j < 8; j++) sum[(ukm >> j & 1) ^ 1] += load_le32(key + 4 * j);
  store_le32(iv, sum[0]);
  store_le32(iv + 4, sum[1]);
}

void diversify(ModeContext& c, const std::uint8_t* ukm, std::uint8_t* user_key) noexcept {
  std::uint8_t feed[kBlock];
  for (std::size_t i = 0; i < kBlock; i++) {
    sum_words(user_key, ukm[i], feed);
    c.key().set(user_key);
    for (std::size_t at = 0; at < kKey; at += kBlock) {
      c.key().encrypt(feed, feed, 1);
      xor_into(feed, feed, user_key + at, kBlock);
      memcpy(user_key + at, feed, kBlock);
    }
  }
  wipe(feed, sizeof feed);
}

// Computes the wrapping key in `user_key` and prepares it.
template <bool kDiversified>
void prepare(ModeContext& c, const std::uint8_t* ukm, std::uint8_t* user_key) noexcept {
  memcpy(user_key, c.state<State>().user_key, c.variant().key_bytes);
  if (kDiversified) diversify(c, ukm, user_key);
  c.key().set(user_key);
}

void imit(ModeContext& c, const std::uint8_t* user_key, const std::uint8_t* ukm,
          const std::uint8_t* key, std::uint8_t* mac) noexcept {
  GostImit rounds;
  std::uint8_t sum[kBlock];
  rounds.set_key(c.key(), user_key);
  memcpy(sum, ukm, kBlock);
  for (std::size_t at = 0; at < kKey; at += kBlock) rounds.take(sum, key + at);
  memcpy(mac, sum, kMac);
  wipe(&rounds, sizeof rounds);
  wipe(sum, sizeof sum);
}

template <bool kDiversified>
void wrap(ModeContext& c, const std::uint8_t* iv, std::size_t, const std::uint8_t* in, std::size_t,
          std::uint8_t* out) noexcept {
  std::uint8_t user_key[kMaxUserKey], mac[kMac];
  prepare<kDiversified>(c, iv, user_key);
  imit(c, user_key, iv, in, mac);
  c.key().encrypt(in, out, kKey / kBlock);
  memcpy(out + kKey, mac, kMac);
  c.key().wipe_key();
  wipe(user_key, sizeof user_key);
}

template <bool kDiversified>
bool unwrap(ModeContext& c, const std::uint8_t* iv, std::size_t, const std::uint8_t* in,
            std::size_t, std::uint8_t* out, std::size_t* out_bytes) noexcept {
  std::uint8_t user_key[kMaxUserKey], mac[kMac], sent[kMac];
  memcpy(sent, in + kKey, kMac);
  prepare<kDiversified>(c, iv, user_key);
  c.key().decrypt(in, out, kKey / kBlock);
  imit(c, user_key, iv, out, mac);
  const bool equal = equal_ct(mac, sent, kMac);
  c.key().wipe_key();
  wipe(user_key, sizeof user_key);
  wipe(mac, sizeof mac);
  *out_bytes = kKey;
  return equal;
}

template <bool kDiversified>
constexpr WrapMode kMode = {.base = {.state_bytes = state_bytes_of<State>,
                                     .set_key = set_key,
                                     .max_message_bytes = max_bytes},
                            .wrapped_bytes = wrapped_bytes,
                            .unwrapped_bytes = unwrapped_bytes,
                            .wrap = wrap<kDiversified>,
                            .unwrap = unwrap<kDiversified>};

}  // namespace

extern constexpr WrapMode hedgerow_mode_kw_gost = kMode<false>;
extern constexpr WrapMode hedgerow_mode_kw_cryptopro = kMode<true>;

}  // namespace hedgerow
