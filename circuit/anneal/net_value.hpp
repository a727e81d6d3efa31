// Values of nets as words, for simulated annealing (anneal_state.hpp).
#pragma once

#include <bit>
#include <cstdint>

#include "circuit/core/random.hpp"

namespace hedgerow::circuit {

// The values of a net at all inputs, in kWords words of 64 bits.
template <int kWords>
struct Value {
  std::uint64_t w[kWords];
  Value operator&(const Value& o) const {
    Value r;
    for (int i = 0; i < kWords; i++) r.w[i] = w[i] & o.w[i];
    return r;
  }
  Value operator^(const Value& o) const {
    Value r;
    for (int i = 0; i < kWords; i++) r.w[i] = w[i] ^ o.w[i];
    return r;
  }
  Value operator|(const Value& o) const {
    Value r;
    for (int i = 0; i < kWords; i++) r.w[i] = w[i] | o.w[i];
    return r;
  }
  Value operator~() const {
    Value r;
    for (int i = 0; i < kWords; i++) r.w[i] = ~w[i];
    return r;
  }
  bool any() const {
    std::uint64_t r = 0;
    for (int i = 0; i < kWords; i++) r |= w[i];
    return r != 0;
  }
  bool at(unsigned x) const { return w[x >> 6] >> (x & 63) & 1; }
};

// Returns a random set bit. The vector must not be empty. Some bits are more likely than others, which does no harm
// here.
template <int kWords>
unsigned draw_bit(const Value<kWords>& v, Random& random) {
  const std::uint64_t r = random.next();
  for (unsigned i = 0;; i++) {
    const unsigned k = ((unsigned)r + i) % kWords;
    if (!v.w[k]) continue;
    const int turn = (int)(r >> 32 & 63);
    return 64 * k + (((unsigned)std::countr_zero(std::rotr(v.w[k], turn)) + (unsigned)turn) & 63);
  }
}

}  // namespace hedgerow::circuit
