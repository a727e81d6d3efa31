// The content of modes.def as constant data: every mode, and every algorithm (a cipher in a mode). All functions may be
// called from several threads.
#pragma once

#include "mode/mode.hpp"

namespace hedgerow {

struct Mode {
  const char* name;
  ModeKind kind;
  std::uint32_t keys;  // number of concatenated keys of the cipher
  // The pointer for the kind of this mode is set, and the others are null.
  const CipherMode* cipher;
  const AeadMode* aead;
  const MacMode* mac;
  const WrapMode* wrap;

  const ModeBase& base() const noexcept {
    if (cipher) return cipher->base;
    if (aead) return aead->base;
    if (mac) return mac->base;
    return wrap->base;
  }
};

// The same bits in the same order as HEDGEROW_HAS_SEEK etc. in hedgerow.h.
struct AlgorithmProperties {
  static constexpr std::uint32_t kSeek = 1, kPadding = 2, kFeedback = 4, kSections = 8,
                                 kMasterSections = 16, kSteals = 32, kLengthsFirst = 64,
                                 kOneCall = 128, kNoEmpty = 256, kNonceTopBit = 512, kIvMac = 1024,
                                 kTagWithoutNonce = 2048, kLengthField = 4096, kTailEnds = 8192,
                                 kNoAad = 16384, kGamma = 32768, kPaddedLength = 65536,
                                 kTwoBlocks = 131072, kZeroFill = 262144;
};

// Allowed lengths are shortest, shortest + step, .. longest. All members are 0 if the algorithm has no such length.
struct LengthRule {
  std::uint32_t shortest, longest, step, usual;
  bool allows(std::size_t n) const noexcept {
    if (n == shortest || n == longest) return true;  // avoids the division
    return n > shortest && n < longest && (n - shortest) % step == 0;
  }
};

struct Algorithm {
  std::uint32_t variant_index;  // in variants()
  const Mode* mode;
  LengthRule iv, tag;
  std::uint32_t properties;
  std::uint32_t feedback_bytes;
  std::uint64_t section_bytes, master_section_bytes;  // defaults
  const char* oid;
  const char* note;

  const Variant& variant() const noexcept { return variants().items[variant_index]; }
  bool has(std::uint32_t property) const noexcept { return properties & property; }
  // Length of the key that the caller passes, which does not include S-boxes.
  std::size_t key_bytes() const noexcept {
    return mode->keys * (variant().key_bytes - variant().sbox_bytes);
  }
  bool is_cipher() const noexcept { return mode->cipher; }
  std::size_t unit_bytes() const noexcept {
    const bool blocks = mode->kind == ModeKind::kBlock && !has(AlgorithmProperties::kSteals);
    return blocks ? variant().block_bytes : 1;
  }
  std::uint64_t max_message_bytes() const noexcept {
    const auto limit = mode->base().max_message_bytes;
    if (limit) return limit(variant());
    return mode->kind == ModeKind::kWrap ? kMaxWrapBytes : kMaxMessageBytes;
  }
};

List<Algorithm> algorithms() noexcept;
// Returns null if the variant does not have this mode.
const Algorithm* find_algorithm(const Variant& variant, const char* mode) noexcept;
// Returns the first AEAD in the list of the variant's algorithms, or null.
const Algorithm* first_aead(const Variant& variant) noexcept;

// Default data limit per key, in blocks, which is far below the birthday bound of 2^(4 * block_bytes) blocks.
constexpr std::uint64_t default_limit_blocks(std::size_t block_bytes) noexcept {
  if (block_bytes < 8) return 1ull << (2 * block_bytes + 4);
  return block_bytes <= 8    ? 1ull << 20
         : block_bytes <= 12 ? 1ull << 34
         : block_bytes <= 16 ? 1ull << 48
                             : 1ull << 62;
}

// The longest message that a counter of `counter_bytes` allows: 2^(8 * counter_bytes) blocks, but at most
// kMaxMessageBytes.
constexpr std::uint64_t counter_period_bytes(std::size_t counter_bytes,
                                             std::size_t block_bytes) noexcept {
  if (counter_bytes >= 7) return kMaxMessageBytes;
  const std::uint64_t period = (1ull << (8 * counter_bytes)) * block_bytes;
  return period < kMaxMessageBytes ? period : kMaxMessageBytes;
}

}  // namespace hedgerow
