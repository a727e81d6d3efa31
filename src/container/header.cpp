// Encoding, parsing and checking of the container header.
#include "container/header.hpp"

#include <sodium.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>

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
  kAtFileId = 32,  // version 1: the salt of Argon2id
  kAtName = 48,
  kAtSalt = 80,
};

static_assert(kFileIdBytes == kKdfSaltBytes);

// Key derivations of version 1.
enum KdfNumber : std::uint8_t { kNoKdf = 0, kArgon2id = 1 };

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

// The number of an AEAD in the format. The GCM of SP 800-38D has the name of that of DSTU 7624 and no number.
std::optional<Mode> number_of(const hedgerow_offer_info& offer) {
  if (std::strcmp(offer.mode, "mgm") == 0) return Mode::kMgm;
  const bool of_dstu = (offer.properties & HEDGEROW_TAG_WITHOUT_NONCE) != 0;
  if (std::strcmp(offer.mode, "gcm") == 0 && of_dstu) return Mode::kGcm;
  return {};
}

// The offer under which a cipher makes containers: the first of its AEADs.
hedgerow_offer_info offer_of(const hedgerow_cipher_info& info) {
  hedgerow_offer_info offer{};
  offer.size = sizeof offer;
  check_library(hedgerow_offer_find(info.name, info.aead, &offer), "the cipher has no AEAD");
  return offer;
}

Mode mode_of(const hedgerow_cipher_info& info) { return number_of(offer_of(info)).value(); }

void check_preamble(std::span<const std::uint8_t> bytes) {
  const auto compared = std::min(bytes.size(), kMagicBytes);
  if (std::memcmp(bytes.data(), kMagic, compared) != 0)
    throw Error(Status::kNotContainer, "not a hedgerow container: it does not begin with HEDGEROW");
  if (bytes.size() > kAtVersion && (bytes[kAtVersion] < 1 || bytes[kAtVersion] > kFormatVersion))
    throw Error(Status::kVersion, "container version " + std::to_string(bytes[kAtVersion]) +
                                      " is unknown: this program reads versions 1 and 2");
  if (bytes.size() < kHeaderBytes)
    throw Error(Status::kTruncatedHeader,
                "the container is truncated inside its header: " + std::to_string(bytes.size()) +
                    " bytes of 144 are there");
  const unsigned length = bytes[kAtLength] | bytes[kAtLength + 1] << 8;
  if (length != kHeaderBytes)
    throw Error(Status::kHeaderLength,
                "header length " + std::to_string(length) + ": allowed is 144");
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
  const auto salt = bytes.subspan(kAtFileId, kKdfSaltBytes);
  const KdfCost cost{load_le32(&bytes[kAtPasses]), load_le32(&bytes[kAtMemory])};
  if (bytes[kAtKdf] == kNoKdf) {
    if (cost != KdfCost{} || !all_zero(salt))
      throw Error(Status::kHeaderField, "a container for a key file has Argon2id settings");
  } else if (bytes[kAtKdf] == kArgon2id) {
    if (!is_kdf_cost(cost))
      throw Error(Status::kKdfCost, "Argon2id with " + text_of(cost) +
                                        ": the format allows 1 to 16 passes over 8 KiB to 1 GiB");
    header.kdf.emplace(Kdf{cost, {}});
    std::copy(salt.begin(), salt.end(), header.kdf->salt.begin());
  } else {
    throw Error(Status::kKdf, "key derivation number " + std::to_string(bytes[kAtKdf]) +
                                  " is unknown: allowed are 0 (key file) and 1 (Argon2id)");
  }
}

void parse_file_id(std::span<const std::uint8_t> bytes, Header& header) {
  if (bytes[kAtKdf] != 0 || !all_zero(bytes.subspan(kAtPasses, kAtReserved - kAtPasses)))
    throw Error(Status::kHeaderField, "reserved bytes of the header are in use");
  std::copy_n(&bytes[kAtFileId], kFileIdBytes, header.file_id.begin());
}

}  // namespace

hedgerow_cipher_info find_container_cipher(const std::string& name) {
  hedgerow_cipher_info info{};
  info.size = sizeof info;
  if (hedgerow_cipher_find(name.c_str(), &info) != HEDGEROW_OK)
    throw Error(Status::kCipher,
                "cipher '" + name + "' is not in this program: `hedgerow list` shows what is");
  if (info.aead[0] == '\0' || info.block_bytes < kMinBlockBytes || !number_of(offer_of(info)))
    throw Error(Status::kCipher, "cipher '" + name +
                                     "' cannot be used for containers: they need blocks of at "
                                     "least 128 bits and MGM or the GCM of DSTU 7624");
  return info;
}

const char* mode_name(Mode mode) { return mode == Mode::kMgm ? "mgm" : "gcm"; }

Header make_header(const std::string& cipher, std::uint32_t segment_bytes) {
  require_sodium();
  const auto info = find_container_cipher(cipher);
  if (!allowed_segment_bytes(segment_bytes))
    throw Error(Status::kArgument, segment_bytes_text(segment_bytes));
  HeaderBytes bytes{};
  std::copy_n(kMagic, kMagicBytes, bytes.begin());
  bytes[kAtVersion] = kFormatVersion;
  bytes[kAtLength] = kHeaderBytes;
  bytes[kAtMode] = static_cast<std::uint8_t>(mode_of(info));
  bytes[kAtNonceBytes] = static_cast<std::uint8_t>(offer_of(info).iv_bytes);
  bytes[kAtTagBytes] = static_cast<std::uint8_t>(offer_of(info).max_tag_bytes);
  bytes[kAtNameBytes] = static_cast<std::uint8_t>(cipher.size());
  store_le32(&bytes[kAtSegmentBytes], segment_bytes);
  randombytes_buf(&bytes[kAtFileId], kFileIdBytes);
  std::copy(cipher.begin(), cipher.end(), &bytes[kAtName]);
  randombytes_buf(&bytes[kAtSalt], kSaltBytes);
  return parse_header(bytes);
}

Header parse_header(std::span<const std::uint8_t> bytes) {
  check_preamble(bytes);
  Header header;
  std::copy_n(bytes.begin(), kHeaderBytes, header.bytes.begin());
  header.version = bytes[kAtVersion];
  if (header.version == 1)
    parse_kdf(bytes, header);
  else
    parse_file_id(bytes, header);
  parse_aead(bytes, header);
  header.segment_bytes = load_le32(&bytes[kAtSegmentBytes]);
  if (!allowed_segment_bytes(header.segment_bytes))
    throw Error(Status::kSegmentBytes, segment_bytes_text(header.segment_bytes));
  if (!all_zero(bytes.subspan(kAtReserved, 4)))
    throw Error(Status::kHeaderField, "reserved bytes of the header are in use");
  return header;
}

std::uint64_t max_segments(const Header& header) {
  const auto info = find_container_cipher(header.cipher);
  return info.limit_blocks / (2 * (header.segment_bytes / info.block_bytes) + 16);
}

}  // namespace hedgerow::container
