// A second implementation of the AEAD and key wrap modes. It is slow and follows the standards
// literally, because it must be obviously right: it uses single blocks, multiplies polynomials bit
// by bit, processes whole messages, keeps no state and shares no code with src/mode.
#pragma once

#include <functional>

#include "support/mode_support.hpp"

namespace hedgerow_test::slow {

// Encrypts and decrypts one block under one key.
struct BlockCipher {
  std::size_t block;
  std::function<Bytes(Bytes)> encrypt, decrypt;
};

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

// Returns data xor (E(counter), E(counter + 1), ...).
inline Bytes counted(const BlockCipher& e, Bytes counter, const Bytes& data, std::size_t at,
                     std::size_t width, bool big_endian) {
  Bytes r;
  for (std::size_t i = 0; i < data.size(); i += e.block) {
    r = join({r, xored(part(data, i, e.block), e.encrypt(counter))});
    count(counter, at, width, big_endian);
  }
  return r;
}

// Returns a * b modulo x^n + tail, where the bytes are a little-endian number and its bit i is the
// coefficient of x^i.
inline Bytes multiply(Bytes a, const Bytes& b, const Bytes& tail) {
  Bytes r(a.size());
  for (std::size_t i = 0; i < 8 * b.size(); i++) {
    if (b[i / 8] >> (i % 8) & 1) r = xored(r, a);
    const bool carry = a.back() >> 7;
    for (std::size_t j = a.size(); j-- > 0;)
      a[j] = (std::uint8_t)(a[j] << 1 | (j ? a[j - 1] >> 7 : 0));
    if (carry) a = xored(a, tail);
  }
  return r;
}
inline Bytes doubled(const Bytes& a, unsigned tail) {  // a * x, big-endian
  return reversed(multiply(reversed(a), little(2, a.size()), little(tail, 2)));
}

inline Bytes omac(const BlockCipher& e, const Bytes& data) {
  const unsigned tail = e.block == 8 ? 0x1b : 0x87;
  const bool whole = !data.empty() && data.size() % e.block == 0;
  Bytes mask = doubled(e.encrypt(Bytes(e.block)), tail);
  if (!whole) mask = doubled(mask, tail);
  const Bytes padded = whole ? data : bit_padded(data, e.block);
  Bytes chain(e.block);
  for (std::size_t i = 0; i < padded.size(); i += e.block) {
    chain = xored(chain, part(padded, i, e.block));
    chain = e.encrypt(i + e.block == padded.size() ? xored(chain, mask) : chain);
  }
  return chain;
}

struct Sealed {
  Bytes data, tag;
};

// MGM [RFC 9058].
inline Sealed mgm(const BlockCipher& e, Bytes nonce, const Bytes& aad, const Bytes& plain) {
  const std::size_t n = e.block, half = n / 2;
  const Bytes tail = little(n == 8 ? 0x1b : 0x87, 2);
  const Bytes data = counted(e, e.encrypt(nonce), plain, half, half, true);
  nonce[0] |= 0x80;
  Bytes z = e.encrypt(nonce), sum(n);
  const Bytes all = join({zero_padded(aad, n), zero_padded(data, n), big(8 * aad.size(), half),
                          big(8 * data.size(), half)});
  for (std::size_t i = 0; i < all.size(); i += n) {
    sum = xored(sum, reversed(multiply(reversed(e.encrypt(z)), reversed(part(all, i, n)), tail)));
    count(z, 0, half, true);
  }
  return {data, e.encrypt(sum)};
}

// GCM [SP 800-38D], where bit 0 of a field element is the highest bit of byte 0.
inline Bytes bits_reversed(Bytes b) {
  for (std::uint8_t& x : b) {
    std::uint8_t r = 0;
    for (int i = 0; i < 8; i++) r = (std::uint8_t)(r | (x >> i & 1) << (7 - i));
    x = r;
  }
  return b;
}
inline Bytes ghash(const Bytes& h, const Bytes& blocks) {
  Bytes y(16);
  for (std::size_t i = 0; i < blocks.size(); i += 16)
    y = bits_reversed(
        multiply(bits_reversed(xored(y, part(blocks, i, 16))), bits_reversed(h), little(0x87, 2)));
  return y;
}
inline Sealed gcm(const BlockCipher& e, const Bytes& nonce, const Bytes& aad, const Bytes& plain) {
  const Bytes h = e.encrypt(Bytes(16));
  Bytes j0 = nonce.size() == 12
                 ? join({nonce, big(1, 4)})
                 : ghash(h, join({zero_padded(nonce, 16), big(8 * nonce.size(), 16)}));
  const Bytes mask = e.encrypt(j0);
  count(j0, 12, 4, true);
  const Bytes data = counted(e, j0, plain, 12, 4, true);
  const Bytes lengths = join({big(8 * aad.size(), 8), big(8 * data.size(), 8)});
  return {data,
          xored(ghash(h, join({zero_padded(aad, 16), zero_padded(data, 16), lengths})), mask)};
}

inline Bytes cbc_mac(const BlockCipher& e, const Bytes& blocks) {
  Bytes chain(e.block);
  for (std::size_t i = 0; i < blocks.size(); i += e.block)
    chain = e.encrypt(xored(chain, part(blocks, i, e.block)));
  return chain;
}

// CCM [SP 800-38C].
inline Sealed ccm(const BlockCipher& e, const Bytes& nonce, const Bytes& aad, const Bytes& plain,
                  std::size_t tag_bytes) {
  const std::size_t q = 15 - nonce.size();
  const std::uint8_t flags =
      (std::uint8_t)((aad.empty() ? 0 : 0x40) | (tag_bytes - 2) / 2 << 3 | (q - 1));
  Bytes length;
  if (!aad.empty())
    length = aad.size() < 0xff00 ? big(aad.size(), 2) : join({{0xff, 0xfe}, big(aad.size(), 4)});
  const Bytes mac = cbc_mac(e, join({{flags},
                                     nonce,
                                     big(plain.size(), q),
                                     zero_padded(join({length, aad}), 16),
                                     zero_padded(plain, 16)}));
  Bytes counter = join({{(std::uint8_t)(q - 1)}, nonce, Bytes(q)});
  const Bytes mask = e.encrypt(counter);
  count(counter, 16 - q, q, true);
  return {counted(e, counter, plain, 16 - q, q, true), part(xored(mac, mask), 0, tag_bytes)};
}

// CCM [DSTU 7624:2014] with a length field of `nb` bytes. The tag is the encrypted MAC, as it is
// sent. `zero_fill` selects the reading of Bouncy Castle.
inline Sealed ccm_dstu(const BlockCipher& e, const Bytes& nonce, const Bytes& aad,
                       const Bytes& plain, std::size_t tag_bytes, std::size_t nb, bool zero_fill) {
  const std::size_t n = e.block;
  const std::uint8_t code = (std::uint8_t)(tag_bytes == 8 ? 2 : tag_bytes / 16 + 2);
  const std::uint8_t flags = (std::uint8_t)((aad.empty() ? 0 : 0x80) | code << 4 | (nb - 1));
  Bytes start = aad.empty() ? Bytes() : little(aad.size(), nb);
  if (aad.size() > n - nb) start.resize(n);
  Bytes padded = plain, a = join({start, aad});
  for (Bytes* p : {&a, &padded})
    if (p->size() % n != 0) *p = zero_fill ? zero_padded(*p, n) : bit_padded(*p, n);
  const Bytes mac = part(
      cbc_mac(e, join({part(nonce, 0, n - nb - 1), little(plain.size(), nb), {flags}, a, padded})),
      0, tag_bytes);
  Bytes counter = e.encrypt(nonce);
  count(counter, 0, n, false);
  const std::size_t at = zero_fill ? zero_padded(plain, n).size() : plain.size();
  Bytes in = plain;
  in.resize(at);
  const Bytes out = counted(e, counter, join({in, mac}), 0, n, false);
  return {part(out, 0, plain.size()), part(out, at, tag_bytes)};
}

// The tag of GCM and GMAC [DSTU 7624:2014] over padded AAD and ciphertext. aad_bytes and similar names
// are the lengths that the tag encodes.
inline Bytes sum_dstu(const BlockCipher& e, const Bytes& aad, std::size_t aad_bytes,
                      const Bytes& data, std::size_t data_bytes) {
  const std::size_t n = e.block;
  const Bytes tail = little(n == 16 ? 0x87 : n == 32 ? 0x425 : 0x125, 2), h = e.encrypt(Bytes(n));
  const Bytes all = join({aad, data});
  Bytes sum(n);
  for (std::size_t i = 0; i < all.size(); i += n)
    sum = multiply(xored(sum, part(all, i, n)), h, tail);
  return e.encrypt(xored(sum, join({little(8 * aad_bytes, n / 2), little(8 * data_bytes, n / 2)})));
}
inline Bytes bit_padded_if_partial(const Bytes& b, std::size_t n) {
  return b.size() % n ? bit_padded(b, n) : b;
}

inline Sealed gcm_dstu(const BlockCipher& e, const Bytes& nonce, const Bytes& aad,
                       const Bytes& plain, bool padded_length) {
  const std::size_t n = e.block;
  Bytes counter = e.encrypt(nonce);
  count(counter, 0, n, false);
  const Bytes data = counted(e, counter, plain, 0, n, false);
  const Bytes padded = padded_length ? bit_padded_if_partial(data, n) : zero_padded(data, n);
  const std::size_t bytes = padded_length ? padded.size() : data.size();
  return {data, sum_dstu(e, zero_padded(aad, n), aad.size(), padded, bytes)};
}
inline Bytes gmac_dstu(const BlockCipher& e, const Bytes& data, bool padded_length) {
  const Bytes padded =
      padded_length ? bit_padded_if_partial(data, e.block) : zero_padded(data, e.block);
  return sum_dstu(e, padded, padded_length ? padded.size() : data.size(), {}, 0);
}

// SIV [RFC 5297], where `mac` and `e` use the two halves of the key, and the tag is the synthetic
// IV.
inline Bytes s2v(const BlockCipher& mac, const std::vector<Bytes>& strings, const Bytes& plain) {
  Bytes d = omac(mac, Bytes(16));
  for (const Bytes& c : strings) d = xored(doubled(d, 0x87), omac(mac, c));
  if (plain.size() < 16) return omac(mac, xored(doubled(d, 0x87), bit_padded(plain, 16)));
  Bytes t = plain;
  for (std::size_t i = 0; i < 16; i++) t[t.size() - 16 + i] ^= d[i];
  return omac(mac, t);
}
inline Sealed siv(const BlockCipher& mac, const BlockCipher& e, const std::vector<Bytes>& strings,
                  const Bytes& plain) {
  const Bytes v = s2v(mac, strings, plain);
  Bytes q = v;
  q[8] &= 0x7f, q[12] &= 0x7f;
  return {counted(e, q, plain, 0, 16, true), v};
}

// POLYVAL [RFC 8452 section 3] modulo x^128 + x^127 + x^126 + x^121 + 1. In this field, x^-128 is
// x^127 + x^124 + x^121 + x^114 + 1.
inline Bytes polyval(const Bytes& h, const Bytes& blocks) {
  Bytes tail(16), inverse(16), s(16);
  tail[0] = 1, tail[15] = 0xc2;
  inverse[0] = 1, inverse[14] = 0x04, inverse[15] = 0x92;
  for (std::size_t i = 0; i < blocks.size(); i += 16)
    s = multiply(multiply(xored(s, part(blocks, i, 16)), h, tail), inverse, tail);
  return s;
}

using MakeCipher = std::function<BlockCipher(const Bytes& key)>;

// CTR-ACPKM [RFC 8645 section 6.2.2] under a key of 32 bytes.
inline Bytes ctr_acpkm(const MakeCipher& make, Bytes key, const Bytes& iv, const Bytes& data,
                       std::size_t section) {
  Bytes d, out;
  for (unsigned x = 0x80; x < 0xa0; x++) d.push_back((std::uint8_t)x);
  BlockCipher e = make(key);
  Bytes counter = iv;
  counter.resize(e.block);
  for (std::size_t i = 0; i < data.size(); i += e.block) {
    if (i != 0 && i % section == 0) {
      key.clear();
      for (std::size_t j = 0; j < d.size(); j += e.block)
        key = join({key, e.encrypt(part(d, j, e.block))});
      e = make(key);
    }
    out = join({out, xored(part(data, i, e.block), e.encrypt(counter))});
    count(counter, 0, e.block, true);
  }
  return out;
}

// CTR-ACPKM with OMAC as gost-engine computes it, with the 64 bytes that KDF_TREE derives as
// `keys`.
inline Sealed ctr_acpkm_omac(const MakeCipher& make, const Bytes& keys, const Bytes& iv,
                             const Bytes& plain, std::size_t section) {
  const Bytes mac = omac(make(part(keys, 32, 32)), plain);
  const Bytes out = ctr_acpkm(make, part(keys, 0, 32), iv, join({plain, mac}), section);
  return {part(out, 0, plain.size()), part(out, plain.size(), mac.size())};
}

// GCM-SIV [RFC 8452] for any cipher with 16-byte blocks and keys of 16 or 32 bytes.
inline Sealed gcm_siv(const MakeCipher& make, const Bytes& key, const Bytes& nonce,
                      const Bytes& aad, const Bytes& plain) {
  const BlockCipher generator = make(key);
  Bytes derived;
  for (unsigned i = 0; derived.size() < 16 + key.size(); i++)
    derived = join({derived, part(generator.encrypt(join({little(i, 4), nonce})), 0, 8)});
  const BlockCipher e = make(part(derived, 16, key.size()));
  Bytes s =
      polyval(part(derived, 0, 16), join({zero_padded(aad, 16), zero_padded(plain, 16),
                                          little(8 * aad.size(), 8), little(8 * plain.size(), 8)}));
  s = xored(s, nonce);
  s[15] &= 0x7f;
  const Bytes tag = e.encrypt(s);
  Bytes counter = tag;
  counter[15] |= 0x80;
  return {counted(e, counter, plain, 0, 4, false), tag};
}

}  // namespace hedgerow_test::slow
