// CTR: out = in xor E(counter), E(counter + 1), .. as one stream over calls of any length. The kernel's fused `ctr`
// processes whole blocks and counts 32 bits, so this code propagates the carry into the rest of the counter.
#pragma once

#include "mode/engine/counter.hpp"
#include "registry/cipher_key.hpp"

namespace hedgerow {

// Processes `blocks` whole blocks and leaves `counter` at the next one. `in` and `out` are equal or disjoint.
void ctr_blocks(CipherKey& key, const CounterField& field, std::uint8_t* counter,
                const std::uint8_t* in, std::uint8_t* out, std::size_t blocks) noexcept;

class CtrStream {
 public:
  // Starts a stream: the first keystream block will be E(counter). `counter` has the block length of the cipher.
  void start(const CounterField& field, const std::uint8_t* counter, std::size_t block) noexcept;
  // Continues the stream, where encryption and decryption are the same operation.
  void crypt(CipherKey& key, const std::uint8_t* in, std::uint8_t* out, std::size_t bytes) noexcept;
  // Jumps to the block with number `blocks` (from 0) of the stream that began with the counter `first`.
  void seek(CipherKey& key, const std::uint8_t* first, std::uint64_t blocks) noexcept;
  // Wipes the counter, which is secret in some modes, and the rest of the keystream.
  void clear() noexcept;

  // The counter of the block that will be encrypted next.
  const std::uint8_t* counter() const noexcept { return counter_; }
  // Number of bytes of the last keystream block that were used already, or 0 if all of them were.
  std::size_t used() const noexcept { return used_; }

 private:
  void crypt_tail(CipherKey& key, const std::uint8_t* in, std::uint8_t* out, std::size_t whole,
                  std::size_t tail) noexcept;

  CounterField field_{};
  std::uint8_t counter_[kMaxBlockBytes] = {};
  std::uint8_t keystream_[kMaxBlockBytes] = {};
  std::size_t used_ = 0;
};

}  // namespace hedgerow
