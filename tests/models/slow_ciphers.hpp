// Slow models of the block and stream modes.
#pragma once

#include <map>

#include "models/slow_blocks.hpp"

namespace hedgerow_test {

class SlowCipher {
 public:
  SlowCipher(const std::string& cipher, const std::string& mode, const Bytes& key)
      : algorithm(hedgerow::algorithm_info(cipher, mode)),
        block(algorithm.block_bytes),
        cipher_(cipher),
        mode_(mode),
        dstu_(cipher.find("kalyna") == 0),
        key_(key.begin(), key.begin() + (long)hedgerow::cipher_info(cipher).key_bytes),
        second_(key.begin() + (long)(key.size() - key_.size()), key.end()) {}

  // `feedback`, `section` and `gamma` have the meaning of the options, with defaults already
  // replaced by numbers.
  Bytes crypt(bool encrypt, const Bytes& iv, const Bytes& in, std::size_t feedback,
              std::uint64_t section, std::size_t gamma) {
    key_now_ = key_;
    if (mode_ == "ecb" || mode_ == "cbc") return cbc(encrypt, iv, in);
    if (mode_ == "xts" || mode_ == "xts-gb") return xts(encrypt, iv, in);
    if (mode_ == "cfb")
      return dstu_ ? cfb_dstu(encrypt, iv, in, feedback) : cfb(encrypt, iv, in, feedback, section);
    if (mode_ == "ofb") return ofb(iv, in, gamma);
    if (mode_ == "cnt") return cnt(iv, in, section);
    return ctr(iv, in, mode_ == "ctr-acpkm" ? section : 0, gamma);
  }

  const hedgerow_algorithm_info algorithm;
  const std::size_t block;

 private:
  Bytes one(bool encrypt, const Bytes& key, const Bytes& x) const {
    auto found = under_.find(key);
    if (found == under_.end()) found = under_.emplace(key, slow::block_cipher(cipher_, key)).first;
    return encrypt ? found->second.encrypt(x) : found->second.decrypt(x);
  }
  Bytes e(const Bytes& x) const { return one(true, key_now_, x); }
  Bytes d(const Bytes& x) const { return one(false, key_now_, x); }
  static void append(Bytes& to, const Bytes& x) { to.insert(to.end(), x.begin(), x.end()); }
  // Drops the first bytes of the register and appends `x`, so that the length stays the same.
  static Bytes shifted(const Bytes& r, const Bytes& x) {
    Bytes all = r;
    append(all, x);
    return slow::part(all, x.size(), r.size());
  }

  Bytes cbc(bool encrypt, Bytes r, const Bytes& in) {
    Bytes out;
    for (std::size_t i = 0; i < in.size(); i += block) {
      const Bytes x = slow::part(in, i, block),
                  first = r.empty() ? Bytes(block) : slow::part(r, 0, block);
      const Bytes y = encrypt ? e(slow::xored(x, first)) : slow::xored(d(x), first);
      append(out, y);
      if (!r.empty()) r = shifted(r, encrypt ? y : x);
    }
    return out;
  }

  // In GB/T 17964 the first bit of the block is x^0, so the product by x is a shift to the right.
  Bytes times_x(Bytes t) const {
    if (mode_ == "xts-gb") {
      const bool carry = t.back() & 1;
      for (std::size_t i = t.size() - 1; i > 0; i--)
        t[i] = (std::uint8_t)(t[i] >> 1 | t[i - 1] << 7);
      t[0] = (std::uint8_t)(t[0] >> 1 ^ (carry ? 0xe1 : 0));
      return t;
    }
    slow::FieldOracle(block).times_x(&t);
    return t;
  }

  Bytes xts(bool encrypt, const Bytes& iv, const Bytes& in) {
    Bytes t = one(true, dstu_ ? key_ : second_, iv), out;
    if (dstu_) t = times_x(t);
    const auto crypt_block = [&](const Bytes& x, const Bytes& tweak) {
      const Bytes whitened = slow::xored(x, tweak);
      return slow::xored(encrypt ? e(whitened) : d(whitened), tweak);
    };
    const std::size_t rest = in.size() % block, whole = in.size() / block - (rest ? 1 : 0);
    for (std::size_t i = 0; i < whole; i++, t = times_x(t))
      append(out, crypt_block(slow::part(in, i * block, block), t));
    if (rest == 0) return out;
    const Bytes next = times_x(t), full = slow::part(in, whole * block, block);
    const Bytes last = slow::part(in, (whole + 1) * block, rest);
    const Bytes cc = crypt_block(full, encrypt ? t : next);
    Bytes joined = last;
    append(joined, slow::part(cc, rest, block - rest));
    append(out, crypt_block(joined, encrypt ? next : t));
    append(out, slow::part(cc, 0, rest));
    return out;
  }

