// A literal implementation of the standard, with which every other kernel is compared. It is slow
// and NOT constant in time, because its S-boxes are table look-ups at secret addresses.
//
// Sources: [DSTU 7624:2014] and its translation by the designers [ePrint 2015/650], which has the
// sections below. The state is an array of bytes. Byte 8 * c + r is in row r of column c [section 4].
#include "cipher/common/batches.hpp"
#include "cipher/common/byte_field.hpp"
#include "cipher/kalyna/kernel.hpp"

namespace hedgerow::HR_ISA {
namespace {

constexpr Products<8> kMix = make_products(kMixRow.c, kFieldPolynomial);
constexpr Products<8> kInverseMix = make_products(kInverseRow.c, kFieldPolynomial);

template <Variant kV>
struct Literal {
  struct State {
    std::uint8_t b[8 * kV.columns];
  };
  struct alignas(64) Key {
    State k[kV.rounds + 1];
  };

  // pi' [section 5.3] and its inverse [section 6.3]
  static void sub_bytes(State& s, const Boxes& boxes) {
    for (int i = 0; i < 8 * kV.columns; i++) s.b[i] = boxes.box[i % 4].t[s.b[i]];
  }
  // tau [section 5.4] with direction 1, and its inverse [section 6.4] with -1
  static void shift_rows(State& s, int direction) {
    const State old = s;
    for (int c = 0; c < kV.columns; c++)
      for (int r = 0; r < 8; r++)
        s.b[8 * ((c + kV.columns + direction * row_shift(r, kV.columns)) % kV.columns) + r] =
            old.b[8 * c + r];
  }
  // psi [section 5.5] and its inverse [section 6.5]. Row i of a matrix is the vector rotated by i to
  // the right. For the inverse the paper says "left", which is a misprint: the inverse of a circulant
  // matrix is one of the same direction.
  static void mix_columns(State& s, const Products<8>& row) {
    const State old = s;
    for (int i = 0; i < 8 * kV.columns; i++) {
      s.b[i] = 0;
      for (int j = 0; j < 8; j++) s.b[i] ^= row.by[j].of[old.b[i / 8 * 8 + (i + j) % 8]];
    }
  }
  // eta [section 5.2] adds (sign 1) modulo 2^64 in each column, and its inverse [section 6.2]
  // subtracts (-1). The least significant byte of a column is in row 0.
  static void add(State& s, const State& k, int sign) {
    for (int c = 0; c < kV.columns; c++) {
      const std::uint64_t a = load_le64(s.b + 8 * c), b = load_le64(k.b + 8 * c);
      store_le64(s.b + 8 * c, sign > 0 ? a + b : a - b);
    }
  }
  // kappa [section 5.6]
  static void xor_with(State& s, const State& k) {
    for (int i = 0; i < 8 * kV.columns; i++) s.b[i] ^= k.b[i];
  }
  static void round(State& s) {
    sub_bytes(s, kBoxes);
    shift_rows(s, 1);
    mix_columns(s, kMix);
  }
  static void inverse_round(State& s) {
    mix_columns(s, kInverseMix);
    shift_rows(s, -1);
    sub_bytes(s, kInverseBoxes);
  }

  // K_sigma is Theta(K) of (l + k + 64) / 64, with K_alpha = a and K_omega = w [section 7.1].
  static State sigma(const State& a, const State& w) {
    State s{};
    s.b[0] = (std::uint8_t)(kV.columns + kV.key_columns + 1);
    add(s, a, 1);
    round(s);
    xor_with(s, w);
    round(s);
    add(s, a, 1);
    round(s);
    return s;
  }
  // K_i for even i is Xi(K, K_sigma, i), where t is phi_i(K_sigma) [section 7.2]. The rotations by
  // 32 i, 16 i and 64 floor(i / 4) bits are rotations by words. Theta is shifted by less than 16, so
  // no bit of it leaves its word.
  static State even_key(const std::uint8_t* user_key, const State& sigma, int i) {
    State data, t;
    for (int c = 0; c < kV.columns; c++) {
      const int word =
          kV.key_columns == kV.columns ? c + i / 2 : c + i / 4 + (i % 4 == 2 ? kV.columns : 0);
      store_le64(data.b + 8 * c, load_le64(user_key + 8 * (word % kV.key_columns)));
      store_le64(t.b + 8 * c, 0x0001000100010001u << (i / 2));
    }
    add(t, sigma, 1);
    add(data, t, 1);
    round(data);
    xor_with(data, t);
    round(data);
    add(data, t, 1);
    return data;
  }
  // K_i for odd i is K_i-1 rotated by l / 4 + 24 bits [section 7.3]: bytes move to the left in memory
  // by two places for each column and three more.
  static void schedule(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept {
    State low, high, k[kV.rounds + 1];
    __builtin_memcpy(low.b, user_key, 8 * kV.columns);
    __builtin_memcpy(high.b, user_key + 8 * (kV.key_columns - kV.columns), 8 * kV.columns);
    State s = sigma(low, high);
    for (int i = 0; i <= kV.rounds; i++) {
      if (i % 2 == 0) k[i] = even_key(user_key, s, i);
      if (i % 2 == 1)
        for (int j = 0; j < 8 * kV.columns; j++)
          k[i].b[j] = k[i - 1].b[(j + 2 * kV.columns + 3) % (8 * kV.columns)];
    }
    __builtin_memcpy(round_keys, k, sizeof k);
    wipe(&low, sizeof low);
    wipe(&high, sizeof high);
    wipe(&s, sizeof s);
    wipe(k, sizeof k);
  }
  static void prepare(const std::uint8_t* round_keys, void* key) noexcept {
    __builtin_memset(key, 0, sizeof(Key));
    __builtin_memcpy(key, round_keys, (std::size_t)kV.round_key_bytes());
  }

  // T [section 5.1]
  static void encrypt_block(const Key& key, State& s) {
    add(s, key.k[0], 1);
    for (int r = 1; r < kV.rounds; r++) {
      round(s);
      xor_with(s, key.k[r]);
    }
    round(s);
    add(s, key.k[kV.rounds], 1);
  }
  // U [section 6.1]
  static void decrypt_block(const Key& key, State& s) {
    add(s, key.k[kV.rounds], -1);
    for (int r = kV.rounds - 1; r > 0; r--) {
      inverse_round(s);
      xor_with(s, key.k[r]);
    }
    inverse_round(s);
    add(s, key.k[0], -1);
  }

  static void encrypt_bytes(const Key& key, const std::uint8_t* in, std::uint8_t* out) {
    State s;
    __builtin_memcpy(&s, in, sizeof s);
    encrypt_block(key, s);
    __builtin_memcpy(out, &s, sizeof s);
    wipe(&s, sizeof s);
  }
  static void decrypt_bytes(const Key& key, const std::uint8_t* in, std::uint8_t* out) {
    State s;
    __builtin_memcpy(&s, in, sizeof s);
    decrypt_block(key, s);
    __builtin_memcpy(out, &s, sizeof s);
    wipe(&s, sizeof s);
  }
};

template <Variant kV, class L = Literal<kV>>
using Loops = Batches<typename L::Key, kV.block_bytes(), 1, L::encrypt_bytes, L::decrypt_bytes>;
template <Variant kV>
struct Reference : Literal<kV>, Loops<kV> {};

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier) make_ops<Reference, identifier>()
#define HR_KERNEL_VARTIME
#include "cipher/common/export_kernel.inc"
