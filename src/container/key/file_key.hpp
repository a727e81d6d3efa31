// Derives the keys of a file from its secret: BLAKE2b [RFC 7693], keyed with the secret, over the
// first 112 bytes of the header. Each key has its own personalisation: "HEDGEROW-", three letters,
// and the version in three digits. For example, the segments' key of version 2 has
// "HEDGEROW-KEY002".
//
// The secret is the file key in version 2, and the credential's master key in version 1.
#pragma once

#include "container/format/header.hpp"

namespace hedgerow::container {

inline constexpr std::size_t kFileKeyBytes = 32;
inline constexpr std::size_t kDerivedKeyBytes = 32;

// Computes BLAKE2b of `data` with `key` (16 to 64 bytes, or none) and with the personalisation of
// `letters` (three) and `version`. `out` has 16 to 64 bytes.
void derive(std::span<const std::uint8_t> key, std::span<const std::uint8_t> data,
            const char* letters, std::uint8_t version, std::span<std::uint8_t> out);

// "HDR" is a public hash of the header, which is computed without a key.
inline constexpr std::size_t kHeaderHashBytes = 32;
using HeaderHash = std::array<std::uint8_t, kHeaderHashBytes>;
HeaderHash hash_header(const Header& header);

// "KEY" is the key of the segments' cipher, with the key length of this cipher.
Secret derive_cipher_key(const Header& header, const Secret& file_secret);
// Derives a key of version 2, where `letters` is "MAC" or "LBL".
Secret derive_slot_area_key(const Header& header, const Secret& file_secret, const char* letters);

// "COM" is the commitment, which this function writes to the header of a new container.
void commit_header(Header& header, const Secret& file_secret);
// Returns true if the header commits to this secret, by a comparison that is constant in time.
bool is_committed(const Header& header, const Secret& file_secret);

}  // namespace hedgerow::container
