// Streebog-256, the hash of GOST R 34.11-2012 [RFC 6986]. It takes constant time on every CPU, because it reads no
// table at a secret index. Modes use it for key derivation and HMAC, but it is not part of the ABI.
//
// The 512-bit state is eight little-endian 64-bit words: byte 0 of a message block is the lowest byte of word 0. The
// standard writes the same numbers starting with the highest byte.
#pragma once

#include <cstddef>
#include <cstdint>

namespace hedgerow {

// A copy continues from the same point. Only one thread at a time may use an object.
class Streebog256 {
 public:
  static constexpr std::size_t kDigestBytes = 32;
  static constexpr std::size_t kBlockBytes = 64;

  Streebog256() noexcept { start(); }
  Streebog256(const Streebog256&) noexcept = default;
  Streebog256& operator=(const Streebog256&) noexcept = default;
  ~Streebog256() noexcept;

  // Starts a message and drops a message in progress.
  void start() noexcept;
  void update(const std::uint8_t* in, std::size_t bytes) noexcept;
  // Writes kDigestBytes bytes and wipes the state, so you must call `start` before the next message.
  void digest(std::uint8_t* out) noexcept;

 private:
  static constexpr int kWords = 8;

  void absorb(const std::uint8_t* block, std::uint64_t bits) noexcept;

  std::uint64_t hash_[kWords];         // h
  std::uint64_t sum_[kWords];          // Sigma, the sum of the blocks modulo 2^512
  std::uint64_t bits_;                 // N, the number of bits; a message has fewer than 2^64 bits
  std::uint8_t waiting_[kBlockBytes];  // the incomplete block
  std::size_t fill_;                   // number of bytes in it
};

}  // namespace hedgerow
