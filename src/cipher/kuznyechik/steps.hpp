// The steps of the recurrence on round keys, for the kernels that add keys within L.
//
// With T the triangular part of the recurrence (what steps 0..15 take from each other's results) and U the rest,
// L = T^-1 U: a round that is to add the key y needs e = T y. Encryption adds K; decryption, as L^-1 comes before S^-1,
// adds L^-1(K), and e = T L^-1(K) = U K. Both are the step of linear.hpp with some slots kept zero, done here on all
// round keys side by side as if they were blocks: a vector per byte position, a round key per lane.
#pragma once

#include "cipher/kuznyechik/linear.hpp"
#include "cipher/skeleton/byteslice.hpp"

namespace hedgerow::HR_ISA {
namespace {

// Vectors r[0..15] from rows of sixteen bytes, kWidth of them, and back.
HR_INLINE void load_rows(const std::uint8_t* rows, Vec* r) {
  unroll<16>([&](auto i) HR_LAMBDA { r[i] = load(rows + kWidth * i); });
  transpose(r);
}
HR_INLINE void store_rows(Vec* r, std::uint8_t* rows) {
  transpose(r);
  unroll<16>([&](auto i) HR_LAMBDA { store(rows + kWidth * i, r[i]); });
}

// e[i] = byte i of U r.
HR_INLINE void backward_steps(const Vec* r, Vec* e) {
  Vec s[16];
  unroll<16>([&](auto i) HR_LAMBDA { s[i] = r[i]; });
  unroll<16>([&](auto i) HR_LAMBDA {
    e[i] = recurrence<i>(s, zero());
    s[i] = zero();
  });
}
// e[i] = slot i of T y: slot i of y is byte 15 - i of r, y(i).
template <class Slot>
HR_INLINE void forward_steps(Slot y, Vec* e) {
  Vec s[16];
  unroll<16>([&](auto i) HR_LAMBDA { s[i] = zero(); });
  unroll<16>([&](auto i) HR_LAMBDA {
    const Vec v = y(i);
    e[i] = recurrence<i>(s, v);
    s[i] = v;
  });
}

}  // namespace
}  // namespace hedgerow::HR_ISA
