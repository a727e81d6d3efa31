// Counters are public (SECURITY.md), even where a mode makes them by encrypting the nonce. A case
// with a secret key must not let them differ: so it looks for a nonce whose counters start alike,
// which is to say that every carry comes at the same block, whatever the key.
#pragma once

#include <hedgerow/hedgerow.h>

#include <cstddef>
#include <cstdint>

namespace hedgerow::tracing {

// Counts the 8 bytes at `index_at` of `nonce` (one block, top bit 0) up, little-endian, until the
// counters of DSTU 7624 CTR and GCM, or both of MGM, start alike. Returns the index. Aborts when
// there is none.
std::uint64_t find_nonce(const hedgerow_cipher_info& info, const std::uint8_t* key,
                         std::uint8_t* nonce, std::size_t index_at);

// Whether the counters of this nonce start alike.
bool counters_start_alike(const hedgerow_cipher_info& info, const std::uint8_t* key,
                          const std::uint8_t* nonce);

}  // namespace hedgerow::tracing
