// hedgerow_aead's inside, and what its one-shot and its streaming calls share.
//
//   kIdle --init--> kAad --update--> kData --final--> kIdle        init from any phase begins anew
#pragma once

#include "api/context.hpp"
#include "api/process.hpp"

namespace hedgerow {

enum class Phase : std::uint8_t { kIdle, kAad, kData };

// The nonces that a context makes itself: the next one, of which a part counts up.
struct NonceCounter {
  bool active = false;       // `nonce` holds
  bool from_caller = false;  // set by the caller, or else drawn
  std::uint64_t next = 0;    // value of the count; drawn: nonces given out. The last is never used
  std::uint64_t used = 0;    // a caller's counter may not begin below it
  std::uint32_t bytes = 0;   // of `nonce`
  Process process;           // whose counter it is: a child after a fork has a copy, and draws
  std::uint8_t nonce[kMaxBlockBytes] = {};
};

}  // namespace hedgerow

struct hedgerow_aead : hedgerow::Context {
  hedgerow::Phase phase = hedgerow::Phase::kIdle;
  bool announced = false;   // set_lengths was called for the message
  bool started = false;     // the mode's start has run for the message
  bool has_sealed = false;  // `sealed`: the last nonce that encrypted
  bool has_tag = false;     // `last_tag`: of the last message that encrypted
  bool made_nonce = false;  // the library made that of the message in progress
  std::uint32_t sealed_bytes = 0, last_tag_bytes = 0;
  std::uint64_t aad_bytes = 0;
  std::uint8_t sealed[hedgerow::kMaxIvBytes] = {};
  std::uint8_t last_tag[hedgerow::kMaxTagBytes] = {};
  hedgerow::NonceCounter counter;
  hedgerow::Process writer;  // where a message that encrypts began; in a copy: nowhere

  const hedgerow::AeadMode& functions() const noexcept { return *algorithm->mode->aead; }
  bool has(std::uint32_t property) const noexcept { return algorithm->has(property); }
  void copy_from(const hedgerow_aead& from) noexcept;
  // Ends the message and forgets the nonces under the key.
  void forget_nonces() noexcept;
  // Whether the mode takes this nonce, and for encryption whether it is not the last one again.
  hedgerow_status check_nonce(const void* value, std::size_t bytes,
                              hedgerow_direction use) const noexcept;
  // Whether the mode takes both for one nonce: lengths are equal and bytes, but for a masked bit. No
  // nonce is never the same.
  bool same_nonce(const void* a, std::size_t a_bytes, const void* b,
                  std::size_t b_bytes) const noexcept;
  // Takes a checked nonce for a message that begins.
  void take_nonce(const std::uint8_t* value, std::size_t bytes, hedgerow_direction use) noexcept;
  // OK, or ERR_NONCE_REUSE where the message in progress is a second one under its nonce: it encrypts,
  // and began before a fork or in the context that this one is a copy of.
  hedgerow_status check_goes_on() const noexcept;
  // Runs the mode's start, before the first AAD or data, when all that it needs is known.
  void start() noexcept;
  // Charges the blocks that more AAD and data begin, and refuses a message that grows too long.
  hedgerow_status charge_all(std::uint64_t aad, std::uint64_t data,
                             std::size_t nonce_bytes) noexcept;
  // OK, or ERR_LIMIT for a message of these lengths in all.
  hedgerow_status check_lengths(std::uint64_t aad, std::uint64_t data,
                                std::size_t nonce_bytes) const noexcept;
  // Keeps the tag of a message that was encrypted; its user took `bytes` of it.
  void keep_tag(const std::uint8_t* whole, std::size_t bytes) noexcept;
  // Ends an encrypted message: keeps its tag and writes `bytes` of it.
  void give_tag(std::uint8_t* tag, std::size_t bytes) noexcept;
  // Ends a message: OK, or ERR_AUTH unless `tag` is its own.
  hedgerow_status compare_tag(const std::uint8_t* tag, std::size_t bytes) noexcept;
};

namespace hedgerow {

// The next nonce of the context's own, of `bytes`; used up only by use_nonce.
hedgerow_status next_nonce(hedgerow_aead& context, std::size_t bytes, std::uint8_t* nonce) noexcept;
void use_nonce(hedgerow_aead& context) noexcept;

}  // namespace hedgerow
