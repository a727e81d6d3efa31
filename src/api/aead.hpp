// hedgerow_aead's inside, and what its one-shot and its streaming calls share.
//
//   kIdle --init--> kAad --update--> kData --final--> kIdle        init from any phase begins anew
#pragma once

#include <string.h>

#include "api/keyed.hpp"

namespace hedgerow {

enum class Phase : std::uint8_t { kIdle, kAad, kData };

// The nonces that a context makes itself.
struct NonceCounter {
  enum class State : std::uint8_t { kNone, kActive, kCopied };
  State state = State::kNone;
  std::uint64_t next = 0;  // never used yet; the last value, 2^64 - 1, is never used at all
  std::uint8_t prefix[kMaxBlockBytes] = {};
};
constexpr std::size_t kNonceCounterBytes = 8;

}  // namespace hedgerow

struct hedgerow_aead : hedgerow::KeyedContext {
  hedgerow::AeadEngine engine;
  hedgerow::Phase phase = hedgerow::Phase::kIdle;
  hedgerow_direction direction = HEDGEROW_ENCRYPT;
  bool has_nonce = false;   // nonce: of the message in progress or of the last one
  bool has_sealed = false;  // sealed: the last nonce that encrypted
  std::uint8_t nonce[hedgerow::kMaxBlockBytes] = {};
  std::uint8_t sealed[hedgerow::kMaxBlockBytes] = {};
  hedgerow::NonceCounter counter;

  std::size_t nonce_length() const noexcept { return block(); }
  const hedgerow::AeadScheme& scheme() const noexcept { return *modes().aead; }

  bool copy_from(const hedgerow_aead& from) noexcept;
  // Whether the mode takes this nonce, and for encryption whether it is not the last one again.
  hedgerow_status check_nonce(const void* value, std::size_t bytes,
                              hedgerow_direction use) const noexcept;
  // Begins a message with a checked nonce and remembers it.
  void start(const std::uint8_t* value, hedgerow_direction use) noexcept;
  // Charges the blocks that more AAD and data begin, and refuses a message that grows too long.
  hedgerow_status charge(std::uint64_t aad_bytes, std::uint64_t data_bytes) noexcept;
};

namespace hedgerow {

// ERR_AUTH unless `tag` is the one of the message in progress, which ends.
hedgerow_status compare_tag(hedgerow_aead& context, const std::uint8_t* tag) noexcept;

}  // namespace hedgerow
