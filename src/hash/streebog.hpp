// Streebog-256, the hash of GOST R 34.11-2012 [RFC 6986], constant time on every CPU: no look-up by
// data. It serves key derivation and HMAC inside modes; it is no part of the ABI.
//
// The 512-bit state is eight 64-bit words, little-endian: byte 0 of a message block is the lowest
// byte of word 0. The standard writes the same numbers from the highest byte on.
#pragma once

#include <cstddef>
#include <cstdint>

namespace hedgerow {

// Copyable: a copy goes on from the same point. One thread at a time.
class Streebog256 {
 public:
  static constexpr std::size_t kDigestBytes = 32;
  static constexpr std::size_t kBlockBytes = 64;

  Streebog256() noexcept { start(); }
  Streebog256(const Streebog256&) noexcept = default;
  Streebog256& operator=(const Streebog256&) noexcept = default;
  ~Streebog256() noexcept;

  // Begins a message; one in progress is dropped.
  void start() noexcept;
  void update(const std::uint8_t* in, std::size_t bytes) noexcept;
  // Writes kDigestBytes and wipes the state; `start` comes next.
  void digest(std::uint8_t* out) noexcept;

 private:
  static constexpr int kWords = 8;

  void absorb(const std::uint8_t* block, std::uint64_t bits) noexcept;

  std::uint64_t hash_[kWords];         // h
  std::uint64_t sum_[kWords];          // Sigma: the sum of the blocks modulo 2^512
  std::uint64_t bits_;                 // N: a message is shorter than 2^64 bits
  std::uint8_t waiting_[kBlockBytes];  // the incomplete block
  std::size_t fill_;                   // its bytes
};

}  // namespace hedgerow
