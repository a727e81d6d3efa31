// The internals of hedgerow_cipher that its direct and its buffered calls share.
#pragma once

#include "api/context.hpp"

struct hedgerow_cipher : hedgerow::Context {
  bool begun = false;    // a buffered message is in progress
  bool one_way = false;  // `direction` belongs to the message in progress and must not change
  bool ended = false;    // an incomplete block has ended the message
  // The block length if every block is a separate message and a key is set, else 0.
  std::size_t lone_block = 0;
  std::size_t held = 0;  // number of bytes in `buffer`
  std::uint8_t buffer[2 * hedgerow::kMaxBlockBytes] = {};

  const hedgerow::CipherMode& functions() const noexcept { return *algorithm->mode->cipher; }
  bool steals() const noexcept { return algorithm->has(hedgerow::AlgorithmProperties::kSteals); }
  // The unit of data; an incomplete unit ends the message. 0 if the mode has no such rule.
  std::size_t ending_unit() const noexcept {
    if (steals()) return block();
    const bool tail_ends = algorithm->has(hedgerow::AlgorithmProperties::kTailEnds);
    return tail_ends ? mode.parameters.feedback_bytes : 0;
  }
  // Checks that a key and, if the mode has one, an IV are set.
  hedgerow_status check_ready() const noexcept;
  // Starts a message with the present key and IV, if both are set.
  void start() noexcept;
  // Processes checked data of the message in progress.
  void run(const std::uint8_t* in, std::uint8_t* out, std::size_t bytes) noexcept;
  void copy_from(const hedgerow_cipher& from) noexcept;
};