  // RFC 4357: computes the next key and encrypts the value that the mode keeps, under this key.
  void mesh(Bytes* kept) {
    const Bytes c = from_hex("6900722264c904238d3adb9646e92ac418feac9400ed0712c086dcc2ef4ca92b");
    Bytes next;
    for (std::size_t i = 0; i < c.size(); i += block) append(next, d(slow::part(c, i, block)));
    key_now_ = next;
    if (kept) *kept = e(*kept);
  }

  Bytes cfb(bool encrypt, Bytes r, const Bytes& in, std::size_t s, std::uint64_t section) {
    Bytes out;
    for (std::size_t i = 0; i < in.size(); i += s) {
      if (section && i && i % section == 0) mesh(&r);
      const Bytes x = slow::part(in, i, std::min(s, in.size() - i)),
                  y = slow::xored(x, e(slow::part(r, 0, block)));
      append(out, y);
      if (x.size() == s) r = shifted(r, encrypt ? y : x);
    }
    return out;
  }

  Bytes cfb_dstu(bool encrypt, Bytes feed, const Bytes& in, std::size_t q) {
    Bytes out;
    for (std::size_t i = 0; i < in.size(); i += q) {
      const Bytes x = slow::part(in, i, std::min(q, in.size() - i)), gamma = e(feed);
      const Bytes y = slow::xored(x, slow::part(gamma, block - x.size(), x.size()));
      append(out, y);
      feed = slow::part(gamma, 0, block - x.size());
      append(feed, encrypt ? y : x);
    }
    return out;
  }

  // C_i = P_i xor T_s(Y_i), where a unit uses the s leading bytes of gamma, but the register takes
  // the whole gamma.
  Bytes ofb(Bytes r, const Bytes& in, std::size_t s) {
    Bytes out;
    for (std::size_t i = 0; i < in.size(); i += s) {
      const Bytes gamma = e(slow::part(r, 0, block));
      append(out, slow::xored(slow::part(in, i, std::min(s, in.size() - i)), gamma));
      r = shifted(r, gamma);
    }
    return out;
  }

  Bytes cnt(const Bytes& iv, const Bytes& in, std::uint64_t section) {
    Bytes n = e(iv), out;
    for (std::size_t i = 0; i < in.size(); i += 8) {
      if (section && i && i % section == 0) mesh(&n);
      std::uint64_t half[2] = {};
      for (std::size_t j = 0; j < 8; j++) half[j / 4] |= (std::uint64_t)n[j] << (j % 4 * 8);
      half[0] = (half[0] + 0x01010101) % (1ull << 32);
      half[1] += 0x01010104;
      if (half[1] > 0xffffffff) half[1] -= 0xffffffff;
      for (std::size_t j = 0; j < 8; j++) n[j] = (std::uint8_t)(half[j / 4] >> (j % 4 * 8));
      append(out, slow::xored(slow::part(in, i, std::min<std::size_t>(8, in.size() - i)), e(n)));
    }
    return out;
  }

  Bytes ctr(Bytes counter, const Bytes& in, std::uint64_t section, std::size_t s) {
    counter.resize(block);
    if (dstu_) counter = e(counter), slow::count(counter, 0, block, false);
    const auto make = [&](const Bytes& key) { return slow::block_cipher(cipher_, key); };
    return slow::ctr_acpkm(make, key_now_, counter, in, section, s, !dstu_);
  }

  const std::string cipher_, mode_;
  const bool dstu_;
  const Bytes key_, second_;
  Bytes key_now_;
  // a context for single blocks for each key used so far
  mutable std::map<Bytes, slow::BlockCipher> under_;
};

}  // namespace hedgerow_test
