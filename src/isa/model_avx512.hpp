// The ops of the model for dwords that are selected by bits or bytes, and for look-ups with low
// latency. This is a part of vec_model.hpp.
#pragma once

#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {

#ifdef HR_VEC_AVX512
HR_MODEL_OP Vec spread_bits(const void* p) {
  return model_bytes(
      [&](int i) { return 0u - (((const std::uint8_t*)p)[i / 32] >> (i / 4 % 8) & 1u); });
}
template <int kTable>
HR_MODEL_OP Vec ternary_splat32(const Vec& a, const Vec& b, const std::uint32_t* p) {
  return ternary<kTable>(a, b, model_bytes([&](int i) { return ((const std::uint8_t*)p)[i % 4]; }));
}
struct alignas(64) Three {
  std::uint8_t index[64];
  std::uint64_t second, third;
};
template <int kBytes>
HR_MODEL_OP Vec pick_of_three(const Vec& a, const Vec& b, const Vec& c, const Three& of) {
  return model_bytes([&](int i) {
    const int k = i / kBytes, from = of.index[k * kBytes] % (64 / kBytes);
    const Vec& v = of.third >> k & 1 ? c : of.second >> k & 1 ? b : a;
    return v.b[from * kBytes + i % kBytes];
  });
}
#endif
struct alignas(64) DwordTable256 {
  std::uint32_t t[256];
};
HR_MODEL_OP Vec lookup256(const DwordTable256& table, const Vec& x) {
  return model_bytes([&](int i) {
    const std::uint8_t* const byte = (const std::uint8_t*)table.t + i % 4;
    std::uint8_t column[256];
    for (int k = 0; k < 256; k++) column[k] = byte[4 * k];
    return model_pick(column, 256, x.b[i]);
  });
}
HR_MODEL_OP Vec in_turn(const Vec& x) { return x; }
HR_MODEL_OP Vec lookup256_where(const Table256& table, Vec x, const Vec& where, const Vec& other) {
  lookup256<1>(table, &x);
  return xor2(other, and2(where, xor2(x, other)));
}
HR_MODEL_OP Vec lookup256_by_row(const Table256* tables, const Vec& x) {
  return model_bytes([&](int i) { return model_pick(tables[i % 4].t, 256, x.b[i]); });
}
HR_MODEL_OP Vec lookup_halves_by_row(const Table256* tables, const Vec& x) {
  return lookup256_by_row(tables, x);
}
HR_MODEL_OP Vec xor_bytes32(const Vec& a, const Vec& b) {
  return model_bytes([&](int i) {
    unsigned r = b.b[i];
    for (int j = i / 4 * 4; j < i / 4 * 4 + 4; j++) r ^= a.b[j];
    return r;
  });
}

}  // namespace hedgerow::HR_ISA
