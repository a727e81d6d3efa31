// The ops of the model for HalfVec, which is the lower half of a Vec; the upper half is ignored.
// This is a part of vec_model.hpp.
#pragma once

#include "isa/vec.hpp"
#if defined HR_VEC_AVX512 && defined HR_VEC_GFNI

namespace hedgerow::HR_ISA {

struct HalfVec {
  Vec v;
};

HR_MODEL_OP HalfVec load_half(const void* p) {
  HalfVec r = {zero()};
  __builtin_memcpy(r.v.b, p, kWidth / 2);
  return r;
}
HR_MODEL_OP HalfVec load_half_splat128(const void* p) { return {load_splat128(p)}; }
HR_MODEL_OP void store(void* p, const HalfVec& a) { __builtin_memcpy(p, a.v.b, kWidth / 2); }
HR_MODEL_OP void store_lane(void* p, const HalfVec& a) { store_lane(p, a.v); }
HR_MODEL_OP HalfVec xor2(const HalfVec& a, const HalfVec& b) { return {xor2(a.v, b.v)}; }
HR_MODEL_OP HalfVec xor3(const HalfVec& a, const HalfVec& b, const HalfVec& c) {
  return {xor3(a.v, b.v, c.v)};
}
HR_MODEL_OP HalfVec add64(const HalfVec& a, const HalfVec& b) { return {add64(a.v, b.v)}; }
HR_MODEL_OP HalfVec sub64(const HalfVec& a, const HalfVec& b) { return {sub64(a.v, b.v)}; }
HR_MODEL_OP HalfVec shuffle(const HalfVec& table, const HalfVec& index) {
  return {shuffle(table.v, index.v)};
}
HR_MODEL_OP HalfVec permute8(const HalfVec& index, const HalfVec& a) {
  return {model_bytes(
      [&](int i) { return model_pick(a.v.b, kWidth / 2, index.v.b[i] & (kWidth / 2 - 1u)); })};
}
HR_MODEL_OP HalfVec swap_lanes(const HalfVec& a) {
  return {model_bytes([&](int i) { return a.v.b[i ^ 16]; })};
}
HR_MODEL_OP HalfVec affine(const HalfVec& a, std::uint64_t matrix) { return {affine(a.v, matrix)}; }
HR_MODEL_OP HalfVec affine_by(const HalfVec& a, const HalfVec& matrices) {
  return {affine_by(a.v, matrices.v)};
}
HR_MODEL_OP HalfVec negative8(const HalfVec& a) { return {negative8(a.v)}; }
template <int kTable>
HR_MODEL_OP HalfVec ternary(const HalfVec& a, const HalfVec& b, const HalfVec& c) {
  return {ternary<kTable>(a.v, b.v, c.v)};
}
// Looks up half of a table for the bytes of row `row` in each dword, by their lower seven bits.
// Other bytes become zero.
HR_MODEL_OP HalfVec lookup_half_of_row(const Table256* tables, int row, int half,
                                       const HalfVec& x) {
  return {model_bytes([&](int i) {
    const unsigned entry = model_pick(tables[row].t + 128 * half, 128, x.v.b[i] & 127u);
    return i % 4 == row ? entry : 0;
  })};
}
HR_MODEL_OP HalfVec lookup_halves_by_row(const Table256* tables, const HalfVec& x) {
  return {lookup256_by_row(tables, x.v)};
}

}  // namespace hedgerow::HR_ISA
#endif
