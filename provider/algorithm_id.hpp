// The parameters of an AlgorithmIdentifier in DER, which PKCS #8 and CMS store with the OID of a cipher. There are
// three forms; for example, most ciphers have only an IV:
//
//   GOST 28147-89 [RFC 4490 section 5.1]    SEQUENCE { OCTET STRING iv, OBJECT IDENTIFIER set of S-boxes }
//   Kuznyechik and Magma in CTR, CTR-ACPKM  SEQUENCE { OCTET STRING iv || seed }, seed of 8 bytes
//   all others                              OCTET STRING iv
//
// The first two are those of gost-engine. The third is libcrypto's own for every cipher.
#pragma once

#include "context.hpp"

namespace hedgerow_provider {

struct AlgorithmId {
  static constexpr std::size_t kSeedBytes = 8, kMaxIvBytes = 64, kMaxOidBytes = 24;
  // Of the DER: three headers of 2 bytes, the IV with its seed, and the OID. Below 128, so a length has one byte.
  static constexpr std::size_t kMaxBytes = 3 * 2 + kMaxIvBytes + kSeedBytes + kMaxOidBytes;

  const Algorithm* algorithm;   // the variant with these S-boxes
  std::uint64_t section_bytes;  // the section that the form implies, or 0
  std::size_t iv_bytes;
  std::uint8_t iv[kMaxIvBytes];
  // For the key derivation of CTR-ACPKM-OMAC. The other modes store and return it, but do not use it.
  std::uint8_t seed[kSeedBytes];
};

// The parameters of `algorithm` without an IV. `iv_bytes` is at most AlgorithmId::kMaxIvBytes.
AlgorithmId empty_id(const Algorithm& algorithm, std::size_t iv_bytes) noexcept;
// Writes the DER of `id` and returns its length. `out` has AlgorithmId::kMaxBytes bytes.
std::size_t write_id(const AlgorithmId& id, std::uint8_t* out) noexcept;
// Reads DER that belongs to `id.algorithm` into `id`. Returns false if it has another form, another length of IV, or
// names S-boxes that the library does not have.
bool read_id(AlgorithmId& id, const std::uint8_t* der, std::size_t bytes) noexcept;

// The algorithm to use for one that follows gost-engine's environment variable CRYPT_PARAMS: the OID or the name of a
// set of S-boxes. Returns null and puts a reason on the queue if the variable has another value.
const Algorithm* follow_environment(const Provider& provider, const Algorithm& algorithm) noexcept;

}  // namespace hedgerow_provider
