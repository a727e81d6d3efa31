// The immutable header of a container: 144 bytes that say with what it was made. docs/container.md
// gives it byte by byte.
//
//    at  bytes                         at  bytes
//     0      8  magic                  20      4  passes      (version 1; else 0)
//     8      1  version                24      4  memory, KiB (version 1; else 0)
//     9      1  kdf (version 1)        28      4  zero
//    10      2  length of the header   32     16  file id (version 1: KDF salt)
//    12      1  mode                   48     32  name of the cipher
//    13      1  length of a nonce      80     32  file salt
//    14      1  length of a tag       112     32  key commitment
//    15      1  length of the name
//    16      4  bytes of a segment
//
// Integers are little-endian. The first 112 bytes enter the derivation of the file's keys; all 144
// enter every segment's AAD through their hash, and so never change.
//
// Version 1 has one credential, whose kind and Argon2id cost stand here, and its body follows at
// once. Version 2 has slots for credentials (slot_area.hpp) in pages of their own between the two:
//
//   0 header, zeros, its second copy | 4096 slot area, copy 0 | 8192 slot area, copy 1 | 12288 body
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "container/key/kdf.hpp"
#include "hedgerow/hedgerow.h"

namespace hedgerow::container {

inline constexpr std::size_t kHeaderBytes = 144;
inline constexpr std::size_t kBoundHeaderBytes = 112;
inline constexpr std::size_t kFileIdBytes = 16;
inline constexpr std::size_t kSaltBytes = 32;
inline constexpr std::size_t kCommitmentBytes = 32;
inline constexpr std::uint8_t kFormatVersion = 2;  // written; 1 is read

// A disk writes whole sectors, of 4 KiB at most: what never changes and each copy of what does have
// their own.
inline constexpr std::size_t kPageBytes = 4096;
inline constexpr std::size_t kSlotCopies = 2;
inline constexpr std::size_t kBodyOffset = kPageBytes * (1 + kSlotCopies);

inline constexpr std::uint32_t kMinSegmentBytes = 64u << 10;
inline constexpr std::uint32_t kMaxSegmentBytes = 4u << 20;
inline constexpr std::uint32_t kMinTagBytes = 16;
inline constexpr std::uint32_t kMinBlockBytes = 16;

// The length field of CCM, in bytes: room for every segment, whatever the mode's default.
inline constexpr std::uint32_t kCcmLengthBytes = 4;

using HeaderBytes = std::array<std::uint8_t, kHeaderBytes>;
using FileId = std::array<std::uint8_t, kFileIdBytes>;

struct Header {
  HeaderBytes bytes{};  // as stored; the rest is what they say
  std::uint8_t version = kFormatVersion;
  hedgerow_algorithm_info algorithm{};  // the cipher in its mode
  std::uint8_t nonce_bytes = 0;
  std::uint8_t tag_bytes = 0;
  std::uint32_t segment_bytes = 0;
  std::string cipher;
  FileId file_id{};        // version 2
  std::optional<Kdf> kdf;  // version 1 with a passphrase

  // Bytes of a full segment with its tag.
  std::size_t stride() const { return std::size_t{segment_bytes} + tag_bytes; }
  // Where the first segment begins.
  std::size_t body_offset() const { return version == 1 ? kHeaderBytes : kBodyOffset; }
  // What the file's keys are derived over.
  std::span<const std::uint8_t, kBoundHeaderBytes> bound() const {
    return std::span(bytes).first<kBoundHeaderBytes>();
  }
  std::span<std::uint8_t, kCommitmentBytes> commitment() {
    return std::span(bytes).last<kCommitmentBytes>();
  }
  std::span<const std::uint8_t, kCommitmentBytes> commitment() const {
    return std::span(bytes).last<kCommitmentBytes>();
  }
};

// The cipher `name`, when a container may use it: known to the library, with an AEAD, block of at
// least 128 bits. Else throws kCipher.
hedgerow_cipher_info find_container_cipher(const std::string& name);

// Such a cipher in an AEAD that it has; "": the first one. Throws kCipher and kMode.
hedgerow_algorithm_info find_container_algorithm(const std::string& cipher,
                                                 const std::string& mode);
// The names of all AEADs with which containers are made, each once.
std::vector<std::string> container_modes();

// The nonce length of an algorithm in containers: the usual one, but for CCM of SP 800-38C, whose
// length field takes the rest of a block.
std::size_t container_nonce_bytes(const hedgerow_algorithm_info& algorithm);

// The header of a new container, version 2, with fresh salt and id; its commitment is still zero.
// Throws kArgument for values not allowed, kCipher and kMode.
Header make_header(const std::string& cipher, std::uint32_t segment_bytes,
                   const std::string& mode = {});

// Parses and checks every field; `bytes` may be shorter than a header. Throws with a status of its
// own for each kind of fault. Needs no key, so an attacker can still have chosen every value.
Header parse_header(std::span<const std::uint8_t> bytes);

// Segments that one key may protect: the cipher's data limit, each segment counted with two block
// calls a block (MGM needs them) and 16 more for AAD, nonce and tag.
std::uint64_t max_segments(const Header& header);

}  // namespace hedgerow::container
