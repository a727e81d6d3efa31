// Encodes, parses and checks the container header.
#include "container/format/header.hpp"

#include <sodium.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <string_view>

#include "base/bytes.hpp"
#include "container/error.hpp"
#include "container/key/secret.hpp"

namespace hedgerow::container {
namespace {

constexpr char kMagic[] = "HEDGEROW";
constexpr std::size_t kMagicBytes = 8;
constexpr std::size_t kNameBytes = 32;

enum Offset : std::size_t {
  kAtVersion = 8,
  kAtKdf = 9,
  kAtCopies = 9,  // version 3
  kAtLength = 10,
  kAtMode = 12,
  kAtNonceBytes = 13,
  kAtTagBytes = 14,
  kAtNameBytes = 15,
  kAtSegmentBytes = 16,
  kAtPasses = 20,
  kAtMemory = 24,
  kAtReserved = 28,
  kAtFileId = 32,  // in version 1, the salt of Argon2id
  kAtName = 48,
  kAtSalt = 80,
};

static_assert(kFileIdBytes == kKdfSaltBytes);

// Version 3, as it is stored.
enum CompactOffset : std::size_t {
  kShortAtCopies = 9,
  kShortAtMode = 10,
  kShortAtNonceBytes = 11,
  kShortAtTagBytes = 12,
  kShortAtNameBytes = 13,
  kShortAtSegmentBits = 14,
  kShortFixedBytes = 15,
};

// The key derivations of version 1.
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

// A cipher in a mode that containers support, and the mode's number in the format.
struct ContainerMode {
  std::string_view cipher, mode;
  std::uint8_t number;
};

constexpr ContainerMode kModes[] = {
#define CONTAINER(cipher, mode, number) {cipher, mode, number},
#include "lists/container.inc"
};

// The number of modes in version 1.
constexpr std::uint8_t kModesOfVersion1 = 2;

// Returns the first suitable entry of a cipher, or null if the cipher has no such mode.
template <class Fits>
const ContainerMode* find_mode(const std::string& cipher, Fits fits) {
  const auto found = std::find_if(std::begin(kModes), std::end(kModes), [&](const auto& entry) {
    return entry.cipher == cipher && fits(entry);
  });
  return found == std::end(kModes) ? nullptr : found;
}

std::string modes_text(const std::string& cipher) {
  std::string text;
  for (const auto& entry : kModes)
    if (entry.cipher == cipher)
      text += (text.empty() ? "" : ", ") + std::string(entry.mode) + " (" +
              std::to_string(entry.number) + ")";
  return text;
}

hedgerow_algorithm_info algorithm_of(const ContainerMode& entry) {
  hedgerow_algorithm_info algorithm{};
  algorithm.size = sizeof algorithm;
  check_library(hedgerow_algorithm_find(entry.cipher.data(), entry.mode.data(), &algorithm),
                "the cipher lacks the mode");
  return algorithm;
}

// Returns the longest tag length of the algorithm.
std::size_t tag_bytes_of(const hedgerow_algorithm_info& algorithm) {
  return algorithm.max_tag_bytes;
}

bool allows_tag(const hedgerow_algorithm_info& algorithm, std::size_t bytes) {
  return bytes >= std::max<std::size_t>(algorithm.min_tag_bytes, kMinTagBytes) &&
         bytes <= algorithm.max_tag_bytes &&
         (bytes - algorithm.min_tag_bytes) % algorithm.tag_step_bytes == 0;
}

void require_length(std::span<const std::uint8_t> bytes) {
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
  find_container_cipher(header.cipher);
  const auto number = bytes[kAtMode];
  const auto mode = find_mode(header.cipher, [&](const auto& m) { return m.number == number; });
  if (!mode || (header.version == 1 && number > kModesOfVersion1))
    throw Error(Status::kMode, "mode number " + std::to_string(number) + " with " + header.cipher +
                                   " in version " + std::to_string(header.version) +
                                   ": this program has " + modes_text(header.cipher) +
                                   "; version 1 has 1 and 2 alone");
  header.algorithm = algorithm_of(*mode);
  const auto nonce_bytes = container_nonce_bytes(header.algorithm);
  header.nonce_bytes = bytes[kAtNonceBytes];
  if (header.nonce_bytes != nonce_bytes)
    throw Error(Status::kNonceLength,
                "nonces of " + std::to_string(header.nonce_bytes) + " bytes: " + header.cipher +
                    " has " + std::to_string(nonce_bytes) + " with " + header.algorithm.mode);
  header.tag_bytes = bytes[kAtTagBytes];
  if (!allows_tag(header.algorithm, header.tag_bytes))
    throw Error(Status::kTagLength, "tags of " + std::to_string(header.tag_bytes) +
                                        " bytes: " + header.cipher + " containers have 16 to " +
                                        std::to_string(tag_bytes_of(header.algorithm)));
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

void parse_copies(std::span<const std::uint8_t> bytes, Header& header) {
  header.copies = bytes[kAtCopies];
  if (header.copies != 1 && header.copies != 2)
    throw Error(Status::kHeaderField,
                std::to_string(header.copies) + " copies of the header: allowed are 1 and 2");
}

// Parses the 144 bytes of any version.
Header parse_fields(std::span<const std::uint8_t> bytes) {
  require_length(bytes);
  Header header;
  std::copy_n(bytes.begin(), kHeaderBytes, header.bytes.begin());
  header.version = bytes[kAtVersion];
  if (header.version == 1)
    parse_kdf(bytes, header);
  else if (header.version == kReservedVersion)
    parse_file_id(bytes, header);
  else
    parse_copies(bytes, header);
  if (header.version != kCompactVersion)
    header.preamble_bytes = header.version == 1 ? kHeaderBytes : kBodyOffset;
  parse_aead(bytes, header);
  header.segment_bytes = load_le32(&bytes[kAtSegmentBytes]);
  if (!allowed_segment_bytes(header.segment_bytes))
    throw Error(Status::kSegmentBytes, segment_bytes_text(header.segment_bytes));
  if (!all_zero(bytes.subspan(kAtReserved, 4)))
    throw Error(Status::kHeaderField, "reserved bytes of the header are in use");
  return header;
}

}  // namespace

std::uint8_t version_of(std::span<const std::uint8_t> bytes) {
  const auto compared = std::min(bytes.size(), kMagicBytes);
  if (compared != 0 && std::memcmp(bytes.data(), kMagic, compared) != 0)
    throw Error(Status::kNotContainer, "not a hedgerow container: it does not begin with HEDGEROW");
  if (bytes.size() > kAtVersion && (bytes[kAtVersion] < 1 || bytes[kAtVersion] > kCompactVersion))
    throw Error(Status::kVersion, "container version " + std::to_string(bytes[kAtVersion]) +
                                      " is unknown: this program reads versions 1, 2 and 3");
  if (bytes.size() < kHeaderBytes)
    throw Error(Status::kTruncatedHeader,
                "the container is truncated inside its header: " + std::to_string(bytes.size()) +
                    " bytes of 144 are there");
  return bytes[kAtVersion];
}

hedgerow_cipher_info find_container_cipher(const std::string& name) {
  hedgerow_cipher_info info{};
  info.size = sizeof info;
  if (hedgerow_cipher_find(name.c_str(), &info) != HEDGEROW_OK)
    throw Error(Status::kCipher, "cipher '" + name + "' is not in this program",
                Remedy::kListCiphers);
  if (!find_mode(name, [](const auto&) { return true; }))
    throw Error(Status::kCipher, "cipher '" + name +
                                     "' cannot be used for containers: they need blocks of at "
                                     "least 128 bits and an AEAD");
  return info;
}

hedgerow_algorithm_info find_container_algorithm(const std::string& cipher,
                                                 const std::string& mode) {
  find_container_cipher(cipher);
  const auto found =
      find_mode(cipher, [&](const auto& m) { return mode.empty() || m.mode == mode; });
  if (!found)
    throw Error(Status::kMode, "mode '" + mode + "' with " + cipher + ": containers of this " +
                                   "cipher have " + modes_text(cipher));
  return algorithm_of(*found);
}

std::size_t container_nonce_bytes(const hedgerow_algorithm_info& algorithm) {
  const bool splits_block = (algorithm.properties & HEDGEROW_LENGTHS_FIRST) != 0 &&
                            (algorithm.properties & HEDGEROW_HAS_LENGTH_FIELD) == 0;
  return splits_block ? algorithm.block_bytes - 1 - kCcmLengthBytes : algorithm.iv_bytes;
}

Header make_header(const std::string& cipher, std::uint32_t segment_bytes, const std::string& mode,
                   std::uint8_t copies) {
  require_sodium();
  const auto algorithm = find_container_algorithm(cipher, mode);
  if (!allowed_segment_bytes(segment_bytes))
    throw Error(Status::kArgument, segment_bytes_text(segment_bytes));
  const std::string_view name = algorithm.mode;
  HeaderBytes bytes{};
  std::copy_n(kMagic, kMagicBytes, bytes.begin());
  bytes[kAtVersion] = copies == 0 ? kReservedVersion : kCompactVersion;
  bytes[kAtLength] = kHeaderBytes;
  bytes[kAtMode] = find_mode(cipher, [&](const auto& m) { return m.mode == name; })->number;
  bytes[kAtNonceBytes] = static_cast<std::uint8_t>(container_nonce_bytes(algorithm));
  bytes[kAtTagBytes] = static_cast<std::uint8_t>(tag_bytes_of(algorithm));
  bytes[kAtNameBytes] = static_cast<std::uint8_t>(cipher.size());
  store_le32(&bytes[kAtSegmentBytes], segment_bytes);
  std::copy(cipher.begin(), cipher.end(), &bytes[kAtName]);
  if (copies == 0) {
    randombytes_buf(&bytes[kAtFileId], kFileIdBytes);
    randombytes_buf(&bytes[kAtSalt], kSaltBytes);
  } else {
    bytes[kAtCopies] = copies;
  }
  return parse_fields(bytes);
}

Header parse_header(std::span<const std::uint8_t> bytes) {
  if (version_of(bytes) == kCompactVersion)
    throw Error(Status::kVersion, "a header of version 3 is stored in another form");
  return parse_fields(bytes);
}

Header expand_header(const Take& take) {
  HeaderBytes bytes{};
  auto stored = take(kShortFixedBytes);
  std::copy_n(stored.begin(), kAtVersion + 1, bytes.begin());
  bytes[kAtLength] = kHeaderBytes;
  bytes[kAtCopies] = stored[kShortAtCopies];
  bytes[kAtMode] = stored[kShortAtMode];
  bytes[kAtNonceBytes] = stored[kShortAtNonceBytes];
  bytes[kAtTagBytes] = stored[kShortAtTagBytes];
  bytes[kAtNameBytes] = stored[kShortAtNameBytes];
  const auto bits = stored[kShortAtSegmentBits];
  if (bits > 31)
    throw Error(Status::kSegmentBytes,
                "segments of 2^" + std::to_string(bits) + " bytes: allowed are 2^16 to 2^22");
  store_le32(&bytes[kAtSegmentBytes], std::uint32_t{1} << bits);
  stored = take(std::min<std::size_t>(bytes[kAtNameBytes], kNameBytes));
  std::copy(stored.begin(), stored.end(), &bytes[kAtName]);
  stored = take(kCommitmentBytes);
  std::copy(stored.begin(), stored.end(), bytes.end() - kCommitmentBytes);
  return parse_fields(bytes);
}

void shorten_header(const Header& header, std::vector<std::uint8_t>& out) {
  const auto& bytes = header.bytes;
  out.insert(out.end(), bytes.begin(), bytes.begin() + kAtVersion + 1);
  for (const auto at : {kAtCopies, kAtMode, kAtNonceBytes, kAtTagBytes, kAtNameBytes})
    out.push_back(bytes[at]);
  out.push_back(static_cast<std::uint8_t>(std::countr_zero(header.segment_bytes)));
  out.insert(out.end(), header.cipher.begin(), header.cipher.end());
  out.insert(out.end(), header.commitment().begin(), header.commitment().end());
}

std::uint64_t max_segments(const Header& header) {
  const auto& algorithm = header.algorithm;
  return algorithm.limit_blocks / (2 * (header.segment_bytes / algorithm.block_bytes) + 16);
}

Lengths lengths_of(const Header& header, std::uint64_t container_bytes) {
  const std::uint64_t stride = header.stride();
  const auto body =
      container_bytes < header.body_offset() ? 0 : container_bytes - header.body_offset();
  const auto segments = (body + stride - 1) / stride;
  const auto last = segments == 0 ? 0 : body - (segments - 1) * stride;
  if (last < header.tag_bytes || (last == header.tag_bytes && segments > 1))
    throw Error(Status::kTruncated, "the container is truncated: its last segment is cut off");
  return {segments, body - segments * header.tag_bytes};
}

}  // namespace hedgerow::container
