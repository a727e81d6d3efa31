// Around the reference of a cipher, which encrypts and decrypts one block: the functions of
// KernelOps. Included inside a kernel's anonymous namespace, after kernel.hpp.
//
// R has block_bytes(), round_key_bytes(), schedule(user_key, round_keys) and, in place,
// encrypt_block(round_keys, block), decrypt_block(round_keys, block). The prepared key is the round
// keys.
#pragma once

template <class R>
struct Reference {
  static void prepare(const std::uint8_t* round_keys, void* key) noexcept {
    __builtin_memset(key, 0, key_bytes());
    __builtin_memcpy(key, round_keys, R::round_key_bytes());
  }
  static consteval std::uint32_t key_bytes() { return (R::round_key_bytes() + 63) / 64 * 64; }

  static void encrypt(const void* key, const std::uint8_t* in, std::uint8_t* out,
                      std::size_t blocks) noexcept {
    for (std::size_t i = 0; i < blocks; i++, in += R::block_bytes(), out += R::block_bytes()) {
      if (in != out) __builtin_memcpy(out, in, R::block_bytes());
      R::encrypt_block((const std::uint8_t*)key, out);
    }
  }
  static void decrypt(const void* key, const std::uint8_t* in, std::uint8_t* out,
                      std::size_t blocks) noexcept {
    for (std::size_t i = 0; i < blocks; i++, in += R::block_bytes(), out += R::block_bytes()) {
      if (in != out) __builtin_memcpy(out, in, R::block_bytes());
      R::decrypt_block((const std::uint8_t*)key, out);
    }
  }
  static void ctr(const void* key, const std::uint8_t* counter, CounterOrder order,
                  const std::uint8_t* in, std::uint8_t* out, std::size_t blocks) noexcept {
    std::uint8_t stream[R::block_bytes()];
    for (std::size_t i = 0; i < blocks; i++, in += R::block_bytes(), out += R::block_bytes()) {
      arx::write_counters(stream, counter, order, R::block_bytes(), (std::uint32_t)i, 1);
      R::encrypt_block((const std::uint8_t*)key, stream);
      for (int j = 0; j < R::block_bytes(); j++) out[j] = in[j] ^ stream[j];
    }
    wipe(stream, sizeof stream);
  }
  static consteval KernelOps ops() {
    return {key_bytes(), R::round_key_bytes(), 0, R::schedule, prepare, encrypt, decrypt, ctr};
  }
};
