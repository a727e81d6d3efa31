// The 144-byte header of a container, version 1. docs/container.md gives it byte by byte.
//
//   0 magic(8) | 8 version | 9 kdf | 10 header length(2) | 12 mode | 13 nonce length | 14 tag
//   length 15 name length | 16 segment bytes(4) | 20 passes(4) | 24 memory KiB(4) | 28 zero(4) 32
//   KDF salt(16) | 48 cipher name(32) | 80 file salt(32) | 112 key commitment(32)
//
// Integers are little-endian. The first 112 bytes enter the derivation of the file's keys; all 144
// enter every segment's AAD through their hash.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "hedgerow/hedgerow.h"

namespace hedgerow::container {

inline constexpr std::size_t kHeaderBytes = 144;
inline constexpr std::size_t kBoundHeaderBytes = 112;
inline constexpr std::size_t kSaltBytes = 32;
inline constexpr std::size_t kKdfSaltBytes = 16;
inline constexpr std::size_t kCommitmentBytes = 32;
inline constexpr std::uint8_t kFormatVersion = 1;

inline constexpr std::uint32_t kMinSegmentBytes = 64u << 10;
inline constexpr std::uint32_t kMaxSegmentBytes = 4u << 20;
inline constexpr std::uint32_t kMinTagBytes = 16;
inline constexpr std::uint32_t kMinBlockBytes = 16;

// Caps on costs that a file may ask for: checked before anything is allocated.
inline constexpr std::uint32_t kMaxPasses = 16;
inline constexpr std::uint32_t kMinMemoryKib = 8;
inline constexpr std::uint32_t kMaxMemoryKib = 1u << 20;

enum class Kdf : std::uint8_t { kNone = 0, kArgon2id = 1 };
enum class Mode : std::uint8_t { kMgm = 1, kGcm = 2 };

using HeaderBytes = std::array<std::uint8_t, kHeaderBytes>;

struct Header {
  Kdf kdf = Kdf::kNone;
  Mode mode = Mode::kGcm;
  std::uint8_t nonce_bytes = 0;
  std::uint8_t tag_bytes = 0;
  std::uint32_t segment_bytes = 0;
  std::uint32_t passes = 0;
  std::uint32_t memory_kib = 0;
  std::array<std::uint8_t, kKdfSaltBytes> kdf_salt{};
  std::string cipher;
  std::array<std::uint8_t, kSaltBytes> salt{};
  std::array<std::uint8_t, kCommitmentBytes> commitment{};

  // Bytes of a full segment with its tag.
  std::size_t stride() const { return std::size_t{segment_bytes} + tag_bytes; }
};

// The cipher `name`, when a container may use it: known to the library, with an AEAD, block of at
// least 128 bits. Else throws kCipher.
hedgerow_cipher_info find_container_cipher(const std::string& name);

// "mgm" or "gcm".
const char* mode_name(Mode mode);

// A header for a new container with fresh salts. Throws kArgument for values not allowed.
Header make_header(const std::string& cipher, std::uint32_t segment_bytes, Kdf kdf,
                   std::uint32_t passes, std::uint32_t memory_kib);

HeaderBytes encode_header(const Header& header);

// Parses and checks every field; `bytes` may be shorter than a header. Throws with a status of its
// own for each kind of fault. Needs no key, so an attacker can still have chosen every value.
Header parse_header(std::span<const std::uint8_t> bytes);

// Segments that one key may protect: the cipher's data limit, each segment counted with two block
// calls a block (MGM needs them) and 16 more for AAD, nonce and tag.
std::uint64_t max_segments(const Header& header);

}  // namespace hedgerow::container
