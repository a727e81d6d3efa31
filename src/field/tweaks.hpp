// The tweaks of XTS [IEEE 1619 section 5.2; DSTU 7624:2014], T x^i, with the XOR of the data, and long XORs. There is a
// version for every Vec with clmul and one with 64-bit words for any CPU. Elements have kWords words in plain basis.
//
// The vector version keeps consecutive tweaks in kTweakVectors vectors, L tweaks in each. A step multiplies all of them
// by x^(number of tweaks), so no tweak waits for another:
//
//   v[0] | T x^0 | T x^1 | ..   v[1] | T x^L | T x^(L+1) | ..   ..
//   step: times x^(kTweakVectors L), L = kWidth / kBytes
//
// The word version computes the first and the last few tweaks. It also handles elements longer than 128 bits if vectors
// have fewer than four lanes.
#pragma once

#include "base/bytes.hpp"
#include "base/secret.hpp"
#include "isa/vec.hpp"
#ifndef HR_VEC_CLMUL
#include "field/portable.hpp"
#endif

namespace hedgerow::HR_ISA::field {
namespace {

// An element in words, where kPolynomial has the terms of the field polynomial below x^64.
template <int kWords, std::uint64_t kPolynomial>
struct TweakWords {
  std::uint64_t w[kWords];

  HR_INLINE TweakWords load_from(const std::uint8_t* p) {
    TweakWords r;
    for (int i = 0; i < kWords; i++) r.w[i] = load_le64(p + 8 * i);
    return r;
  }
  void store_to(std::uint8_t* p) const {
    for (int i = 0; i < kWords; i++) store_le64(p + 8 * i, w[i]);
  }
  // Multiplies by x.
  void step() {
    const std::uint64_t carry = opaque(0 - (w[kWords - 1] >> 63)) & kPolynomial;
    for (int i = kWords - 1; i > 0; i--) w[i] = w[i] << 1 | w[i - 1] >> 63;
    w[0] = w[0] << 1 ^ carry;
  }
  // Writes the next tweak to `mask` and in xor tweak to `out`.
  void give(const std::uint8_t* in, std::uint8_t* out, std::uint8_t* mask) {
    for (int i = 0; i < kWords; i++) {
      store_le64(mask + 8 * i, w[i]);
      store_le64(out + 8 * i, load_le64(in + 8 * i) ^ w[i]);
    }
    step();
  }
};

template <int kWords, std::uint64_t kPolynomial>
struct Tweaks {
  using Words = TweakWords<kWords, kPolynomial>;
  static constexpr int kBytes = 8 * kWords;

#ifdef HR_VEC_CLMUL
  static constexpr int kTweakVectors = 4;
  static constexpr int kStep =
      kTweakVectors * kWidth / kBytes;  // number of tweaks per step, and the power of x
  static constexpr int kStepBytes = kTweakVectors * kWidth;
#ifdef HR_VEC_AVX512
  static constexpr bool kOverVectors = true;
#else
  static constexpr bool kOverVectors = kWords == 2;
#endif

  // The bits that leave the upper word of a lane enter the lower word of the next lane. The bits that leave an element
  // are multiplied by the polynomial, which gives fewer than 64 bits, and enter its first word.
  struct alignas(64) Factors {
    std::uint64_t of[kWidth / 8];
  };
  static consteval Factors make_factors() {
    Factors r{};
    for (int i = 0; i < kWidth / 8; i += 2) r.of[i] = i % kWords == 0 ? kPolynomial : 1;
    return r;
  }
  static constexpr Factors kFactors = make_factors();

  HR_INLINE Vec lane_before([[maybe_unused]] Vec v) {
#ifdef HR_VEC_AVX512
    if constexpr (kWords == 4) return shuffle_lanes<0xb1>(v, v);
    if constexpr (kWords == 8) return shuffle_lanes<0x93>(v, v);
#endif
    return v;
  }
  // Multiplies every element by x^kStep.
  HR_INLINE Vec times_step(Vec v, Vec factors) {
    const Vec carry = shr64<64 - kStep>(v);
    return xor3(shl64<kStep>(v), clmul<0x01>(lane_before(carry), factors),
                unpack_lo64(zero(), carry));
  }

  // Processes whole steps. Returns their number of blocks and stores the next tweak in `tweak`.
  HR_INLINE std::size_t run_steps(std::uint8_t* tweak, const std::uint8_t* in, std::uint8_t* out,
                                  std::uint8_t* masks, std::size_t blocks) {
    alignas(64) std::uint8_t first[kStepBytes];
    Words t = Words::load_from(tweak);
    for (int i = 0; i < kStep; i++, t.step()) t.store_to(first + i * kBytes);
    const Vec p = load(kFactors.of);
    Vec v[kTweakVectors];
    unroll<kTweakVectors>([&](auto k) HR_LAMBDA { v[k] = load(first + k * kWidth); });
    std::size_t done = 0;
    for (; blocks - done >= kStep; done += kStep, in += kStepBytes, out += kStepBytes)
      unroll<kTweakVectors>([&](auto k) HR_LAMBDA {
        store(masks + done * kBytes + k * kWidth, v[k]);
        store(out + k * kWidth, xor2(load(in + k * kWidth), v[k]));
        v[k] = times_step(v[k], p);
      });
    store(first, v[0]);
    __builtin_memcpy(tweak, first, kBytes);
    wipe(first, sizeof first);
    return done;
  }
#endif

  // RowOps::add.
  static void add(std::uint8_t* out, const std::uint8_t* a, const std::uint8_t* b,
                  std::size_t bytes) noexcept {
    std::size_t i = 0;
    for (; bytes - i >= kWidth; i += kWidth) store(out + i, xor2(load(a + i), load(b + i)));
    for (; bytes - i >= 8; i += 8) store_le64(out + i, load_le64(a + i) ^ load_le64(b + i));
    for (; i < bytes; i++) out[i] = a[i] ^ b[i];
  }

  // RowOps::tweaks.
  static void run(std::uint8_t* tweak, const std::uint8_t* in, std::uint8_t* out,
                  std::uint8_t* masks, std::size_t blocks) noexcept {
    std::size_t done = 0;
#ifdef HR_VEC_CLMUL
    if constexpr (kOverVectors)
      if (blocks >= 2 * kStep) done = run_steps(tweak, in, out, masks, blocks);
#endif
    Words t = Words::load_from(tweak);
    for (; done < blocks; done++)
      t.give(in + done * kBytes, out + done * kBytes, masks + done * kBytes);
    t.store_to(tweak);
  }
};

}  // namespace
}  // namespace hedgerow::HR_ISA::field
