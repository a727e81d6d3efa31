// The byte-sliced kernel for one Shape: the functions of KernelOps, and fused CTR.
//
// In CTR with the little-endian counter, the first round costs little more than one S-box. Let u =
// column 0 of the counter block + column 0 of round key 0. Only u depends on the counter. From the
// start of a call, 256 consecutive blocks have only two values of u / 256: H until the low byte
// overflows, and H + 1 afterwards. The position of the overflow is secret, because it depends on
// the round key. Therefore both values are computed, and a byte mask, which is made by arithmetic,
// selects one for each block:
//
//   round 1 = base[H] xor (carry mask and (base[H] xor base[H + 1]))
//             xor column of M * S0(low byte of u)             (M: the matrix of MixColumns)
//
// base[H] is the round without the S-box output of row 0, column 0. It is computed for several
// consecutive H together and kept as patterns (PreparedKey in round.hpp). A run is 256 blocks. The
// next run has H + 1 in the place of H.
#pragma once

#include "base/wiping.hpp"
#include "cipher/common/batches.hpp"
#include "cipher/common/byte_lanes.hpp"
#include "cipher/common/prefetch.hpp"
#include "cipher/kalyna/kernel.hpp"
#ifdef HR_VEC_AVX512
#include "cipher/kalyna/packed.hpp"
#else
#include "cipher/kalyna/prepare.hpp"
#endif
#include "cipher/kalyna/transpose.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace kalyna;

// base[H] is in CtrConstants. With AVX-512, two registers of blocks in memory order (packed.hpp)
// are computed together; other instruction sets compute a whole state.
#ifdef HR_VEC_AVX512
template <Shape kS>
struct CtrConstants {
  static constexpr int kRegisters = 2, kEach = 64 / kS.v.block_bytes();
  // The table serves this number of runs, because each run needs an entry and the next one.
  static constexpr std::size_t kRuns = kRegisters * kEach - 1;
  alignas(64) std::uint64_t table[kRegisters * kEach][kS.key_words()];  // base[H], base[H + 1], ...
  alignas(64) std::uint64_t base[kS.key_words()];
  alignas(64) std::uint64_t change[kS.key_words()];
};

// For the blocks of register `number`, in the word of column 0, while other words are zero: 256
// times the number of the block, all ones, and ones in the low byte.
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

// Word r of the result is word r + `words` of the input, modulo 8.
consteval PackedIndex make_word_turn(int words) {
  PackedIndex r{};
  for (int i = 0; i < 64; i++) r.b[i] = (std::uint8_t)((i + 8 * words) % 64);
  return r;
}
template <int kWords>
constexpr PackedIndex kWordTurn = make_word_turn(kWords);
// Multiplies by kKeyRow (round.hpp), and so computes the patterns of a round key from prepared
// ones, which are divided by it.
HR_INLINE Vec key_patterns(Vec prepared) {
  return xor2(multiply<kKeyRow.c[4]>(permute8(load(kWordTurn<4>.b), prepared)),
              multiply<kKeyRow.c[5]>(permute8(load(kWordTurn<5>.b), prepared)));
}

// Fills the table for the runs of 256 blocks with the numbers `run`, run + 1, ... of a call that
// starts at `counter`.
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

// Advances base and change to run number `run`.
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
  // The registers of a state with base[H + i] in block i, for the H of the first run that uses it.
  alignas(64) std::uint8_t table[kS.key_words()][kWidth];
  std::uint64_t base[kS.key_words()];
  std::uint64_t change[kS.key_words()];
};
// One group by rows is enough for the table, because groups share the patterns.
template <Shape kS>
constexpr Shape kTableShape = kS.split ? kS : rows_shape(kS.v, 1);

// Fills the table for the runs of 256 blocks with the numbers `run`, run + 1, ... of a call that
// starts at `counter`.
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

// Advances base and change to run number `run`.
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

