// The look-ups of the model in tables of 256 entries. This is a part of vec_model.hpp.
#pragma once

#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {

struct alignas(64) Table256 {
  std::uint8_t t[256];
};
consteval Table256 make_table256(const std::uint8_t (&box)[256]) {
  Table256 r{};
  for (int i = 0; i < 256; i++) r.t[i] = box[i];
  return r;
}
template <int kN>
HR_MODEL_OP void lookup256(const Table256& table, Vec* x) {
  for (int n = 0; n < kN; n++) {
    const Vec v = x[n];
    x[n] = model_bytes([&](int i) { return model_pick(table.t, 256, v.b[i]); });
  }
}
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
HR_MODEL_OP Vec lookup256_by_row(const Table256* tables, const Vec& x) {
  return model_bytes([&](int i) { return model_pick(tables[i % 4].t, 256, x.b[i]); });
}
HR_MODEL_OP Vec lookup_halves_by_row(const Table256* tables, const Vec& x) {
  return lookup256_by_row(tables, x);
}

}  // namespace hedgerow::HR_ISA
