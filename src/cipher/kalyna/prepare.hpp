// User key -> canonical round keys -> prepared key, with the kernel's own rounds: for registers of
// 16 or 32 bytes.
//
// Both treat keys as blocks of a message by rows, one group at a time.
#pragma once

#include "base/secret.hpp"
#include "cipher/kalyna/key_expansion.hpp"
#include "cipher/kalyna/transpose.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace kalyna;
// y = any circulant matrix times x. For key preparation.
template <Row kRow>
HR_NOINLINE void multiply_rows(const Vec* x, Vec* y) {
  unroll<8>([&](auto r) HR_LAMBDA {
    Vec sum = multiply<kRow.c[0]>(x[r]);
    unroll<7>([&](auto j)
                  HR_LAMBDA { sum = xor2(sum, multiply<kRow.c[j + 1]>(x[(r + j + 1) & 7])); });
    y[r] = sum;
  });
}

alignas(64) constexpr std::uint8_t kNoKey[64] = {};
alignas(64) constexpr std::uint64_t kNoRoundKey[8] = {};

// One round without key on whole batches, for expand_key.
template <Variant kV>
HR_NOINLINE void apply_round(std::uint64_t* column, int blocks) {
  constexpr Shape kRows = rows_shape(kV, 1);
  static_assert(8 * kExpansionColumns % kRows.batch_bytes() == 0);
  std::uint8_t* p = (std::uint8_t*)column;
  swap_columns(column);
  for (int done = 0; done < blocks; done += kRows.batch_blocks(), p += kRows.batch_bytes()) {
    State<kRows> s;
    load_state<kRows, false>(s, p, kNoKey);
    encrypt_round<kRows>(s, kNoRoundKey);
    store_state<kRows, false>(s, p, kNoKey, nullptr);
  }
  swap_columns(column);
}

// Row registers of round keys -> the patterns of kS. A key counts as a block.
template <Shape kS>
HR_INLINE void scatter_key(const Vec* rows, int keys, std::uint64_t (*to)[kS.key_words()]) {
  constexpr Shape kRows = rows_shape(kS.v, 1);
  alignas(64) std::uint8_t reg[kWidth];
  for (int r = 0; r < 8; r++) {
    store(reg, rows[r]);
    for (int k = 0; k < keys; k++) {
      if constexpr (kS.split)
        for (int c = 0; c < 2; c++) to[k][8 * c + r] = 0x0101010101010101u * reg[2 * k + c];
      else
        to[k][r] = block_pattern<kRows>(reg, k);
    }
  }
  wipe(reg, sizeof reg);
}

template <Shape kS>
HR_NOINLINE void fill_key(const std::uint8_t* round_keys, PreparedKey<kS>& key) {
  constexpr Shape kRows = rows_shape(kS.v, 1);
  constexpr int bytes = kS.v.block_bytes(), middle = kS.v.rounds - 1, batch = kRows.batch_blocks();
  for (int i = 0; i < 64; i += bytes) {
    __builtin_memcpy(key.first + i, round_keys, bytes);
    __builtin_memcpy(key.last + i, round_keys + kS.v.rounds * bytes, bytes);
  }
  alignas(64) std::uint8_t buffer[kRows.batch_bytes()];
  for (int done = 0; done < middle; done += batch) {
    const int keys = middle - done < batch ? middle - done : batch;
    __builtin_memset(buffer, 0, sizeof buffer);
    __builtin_memcpy(buffer, round_keys + (done + 1) * bytes, (std::size_t)(keys * bytes));
    State<kRows> s;
    Vec product[8];
    load_state<kRows, false>(s, buffer, kNoKey);
    multiply_rows<kEncryptKeyRow>(s.g[0], product);
    scatter_key<kS>(product, keys, key.encrypt + done);
    multiply_rows<kDecryptKeyRow>(s.g[0], product);
    scatter_key<kS>(product, keys, key.decrypt + done);
    wipe(&s, sizeof s);
    wipe(product, sizeof product);
  }
  wipe(buffer, sizeof buffer);
  __builtin_memset(key.encrypt[middle], 0, sizeof key.encrypt[middle]);
  __builtin_memset(key.decrypt[middle], 0, sizeof key.decrypt[middle]);
}
template <Shape kS>
HR_INLINE void prepare_key(const std::uint8_t* round_keys, PreparedKey<kS>& key) {
  fill_key<kS>(round_keys, key);
  wipe_stack<1024>();  // what compilers spill
}

}  // namespace
}  // namespace hedgerow::HR_ISA
