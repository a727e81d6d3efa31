// Slow models of the AEAD and MAC modes.
#pragma once

#include "models/slow_blocks.hpp"

namespace hedgerow_test::slow {

inline Bytes doubled(const Bytes& a) {  // a * x, big-endian
  Bytes r = reversed(a);
  FieldOracle(a.size()).times_x(&r);
  return reversed(r);
}

// A chain over padded data with a mask on the last block, which depends on whether it is whole.
inline Bytes masked_chain(const BlockCipher& e, const Bytes& data, const Bytes& whole_mask,
                          const Bytes& padded_mask) {
  const bool whole = !data.empty() && data.size() % e.block == 0;
  const Bytes padded = whole ? data : bit_padded(data, e.block);
  const Bytes& mask = whole ? whole_mask : padded_mask;
  Bytes chain(e.block);
  for (std::size_t i = 0; i < padded.size(); i += e.block) {
    chain = xored(chain, part(padded, i, e.block));
    chain = e.encrypt(i + e.block == padded.size() ? xored(chain, mask) : chain);
  }
  return chain;
}
// OMAC [SP 800-38B].
inline Bytes omac(const BlockCipher& e, const Bytes& data) {
  const Bytes mask = doubled(e.encrypt(Bytes(e.block)));
  return masked_chain(e, data, mask, doubled(mask));
}
// CMAC [DSTU 7624:2014].
// OMAC-ACPKM [RFC 8645 section 6.3.1]: CTR-ACPKM computes a key and a mask for each section.
inline Bytes omac_acpkm(const MakeCipher& make, const Bytes& key, const Bytes& data,
                        std::size_t section, std::size_t master) {
  const std::size_t n = make(key).block;
  const bool whole = !data.empty() && data.size() % n == 0;
  const Bytes padded = whole ? data : bit_padded(data, n);
  const std::size_t sections = (padded.size() + section - 1) / section;
  const Bytes material =
      ctr_acpkm(make, key, Bytes(n / 2, 0xff), Bytes(sections * (32 + n)), master, n, true);
  Bytes chain(n);
  for (std::size_t i = 0; i < padded.size(); i += n) {
    const std::size_t at = i / section * (32 + n);
    const Bytes mask = part(material, at + 32, n);
    if (i + n == padded.size()) chain = xored(chain, whole ? mask : doubled(mask));
    chain = make(part(material, at, 32)).encrypt(xored(chain, part(padded, i, n)));
  }
  return chain;
}
inline Bytes cmac_dstu(const BlockCipher& e, const Bytes& data) {
  return masked_chain(e, data, e.encrypt(little(0, e.block)), e.encrypt(little(1, e.block)));
}

struct Sealed {
  Bytes data, tag;
};

// MGM [RFC 9058].
inline Sealed mgm(const BlockCipher& e, Bytes nonce, const Bytes& aad, const Bytes& plain) {
  const std::size_t n = e.block, half = n / 2;
  const Bytes data = counted(e, e.encrypt(nonce), plain, half, half, true);
  nonce[0] |= 0x80;
  Bytes z = e.encrypt(nonce), sum(n);
  const Bytes all = join({zero_padded(aad, n), zero_padded(data, n), big(8 * aad.size(), half),
                          big(8 * data.size(), half)});
  for (std::size_t i = 0; i < all.size(); i += n) {
    sum = xored(sum, FieldOracle(n).multiply(e.encrypt(z), part(all, i, n), true));
    count(z, 0, half, true);
  }
  return {data, e.encrypt(sum)};
}

// GCM [SP 800-38D].
inline Bytes ghash(const Bytes& h, const Bytes& blocks) {
  Bytes y(16);
  for (std::size_t i = 0; i < blocks.size(); i += 16)
    y = FieldOracle(16, FieldProduct::kGhash).hash_product(xored(y, part(blocks, i, 16)), h);
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
  const Bytes h = e.encrypt(Bytes(n));
  const Bytes all = join({aad, data});
  Bytes sum(n);
  for (std::size_t i = 0; i < all.size(); i += n)
    sum = FieldOracle(n).multiply(xored(sum, part(all, i, n)), h);
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
  for (const Bytes& c : strings) d = xored(doubled(d), omac(mac, c));
  if (plain.size() < 16) return omac(mac, xored(doubled(d), bit_padded(plain, 16)));
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

// POLYVAL [RFC 8452 section 3].
inline Bytes polyval(const Bytes& h, const Bytes& blocks) {
  Bytes s(16);
  for (std::size_t i = 0; i < blocks.size(); i += 16)
    s = FieldOracle(16, FieldProduct::kPolyval).hash_product(xored(s, part(blocks, i, 16)), h);
  return s;
}

// CTR-ACPKM with OMAC as gost-engine computes it, with the 64 bytes that KDF_TREE derives as
// `keys`.
inline Sealed ctr_acpkm_omac(const MakeCipher& make, const Bytes& keys, const Bytes& iv,
                             const Bytes& plain, std::size_t section) {
  const Bytes mac = omac(make(part(keys, 32, 32)), plain);
  const Bytes out =
      ctr_acpkm(make, part(keys, 0, 32), iv, join({plain, mac}), section, mac.size(), true);
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
