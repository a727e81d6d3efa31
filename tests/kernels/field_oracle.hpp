// Multiplication in GF(2^n) one bit at a time, independent of the library: shift, reduce, add.
#pragma once

#include <algorithm>

#include "random.hpp"

namespace hedgerow::ledger {

class FieldOracle {
 public:
  explicit FieldOracle(std::size_t block_bytes) : bytes_(block_bytes) {}

  // a * b; byte 0 bit 0 is x^0, or the last byte's bit 0 when `big_endian`.
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

 private:
  // The polynomial below x^n: x^7+x^2+x+1, x^10+x^5+x^2+1, x^8+x^5+x^2+1 for n = 128, 256, 512.
  unsigned tail() const { return bytes_ == 16 ? 0x87 : bytes_ == 32 ? 0x425 : 0x125; }

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
  }

  std::size_t bytes_;
};

}  // namespace hedgerow::ledger
