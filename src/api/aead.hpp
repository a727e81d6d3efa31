// The internals of hedgerow_aead that its one-shot and its streaming calls share.
//
//   kIdle --init--> kAad --update--> kData --final--> kIdle        init starts a new message in every phase
#pragma once

#include "api/context.hpp"
#include "api/process.hpp"

namespace hedgerow {

enum class Phase : std::uint8_t { kIdle, kAad, kData };

// The nonces that a context makes itself, where `nonce` is the next one and a part of it is a counter.
struct NonceCounter {
  bool active = false;       // `nonce` is valid
  bool from_caller = false;  // set by the caller; otherwise drawn at random
  std::uint64_t next = 0;  // counter value, or number of drawn nonces; the last value is never used
  std::uint64_t used = 0;  // a counter of the caller must not start below this
  std::uint32_t bytes = 0;  // length of `nonce`
  Process process;  // owner of the counter; a forked child has only a copy, so it draws a new one
  std::uint8_t nonce[kMaxBlockBytes] = {};
};

}  // namespace hedgerow

struct hedgerow_aead : hedgerow::Context {
  hedgerow::Phase phase = hedgerow::Phase::kIdle;
  bool announced = false;   // set_lengths was called for this message
  bool started = false;     // the start function of the mode has run for this message
  bool has_sealed = false;  // `sealed` is valid: the last nonce used for encryption
  bool has_tag = false;     // `last_tag` is valid: the tag of the last encrypted message
  bool made_nonce = false;  // the library made the nonce of the message in progress
  std::uint32_t sealed_bytes = 0, last_tag_bytes = 0;
  std::uint64_t aad_bytes = 0;
  std::uint8_t sealed[hedgerow::kMaxIvBytes] = {};
  std::uint8_t last_tag[hedgerow::kMaxTagBytes] = {};
  hedgerow::NonceCounter counter;
  hedgerow::Process writer;  // the process in which encryption began; empty in a copy

  const hedgerow::AeadMode& functions() const noexcept { return *algorithm->mode->aead; }
  bool has(std::uint32_t property) const noexcept { return algorithm->has(property); }
  void copy_from(const hedgerow_aead& from) noexcept;
  // Ends the message and forgets all nonces of the key.
  void forget_nonces() noexcept;
  // Checks that the mode accepts this nonce. In encryption, also checks that the last message did not use it.
  hedgerow_status check_nonce(const void* value, std::size_t bytes,
                              hedgerow_direction use) const noexcept;
  // Tells if the mode would treat both as the same nonce: equal lengths and equal bytes, except for a masked bit. An
  // empty nonce is never the same as another.
  bool same_nonce(const void* a, std::size_t a_bytes, const void* b,
                  std::size_t b_bytes) const noexcept;
  // Starts a message with a nonce that was already checked.
  void take_nonce(const std::uint8_t* value, std::size_t bytes, hedgerow_direction use) noexcept;
  // Returns ERR_NONCE_REUSE if continuing would encrypt a second message under the same nonce, because the message in
  // progress encrypts and began before a fork or in the context that this one was copied from. Else returns OK.
  hedgerow_status check_goes_on() const noexcept;
  // Runs the start function of the mode. Called before the first AAD or data, as soon as all its arguments are known.
  void start() noexcept;
  // Charges the blocks that more AAD and data begin, and rejects a message that becomes too long.
  hedgerow_status charge_all(std::uint64_t aad, std::uint64_t data,
                             std::size_t nonce_bytes) noexcept;
  // The same for a message that has not begun.
  hedgerow_status charge_whole(std::uint64_t aad, std::uint64_t data,
                               std::size_t nonce_bytes) noexcept;
  // Returns ERR_LIMIT if a message with these total lengths is too long, else OK.
  hedgerow_status check_lengths(std::uint64_t aad, std::uint64_t data,
                                std::size_t nonce_bytes) const noexcept;
  // Stores the tag of an encrypted message, after the caller took `bytes` bytes of it.
  void keep_tag(const std::uint8_t* whole, std::size_t bytes) noexcept;
  // Ends an encrypted message, stores its tag and writes `bytes` bytes of it.
  void give_tag(std::uint8_t* tag, std::size_t bytes) noexcept;
  // Ends a message. Returns OK if `tag` is correct, else ERR_AUTH.
  hedgerow_status compare_tag(const std::uint8_t* tag, std::size_t bytes) noexcept;
};

namespace hedgerow {

// Computes the next nonce that the context makes itself, but only use_nonce marks it as used.
hedgerow_status next_nonce(hedgerow_aead& context, std::size_t bytes, std::uint8_t* nonce) noexcept;
void use_nonce(hedgerow_aead& context) noexcept;

}  // namespace hedgerow
