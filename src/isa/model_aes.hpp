// The AES ops of the model [FIPS 197 section 5]. This is a part of vec_model.hpp.
#pragma once

#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {

// SubBytes of one byte. kRows has the rows of the affine map, and the row of output bit 0 is in
// byte 7.
HR_MODEL_OP std::uint8_t model_aes_sub(std::uint8_t x) {
  constexpr std::uint8_t kRows[8] = {0xf8, 0x7c, 0x3e, 0x1f, 0x8f, 0xc7, 0xe3, 0xf1};
  return model_affine_byte(model_gf_inverse(x), kRows) ^ 0x63;
}
HR_MODEL_OP std::uint8_t model_aes_inverse_sub(std::uint8_t x) {
  constexpr std::uint8_t kRows[8] = {0x52, 0x29, 0x94, 0x4a, 0x25, 0x92, 0x49, 0xa4};
  return model_gf_inverse(model_affine_byte(x, kRows) ^ 5);
}
// ShiftRows: byte r of column c comes from column c + r, or from column c - r for the inverse.
HR_MODEL_OP Vec model_shift_rows(const Vec& a, int direction) {
  return model_bytes([&](int i) {
    const int column = i / 4 + direction * (i % 4);
    return a.b[i / 16 * 16 + (column & 3) * 4 + i % 4];
  });
}
HR_MODEL_OP Vec model_mix_columns(const Vec& a, const std::uint8_t* row) {
  return model_bytes([&](int i) {
    unsigned r = 0;
    for (int j = 0; j < 4; j++) r ^= model_gf_product(a.b[i / 4 * 4 + (i + j) % 4], row[j]);
    return r;
  });
}

HR_MODEL_OP Vec aes_enc_last(const Vec& a, const Vec& key) {
  const Vec s = model_shift_rows(a, 1);
  return model_bytes([&](int i) { return model_aes_sub(s.b[i]) ^ key.b[i]; });
}
HR_MODEL_OP Vec aes_enc(const Vec& a, const Vec& key) {
  constexpr std::uint8_t kRow[4] = {2, 3, 1, 1};
  return xor2(model_mix_columns(aes_enc_last(a, zero()), kRow), key);
}
HR_MODEL_OP Vec aes_dec_last(const Vec& a, const Vec& key) {
  const Vec s = model_shift_rows(a, -1);
  return model_bytes([&](int i) { return model_aes_inverse_sub(s.b[i]) ^ key.b[i]; });
}
HR_MODEL_OP Vec aes_dec(const Vec& a, const Vec& key) {
  constexpr std::uint8_t kRow[4] = {14, 11, 13, 9};
  return xor2(model_mix_columns(aes_dec_last(a, zero()), kRow), key);
}

}  // namespace hedgerow::HR_ISA
