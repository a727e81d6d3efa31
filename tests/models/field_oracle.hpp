// Multiplication in GF(2^n) one bit at a time (shift, reduce, add), independent of the library, and
// the products of POLYVAL and GHASH as their standards define them. All tests use this model.
#pragma once

#include <algorithm>

#include "base/kernel.hpp"
#include "kernels/random.hpp"

namespace hedgerow::ledger {

class FieldOracle {
 public:
  explicit FieldOracle(std::size_t block_bytes, FieldProduct product = FieldProduct::kPlain)
      : bytes_(block_bytes), product_(product) {}

  // One step of `hash`: a * b as the product defines it.
  Bytes hash_product(const Bytes& a, const Bytes& b) const {
    if (product_ == FieldProduct::kGhash)
      return bits_reversed(multiply(bits_reversed(a), bits_reversed(b)));
    if (product_ == FieldProduct::kPlain) return multiply(a, b);
    Bytes r = multiply(a, b);  // POLYVAL's polynomial: see times_x
    for (int i = 0; i < 128; i++) divide_by_x(&r);
    return r;
  }

  // Returns a * b. Bit 0 of byte 0 is x^0; if `big_endian`, it is bit 0 of the last byte.
  Bytes multiply(Bytes a, Bytes b, bool big_endian = false) const {
    if (big_endian) {
      a = Bytes(a.rbegin(), a.rend());
      b = Bytes(b.rbegin(), b.rend());
    }
    Bytes r(bytes_);
    for (std::size_t bit = 8 * bytes_; bit-- > 0;) {
      times_x(&r);
      if ((b[bit / 8] >> (bit % 8)) & 1) add(&r, a.data());
    }
    return big_endian ? Bytes(r.rbegin(), r.rend()) : r;
  }

  static void add(Bytes* r, const std::uint8_t* a) {
    for (std::size_t i = 0; i < r->size(); i++) (*r)[i] = (std::uint8_t)((*r)[i] ^ a[i]);
  }

  // Computes r * x.
  void times_x(Bytes* r) const {
    unsigned carry = 0;
    for (std::uint8_t& byte : *r) {
      const unsigned shifted = 2u * byte + carry;
      byte = (std::uint8_t)shifted;
      carry = shifted >> 8;
    }
    if (!carry) return;
    (*r)[0] = (std::uint8_t)((*r)[0] ^ tail());
    (*r)[1] = (std::uint8_t)((*r)[1] ^ (tail() >> 8));
    r->back() = (std::uint8_t)(r->back() ^ top());
  }

 private:
  // The polynomial without x^n: x^4+x^3+x+1, x^7+x^2+x+1, x^10+x^5+x^2+1, x^8+x^5+x^2+1 for n = 64,
  // 128, 256, 512. POLYVAL's polynomial is x^128+x^127+x^126+x^121+1, so it also has high terms.
  unsigned tail() const {
    if (product_ == FieldProduct::kPolyval) return 1;
    return bytes_ == 8 ? 0x1b : bytes_ == 16 ? 0x87 : bytes_ == 32 ? 0x425 : 0x125;
  }
  std::uint8_t top() const { return product_ == FieldProduct::kPolyval ? 0xc2 : 0; }

  static Bytes bits_reversed(Bytes b) {
    for (std::uint8_t& x : b) {
      std::uint8_t r = 0;
      for (int i = 0; i < 8; i++) r = (std::uint8_t)(r | ((x >> i) & 1) << (7 - i));
      x = r;
    }
    return b;
  }

  // Computes r / x. The constant term of the polynomial is 1, so adding it makes r divisible.
  void divide_by_x(Bytes* r) const {
    const bool odd = (*r)[0] & 1;
    if (odd) (*r)[0] ^= 1, r->back() = (std::uint8_t)(r->back() ^ top());
    for (std::size_t i = 0; i < bytes_; i++)
      (*r)[i] = (std::uint8_t)((*r)[i] >> 1 | (i + 1 < bytes_ ? (*r)[i + 1] << 7 : odd << 7));
  }

  std::size_t bytes_;
  FieldProduct product_;
};

}  // namespace hedgerow::ledger
