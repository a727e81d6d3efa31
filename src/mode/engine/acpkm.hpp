// The key transformation ACPKM [RFC 8645 section 4.1]: K' = E_K(D) with D = 80 81 .. 9F, which is as long as a key.
#pragma once

#include "base/secret.hpp"
#include "mode/mode.hpp"

namespace hedgerow {

constexpr std::size_t kAcpkmKeyBytes = 32;

// Sets `to` to the transformed key of `from`, which may be the same object.
inline void acpkm(CipherKey& from, CipherKey& to) noexcept {
  static constexpr std::uint8_t kD[kAcpkmKeyBytes] = {
      0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8a,
      0x8b, 0x8c, 0x8d, 0x8e, 0x8f, 0x90, 0x91, 0x92, 0x93, 0x94, 0x95,
      0x96, 0x97, 0x98, 0x99, 0x9a, 0x9b, 0x9c, 0x9d, 0x9e, 0x9f};
  std::uint8_t key[kAcpkmKeyBytes];
  from.encrypt(kD, key, kAcpkmKeyBytes / from.block_bytes());
  to.set(key);
  wipe(key, sizeof key);
}

}  // namespace hedgerow
