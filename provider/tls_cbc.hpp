// Records of TLS in CBC, as libssl asks a provider for them: padding, and the MAC at the end of a decrypted record.
#pragma once

#include <cstddef>
#include <cstdint>

namespace hedgerow_provider {

struct TlsCbc {
  std::uint64_t version;    // 0: the cipher does not process records
  std::uint64_t mac_bytes;  // 0: encrypt-then-MAC [RFC 7366]
  std::uint8_t mac[64];     // of the last decrypted record

  // From TLS 1.1 on, and in DTLS, a record begins with a block that stands for an IV.
  bool has_explicit_iv() const noexcept { return version >= 0x302; }
};

// Appends the padding of TLS to `bytes` bytes, and returns the new length, a multiple of 16.
std::size_t tls_pad(std::uint8_t* record, std::size_t bytes) noexcept;

// Removes the padding and the MAC of a decrypted record without its explicit IV, and keeps the MAC. It takes a time
// that depends only on `bytes` and the length of the MAC. If the padding is wrong and there is a MAC, the result has a
// wrong MAC, so that the caller cannot tell the two failures apart. Returns false if the record is too short, or if
// the padding is wrong and there is no MAC.
bool tls_unpad(TlsCbc& tls, const std::uint8_t* record, std::size_t bytes,
               std::size_t* data_bytes) noexcept;

}  // namespace hedgerow_provider