struct alignas(64) BlockIndex {
  std::uint8_t b[2][kWidth];
};
// For each byte of the registers of a group, the number of its block within the batch.
template <Shape kS>
consteval BlockIndex make_block_index() {
  BlockIndex r{};
  constexpr int lanes = kWidth / 16;
  for (int g = 0; g < 2; g++)
    for (int i = 0; i < kWidth; i++)
      r.b[g][i] =
          (std::uint8_t)(kS.split ? i % 16 * lanes + i / 16 : (g * kWidth + i) / kS.v.columns);
  return r;
}
template <Shape kS>
constexpr BlockIndex kBlockIndex = make_block_index<kS>();

// Computes the state after round 1 of the batch that starts `at` blocks into the run. low is the
// low byte of u at the start.
template <Shape kS>
HR_KALYNA_STEP void first_ctr_round(State<kS>& s, const CtrConstants<kS>& c, std::uint8_t low,
                                    std::uint8_t at) {
  constexpr int sources = kS.split ? 1 : kS.groups;
  Vec carry[sources], sub[sources];
  unroll<sources>([&](auto g) HR_LAMBDA {
    const Vec index = add8(load(kBlockIndex<kS>.b[g]), splat8(at)), start = splat8(low);
    const Vec sum = add8(index, start);
    carry[g] = carry8(index, start, sum);
    sub[g] = sum;
    lookup256<1>(kSubTable[0], &sub[g]);
    if constexpr (!kS.split) sub[g] = xor2(sub[g], without_first_byte<kS>(sub[g], g));
  });
  unroll<8 * kS.groups>([&](auto i) HR_LAMBDA {
    constexpr int g = i / 8, r = i % 8, source = kS.split ? 0 : g, word = kS.split ? i : r;
    const Vec change = and2(carry[source], load_splat64(c.change + word));
    if constexpr (kS.split && g > 0)
      s.g[g][r] = xor2(load_splat64(c.base + word), change);
    else
      s.g[g][r] =
          xor3(load_splat64(c.base + word), change, multiply<kMixRow.c[(8 - r) % 8]>(sub[source]));
  });
}

template <Shape kS>
HR_NOINLINE void ctr_batches(CtrConstants<kS>& c, const PreparedKey<kS>& key,
                             const std::uint8_t* counter, std::size_t done, const std::uint8_t* in,
                             std::uint8_t* out, std::size_t batches) {
  constexpr std::size_t bytes = kS.batch_bytes();
  const std::uint8_t low = (std::uint8_t)(counter[0] + key.first[0]);
  for (; batches; batches--, in += bytes, out += bytes, done += kS.batch_blocks()) {
    if (done % 256 == 0) start_ctr_run<kS>(c, key, counter, done / 256);
    const Ahead ahead = lines_ahead<bytes>(in, out, batches * bytes);
    State<kS> s;
    first_ctr_round<kS>(s, c, low, (std::uint8_t)done);
    encrypt_rounds<kS>(s, key, 1, ahead);
    store_state<kS, false>(s, out, key.last, in);
  }
}
// ctr for a call in which the 32-bit counter does not wrap.
template <Shape kS>
HR_INLINE void ctr_stretch(const PreparedKey<kS>& key, const std::uint8_t* counter,
                           const std::uint8_t* in, std::uint8_t* out, std::size_t blocks) {
  CtrConstants<kS> c;
  std::size_t done = 0;
  for_batches<kS.v.block_bytes(), kS.batch_blocks()>(
      in, out, blocks, [&](auto* from, auto* to, std::size_t batches) {
        ctr_batches<kS>(c, key, counter, done, from, to, batches);
        done += batches * kS.batch_blocks();
      });
  wipe_batch_stack<1024>();
  wipe(&c, sizeof c);
}

// Splits the call where the 32-bit counter wraps, because ctr_stretch adds to the whole column.
template <Shape kS>
HR_INLINE void ctr_little_endian(const PreparedKey<kS>& key, const std::uint8_t* counter,
                                 const std::uint8_t* in, std::uint8_t* out, std::size_t blocks) {
  constexpr std::size_t bytes = kS.v.block_bytes();
  std::uint8_t start[bytes];
  __builtin_memcpy(start, counter, bytes);
  while (blocks > 0) {
    const std::uint64_t room =
        ((std::uint64_t)1 << 32) - counter_value<bytes>(start, CounterOrder::kLittleEndian);
    const std::size_t now = blocks < room ? blocks : (std::size_t)room;
    ctr_stretch<kS>(key, start, in, out, now);
    write_counter<bytes>(start, counter, CounterOrder::kLittleEndian, 0);
    in += now * bytes;
    out += now * bytes;
    blocks -= now;
  }
}

