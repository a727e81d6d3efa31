// Another implementation of Terms, for code that multiplies polynomials: a term is a polynomial over GF(2) in the input
// bits, and its print is the value of the polynomial at one random point, where each input is an element of
// K = GF(2^128). So XOR is an addition in K, and AND a multiplication in K. All identities of polynomials hold, for
// example those of Karatsuba, of powers of a key, and of delayed reductions.
//
// Two different polynomials of degree d have equal values with probability d / 2^128 or less (Schwartz and Zippel). A
// run compares fewer than 2^34 prints, and its polynomials have degrees below 2^12, so it takes different ones for
// equal with probability below 2^-82. Equal polynomials are equal functions. The reverse does not hold, because x^2 and
// x are the same function of a bit. Then the proof fails.
#include <emmintrin.h>
#include <sys/random.h>
#include <wmmintrin.h>

#include <algorithm>
#include <stdexcept>

#include "terms.hpp"

namespace hedgerow::proof {
namespace {

[[gnu::target("pclmul")]] Print carry_less(std::uint64_t a, std::uint64_t b) {
  const __m128i r =
      _mm_clmulepi64_si128(_mm_set_epi64x(0, (long long)a), _mm_set_epi64x(0, (long long)b), 0);
  return {(std::uint64_t)_mm_cvtsi128_si64(r),
          (std::uint64_t)_mm_cvtsi128_si64(_mm_unpackhi_epi64(r, r))};
}

// The product in GF(2)[x] / (x^128 + x^7 + x^2 + x + 1).
Print times(const Print& a, const Print& b) {
  constexpr std::uint64_t kLow = 0x87;
  const Print middle = carry_less(a.lo, b.hi) ^ carry_less(a.hi, b.lo);
  Print low = carry_less(a.lo, b.lo), high = carry_less(a.hi, b.hi);
  low.hi ^= middle.lo;
  high.lo ^= middle.hi;
  const Print top = carry_less(high.hi, kLow);
  low.hi ^= top.lo;
  return low ^ carry_less(high.lo ^ top.hi, kLow);
}

}  // namespace

Terms::Terms() = default;
void Terms::forget() {}
void Terms::split(const Bit*, int, Bit*, int, const std::function<void(const Bit*, Bit*)>&) {
  throw std::logic_error("polynomials are no choices");
}

Print Terms::random() {
  Print p;
  if (getrandom(&p, sizeof p, 0) != (ssize_t)sizeof p) throw std::runtime_error("no random bytes");
  return p;
}
Bit Terms::input() { return {random(), 0}; }

Bit Terms::exclusive_or(const Bit& a, const Bit& b) {
  if (a.is_unknown() || b.is_unknown()) return unknown();
  return {a.print ^ b.print, 0};
}

Bit Terms::both(const Bit& a, const Bit& b) {
  if (a.is_constant()) return a.value() ? b : a;
  if (b.is_constant()) return b.value() ? a : b;
  if (a.is_unknown() || b.is_unknown()) return unknown();
  return {times(a.print, b.print), 0};
}

Bit Terms::majority(const Bit& a, const Bit& b, const Bit& c) {
  if (a == b) return a;  // as in x + x; the sum below would be its square
  return exclusive_or(both(a, b), both(exclusive_or(a, b), c));
}

// A sum of products, by the algebraic normal form of each function.
void Terms::apply(const Bit* in, int inputs, const Table* f, int outputs, Bit* out) {
  const unsigned points = 1u << inputs;
  std::vector<Bit> product(points, constant(true));
  for (unsigned m = 1; m < points; m++)
    product[m] = both(product[m & (m - 1)], in[__builtin_ctz(m)]);
  for (int k = 0; k < outputs; k++) {
    Table monomials = f[k];
    for (unsigned step = 1; step < points; step *= 2)
      for (unsigned v = 0; v < points; v++)
        if ((v & step) && monomials.at(v ^ step)) monomials.flip(v);
    out[k] = constant(false);
    for (unsigned m = 0; m < points; m++)
      if (monomials.at(m)) out[k] = exclusive_or(out[k], product[m]);
  }
}

// There are no spaces, and no views.
void Terms::note_sums(const Bit*) {}
void Terms::unite(const Bit*, int) {}
bool Terms::join(const Bit*, int, std::uint32_t*, Table*) { return false; }
Bit Terms::make(std::uint32_t, const Table&) {
  throw std::logic_error("polynomials have no spaces");
}

}  // namespace hedgerow::proof
