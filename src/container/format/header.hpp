// The immutable header of a container: 144 bytes that say how it was made. docs/container.md
// specifies every byte.
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
// Integers are little-endian, and the derivation of the file's keys includes the first 112 bytes.
// The AAD of every segment includes a hash of all 144 bytes, therefore they never change.
//
// Version 1 has one credential, and the header has its kind and its Argon2id cost. The body follows
// immediately. Versions 2 and 3 have slots for credentials (slot_area.hpp) between header and body;
// preamble.hpp has the layouts. Version 3 stores the header shorter, and expand_header makes these
// 144 bytes of it: byte 9 is then the number of copies, and the fields [20, 48) and [80, 112) are 0.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
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

// Version 1 is only read. Version 2 has room for 16 slots, which rekey changes in place. Version 3
// is as short as its content.
inline constexpr std::uint8_t kReservedVersion = 2;
inline constexpr std::uint8_t kCompactVersion = 3;

// A disk writes whole sectors of at most 4 KiB. Therefore the header has its own page, and so has
// each copy of the slot area.
inline constexpr std::size_t kPageBytes = 4096;
inline constexpr std::size_t kSlotCopies = 2;
inline constexpr std::size_t kBodyOffset = kPageBytes * (1 + kSlotCopies);

inline constexpr std::uint32_t kMinSegmentBytes = 64u << 10;
inline constexpr std::uint32_t kMaxSegmentBytes = 4u << 20;
inline constexpr std::uint32_t kMinTagBytes = 16;
inline constexpr std::uint32_t kMinBlockBytes = 16;

// The length field of CCM in bytes. It has room for the length of every segment, and does not
// depend on the mode's default.
inline constexpr std::uint32_t kCcmLengthBytes = 4;

using HeaderBytes = std::array<std::uint8_t, kHeaderBytes>;
using FileId = std::array<std::uint8_t, kFileIdBytes>;

struct Header {
  HeaderBytes bytes{};  // as stored; the other members are decoded from it
  std::uint8_t version = kReservedVersion;
  hedgerow_algorithm_info algorithm{};  // the cipher in its mode
  std::uint8_t nonce_bytes = 0;
  std::uint8_t tag_bytes = 0;
  std::uint32_t segment_bytes = 0;
  std::string cipher;
  FileId file_id{};  // version 2
  // 1 or 2 copies of the preamble in version 3
  std::uint8_t copies = 1;
  // The bytes before the first segment. In version 3 they depend on the slots.
  std::size_t preamble_bytes = 0;
  std::optional<Kdf> kdf;  // version 1 with a passphrase

  // The bytes of a full segment with its tag.
  std::size_t stride() const { return std::size_t{segment_bytes} + tag_bytes; }
  // The offset of the first segment.
  std::size_t body_offset() const { return preamble_bytes; }
  // The part of the header that the derivation of the file's keys uses.
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

// Returns the cipher `name` if containers can use it: the library knows it, it has an AEAD, and its
// block has at least 128 bits. Otherwise throws kCipher.
hedgerow_cipher_info find_container_cipher(const std::string& name);

// Returns such a cipher in one of its AEADs, where "" is the first one, or throws kCipher or kMode.
hedgerow_algorithm_info find_container_algorithm(const std::string& cipher,
                                                 const std::string& mode);

// The nonce length of an algorithm in containers. It is the usual one, except for CCM of SP
// 800-38C, because its length field takes the rest of a block.
std::size_t container_nonce_bytes(const hedgerow_algorithm_info& algorithm);

// Makes the header of a new container. With `copies` 0 it is one of version 2 with a fresh salt and
// id; with 1 or 2 it is one of version 3 with that many copies of its preamble. Its commitment is
// still zero. Throws kArgument for values that are not allowed, kCipher and kMode.
Header make_header(const std::string& cipher, std::uint32_t segment_bytes,
                   const std::string& mode = {}, std::uint8_t copies = 0);

// Returns the version of the container that begins with `bytes`. Throws kNotContainer, kVersion,
// and kTruncatedHeader for less than 144 bytes, which every container has.
std::uint8_t version_of(std::span<const std::uint8_t> bytes);

// Parses and checks every field of a header of version 1 or 2, even if `bytes` is shorter than a
// header. Each kind of fault has its own status. No key is needed, therefore an attacker can have
// chosen every value.
Header parse_header(std::span<const std::uint8_t> bytes);

// Returns the next bytes of a preamble, which stay valid until the next call. Throws
// kTruncatedHeader if there are not as many.
using Take = std::function<std::span<const std::uint8_t>(std::size_t bytes)>;

// The stored form of a header of version 3:
//
//    at  bytes                      at  bytes
//     0      8  magic               13      1  length of the name
//     8      1  version             14      1  log2 of the bytes of a segment
//     9      1  copies, 1 or 2      15      n  name of the cipher
//    10      1  mode              15+n     32  key commitment
//    11      1  length of a nonce
//    12      1  length of a tag
//
// expand_header checks every field as parse_header does. Its result has preamble_bytes 0.
Header expand_header(const Take& take);
void shorten_header(const Header& header, std::vector<std::uint8_t>& out);

// The number of segments that one key may protect, which is derived from the cipher's data limit:
// each block of a segment counts as two block calls (MGM needs them), and each segment has 16 more
// for AAD, nonce and tag.
std::uint64_t max_segments(const Header& header);

// What a container of a given length has.
struct Lengths {
  std::uint64_t segments;
  std::uint64_t plaintext_bytes;
};

// Returns the lengths of a container of `container_bytes` bytes, including the header. Throws
// kTruncated if no container has this length.
Lengths lengths_of(const Header& header, std::uint64_t container_bytes);

}  // namespace hedgerow::container
