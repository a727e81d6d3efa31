// Kalyna as in every peer: S-box and MixColumns are combined in eight tables of 256 words. NOT constant time, because
// the tables are read at secret addresses. It is a lab kernel and the positive control of the leak checks, and it is
// never selected.
//
// A state is one 64-bit word per column, with row 0 in the low byte. Decryption uses tables of M^-1 after S^-1, and
// M^-1 is applied to the middle round keys. Source of the cipher: [DSTU 7624:2014].
#include "cipher/common/batches.hpp"
#include "cipher/kalyna/kernel.hpp"
#include "kernels/kalyna/tables.hpp"

namespace hedgerow::HR_ISA {
namespace {

template <Variant kV>
struct Lookups {
  struct alignas(64) Key {
    std::uint64_t encrypt[kV.rounds + 1][kV.columns];
    std::uint64_t decrypt[kV.rounds + 1][kV.columns];
  };

  // Returns column c after ShiftRows (kStep 1) or its inverse (-1) and the tables.
  template <int kStep>
  HR_INLINE std::uint64_t column(const Tables& tables, const std::uint64_t* s, int c) {
    std::uint64_t y = 0;
    unroll<8>([&](auto r) HR_LAMBDA {
      constexpr int shift = (kV.columns - kStep * row_shift(r, kV.columns)) % kV.columns;
      y ^= tables.t[r][s[(c + shift) % kV.columns] >> (8 * r) & 0xff];
    });
    return y;
  }
  template <int kStep>
  HR_INLINE void round(const Tables& tables, std::uint64_t* s, const std::uint64_t* key) {
    std::uint64_t y[kV.columns];
    unroll<kV.columns>([&](auto c) HR_LAMBDA { y[c] = column<kStep>(tables, s, c) ^ key[c]; });
    unroll<kV.columns>([&](auto c) HR_LAMBDA { s[c] = y[c]; });
  }
  // Applies M^-1 alone, with the boxes compensated.
  HR_INLINE std::uint64_t inverse_mix(std::uint64_t x) {
    std::uint64_t y = 0;
    unroll<8>([&](auto r)
                  HR_LAMBDA { y ^= kBackward.t[r][kBoxes.box[r % 4].t[x >> (8 * r) & 0xff]]; });
    return y;
  }
  HR_INLINE std::uint64_t last_inverse_column(const std::uint64_t* s, int c) {
    std::uint64_t y = 0;
    unroll<8>([&](auto r) HR_LAMBDA {
      y |= (std::uint64_t)kInverseBoxes.box[r % 4]
               .t[s[(c + row_shift(r, kV.columns)) % kV.columns] >> (8 * r) & 0xff]
           << (8 * r);
    });
    return y;
  }

  static void schedule(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept {
    expand_key<kV>(user_key, round_keys, [](std::uint64_t* s, int blocks) {
      const std::uint64_t none[kV.columns] = {};
      for (int i = 0; i < blocks; i++) round<1>(kForward, s + i * kV.columns, none);
    });
  }
  static void prepare(const std::uint8_t* round_keys, void* prepared) noexcept {
    Key& key = *(Key*)prepared;
    __builtin_memset(prepared, 0, sizeof key);
    for (int r = 0; r <= kV.rounds; r++)
      for (int c = 0; c < kV.columns; c++) {
        const std::uint64_t k = load_le64(round_keys + 8 * (r * kV.columns + c));
        key.encrypt[r][c] = k;
        key.decrypt[r][c] = r > 0 && r < kV.rounds ? inverse_mix(k) : k;
      }
  }

  HR_INLINE void encrypt_block(const Key& key, const std::uint8_t* in, std::uint8_t* out) {
    std::uint64_t s[kV.columns];
    for (int c = 0; c < kV.columns; c++) s[c] = load_le64(in + 8 * c) + key.encrypt[0][c];
    for (int r = 1; r < kV.rounds; r++) round<1>(kForward, s, key.encrypt[r]);
    const std::uint64_t none[kV.columns] = {};
    round<1>(kForward, s, none);
    for (int c = 0; c < kV.columns; c++) store_le64(out + 8 * c, s[c] + key.encrypt[kV.rounds][c]);
  }
  HR_INLINE void decrypt_block(const Key& key, const std::uint8_t* in, std::uint8_t* out) {
    std::uint64_t s[kV.columns];
    for (int c = 0; c < kV.columns; c++)
      s[c] = inverse_mix(load_le64(in + 8 * c) - key.decrypt[kV.rounds][c]);
    for (int r = kV.rounds - 1; r > 0; r--) round<-1>(kBackward, s, key.decrypt[r]);
    for (int c = 0; c < kV.columns; c++)
      store_le64(out + 8 * c, last_inverse_column(s, c) - key.decrypt[0][c]);
  }
};

template <Variant kV, class L = Lookups<kV>>
using Loops = Batches<typename L::Key, kV.block_bytes(), 1, L::encrypt_block, L::decrypt_block>;
template <Variant kV>
struct Table : Lookups<kV>, Loops<kV> {};

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier) make_ops<Table, identifier>()
#define HR_KERNEL_VARTIME
#include "cipher/common/export_kernel.inc"
