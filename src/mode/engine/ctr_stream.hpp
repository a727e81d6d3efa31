// CTR: data xor E(counter), E(counter + 1), ...; one stream over calls of any length.
// Whole blocks run through the kernel's fused ctr; a kernel counts 32 bits, carries are made here.
#pragma once

#include "mode/engine/counter.hpp"
#include "registry/cipher_key.hpp"

namespace hedgerow {

// Runs `blocks` whole blocks and leaves `counter` at the next one. `in` and `out` equal or
// disjoint.
void ctr_blocks(CipherKey& key, const CounterField& field, std::uint8_t* counter,
                const std::uint8_t* in, std::uint8_t* out, std::size_t blocks) noexcept;

class CtrStream {
 public:
  // The first keystream block will be E(counter). `counter` has the cipher's block length.
  void start(const CounterField& field, const std::uint8_t* counter, std::size_t block) noexcept;
  // Continues the stream; encryption and decryption are the same.
  void crypt(CipherKey& key, const std::uint8_t* in, std::uint8_t* out, std::size_t bytes) noexcept;
  // Continues `blocks` blocks behind the first block, whose counter is `first`.
  void seek(CipherKey& key, const std::uint8_t* first, std::uint64_t blocks) noexcept;
  // Wipes what is left of the keystream.
  void clear() noexcept;

  // The block that is encrypted next.
  const std::uint8_t* counter() const noexcept { return counter_; }
  // Keystream bytes of the block before it that are used already; 0 when it is used up.
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
