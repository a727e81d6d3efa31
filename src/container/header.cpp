// Encoding, parsing and checking of the container header.
#include "container/header.hpp"

#include <sodium.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/bytes.hpp"
#include "container/error.hpp"
#include "container/secret.hpp"

namespace hedgerow::container {
namespace {

constexpr char kMagic[] = "HEDGEROW";
constexpr std::size_t kMagicBytes = 8;
constexpr std::size_t kNameBytes = 32;

enum Offset : std::size_t {
  kAtVersion = 8,
  kAtKdf = 9,
  kAtLength = 10,
  kAtMode = 12,
  kAtNonceBytes = 13,
  kAtTagBytes = 14,
  kAtNameBytes = 15,
  kAtSegmentBytes = 16,
  kAtPasses = 20,
  kAtMemory = 24,
  kAtReserved = 28,
  kAtKdfSalt = 32,
  kAtName = 48,
  kAtSalt = 80,
  kAtCommitment = kBoundHeaderBytes,
};

bool all_zero(std::span<const std::uint8_t> bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](std::uint8_t b) { return b == 0; });
}

bool allowed_segment_bytes(std::uint32_t bytes) {
  return std::has_single_bit(bytes) && bytes >= kMinSegmentBytes && bytes <= kMaxSegmentBytes;
}

std::string segment_bytes_text(std::uint32_t bytes) {
  return "segments of " + std::to_string(bytes) +
         " bytes: allowed are the powers of two from 64 KiB to 4 MiB";
}

std::string kdf_cost_text(std::uint32_t passes, std::uint32_t memory_kib) {
  return "Argon2id with " + std::to_string(passes) + " passes over " + std::to_string(memory_kib) +
         " KiB: allowed are 1 to 16 passes over 8 KiB to 1 GiB";
}

bool allowed_kdf_cost(std::uint32_t passes, std::uint32_t memory_kib) {
  return passes >= 1 && passes <= kMaxPasses && memory_kib >= kMinMemoryKib &&
         memory_kib <= kMaxMemoryKib;
}

Mode mode_of(const hedgerow_cipher_info& info) {
  return std::strcmp(info.aead, "mgm") == 0 ? Mode::kMgm : Mode::kGcm;
}

hedgerow_offer_info offer_of(const hedgerow_cipher_info& info) {
  hedgerow_offer_info offer{};
  offer.size = sizeof offer;
  check_library(hedgerow_offer_find(info.name, info.aead, &offer), "the cipher has no AEAD");
  return offer;
}

void check_preamble(std::span<const std::uint8_t> bytes) {
  const auto compared = std::min(bytes.size(), kMagicBytes);
  if (std::memcmp(bytes.data(), kMagic, compared) != 0)
    throw Error(Status::kNotContainer, "not a hedgerow container: it does not begin with HEDGEROW");
  if (bytes.size() > kAtVersion && bytes[kAtVersion] != kFormatVersion)
    throw Error(Status::kVersion, "container version " + std::to_string(bytes[kAtVersion]) +
                                      " is unknown: this program reads version 1");
  if (bytes.size() < kHeaderBytes)
    throw Error(Status::kTruncatedHeader,
                "the container is truncated inside its header: " + std::to_string(bytes.size()) +
                    " bytes of 144 are there");
  const unsigned length = bytes[kAtLength] | bytes[kAtLength + 1] << 8;
  if (length != kHeaderBytes)
    throw Error(Status::kHeaderLength,
                "header length " + std::to_string(length) + ": version 1 has 144 bytes");
}

std::string parse_name(std::span<const std::uint8_t> bytes) {
  const std::size_t length = bytes[kAtNameBytes];
  if (length == 0 || length > kNameBytes)
    throw Error(Status::kHeaderField,
                "cipher name of " + std::to_string(length) + " bytes: allowed are 1 to 32 bytes");
  const auto name = bytes.subspan(kAtName, length);
  const bool printable =
      std::all_of(name.begin(), name.end(), [](std::uint8_t c) { return c > 0x20 && c < 0x7f; });
  if (!printable || !all_zero(bytes.subspan(kAtName + length, kNameBytes - length)))
    throw Error(Status::kHeaderField,
                "the cipher name is not plain text followed by zero bytes: the header is damaged");
  return std::string(name.begin(), name.end());
}

void parse_aead(std::span<const std::uint8_t> bytes, Header& header) {
  header.cipher = parse_name(bytes);
  const auto info = find_container_cipher(header.cipher);
  header.mode = static_cast<Mode>(bytes[kAtMode]);
  if (header.mode != mode_of(info))
    throw Error(Status::kMode, "mode number " + std::to_string(bytes[kAtMode]) + " with " +
                                   header.cipher + ": this program has only " + info.aead +
                                   ", number " + std::to_string(static_cast<int>(mode_of(info))));
  const auto offer = offer_of(info);
  header.nonce_bytes = bytes[kAtNonceBytes];
  if (header.nonce_bytes != offer.iv_bytes)
    throw Error(Status::kNonceLength, "nonces of " + std::to_string(header.nonce_bytes) +
                                          " bytes: " + header.cipher + " has " +
                                          std::to_string(offer.iv_bytes));
  header.tag_bytes = bytes[kAtTagBytes];
  if (header.tag_bytes < kMinTagBytes || header.tag_bytes > offer.max_tag_bytes)
    throw Error(Status::kTagLength, "tags of " + std::to_string(header.tag_bytes) +
                                        " bytes: " + header.cipher + " containers have 16 to " +
                                        std::to_string(offer.max_tag_bytes));
}

