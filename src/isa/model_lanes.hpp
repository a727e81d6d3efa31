// The ops of the model between 16-byte lanes of vectors of 32 bytes, and the sum of all lanes; part of vec_model.hpp.
#pragma once

#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {

HR_MODEL_OP Vec lower_lanes(const Vec& a, const Vec& b) {
  return model_bytes([&](int i) { return i < kWidth / 2 ? a.b[i] : b.b[i - kWidth / 2]; });
}
HR_MODEL_OP Vec upper_lanes(const Vec& a, const Vec& b) {
  return model_bytes([&](int i) { return i < kWidth / 2 ? a.b[i + kWidth / 2] : b.b[i]; });
}
HR_MODEL_OP Vec swap_lanes(const Vec& a) {
  return model_bytes([&](int i) { return a.b[(i + kWidth / 2) % kWidth]; });
}
HR_MODEL_OP Vec join_lanes(const Vec& a, const Vec& b) {
  return model_bytes(
      [&](int i) { return i < kWidth / 2 ? a.b[i + kWidth / 2] : b.b[i - kWidth / 2]; });
}
HR_MODEL_OP Vec blend_words32(const Vec& a, const Vec& b) {
  return model_bytes([&](int i) { return i / 4 % 2 ? b.b[i] : a.b[i]; });
}
HR_MODEL_OP Vec blend_words16(const Vec& a, const Vec& b) {
  return model_bytes([&](int i) { return i / 2 % 2 ? b.b[i] : a.b[i]; });
}
HR_MODEL_OP Vec blend_bytes(const Vec& a, const Vec& b) {
  return model_bytes([&](int i) { return i % 2 ? b.b[i] : a.b[i]; });
}
HR_MODEL_OP Vec xor_lanes(const Vec& a) {
  return model_bytes([&](int i) {
    unsigned r = 0;
    for (int j = i % 16; j < kWidth; j += 16) r ^= a.b[j];
    return r;
  });
}

}  // namespace hedgerow::HR_ISA
