// hedgerow_cipher's inside, and what its direct and its buffered calls share.
#pragma once

#include "api/context.hpp"

struct hedgerow_cipher : hedgerow::Context {
  bool begun = false;    // a buffered message is in progress
  bool one_way = false;  // `direction` is that of the message in progress
  bool ended = false;    // an incomplete block ended the message
  // The bytes of a block where each is a message of its own and a key is there; else 0.
  std::size_t lone_block = 0;
  std::size_t held = 0;  // bytes in `buffer`
  std::uint8_t buffer[2 * hedgerow::kMaxBlockBytes] = {};

  const hedgerow::CipherMode& functions() const noexcept { return *algorithm->mode->cipher; }
  bool steals() const noexcept { return algorithm->has(hedgerow::AlgorithmProperties::kSteals); }
  // Data comes in units; an incomplete one ends the message. 0: it does not.
  std::size_t ending_unit() const noexcept {
    if (steals()) return block();
    const bool tail_ends = algorithm->has(hedgerow::AlgorithmProperties::kTailEnds);
    return tail_ends ? mode.parameters.feedback_bytes : 0;
  }
  // Key and, where the mode has one, IV are there.
  hedgerow_status check_ready() const noexcept;
  // Begins a message with the key and IV that are set, where both are.
  void start() noexcept;
  // Checked data of the message in progress.
  void run(const std::uint8_t* in, std::uint8_t* out, std::size_t bytes) noexcept;
  void copy_from(const hedgerow_cipher& from) noexcept;
};
