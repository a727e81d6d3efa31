// A second implementation of the block and stream modes. It is slow and follows the standards
// literally, because it must be obviously right. It uses single blocks of the reference kernel,
// processes only whole messages, and shares no code with src/mode.
#pragma once

#include <map>

#include "support/mode_support.hpp"

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
    if (mode_ == "xts") return xts(encrypt, iv, in);
    if (mode_ == "cfb")
      return dstu_ ? cfb_dstu(encrypt, iv, in, feedback) : cfb(encrypt, iv, in, feedback, section);
    if (mode_ == "ofb") return ofb(iv, in, gamma);
    if (mode_ == "cnt") return cnt(iv, in, section);
    return ctr(iv, in, mode_ == "ctr-acpkm" ? section : 0, gamma);
  }

  const hedgerow_algorithm_info algorithm;
  const std::size_t block;

 private:
  Bytes one(bool encrypt, const Bytes& key, Bytes x) const {
    hedgerow::Options o = basic_options(cipher_);
    o.kernel = cipher_ + ".reference.scalar";
    hedgerow::Cipher& ecb = under_.try_emplace(key, cipher_, "ecb", key, o).first->second;
    encrypt ? ecb.encrypt(x, x) : ecb.decrypt(x, x);
    return x;
  }
  Bytes e(const Bytes& x) const { return one(true, key_now_, x); }
  Bytes d(const Bytes& x) const { return one(false, key_now_, x); }
  static Bytes part(const Bytes& x, std::size_t from, std::size_t n) {
    return Bytes(x.begin() + (long)from, x.begin() + (long)(from + n));
  }
  static Bytes x_or(Bytes a, const Bytes& b) {
    for (std::size_t i = 0; i < a.size() && i < b.size(); i++) a[i] ^= b[i];
    return a;
  }
  static void append(Bytes& to, const Bytes& x) { to.insert(to.end(), x.begin(), x.end()); }
  // Drops the first bytes of the register and appends `x`, so that the length stays the same.
  static Bytes shifted(const Bytes& r, const Bytes& x) {
    Bytes all = r;
    append(all, x);
    return part(all, x.size(), r.size());
  }

  Bytes cbc(bool encrypt, Bytes r, const Bytes& in) {
    Bytes out;
    for (std::size_t i = 0; i < in.size(); i += block) {
      const Bytes x = part(in, i, block), first = r.empty() ? Bytes(block) : part(r, 0, block);
      const Bytes y = encrypt ? e(x_or(x, first)) : x_or(d(x), first);
      append(out, y);
      if (!r.empty()) r = shifted(r, encrypt ? y : x);
    }
    return out;
  }

  Bytes times_x(Bytes t) const {
    const bool carry = t[block - 1] >> 7;
    for (std::size_t i = block - 1; i > 0; i--) t[i] = (std::uint8_t)(t[i] << 1 | t[i - 1] >> 7);
    t[0] = (std::uint8_t)(t[0] << 1);
    if (carry) t[0] ^= block == 16 ? 0x87 : 0x25, t[1] ^= block == 32 ? 4 : block == 64 ? 1 : 0;
    return t;
  }

  Bytes xts(bool encrypt, const Bytes& iv, const Bytes& in) {
    Bytes t = one(true, dstu_ ? key_ : second_, iv), out;
    if (dstu_) t = times_x(t);
    const auto crypt_block = [&](const Bytes& x, const Bytes& tweak) {
      const Bytes whitened = x_or(x, tweak);
      return x_or(encrypt ? e(whitened) : d(whitened), tweak);
    };
    const std::size_t rest = in.size() % block, whole = in.size() / block - (rest ? 1 : 0);
    for (std::size_t i = 0; i < whole; i++, t = times_x(t))
      append(out, crypt_block(part(in, i * block, block), t));
    if (rest == 0) return out;
    const Bytes next = times_x(t), full = part(in, whole * block, block);
    const Bytes last = part(in, (whole + 1) * block, rest);
    const Bytes cc = crypt_block(full, encrypt ? t : next);
    Bytes joined = last;
    append(joined, part(cc, rest, block - rest));
    append(out, crypt_block(joined, encrypt ? next : t));
    append(out, part(cc, 0, rest));
    return out;
  }

  // RFC 4357: computes the next key and encrypts the value that the mode keeps, under this key.
  void mesh(Bytes* kept) {
    const Bytes c = from_hex("6900722264c904238d3adb9646e92ac418feac9400ed0712c086dcc2ef4ca92b");
    Bytes next;
    for (std::size_t i = 0; i < c.size(); i += block) append(next, d(part(c, i, block)));
    key_now_ = next;
    if (kept) *kept = e(*kept);
  }

  Bytes cfb(bool encrypt, Bytes r, const Bytes& in, std::size_t s, std::uint64_t section) {
    Bytes out;
    for (std::size_t i = 0; i < in.size(); i += s) {
      if (section && i && i % section == 0) mesh(&r);
      const Bytes x = part(in, i, std::min(s, in.size() - i)), y = x_or(x, e(part(r, 0, block)));
      append(out, y);
      if (x.size() == s) r = shifted(r, encrypt ? y : x);
    }
    return out;
  }

  Bytes cfb_dstu(bool encrypt, Bytes feed, const Bytes& in, std::size_t q) {
    Bytes out;
    for (std::size_t i = 0; i < in.size(); i += q) {
      const Bytes x = part(in, i, std::min(q, in.size() - i)), gamma = e(feed);
      const Bytes y = x_or(x, part(gamma, block - x.size(), x.size()));
      append(out, y);
      feed = part(gamma, 0, block - x.size());
      append(feed, encrypt ? y : x);
    }
    return out;
  }

  // C_i = P_i xor T_s(Y_i), where a unit uses the s leading bytes of gamma, but the register takes
  // the whole gamma.
  Bytes ofb(Bytes r, const Bytes& in, std::size_t s) {
    Bytes out;
    for (std::size_t i = 0; i < in.size(); i += s) {
      const Bytes gamma = e(part(r, 0, block));
      append(out, x_or(part(in, i, std::min(s, in.size() - i)), gamma));
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
      append(out, x_or(part(in, i, std::min<std::size_t>(8, in.size() - i)), e(n)));
    }
    return out;
  }

  void increment(Bytes& counter) const {
    for (std::size_t i = 0; i < block; i++)
      if (++counter[dstu_ ? i : block - 1 - i] != 0) return;
  }

  Bytes ctr(Bytes counter, const Bytes& in, std::uint64_t section, std::size_t s) {
    Bytes out;
    counter.resize(block);
    if (dstu_) counter = e(counter), increment(counter);
    for (std::size_t i = 0; i < in.size(); i += s) {
      if (section && i && i % section == 0) {
        Bytes next;
        for (std::size_t j = 0; j < 32; j += block) {
          Bytes d_j;
          for (std::size_t k = 0; k < block; k++) d_j.push_back((std::uint8_t)(0x80 + j + k));
          append(next, e(d_j));
        }
        key_now_ = next;
      }
      append(out, x_or(part(in, i, std::min(s, in.size() - i)), e(counter)));
      increment(counter);
    }
    return out;
  }

  const std::string cipher_, mode_;
  const bool dstu_;
  const Bytes key_, second_;
  Bytes key_now_;
  // a context for single blocks for each key used so far
  mutable std::map<Bytes, hedgerow::Cipher> under_;
};

}  // namespace hedgerow_test