template <Shape kS>
struct Byteslice {
  using Key = PreparedKey<kS>;
  static consteval std::uint32_t batch_blocks() { return kS.batch_blocks(); }

  static HR_NOINLINE void expand(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept {
#ifdef HR_VEC_AVX512
    expand_packed<kS.v>(user_key, round_keys);
#elif defined HR_KALYNA_LANES
    expand_lanes<kS.v>(user_key, round_keys);
#else
    expand_key<kS.v>(user_key, round_keys, apply_round<kS.v>);
#endif
  }
  static void schedule(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept {
    expand(user_key, round_keys);
    wipe_stack<4096>();
  }
  static void prepare(const std::uint8_t* round_keys, void* key) noexcept {
#ifdef HR_KALYNA_LANES
    prepare_rows_key<kS>(round_keys, *(Key*)key);
#else
    prepare_key<kS>(round_keys, *(Key*)key);
#endif
  }
  HR_INLINE void encrypt_inline(const Key& key, const std::uint8_t* in, std::uint8_t* out,
                                std::size_t batches) {
    constexpr std::size_t bytes = kS.batch_bytes();
    for (; batches; batches--, in += bytes, out += bytes) {
      const Ahead ahead = lines_ahead<bytes>(in, out, batches * bytes);
      State<kS> s;
      load_state<kS, false>(s, in, key.first);
      encrypt_rounds<kS>(s, key, 0, ahead);
      store_state<kS, false>(s, out, key.last, nullptr);
    }
  }
  HR_INLINE void decrypt_inline(const Key& key, const std::uint8_t* in, std::uint8_t* out,
                                std::size_t batches) {
    constexpr std::size_t bytes = kS.batch_bytes();
    for (; batches; batches--, in += bytes, out += bytes) {
      const Ahead ahead = lines_ahead<bytes>(in, out, batches * bytes);
      State<kS> s;
      load_state<kS, true>(s, in, key.last);
      decrypt_rounds<kS>(s, key, ahead);
      store_state<kS, true>(s, out, key.first, nullptr);
    }
  }
  template <auto kRounds>
  static HR_NOINLINE void crypt_batches(const Key& key, const std::uint8_t* in, std::uint8_t* out,
                                        std::size_t batches) {
    kRounds(key, in, out, batches);
  }
  template <auto kRounds>
  HR_INLINE void crypt(const void* key, const std::uint8_t* in, std::uint8_t* out,
                       std::size_t blocks) {
    for_batches<kS.v.block_bytes(), kS.batch_blocks()>(
        in, out, blocks, [&](auto* from, auto* to, std::size_t batches) {
          crypt_batches<kRounds>(*(const Key*)key, from, to, batches);
        });
  }
  static void encrypt(const void* key, const std::uint8_t* in, std::uint8_t* out,
                      std::size_t blocks) noexcept {
    crypt<encrypt_inline>(key, in, out, blocks);
    wipe_batch_stack<1024>();
  }
  static void decrypt(const void* key, const std::uint8_t* in, std::uint8_t* out,
                      std::size_t blocks) noexcept {
    crypt<decrypt_inline>(key, in, out, blocks);
    wipe_batch_stack<1024>();
  }
  static void ctr(const void* key, const std::uint8_t* counter, CounterOrder order,
                  const std::uint8_t* in, std::uint8_t* out, std::size_t blocks) noexcept {
    if (order == CounterOrder::kLittleEndian && blocks > (std::size_t)kS.batch_blocks())
      return ctr_little_endian<kS>(*(const Key*)key, counter, in, out, blocks);
    ctr_in_memory<kS.v.block_bytes(), kS.batch_blocks()>(
        counter, order, in, out, blocks, [&](std::uint8_t* stream, std::size_t count) {
          crypt<encrypt_inline>(key, stream, stream, count);
        });
    wipe_batch_stack<1024>();
  }
};

}  // namespace
}  // namespace hedgerow::HR_ISA
