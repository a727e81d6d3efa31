// What all slow models of modes are made of: single blocks of the reference kernel, padding, numbers
// and counters as bytes. The models follow the standards literally, because they must be obviously
// right. They process whole messages and share no code with src/mode.
#pragma once

#include <functional>
#include <memory>

#include "models/field_oracle.hpp"
#include "support/mode_support.hpp"

namespace hedgerow_test::slow {

using hedgerow::FieldProduct;
using hedgerow::ledger::FieldOracle;

// Encrypts and decrypts one block under one key.
struct BlockCipher {
  std::size_t block;
  std::function<Bytes(Bytes)> encrypt, decrypt;
};
using MakeCipher = std::function<BlockCipher(const Bytes& key)>;

inline BlockCipher block_cipher(const std::string& cipher, const Bytes& key) {
  hedgerow::Options options = basic_options(cipher);
  options.kernel = cipher + ".reference.scalar";
  const auto ecb = std::make_shared<hedgerow::Cipher>(cipher, "ecb", key, options);
  return {hedgerow::cipher_info(cipher).block_bytes,
          [ecb](Bytes x) {
            ecb->encrypt(x, x);
            return x;
          },
          [ecb](Bytes x) {
            ecb->decrypt(x, x);
            return x;
          }};
}

inline Bytes part(const Bytes& b, std::size_t from, std::size_t n) {
  return Bytes(b.begin() + (long)from, b.begin() + (long)std::min(from + n, b.size()));
}
inline Bytes join(std::initializer_list<Bytes> parts) {
  Bytes r;
  for (const Bytes& p : parts) r.insert(r.end(), p.begin(), p.end());
  return r;
}
inline Bytes xored(Bytes a, const Bytes& b) {
  for (std::size_t i = 0; i < a.size() && i < b.size(); i++) a[i] ^= b[i];
  return a;
}
inline Bytes reversed(const Bytes& b) { return Bytes(b.rbegin(), b.rend()); }
inline Bytes zero_padded(Bytes b, std::size_t block) {
  b.resize((b.size() + block - 1) / block * block);
  return b;
}
inline Bytes bit_padded(Bytes b, std::size_t block) {
  b.push_back(0x80);
  return zero_padded(b, block);
}
// Encode a number in `n` bytes, little() with the lowest byte first and big() with the lowest byte
// last.
inline Bytes little(std::uint64_t x, std::size_t n) {
  Bytes r(n);
  for (std::size_t i = 0; i < n && i < 8; i++) r[i] = (std::uint8_t)(x >> (8 * i));
  return r;
}
inline Bytes big(std::uint64_t x, std::size_t n) { return reversed(little(x, n)); }

// Increments the `width` bytes of `counter` that begin at `at`. For example, GCM increments 4 bytes
// at offset 12.
inline void count(Bytes& counter, std::size_t at, std::size_t width, bool big_endian) {
  for (std::size_t i = 0; i < width; i++)
    if (++counter[at + (big_endian ? width - 1 - i : i)] != 0) return;
}

// Returns data xor (E(counter), E(counter + 1), ...), where the `width` bytes at `at` count.
inline Bytes counted(const BlockCipher& e, Bytes counter, const Bytes& data, std::size_t at,
                     std::size_t width, bool big_endian) {
  Bytes r;
  for (std::size_t i = 0; i < data.size(); i += e.block) {
    r = join({r, xored(part(data, i, e.block), e.encrypt(counter))});
    count(counter, at, width, big_endian);
  }
  return r;
}

// CTR-ACPKM [RFC 8645 section 6.2.2], where the key changes after each `section` bytes (0: never)
// and each block of keystream gives its first `unit` bytes.
inline Bytes ctr_acpkm(const MakeCipher& make, Bytes key, Bytes counter, const Bytes& data,
                       std::uint64_t section, std::size_t unit, bool big_endian) {
  Bytes d, out;
  for (unsigned x = 0x80; x < 0xa0; x++) d.push_back((std::uint8_t)x);
  BlockCipher e = make(key);
  counter.resize(e.block);
  for (std::size_t i = 0; i < data.size(); i += unit) {
    if (section && i && i % section == 0) {
      key.clear();
      for (std::size_t j = 0; j < d.size(); j += e.block)
        key = join({key, e.encrypt(part(d, j, e.block))});
      e = make(key);
    }
    out = join({out, xored(part(data, i, unit), e.encrypt(counter))});
    count(counter, 0, e.block, big_endian);
  }
  return out;
}

}  // namespace hedgerow_test::slow
