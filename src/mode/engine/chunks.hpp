// Splits long calls into chunks, so that the input, output and scratch of a chunk stay in the L1 cache together.
#pragma once

#include "base/bytes.hpp"
#include "registry/cipher_key.hpp"

namespace hedgerow {

// The L1 cache of the smallest supported CPUs has 32 KiB, which holds the input, output and scratch of one chunk.
constexpr std::size_t kChunkBytes = 8192;

// Calls body(offset, n) for consecutive chunks of at most `chunk` bytes.
template <class Body>
void for_chunks(std::size_t bytes, std::size_t chunk, Body&& body) {
  for (std::size_t done = 0; done < bytes;) {
    const std::size_t left = bytes - done, n = left < chunk ? left : chunk;
    body(done, n);
    done += n;
  }
}

// The largest chunk of at most kChunkBytes that consists of whole blocks. If a batch of the bulk kernel fits, the chunk
// consists of whole batches.
inline std::size_t chunk_bytes(const CipherKey& key) noexcept {
  const std::size_t batch = key.batch_blocks() * key.block_bytes();
  const std::size_t unit = batch <= kChunkBytes ? batch : key.block_bytes();
  return kChunkBytes / unit * unit;
}

// out = a xor b. `out` may equal a or b, but must not overlap them in part.
inline void xor_into(std::uint8_t* out, const std::uint8_t* a, const std::uint8_t* b,
                     std::size_t bytes) noexcept {
  for (std::size_t i = 0; i < bytes; i++) out[i] = a[i] ^ b[i];
}

// The same for one block of 8 bytes or of a multiple of 16 bytes. Used in chains, where the next kernel call waits for
// the result. The stores are as wide as the loads of a kernel, because a load that needs the bytes of two earlier
// stores cannot be forwarded and stalls.
inline void xor_block(std::uint8_t* out, const std::uint8_t* a, const std::uint8_t* b,
                      std::size_t block) noexcept {
  typedef std::uint64_t Pair __attribute__((vector_size(16)));
  if (block == 8) return store_le64(out, load_le64(a) ^ load_le64(b));
  for (std::size_t i = 0; i < block; i += sizeof(Pair)) {
    Pair x, y;
    __builtin_memcpy(&x, a + i, sizeof x);
    __builtin_memcpy(&y, b + i, sizeof y);
    x ^= y;
    __builtin_memcpy(out + i, &x, sizeof x);
  }
}

}  // namespace hedgerow
