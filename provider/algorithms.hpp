// The algorithms: all of the library, and gost-engine's variants of some, with what libcrypto asks about them
// before there is a context.
#pragma once

#include <openssl/core.h>
#include <openssl/core_dispatch.h>

#include <cstddef>

#include "provider.hpp"

namespace hedgerow_provider {

// When an algorithm is there.
enum class Tier {
  kAlways,
  kResearch,  // the cipher is experimental: `research = yes`
  kWide       // its block does not fit into libcrypto's buffers: `wide-blocks = yes`
};

// libcrypto keeps IVs in 16 bytes and blocks in 32, and does not check what a provider says.
constexpr std::size_t kLibcryptoBytes = 16;

struct Algorithm {
  hedgerow_algorithm_info info;
  std::uint64_t section_bytes;  // the default, 0: the library's
  Tier tier;
  char name[48];        // the first of `names`
  char names[160];      // separated by ':', the OID last
  char properties[96];  // "provider=hedgerow,hedgerow.ct=yes,hedgerow.impl=avx2"
  char description[200];

  bool has(std::uint32_t property) const noexcept { return info.properties & property; }
  bool allows_iv(std::size_t bytes) const noexcept;
  bool allows_tag(std::size_t bytes) const noexcept;
  // Data passes at once, in pieces of any length, or for XTS of whole blocks. Else the library collects blocks.
  bool passes_through() const noexcept;
  std::size_t reported_block() const noexcept;
  std::size_t reported_iv() const noexcept;
  // EVP_CIPH_ECB_MODE and so on, 0 for a mode that libcrypto has no number for.
  unsigned mode() const noexcept;
  bool is_aead() const noexcept { return info.kind == HEDGEROW_AEAD; }
};

// All of them, in the order of the algorithms; made at the first call.
const Algorithm* algorithms(std::size_t* count) noexcept;

// What a provider with these settings answers to a query for OSSL_OP_CIPHER or OSSL_OP_MAC; else null.
const OSSL_ALGORITHM* query(int operation, const Settings& settings) noexcept;

// The functions of a kind: entries for a dispatch table but for newctx and get_params, ended by {0, nullptr}.
const OSSL_DISPATCH* cipher_functions() noexcept;
const OSSL_DISPATCH* aead_functions() noexcept;
const OSSL_DISPATCH* mac_functions() noexcept;
const OSSL_DISPATCH* wrap_functions() noexcept;
// Those of pipelines, to be appended.
const OSSL_DISPATCH* cipher_pipeline_functions() noexcept;
const OSSL_DISPATCH* aead_pipeline_functions() noexcept;
void* new_cipher(const Provider& provider, const Algorithm& algorithm) noexcept;
void* new_aead(const Provider& provider, const Algorithm& algorithm) noexcept;
void* new_mac(const Provider& provider, const Algorithm& algorithm) noexcept;
void* new_wrap(const Provider& provider, const Algorithm& algorithm) noexcept;

}  // namespace hedgerow_provider
