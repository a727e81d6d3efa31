// The algorithms: all of the library, and the variants of gost-engine for some of them. The rows answer the questions
// that libcrypto asks before there is a context.
#pragma once

#include <openssl/core.h>
#include <openssl/core_dispatch.h>

#include <cstddef>

#include "provider.hpp"

namespace hedgerow_provider {

// The condition for offering an algorithm.
enum class Tier {
  kAlways,
  kResearch,  // the cipher is experimental; needs `research = yes`
  kAesSiv,    // AES in SIV and GCM-SIV; needs `aes = siv`
  kWide       // the block is too long for libcrypto's buffers; needs `wide-blocks = yes`
};

// libcrypto keeps IVs in 16 bytes and blocks in 32, and does not check the lengths that a provider reports.
constexpr std::size_t kLibcryptoBytes = 16;

struct Algorithm {
  hedgerow_algorithm_info info;
  std::uint64_t section_bytes;  // the default, or 0 for that of the library
  bool follows_environment;     // CRYPT_PARAMS selects the S-boxes
  Tier tier;
  char name[48];        // the first of `names`
  char names[160];      // separated by ':', the OID last
  char properties[96];  // "provider=hedgerow,hedgerow.ct=yes,hedgerow.impl=avx2"
  char description[200];

  bool has(std::uint32_t property) const noexcept { return info.properties & property; }
  bool allows_iv(std::size_t bytes) const noexcept;
  bool allows_tag(std::size_t bytes) const noexcept;
  // True if data passes through in pieces of any length (for XTS, in whole blocks). Else the library collects blocks.
  bool passes_through() const noexcept;
  std::size_t reported_block() const noexcept;
  std::size_t reported_iv() const noexcept;
  // Returns EVP_CIPH_ECB_MODE and so on, or 0 for a mode that has no number in libcrypto.
  unsigned mode() const noexcept;
  bool is_aead() const noexcept { return info.kind == HEDGEROW_AEAD; }
};

// Returns all algorithms in the order of the library's list, which are made at the first call.
const Algorithm* algorithms(std::size_t* count) noexcept;

// Answers a query for OSSL_OP_CIPHER or OSSL_OP_MAC, for a provider with these settings, or returns null for other
// operations.
const OSSL_ALGORITHM* query(int operation, const Settings& settings) noexcept;

// The functions of a kind as entries of a dispatch table that ends with {0, nullptr}, without newctx and get_params.
const OSSL_DISPATCH* cipher_functions() noexcept;
const OSSL_DISPATCH* aead_functions() noexcept;
const OSSL_DISPATCH* mac_functions() noexcept;
const OSSL_DISPATCH* wrap_functions() noexcept;
// The functions for pipelines, to be appended to the table.
const OSSL_DISPATCH* cipher_pipeline_functions() noexcept;
const OSSL_DISPATCH* aead_pipeline_functions() noexcept;
void* new_cipher(const Provider& provider, const Algorithm& algorithm) noexcept;
void* new_aead(const Provider& provider, const Algorithm& algorithm) noexcept;
void* new_mac(const Provider& provider, const Algorithm& algorithm) noexcept;
void* new_wrap(const Provider& provider, const Algorithm& algorithm) noexcept;

}  // namespace hedgerow_provider
