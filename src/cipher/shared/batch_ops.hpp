// ECB and CTR of a kernel that takes kBatch blocks of 16 bytes at a time. Included inside its
// anonymous namespace, after Key, kBatch, kBatchBytes, encrypt_batch(key, in, out) and
// decrypt_batch, and after shared/batches.hpp and shared/counter.hpp.
#pragma once

void encrypt(const void* key, const std::uint8_t* in, std::uint8_t* out,
             std::size_t blocks) noexcept {
  for_batches<kBatch>(in, out, blocks, [&](auto* from, auto* to, std::size_t n) {
    for (std::size_t i = 0; i < n * kBatchBytes; i += kBatchBytes)
      encrypt_batch(*(const Key*)key, from + i, to + i);
  });
}

void decrypt(const void* key, const std::uint8_t* in, std::uint8_t* out,
             std::size_t blocks) noexcept {
  for_batches<kBatch>(in, out, blocks, [&](auto* from, auto* to, std::size_t n) {
    for (std::size_t i = 0; i < n * kBatchBytes; i += kBatchBytes)
      decrypt_batch(*(const Key*)key, from + i, to + i);
  });
}

void ctr(const void* key, const std::uint8_t* counter, CounterOrder order, const std::uint8_t* in,
         std::uint8_t* out, std::size_t blocks) noexcept {
  std::uint32_t value = counter_value(counter, order);
  std::uint8_t stream[kBatchBytes];
  for_batches<kBatch>(in, out, blocks, [&](auto* from, auto* to, std::size_t n) {
    for (; n; n--, from += kBatchBytes, to += kBatchBytes) {
      for (int b = 0; b < kBatch; b++) write_counter(stream + 16 * b, counter, order, value++);
      encrypt_batch(*(const Key*)key, stream, stream);
      for (int i = 0; i < kBatchBytes; i++) to[i] = from[i] ^ stream[i];
    }
  });
  wipe(stream, sizeof stream);
}