void parse_kdf(std::span<const std::uint8_t> bytes, Header& header) {
  header.passes = load_le32(&bytes[kAtPasses]);
  header.memory_kib = load_le32(&bytes[kAtMemory]);
  std::copy_n(&bytes[kAtKdfSalt], kKdfSaltBytes, header.kdf_salt.begin());
  if (bytes[kAtKdf] == static_cast<int>(Kdf::kNone)) {
    header.kdf = Kdf::kNone;
    if (header.passes != 0 || header.memory_kib != 0 || !all_zero(header.kdf_salt))
      throw Error(Status::kHeaderField, "a container for a key file has Argon2id settings");
  } else if (bytes[kAtKdf] == static_cast<int>(Kdf::kArgon2id)) {
    header.kdf = Kdf::kArgon2id;
    if (!allowed_kdf_cost(header.passes, header.memory_kib))
      throw Error(Status::kKdfCost, kdf_cost_text(header.passes, header.memory_kib));
  } else {
    throw Error(Status::kKdf, "key derivation number " + std::to_string(bytes[kAtKdf]) +
                                  " is unknown: allowed are 0 (key file) and 1 (Argon2id)");
  }
}

}  // namespace

hedgerow_cipher_info find_container_cipher(const std::string& name) {
  hedgerow_cipher_info info{};
  info.size = sizeof info;
  if (hedgerow_cipher_find(name.c_str(), &info) != HEDGEROW_OK)
    throw Error(Status::kCipher,
                "cipher '" + name + "' is not in this program: `hedgerow list` shows what is");
  if (info.aead[0] == '\0' || info.block_bytes < kMinBlockBytes)
    throw Error(Status::kCipher,
                "cipher '" + name +
                    "' cannot be used for containers: they need an authenticated mode and blocks "
                    "of at least 128 bits");
  return info;
}

const char* mode_name(Mode mode) { return mode == Mode::kMgm ? "mgm" : "gcm"; }

Header make_header(const std::string& cipher, std::uint32_t segment_bytes, Kdf kdf,
                   std::uint32_t passes, std::uint32_t memory_kib) {
  require_sodium();
  const auto info = find_container_cipher(cipher);
  if (!allowed_segment_bytes(segment_bytes))
    throw Error(Status::kArgument, segment_bytes_text(segment_bytes));
  Header header;
  header.kdf = kdf;
  header.mode = mode_of(info);
  header.nonce_bytes = static_cast<std::uint8_t>(offer_of(info).iv_bytes);
  header.tag_bytes = static_cast<std::uint8_t>(offer_of(info).max_tag_bytes);
  header.segment_bytes = segment_bytes;
  header.cipher = cipher;
  if (kdf == Kdf::kArgon2id) {
    if (!allowed_kdf_cost(passes, memory_kib))
      throw Error(Status::kArgument, kdf_cost_text(passes, memory_kib));
    header.passes = passes;
    header.memory_kib = memory_kib;
    randombytes_buf(header.kdf_salt.data(), header.kdf_salt.size());
  }
  randombytes_buf(header.salt.data(), header.salt.size());
  return header;
}

HeaderBytes encode_header(const Header& header) {
  HeaderBytes bytes{};
  std::copy_n(kMagic, kMagicBytes, bytes.begin());
  bytes[kAtVersion] = kFormatVersion;
  bytes[kAtKdf] = static_cast<std::uint8_t>(header.kdf);
  bytes[kAtLength] = kHeaderBytes;
  bytes[kAtMode] = static_cast<std::uint8_t>(header.mode);
  bytes[kAtNonceBytes] = header.nonce_bytes;
  bytes[kAtTagBytes] = header.tag_bytes;
  bytes[kAtNameBytes] = static_cast<std::uint8_t>(header.cipher.size());
  store_le32(&bytes[kAtSegmentBytes], header.segment_bytes);
  store_le32(&bytes[kAtPasses], header.passes);
  store_le32(&bytes[kAtMemory], header.memory_kib);
  std::copy(header.kdf_salt.begin(), header.kdf_salt.end(), &bytes[kAtKdfSalt]);
  std::copy(header.cipher.begin(), header.cipher.end(), &bytes[kAtName]);
  std::copy(header.salt.begin(), header.salt.end(), &bytes[kAtSalt]);
  std::copy(header.commitment.begin(), header.commitment.end(), &bytes[kAtCommitment]);
  return bytes;
}

Header parse_header(std::span<const std::uint8_t> bytes) {
  check_preamble(bytes);
  Header header;
  parse_kdf(bytes, header);
  parse_aead(bytes, header);
  header.segment_bytes = load_le32(&bytes[kAtSegmentBytes]);
  if (!allowed_segment_bytes(header.segment_bytes))
    throw Error(Status::kSegmentBytes, segment_bytes_text(header.segment_bytes));
  if (!all_zero(bytes.subspan(kAtReserved, 4)))
    throw Error(Status::kHeaderField, "reserved bytes of the header are in use");
  std::copy_n(&bytes[kAtSalt], kSaltBytes, header.salt.begin());
  std::copy_n(&bytes[kAtCommitment], kCommitmentBytes, header.commitment.begin());
  return header;
}

std::uint64_t max_segments(const Header& header) {
  const auto info = find_container_cipher(header.cipher);
  return info.limit_blocks / (2 * (header.segment_bytes / info.block_bytes) + 16);
}

}  // namespace hedgerow::container
