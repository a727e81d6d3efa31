// The fields of clmul.hpp: a polynomial, and the definition of a product.
//
//   Plain      128: x^128+x^7+x^2+x+1   256: x^256+x^10+x^5+x^2+1   512: x^512+x^8+x^5+x^2+1   [DSTU 7624:2014]
//   Polyval    128: x^128+x^127+x^126+x^121+1, and every product is multiplied by x^-128   [RFC 8452 section 3]
//   Ghash      Polyval on reversed bytes: GHASH(h, X) = reverse(POLYVAL(x * reverse(h), reverse(X)))
//              [RFC 8452 appendix A]. The bit order of [SP 800-38D] thus costs only one byte shuffle per load.
#pragma once

#include "base/kernel.hpp"

namespace hedgerow::HR_ISA::field {
namespace {

// kBytesReversed applies only to `hash`, because `dot` accepts either order.
template <int Words>
struct Plain {
  static constexpr int kWords = Words;  // number of words in an element: 2, 4 or 8
  static constexpr std::uint64_t kPolynomial = Words == 2 ? 0x87 : Words == 4 ? 0x425 : 0x125;
  static constexpr bool kMontgomery = false, kBytesReversed = false;
  static constexpr FieldProduct kProduct = FieldProduct::kPlain;
};
struct Polyval {
  static constexpr int kWords = 2;
  static constexpr std::uint64_t kPolynomial = 0xc200000000000000;  // the terms above x^64
  static constexpr bool kMontgomery = true, kBytesReversed = false;
  static constexpr FieldProduct kProduct = FieldProduct::kPolyval;
};
struct Ghash : Polyval {
  static constexpr bool kBytesReversed = true;
  static constexpr FieldProduct kProduct = FieldProduct::kGhash;
};

}  // namespace
}  // namespace hedgerow::HR_ISA::field
