// HMAC with Streebog-256 and the key derivations that use it [RFC 7836]. They take constant time in keys and data, but
// lengths are public.
#pragma once

#include "hash/streebog.hpp"

namespace hedgerow {

// HMAC_GOSTR3411_2012_256 [RFC 7836 section 4.1.1], with a state that can be copied.
class HmacStreebog256 {
 public:
  static constexpr std::size_t kTagBytes = Streebog256::kDigestBytes;

  // A key that is longer than a block (64 bytes) is hashed first.
  HmacStreebog256(const std::uint8_t* key, std::size_t key_bytes) noexcept;

  void update(const std::uint8_t* in, std::size_t bytes) noexcept { inner_.update(in, bytes); }
  // Writes kTagBytes bytes. Afterwards the object is ready for another message under the same key.
  void tag(std::uint8_t* out) noexcept;

 private:
  Streebog256 keyed_inner_, keyed_outer_;  // the state after the first block of each hash
  Streebog256 inner_;
};

// The public bytes that a derivation binds a key to.
struct KdfContext {
  const std::uint8_t *label, *seed;
  std::size_t label_bytes, seed_bytes;
};

// KDF_TREE_GOSTR3411_2012_256 [RFC 7836 section 4.5] with a counter of one byte (R = 1) computes `bytes` bytes, at most
// kMaxKdfTreeBytes, from a key of 32 bytes. For 32 bytes it is KDF_GOSTR3411_2012_256 [RFC 7836 section 4.4].
constexpr std::size_t kMaxKdfTreeBytes = 255 * HmacStreebog256::kTagBytes;
void kdf_tree_gostr3411_2012_256(const std::uint8_t* key, const KdfContext& context,
                                 std::uint8_t* out, std::size_t bytes) noexcept;

}  // namespace hedgerow
