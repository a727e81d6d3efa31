// Kuznyechik as the standard writes it, one byte at a time [RFC 7801 section 4]. Every other kernel
// is compared with it, so it has its own literal key schedule and is slow. It is NOT constant in
// time, because it reads tables at secret indices, so it is used only if it is forced. Byte i of an
// array is a_15-i, because the RFC prints a_15 first.
#include "base/secret.hpp"
#include "cipher/common/byte_field.hpp"
#include "cipher/common/one_block.hpp"
#include "cipher/kuznyechik/spec.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace kuznyechik;

constexpr Products<16> kProducts = make_products(kCoefficients, kFieldPolynomial);

// l [section 4.2] in the field Q [section 3.2]. The second term is 32 a_14, as the examples show
// [section 5.2]. The formula of the RFC has a_15 there, which is a misprint.
std::uint8_t recurrence(const std::uint8_t* a) {
  std::uint8_t r = 0;
  for (int i = 0; i < 16; i++) r ^= kProducts.by[i].of[a[i]];
  return r;
}

// X[k] [section 4.3]
void add_key(std::uint8_t* a, const std::uint8_t* k) {
  for (int i = 0; i < 16; i++) a[i] ^= k[i];
}
// S with pi, S^-1 with pi^-1 [section 4.3]
void substitute(std::uint8_t* a, const std::uint8_t (&box)[256]) {
  for (int i = 0; i < 16; i++) a[i] = box[a[i]];
}
// R(a_15, ..., a_0) = l(a_15, ..., a_0) || a_15 || ... || a_1, and L = R^16 [section 4.3].
void linear(std::uint8_t* a) {
  for (int round = 0; round < 16; round++) {
    const std::uint8_t first = recurrence(a);
    for (int i = 15; i > 0; i--) a[i] = a[i - 1];
    a[0] = first;
  }
}
// R^-1(a_15, ..., a_0) = a_14 || ... || a_0 || l(a_14, ..., a_0, a_15), and L^-1 = (R^-1)^16
// [section 4.3].
void linear_inverse(std::uint8_t* a) {
  for (int round = 0; round < 16; round++) {
    const std::uint8_t first = a[0];
    for (int i = 0; i < 15; i++) a[i] = a[i + 1];
    a[15] = first;
    a[15] = recurrence(a);
  }
}

struct Literal {
  static consteval int block_bytes() { return kBlockBytes; }
  static consteval int round_key_bytes() { return kRoundKeyBytes; }

  // K_1 and K_2 are the halves of the key, and eight applications of F[C_i] give the next pair, with
  // C_i = L(Vec_128(i)) [section 4.4]. F[k](a_1, a_0) = (L S X[k](a_1) xor a_0, a_1) [section 4.3].
  static void schedule(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept {
    std::uint8_t a1[16], a0[16], t[16];
    __builtin_memcpy(a1, user_key, 16);
    __builtin_memcpy(a0, user_key + 16, 16);
    for (int i = 0; i <= 32; i++) {
      if (i % 8 == 0) {
        __builtin_memcpy(round_keys + 4 * i, a1, 16);
        __builtin_memcpy(round_keys + 4 * i + 16, a0, 16);
      }
      if (i == 32) break;
      std::uint8_t constant[16] = {};
      constant[15] = (std::uint8_t)(i + 1);
      linear(constant);
      __builtin_memcpy(t, a1, 16);
      add_key(t, constant);
      substitute(t, kPi);
      linear(t);
      add_key(t, a0);
      __builtin_memcpy(a0, a1, 16);
      __builtin_memcpy(a1, t, 16);
    }
    wipe(a1, 16);
    wipe(a0, 16);
    wipe(t, 16);
  }

  // X[K_10] L S X[K_9] ... L S X[K_1] [section 4.5.1]
  static void encrypt_block(const std::uint8_t* round_keys, std::uint8_t* a) {
    for (int i = 0; i < kRounds; i++) {
      add_key(a, round_keys + 16 * i);
      substitute(a, kPi);
      linear(a);
    }
    add_key(a, round_keys + 16 * kRounds);
  }
  // X[K_1] S^-1 L^-1 X[K_2] ... S^-1 L^-1 X[K_10], as in the example [section 5.6]. The formula of the
  // RFC [section 4.5.2] has S^-1 and L^-1 in the wrong order.
  static void decrypt_block(const std::uint8_t* round_keys, std::uint8_t* a) {
    for (int i = kRounds; i > 0; i--) {
      add_key(a, round_keys + 16 * i);
      linear_inverse(a);
      substitute(a, kPiInverse.of);
    }
    add_key(a, round_keys);
  }
};

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier) Reference<Literal>::ops()
#define HR_KERNEL_VARTIME
#include "cipher/common/export_kernel.inc"
