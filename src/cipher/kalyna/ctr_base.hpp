// What a counter leaves constant in the first round of fused CTR (ctr.hpp): base[H], the round without the S-box output
// of row 0, column 0, for the upper bits H of column 0. It is computed for several consecutive H at once and kept as
// patterns of 64 bits, one for each register of a state; every 256 blocks H moves on by one.
//
// With AVX-512 two registers of blocks in memory order (packed.hpp) are computed at once, else a state.
#pragma once

#include "base/secret.hpp"
#include "cipher/kalyna/transpose.hpp"
#ifdef HR_VEC_AVX512
#include "cipher/kalyna/prepare_packed.hpp"
#endif

namespace hedgerow::HR_ISA {
namespace {

using namespace kalyna;

#ifdef HR_VEC_AVX512
template <Shape kS>
struct CtrConstants {
  static constexpr int kRegisters = 2, kEach = 64 / kS.v.block_bytes();
  // The runs of 256 blocks between one table and the next.
  static constexpr std::size_t kRuns = kRegisters * kEach - 1;
  alignas(64) std::uint64_t table[kRegisters * kEach][kS.key_words()];  // base[H], base[H + 1], ...
  alignas(64) std::uint64_t base[kS.key_words()];
  alignas(64) std::uint64_t change[kS.key_words()];
};

// 256 H for the blocks of register `number`, where their column 0 stands, and what is set there.
struct alignas(64) FirstColumns {
  std::uint64_t h[8], all[8], low_byte[8];
};
consteval FirstColumns make_first_columns(int columns, int number) {
  FirstColumns r{};
  for (int i = 0; i < 8; i += columns) {
    r.h[i] = 256 * (std::uint64_t)((8 * number + i) / columns);
    r.all[i] = ~(std::uint64_t)0;
    r.low_byte[i] = 0xff;
  }
  return r;
}
template <int kColumns, int kNumber>
constexpr FirstColumns kFirstColumns = make_first_columns(kColumns, kNumber);

// Word r of the result is word r + `words`.
consteval PackedIndex make_word_turn(int words) {
  PackedIndex r{};
  for (int i = 0; i < 64; i++) r.b[i] = (std::uint8_t)((i + 8 * words) % 64);
  return r;
}
template <int kWords>
constexpr PackedIndex kWordTurn = make_word_turn(kWords);
// The patterns of a round key from those of a prepared one.
HR_INLINE Vec key_patterns(Vec prepared) {
  return xor2(multiply<kKeyRow.c[4]>(permute8(load(kWordTurn<4>.b), prepared)),
              multiply<kKeyRow.c[5]>(permute8(load(kWordTurn<5>.b), prepared)));
}

// Fills the table for the runs of 256 blocks number `run`, run + 1, ... of a call that starts at `counter`.
template <Shape kS>
HR_INLINE void fill_ctr_table(CtrConstants<kS>& c, const PreparedKey<kS>& key,
                              const std::uint8_t* counter, std::size_t run) {
  using C = CtrConstants<kS>;
  constexpr int n = kS.v.columns;
  const Vec block = n == 8 ? load(counter) : load_part(counter, n / 2);
  const Vec start = add64(repeat_key<kS.v>(block, 0), load(key.first));
  unroll<C::kRegisters>([&](auto k) HR_LAMBDA {
    const FirstColumns& first = kFirstColumns<n, k>;
    const Vec h = add64(and2(splat64(256 * (std::uint64_t)run), load(first.all)), load(first.h));
    const Vec sub = packed_sub(kSubTable, add64(start, h));
    const Vec rest = andnot(load(first.low_byte), sub);
    scatter_keys<kS>(packed_mix<kMixRow, n, false>(rest, zero()), C::kEach, c.table + k * C::kEach);
  });
  unroll<kS.key_words() / 8>([&](auto g) HR_LAMBDA {
    const Vec added = key_patterns(load(key.encrypt[0] + 8 * g));
    for (auto& patterns : c.table) store(patterns + 8 * g, xor2(load(patterns + 8 * g), added));
  });
}

// Moves base and change on to run number `run`.
template <Shape kS>
HR_NOINLINE void start_ctr_run(CtrConstants<kS>& c, const PreparedKey<kS>& key,
                               const std::uint8_t* counter, std::size_t run) {
  const std::size_t at = run % c.kRuns;
  if (at == 0) fill_ctr_table<kS>(c, key, counter, run);
  for (int i = 0; i < kS.key_words(); i += 8) {
    const Vec base = load(c.table[at] + i);
    store(c.base + i, base);
    store(c.change + i, xor2(base, load(c.table[at + 1] + i)));
  }
}
#else
template <Shape kS>
struct CtrConstants {
  // base[H], H = first, first + 1, ... in the blocks of these registers.
  alignas(64) std::uint8_t table[kS.key_words()][kWidth];
  std::uint64_t base[kS.key_words()];
  std::uint64_t change[kS.key_words()];
};
// One group by rows is enough for the table: groups share the patterns.
template <Shape kS>
constexpr Shape kTableShape = kS.split ? kS : rows_shape(kS.v, 1);

// Fills the table for the 256-block runs number `run`, run + 1, ... of a call that starts at
// `counter`.
template <Shape kS>
HR_NOINLINE void fill_ctr_table(CtrConstants<kS>& c, const PreparedKey<kS>& key,
                                const std::uint8_t* counter, std::size_t run) {
  constexpr Shape kT = kTableShape<kS>;
  constexpr int bytes = kS.v.block_bytes();
  const std::uint64_t k0 = load_le64(key.first),
                      u = ((load_le64(counter) + k0) & ~(std::uint64_t)0xff) - k0;
  alignas(64) std::uint8_t blocks[kT.batch_bytes()];
  for (int i = 0; i < kT.batch_blocks(); i++) {
    __builtin_memcpy(blocks + i * bytes, counter, bytes);
    store_le64(blocks + i * bytes, u + 256 * (run + (std::uint64_t)i));
  }
  State<kT> s;
  load_state<kT, false>(s, blocks, key.first);
  encrypt_round<kT, true>(s, key.encrypt[0]);
  unroll<kS.key_words()>([&](auto i) HR_LAMBDA { store(c.table[i], s.g[i / 8][i % 8]); });
  wipe(blocks, sizeof blocks);
  wipe(&s, sizeof s);
}

// Moves base and change on to run number `run`.
template <Shape kS>
HR_INLINE void start_ctr_run(CtrConstants<kS>& c, const PreparedKey<kS>& key,
                             const std::uint8_t* counter, std::size_t run) {
  constexpr Shape kT = kTableShape<kS>;
  constexpr std::size_t runs = kT.batch_blocks() - 1;
  if (run % runs == 0) fill_ctr_table<kS>(c, key, counter, run);
  for (int i = 0; i < kS.key_words(); i++) {
    const int block = (int)(run % runs);
    c.base[i] = block_pattern<kT>(c.table[i], block);
    c.change[i] = c.base[i] ^ block_pattern<kT>(c.table[i], block + 1);
  }
}
#endif

}  // namespace
}  // namespace hedgerow::HR_ISA
