// The operations of the model that only AVX-512 has. This is a part of vec_model.hpp.
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

}  // namespace hedgerow::HR_ISA
