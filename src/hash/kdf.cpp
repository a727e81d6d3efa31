// HMAC and key derivation with Streebog-256 [RFC 7836]. See kdf.hpp.
#include "hash/kdf.hpp"

#include <string.h>

#include "base/wiping.hpp"

namespace hedgerow {

namespace {
constexpr std::size_t kKeyBytes = 32;

void start_with_pad(Streebog256& hash, const std::uint8_t* key, std::uint8_t pad) noexcept {
  std::uint8_t block[Streebog256::kBlockBytes];
  for (std::size_t i = 0; i < sizeof block; i++) block[i] = key[i] ^ pad;
  hash.update(block, sizeof block);
  wipe(block, sizeof block);
}

// One block of a derivation: the HMAC of counter, label, a zero byte, seed and the bit length of the output.
void derive(HmacStreebog256& hmac, std::uint8_t counter, const KdfContext& context,
            const std::uint8_t* length, std::size_t length_bytes, std::uint8_t* out) noexcept {
  constexpr std::uint8_t kZero = 0;
  hmac.update(&counter, 1);
  hmac.update(context.label, context.label_bytes);
  hmac.update(&kZero, 1);
  hmac.update(context.seed, context.seed_bytes);
  hmac.update(length, length_bytes);
  hmac.tag(out);
}
}  // namespace

HmacStreebog256::HmacStreebog256(const std::uint8_t* key, std::size_t key_bytes) noexcept {
  std::uint8_t padded[Streebog256::kBlockBytes] = {};
  if (key_bytes > sizeof padded) {
    inner_.update(key, key_bytes);
    inner_.digest(padded);
  } else if (key_bytes != 0) {
    memcpy(padded, key, key_bytes);
  }
  start_with_pad(keyed_inner_, padded, 0x36);
  start_with_pad(keyed_outer_, padded, 0x5c);
  inner_ = keyed_inner_;
  wipe(padded, sizeof padded);
}

void HmacStreebog256::tag(std::uint8_t* out) noexcept {
  std::uint8_t digest[kTagBytes];
  Streebog256 outer = keyed_outer_;
  inner_.digest(digest);
  outer.update(digest, sizeof digest);
  outer.digest(out);
  inner_ = keyed_inner_;
  wipe(digest, sizeof digest);
}

// The caller, kdf_tree_gostr3411_2012_256, wipes the stack of this function, because a chaining value can be computed
// from the last state and round key of a compression.
static void derive_tree(const std::uint8_t* key, const KdfContext& context, std::uint8_t* out,
                        std::size_t bytes) noexcept {
  // The bit length in as few bytes as possible, big-endian, where at most 0xff00 bits are allowed.
  const std::uint8_t length[2] = {(std::uint8_t)(bytes >> 5), (std::uint8_t)(8 * bytes)};
  const std::size_t skip = length[0] == 0;
  HmacStreebog256 hmac(key, kKeyBytes);
  std::uint8_t block[HmacStreebog256::kTagBytes];
  for (std::uint8_t counter = 1; bytes != 0; counter++) {
    derive(hmac, counter, context, length + skip, sizeof length - skip, block);
    const std::size_t n = bytes < sizeof block ? bytes : sizeof block;
    memcpy(out, block, n);
    out += n;
    bytes -= n;
  }
  wipe(block, sizeof block);
}

void kdf_tree_gostr3411_2012_256(const std::uint8_t* key, const KdfContext& context,
                                 std::uint8_t* out, std::size_t bytes) noexcept {
  Wiping<derive_tree, 4096>::call(key, context, out, bytes);
}

}  // namespace hedgerow
