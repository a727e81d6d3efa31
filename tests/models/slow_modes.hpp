// A second implementation of the modes over single ECB blocks of the reference kernel. It is slow,
// follows the standards literally, multiplies in the field bit by bit, and shares no code with
// src/mode.
#pragma once

#include "support/mode_support.hpp"

namespace hedgerow_test {

class SlowModes {
 public:
  SlowModes(const std::string& cipher, const Bytes& key)
      : block(hedgerow::cipher_info(cipher).block_bytes),
        gost_(cipher.find("kalyna") != 0),
        ecb_(cipher, "ecb", key, reference_options(cipher)) {}

  Bytes encrypt(Bytes x) {
    ecb_.encrypt(x, x);
    return x;
  }
  Bytes decrypt(Bytes x) {
    ecb_.decrypt(x, x);
    return x;
  }

  // Increments the `bytes` bytes at `offset` of the counter block, as a number.
  void increment(Bytes& counter, std::size_t offset, std::size_t bytes) const {
    for (std::size_t i = 0; i < bytes; i++)
      if (++counter[offset + (gost_ ? bytes - 1 - i : i)] != 0) return;
  }

  // Encrypts in CTR, where `counter` is the first counter block that is used.
  Bytes ctr_from(Bytes counter, const Bytes& data, std::size_t offset, std::size_t bytes) {
    Bytes r = data;
    for (std::size_t i = 0; i < r.size(); i += block) {
      const Bytes gamma = encrypt(counter);
      for (std::size_t j = 0; j < block && i + j < r.size(); j++) r[i + j] ^= gamma[j];
      increment(counter, offset, bytes);
    }
    return r;
  }

  Bytes ctr(const Bytes& iv, const Bytes& data) {
    Bytes counter = iv;
    counter.resize(block);
    if (!gost_) {
      counter = encrypt(counter);
      increment(counter, 0, block);
    }
    return ctr_from(counter, data, 0, block);
  }

  // Returns a * b. Coefficient i is bit i % 8 of byte i / 8, counted from the end if big-endian.
  Bytes multiply(Bytes a, Bytes b) const {
    if (gost_) std::reverse(a.begin(), a.end()), std::reverse(b.begin(), b.end());
    const unsigned low = block == 8 ? 0x1b : block == 16 ? 0x87 : block == 32 ? 0x425 : 0x125;
    Bytes r(block);
    for (std::size_t i = 0; i < 8 * block; i++) {
      if (b[i / 8] >> (i % 8) & 1)
        for (std::size_t j = 0; j < block; j++) r[j] ^= a[j];
      const bool carry = a[block - 1] >> 7;
      for (std::size_t j = block - 1; j > 0; j--) a[j] = (std::uint8_t)(a[j] << 1 | a[j - 1] >> 7);
      a[0] = (std::uint8_t)(a[0] << 1);
      if (carry) a[0] ^= (std::uint8_t)low, a[1] ^= (std::uint8_t)(low >> 8);
    }
    if (gost_) std::reverse(r.begin(), r.end());
    return r;
  }

  // Returns the whole tag of AAD and ciphertext, where only MGM uses `nonce`.
  Bytes aead_tag(const Bytes& nonce, const Bytes& aad, const Bytes& ciphertext) {
    return encrypt(gost_ ? mgm_sum(nonce, aad, ciphertext) : gcm_sum(aad, ciphertext));
  }

  Bytes aead_data(const Bytes& nonce, const Bytes& data) {
    return gost_ ? ctr_from(encrypt(nonce), data, block / 2, block / 2) : ctr(nonce, data);
  }

  Bytes cmac(const Bytes& data) {
    Bytes full(block), incomplete(block);
    incomplete[0] = 1;
    full = encrypt(full);
    incomplete = encrypt(incomplete);
    if (gost_) {
      Bytes x(block);
      x[block - 1] = 2;
      full = multiply(full, x);
      incomplete = multiply(full, x);
    }
    Bytes padded = data, chain(block);
    const bool whole = !data.empty() && data.size() % block == 0;
    if (!whole) padded.push_back(0x80);
    padded.resize((padded.size() + block - 1) / block * block);
    for (std::size_t i = 0; i < padded.size(); i += block) {
      chain = xored(chain, Bytes(padded.begin() + (long)i, padded.begin() + (long)(i + block)));
      if (i + block == padded.size()) chain = xored(chain, whole ? full : incomplete);
      chain = encrypt(chain);
    }
    return chain;
  }

  const std::size_t block;

 private:
  static hedgerow::Options reference_options(const std::string& cipher) {
    hedgerow::Options o = basic_options(cipher);
    o.kernel = cipher + ".reference.scalar";
    return o;
  }
  static Bytes xored(Bytes a, const Bytes& b) {
    for (std::size_t i = 0; i < a.size(); i++) a[i] ^= b[i];
    return a;
  }

  // AAD and ciphertext, each zero-padded to whole blocks.
  std::vector<Bytes> blocks(const Bytes& aad, const Bytes& ciphertext) const {
    std::vector<Bytes> r;
    for (const Bytes* part : {&aad, &ciphertext})
      for (std::size_t i = 0; i < part->size(); i += block) {
        const std::size_t n = std::min(block, part->size() - i);
        r.emplace_back(part->begin() + (long)i, part->begin() + (long)(i + n));
        r.back().resize(block);
      }
    return r;
  }

  // Two lengths in bits, of half a block each.
  Bytes lengths(std::uint64_t aad, std::uint64_t data) const {
    Bytes r(block);
    for (std::size_t i = 0; i < 8 && i < block / 2; i++) {
      r[gost_ ? block / 2 - 1 - i : i] = (std::uint8_t)(8 * aad >> (8 * i));
      r[gost_ ? block - 1 - i : block / 2 + i] = (std::uint8_t)(8 * data >> (8 * i));
    }
    return r;
  }

  Bytes gcm_sum(const Bytes& aad, const Bytes& ciphertext) {
    const Bytes h = encrypt(Bytes(block));
    Bytes sum(block);
    for (const Bytes& x : blocks(aad, ciphertext)) sum = multiply(xored(sum, x), h);
    return xored(sum, lengths(aad.size(), ciphertext.size()));
  }

  Bytes mgm_sum(Bytes nonce, const Bytes& aad, const Bytes& ciphertext) {
    nonce[0] |= 0x80;
    Bytes z = encrypt(nonce), sum(block);
    std::vector<Bytes> all = blocks(aad, ciphertext);
    all.push_back(lengths(aad.size(), ciphertext.size()));
    for (const Bytes& x : all) {
      sum = xored(sum, multiply(encrypt(z), x));
      increment(z, 0, block / 2);
    }
    return sum;
  }

  bool gost_;  // big-endian; otherwise the byte order of Kalyna
  hedgerow::Cipher ecb_;
};

}  // namespace hedgerow_test
