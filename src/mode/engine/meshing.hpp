// Key meshing of GOST 28147-89 [RFC 4357 section 2.3.2]. After every section the key becomes D_K(C), and the IV of the
// mode is encrypted under the new key.
#pragma once

#include <string.h>

#include "base/secret.hpp"
#include "mode/mode.hpp"

namespace hedgerow {

constexpr std::size_t kMeshedKeyBytes = 32;
// C, followed by zeros up to the longest group of a kernel with 64-byte vectors. A kernel reads a whole group directly.
// It would copy a part of a group to a buffer first, and that copy waits for all earlier instructions.
constexpr std::size_t kMeshingRoom = 128;
alignas(64) constexpr std::uint8_t kMeshing[kMeshingRoom] = {
    0x69, 0x00, 0x72, 0x22, 0x64, 0xc9, 0x04, 0x23, 0x8d, 0x3a, 0xdb, 0x96, 0x46, 0xe9, 0x2a, 0xc4,
    0x18, 0xfe, 0xac, 0x94, 0x00, 0xed, 0x07, 0x12, 0xc0, 0x86, 0xdc, 0xc2, 0xef, 0x4c, 0xa9, 0x2b};

// Length of the longest user key, which has 32 bytes of key followed by the S-boxes.
constexpr std::size_t kMaxMeshedUserKeyBytes = 96;

// The keys of a message with key meshing. Slot 0 has the first key, and slots 1 and 2 alternate for later keys. The
// next key depends only on the present key, so it can be computed before the data between them. That hides its latency:
// decrypting a few blocks is a serial chain, and the processor can work on the data in the meantime.
struct Meshing {
  std::uint8_t user_key[kMaxMeshedUserKeyBytes];  // the present key, then the S-boxes
  std::uint8_t first[kMeshedKeyBytes];
  // Their first 32 bytes are the next key and the key after it.
  std::uint8_t ahead[kMeshingRoom], beyond[kMeshingRoom];
  bool has_ahead, has_beyond;
  std::uint32_t slot, ahead_slot;  // of the present and the next key; 0 if that is not ready
  std::uint64_t section_left;      // bytes under the present key

  static constexpr std::uint32_t kKeySlots = 3;

  void set_key(ModeContext& c, const std::uint8_t* key) noexcept {
    memcpy(user_key, key, c.variant().key_bytes);
    memcpy(first, key, kMeshedKeyBytes);
    wipe(ahead, sizeof ahead);
    wipe(beyond, sizeof beyond);
    c.key(0).set(key);
    c.key(1).wipe_key();
    c.key(2).wipe_key();
  }

  void start(ModeContext& c) noexcept {
    memcpy(user_key, first, kMeshedKeyBytes);
    wipe(ahead, sizeof ahead);
    wipe(beyond, sizeof beyond);
    slot = ahead_slot = 0;
    has_ahead = has_beyond = false;
    section_left = c.parameters.section_bytes ? c.parameters.section_bytes : UINT64_MAX;
  }

  CipherKey& key(ModeContext& c) const noexcept { return c.key(slot); }

  // Returns the next key, ready to use, and computes it if that was not done before.
  CipherKey& next_key(ModeContext& c) noexcept {
    if (ahead_slot != 0) return c.key(ahead_slot);
    std::uint8_t next[kMaxMeshedUserKeyBytes];
    if (!has_ahead) key(c).decrypt(kMeshing, ahead, kMeshingRoom / c.block());
    has_ahead = true;
    memcpy(next, user_key, c.variant().key_bytes);
    memcpy(next, ahead, kMeshedKeyBytes);
    ahead_slot = slot == 1 ? 2 : 1;
    c.key(ahead_slot).set(next);
    wipe(next, c.variant().key_bytes);
    return c.key(ahead_slot);
  }

  // Computes the key after the next one, so next_key must have been called before.
  void make_beyond(ModeContext& c) noexcept {
    c.key(ahead_slot).decrypt(kMeshing, beyond, kMeshingRoom / c.block());
    has_beyond = true;
  }

  // Switches to the next key and encrypts the block `iv` under it, unless `iv` is null.
  void next(ModeContext& c, std::uint8_t* iv) noexcept {
    CipherKey& key = next_key(c);
    if (iv) key.encrypt(iv, iv, 1);
    memcpy(user_key, ahead, kMeshedKeyBytes);
    memcpy(ahead, beyond, kMeshedKeyBytes);
    slot = ahead_slot;
    ahead_slot = 0;
    has_ahead = has_beyond;
    has_beyond = false;
    section_left = c.parameters.section_bytes;
  }
};

// A section consists of whole blocks.
inline ParameterStatus check_sections(const Variant& v, const Parameters& p) noexcept {
  return p.section_bytes % v.block_bytes == 0 ? ParameterStatus::kOk : ParameterStatus::kSection;
}

}  // namespace hedgerow
