// The ops of the model that move lanes and words of 32-byte vectors, and the sum of all lanes. This
// is a part of vec_model.hpp.
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
HR_MODEL_OP Vec blend_words64(const Vec& a, const Vec& b) {
  return model_bytes([&](int i) { return i / 8 % 2 ? b.b[i] : a.b[i]; });
}
// Word i of each lane of the result is word 2 i + odd of the 32 bytes that the lanes of a and b
// form.
HR_MODEL_OP Vec model_pick_words32(const Vec& a, const Vec& b, int odd) {
  return model_bytes([&](int i) {
    const int from = i / 16 * 16 + i % 8 / 4 * 8 + 4 * odd + i % 4;
    return i / 8 % 2 ? b.b[from] : a.b[from];
  });
}
HR_MODEL_OP Vec even_words32(const Vec& a, const Vec& b) { return model_pick_words32(a, b, 0); }
HR_MODEL_OP Vec odd_words32(const Vec& a, const Vec& b) { return model_pick_words32(a, b, 1); }
template <int N>
HR_MODEL_OP Vec turn_words32(const Vec& a) {
  return model_bytes([&](int i) { return a.b[i / 16 * 16 + (i + 4 * N) % 16]; });
}
HR_MODEL_OP Vec xor_lanes(const Vec& a) {
  return model_bytes([&](int i) {
    unsigned r = 0;
    for (int j = i % 16; j < kWidth; j += 16) r ^= a.b[j];
    return r;
  });
}

}  // namespace hedgerow::HR_ISA
