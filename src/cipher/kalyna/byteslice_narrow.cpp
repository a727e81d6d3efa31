// Kalyna for short messages, byte-sliced in narrower vectors or smaller batches than the bulk
// kernel.
//
// With VBMI and GFNI the form depends on the length:
//
//   one or two blocks of 16 bytes   each in its own register; a block of 32 bytes in half a register
//                                   (FewBlocks)
//   up to 128 bytes                 one or two registers in memory order, without transpositions and
//                                   with little latency (packed.hpp)
//   more                            512 bytes at a time in eight registers by rows (round.hpp), which
//                                   is half of byteslice's batch
//
// With HR_KALYNA_HALVES (the kernel byteslice_halves) FewBlocks processes up to 32 bytes in half a
// register. Other instruction sets only have eight registers by rows.
#include "cipher/kalyna/byteslice.hpp"
#ifdef HR_KALYNA_HALVES
#include "isa/pinned.hpp"
#endif

namespace hedgerow::HR_ISA {
namespace {

#ifdef HR_KALYNA_HALVES
// The round on up to 32 bytes of message in half a register, in memory order. It is the shortest
// form on processors with fast look-ups by halves of a table (packed.hpp).
//
//   one block of 16 bytes        | block | the same block |
//                                each lane has four of the eight terms of MixColumns
//   two of them, one of 32       | as in packed.hpp |
struct alignas(32) LaneIndex {
  std::uint8_t b[32];
};
struct alignas(32) LaneMatrices {
  std::uint64_t m[4];
};
// Terms 2 i and 2 i + 1 of MixColumns of two columns, with a lane for each term: the bytes that
// they multiply, and the coefficients.
consteval LaneIndex make_lane_index(int i, bool inverse) {
  LaneIndex r{};
  for (int at = 0; at < 32; at++) r.b[at] = make_term_index(2, 2 * i + at / 16, inverse).b[at % 16];
  return r;
}
consteval LaneMatrices make_lane_matrices(Row row, int i) {
  LaneMatrices r{};
  for (int at = 0; at < 4; at++) r.m[at] = factor_matrix(row.c[2 * i + at / 2]);
  return r;
}
template <int kPair, bool kInverse>
constexpr LaneIndex kLaneIndex = make_lane_index(kPair, kInverse);
template <Row kRow, int kPair>
constexpr LaneMatrices kLaneMatrices = make_lane_matrices(kRow, kPair);

// The rounds of one block in both lanes. Their time is that of one chain of operations. Two ports
// can permute, and the processor assigns an operation to one of them before it is ready. Therefore
// the order of the operations matters (pinned.hpp). This order is the fastest on Zen 4 that
// a search from random orders found.
template <bool kInverse, int kPair>
HR_INLINE HalfVec lane_terms(HalfVec x) {
  return Pinned::shuffle(x, load_half(kLaneIndex<kPair, kInverse>.b));
}
template <Row kRow, int kPair>
HR_INLINE HalfVec lane_products(HalfVec terms) {
  return Pinned::affine_by(terms, load_half(kLaneMatrices<kRow, kPair>.m));
}
HR_INLINE HalfVec choose_lanes(HalfVec top, HalfVec upper, HalfVec lower) {
  return Pinned::ternary<0xd8>(lower, upper, top);
}
// Returns `sum`, plus the last look-up if the top bit is clear.
HR_INLINE HalfVec add_last(HalfVec sum, HalfVec top, HalfVec last) {
  return Pinned::ternary<0xd2>(sum, top, last);
}

HR_KALYNA_STEP HalfVec encrypt_lanes_round(HalfVec x, const std::uint8_t* key) {
  static_assert(kMixRow.c[0] == 1 && kMixRow.c[1] == 1);
  const auto look_up = [&](int row, int half) HR_LAMBDA {
    return Pinned::lookup_half_of_row(kSubTable, row, half, x);
  };
  const auto terms = [](auto i, HalfVec y) HR_LAMBDA { return lane_terms<false, i>(y); };
  const auto times = [](auto i, HalfVec y) HR_LAMBDA { return lane_products<kMixRow, i>(y); };
  const HalfVec u1 = look_up(1, 1), u2 = look_up(2, 1), u0 = look_up(0, 1), l1 = look_up(1, 0),
                u3 = look_up(3, 1), l0 = look_up(0, 0), u = Pinned::ternary<0x96>(u0, u1, u2);
  const HalfVec l2 = look_up(2, 0), upper = Pinned::xor2(u, u3),
                lower = Pinned::ternary<0x96>(l0, l1, l2), l3 = look_up(3, 0);
  const HalfVec top = Pinned::negative8(x), y = add_last(choose_lanes(top, upper, lower), top, l3);
  const HalfVec t1 = terms(Index<1>{}, y), t2 = terms(Index<2>{}, y), p2 = times(Index<2>{}, t2),
                p1 = times(Index<1>{}, t1), t3 = terms(Index<3>{}, y), p3 = times(Index<3>{}, t3);
  const HalfVec t0 = terms(Index<0>{}, y), sum = Pinned::ternary<0x96>(t0, p1, p2),
                lane = Pinned::xor2(sum, p3);
  return Pinned::xor3(Pinned::swap_lanes(lane), lane, At{key});
}
HR_KALYNA_STEP HalfVec decrypt_lanes_round(HalfVec x, const std::uint8_t* key) {
  const auto terms = [&](auto i) HR_LAMBDA { return lane_terms<true, i>(x); };
  const auto times = [](auto i, HalfVec y)
                         HR_LAMBDA { return lane_products<kUnscaledInverseRow, i>(y); };
  const HalfVec t2 = terms(Index<2>{}), p2 = times(Index<2>{}, t2), t1 = terms(Index<1>{}),
                t0 = terms(Index<0>{}), p0 = times(Index<0>{}, t0), p1 = times(Index<1>{}, t1);
  const HalfVec sum = Pinned::ternary<0x96>(p0, p1, p2), t3 = terms(Index<3>{}),
                p3 = times(Index<3>{}, t3), lane = Pinned::xor2(sum, p3);
  const HalfVec y = Pinned::xor3(Pinned::swap_lanes(lane), lane, At{key});
  const auto look_up = [&](int row, int half) HR_LAMBDA {
    return Pinned::lookup_half_of_row(kInverseSubTable, row, half, y);
  };
  const HalfVec u3 = look_up(3, 1), l0 = look_up(0, 0), u2 = look_up(2, 1), l1 = look_up(1, 0),
                u1 = look_up(1, 1), u0 = look_up(0, 1), l2 = look_up(2, 0);
  const HalfVec u = Pinned::ternary<0x96>(u0, u1, u2), top = Pinned::negative8(y),
                lower = Pinned::ternary<0x96>(l0, l1, l2), upper = Pinned::xor2(u, u3);
  const HalfVec chosen = choose_lanes(top, upper, lower);
  return add_last(chosen, top, look_up(3, 0));
}

// The round keys and the rounds for up to kMost blocks.
template <Variant kV>
struct FewBlocks {
  static constexpr int kBlock = kV.block_bytes(), kMost = 32 / kBlock;

  // Keys have the layout of packed registers.
  HR_INLINE Vec place_key(Vec keys, int k) { return repeat_key<kV>(keys, k); }
  HR_INLINE Vec packed_key(const std::uint8_t* key) { return load(key); }

  // Encrypts N blocks, where a single block of 16 bytes is stored twice.
  template <int N, class Key>
  HR_INLINE void encrypt(const Key& key, const std::uint8_t* in, std::uint8_t* out) {
    if constexpr (N * kBlock == 32) return encrypt_half<kV>(key, in, out);
    HalfVec x = add64(load_half_splat128(in), load_half(key.rows.first));
    for (int r = 0; r < kV.rounds; r++) x = encrypt_lanes_round(x, key.encrypt[r]);
    store_lane(out, add64(x, load_half(key.rows.last)));
  }
  template <int N, class Key>
  HR_INLINE void decrypt(const Key& key, const std::uint8_t* in, std::uint8_t* out) {
    if constexpr (N * kBlock == 32) return decrypt_half<kV>(key, in, out);
    HalfVec x = sub64(load_half_splat128(in), load_half(key.rows.last));
    for (int r = kV.rounds - 1; r >= 0; r--) x = decrypt_lanes_round(x, key.decrypt[r]);
    store_lane(out, sub64(x, load_half(key.rows.first)));
  }
};
#elif defined HR_VEC_AVX512
// One or two blocks of 16 bytes, each in its own register, with one_mix() and its tables
// (packed.hpp); or one block of 32 bytes in half a register.
template <Variant kV>
struct FewBlocks {
  static constexpr bool kDwords = kV.columns == kOneColumns, kHalf = kV.block_bytes() == 32;
  static constexpr int kMost = kDwords ? 2 : kHalf ? 1 : 0;

  // Converts key number k of a register to the layout of these rounds, and such a key to the layout
  // of packed registers.
  HR_INLINE Vec place_key(Vec keys, int k) {
    if constexpr (kDwords) return spread(repeat_key<kV>(keys, k));
    return repeat_key<kV>(keys, k);
  }
  HR_INLINE Vec packed_key(const std::uint8_t* key) {
    if constexpr (kDwords) return collect(load(key));
    return load(key);
  }

  // Encrypts N blocks.
  template <int N, class Key>
  HR_INLINE void encrypt(const Key& key, const std::uint8_t* in, std::uint8_t* out) {
    if constexpr (kHalf) return encrypt_half<kV>(key, in, out);
    Vec x[N];
    unroll<N>([&](auto n) HR_LAMBDA {
      x[n] = spread_as_is(add64(load_lane(in + 16 * n), load(key.rows.first)));
    });
    encrypt_one_round<N>(x, kFirstSubDwords, key.encrypt[0]);
    for (int r = 1; r < kV.rounds - 1; r++) encrypt_one_round<N>(x, kSubDwords, key.encrypt[r]);
    encrypt_one_round<N, Ends::kBlock>(x, kSubDwords, key.encrypt[kV.rounds - 1]);
    unroll<N>([&](auto n) HR_LAMBDA {
      store_lane(out + 16 * n, add64(collect_as_is(x[n]), load(key.rows.last)));
    });
  }
  template <int N, class Key>
  HR_INLINE void decrypt(const Key& key, const std::uint8_t* in, std::uint8_t* out) {
    if constexpr (kHalf) return decrypt_half<kV>(key, in, out);
    Vec x[N];
    unroll<N>([&](auto n) HR_LAMBDA { x[n] = sub64(load_lane(in + 16 * n), load(key.rows.last)); });
    decrypt_one_round<N, Ends::kBlock>(x, kInverseSubDwords, key.decrypt[kV.rounds - 1]);
    for (int r = kV.rounds - 2; r > 0; r--)
      decrypt_one_round<N>(x, kInverseSubDwords, key.decrypt[r]);
    decrypt_one_round<N>(x, kLastInverseSubDwords, key.decrypt[0]);
    unroll<N>([&](auto n) HR_LAMBDA {
      store_lane(out + 16 * n, sub64(collect_as_is(x[n]), load(key.rows.first)));
    });
  }
};
#endif

#ifdef HR_VEC_AVX512
constexpr std::size_t kPackedBytes = 128, kRowsBytes = 512;

template <Variant kV>
struct Narrow {
  using Rows = Byteslice<rows_shape(kV, 1)>;
  using Few = FewBlocks<kV>;
  // As in PreparedKey, [r - 1] has round key r and the last entry is zero. FewBlocks defines the
  // layout.
  struct Key {
    PreparedKey<rows_shape(kV, 1)> rows;
    std::uint8_t encrypt[kV.rounds][64], decrypt[kV.rounds][64];
  };
  static consteval std::uint32_t batch_blocks() {
    return (std::uint32_t)kRowsBytes / (8 * kV.columns);
  }

  static void schedule(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept {
    Rows::schedule(user_key, round_keys);
  }
  static HR_NOINLINE void fill(const std::uint8_t* round_keys, Key& key) {
    prepare_key<rows_shape(kV, 1)>(round_keys, key.rows);
    constexpr int bytes = kV.block_bytes(), middle = kV.rounds - 1, per = 64 / bytes;
    for (int done = 0; done < middle; done += per) {
      const int count = middle - done < per ? middle - done : per;
      const Vec k = load_some(round_keys + (done + 1) * bytes, count * bytes),
                product = permute8(load(kShiftIndex<kV.columns, true>.b),
                                   packed_multiply<kUnscaledInverseRow>(k, zero()));
      for (int i = 0; i < count; i++) {
        store(key.encrypt[done + i], Few::place_key(k, i));
        store(key.decrypt[done + i], Few::place_key(product, i));
      }
    }
    store(key.encrypt[kV.rounds - 1], zero());
    store(key.decrypt[kV.rounds - 1], zero());
  }
  static void prepare(const std::uint8_t* round_keys, void* key) noexcept {
    fill(round_keys, *(Key*)key);
    wipe_stack<1024>();  // for spilled round keys, multiplied by a matrix
  }

  // Encrypts kCount registers, interleaved.
  template <int kCount>
  HR_INLINE void encrypt_packed(const Key& key, const std::uint8_t* in, std::uint8_t* out) {
    Vec x[kCount];
    unroll<kCount>([&](auto i)
                       HR_LAMBDA { x[i] = add64(load(in + 64 * i), load(key.rows.first)); });
    for (int r = 0; r < kV.rounds; r++) {
      const Vec k = Few::packed_key(key.encrypt[r]);
      unroll<kCount>([&](auto i) HR_LAMBDA { x[i] = packed_round<kV.columns>(x[i], k); });
    }
    unroll<kCount>([&](auto i)
                       HR_LAMBDA { store(out + 64 * i, add64(x[i], load(key.rows.last))); });
  }
  template <int kCount>
  HR_INLINE void decrypt_packed(const Key& key, const std::uint8_t* in, std::uint8_t* out) {
    Vec x[kCount];
    unroll<kCount>([&](auto i) HR_LAMBDA { x[i] = sub64(load(in + 64 * i), load(key.rows.last)); });
    for (int r = kV.rounds - 1; r >= 0; r--) {
      const Vec k = Few::packed_key(key.decrypt[r]);
      unroll<kCount>([&](auto i) HR_LAMBDA { x[i] = packed_inverse_round<kV.columns>(x[i], k); });
    }
    unroll<kCount>([&](auto i)
                       HR_LAMBDA { store(out + 64 * i, sub64(x[i], load(key.rows.first))); });
  }

  // Divides the blocks: rows(in, out, blocks) for most of them, packed(Index<registers>, in, out)
  // for a short rest, or few(Index<blocks>, in, out) for a rest that FewBlocks can process.
  template <class ByRows, class Packed, class FewOf>
  HR_INLINE void for_parts(const std::uint8_t* in, std::uint8_t* out, std::size_t blocks,
                           ByRows rows, Packed packed, FewOf few) {
    constexpr std::size_t kBlock = 8 * kV.columns;
    if constexpr (Few::kMost > 0)
      if (blocks == 1) return few(Index<1>{}, in, out);
    if constexpr (Few::kMost > 1)
      if (blocks == 2) return few(Index<2>{}, in, out);
    const std::size_t bytes = blocks * kBlock, rest = bytes % kRowsBytes;
    const std::size_t by_rows = rest <= kPackedBytes ? bytes - rest : bytes;
    if (by_rows) rows(in, out, by_rows / kBlock);
    in += by_rows;
    out += by_rows;
    if (bytes - by_rows > 64)
      for_each_batch<kBlock, 128 / kBlock>(in, out, (bytes - by_rows) / kBlock,
                                           [&](auto* from, auto* to)
                                               HR_LAMBDA { packed(Index<2>{}, from, to); });
    else
      for_each_batch<kBlock, 64 / kBlock>(in, out, (bytes - by_rows) / kBlock,
                                          [&](auto* from, auto* to)
                                              HR_LAMBDA { packed(Index<1>{}, from, to); });
  }
  // With GFNI no state is spilled, so the rounds are inlined, and nothing is wiped.
  template <auto kWiping, auto kInline>
  HR_INLINE void by_rows(const PreparedKey<rows_shape(kV, 1)>& key, const std::uint8_t* in,
                         std::uint8_t* out, std::size_t blocks) {
#ifdef HR_VEC_GFNI
    for_batches<8 * kV.columns, Rows::batch_blocks()>(
        in, out, blocks, [&](auto* from, auto* to, std::size_t batches) HR_LAMBDA {
          kInline(key, from, to, batches);
        });
#else
    kWiping(&key, in, out, blocks);
#endif
  }
  // Not inlined into ctr, so that the rounds by rows can be inlined here.
  static HR_NOINLINE void encrypt(const void* prepared, const std::uint8_t* in, std::uint8_t* out,
                                  std::size_t blocks) noexcept {
    const Key& key = *(const Key*)prepared;
    for_parts(
        in, out, blocks,
        [&](auto* from, auto* to, std::size_t n)
            HR_LAMBDA { by_rows<Rows::encrypt, Rows::encrypt_inline>(key.rows, from, to, n); },
        [&](auto n, auto* from, auto* to) HR_LAMBDA { encrypt_packed<n>(key, from, to); },
        [&](auto n, auto* from, auto* to) HR_LAMBDA { Few::template encrypt<n>(key, from, to); });
  }
  static void decrypt(const void* prepared, const std::uint8_t* in, std::uint8_t* out,
                      std::size_t blocks) noexcept {
    const Key& key = *(const Key*)prepared;
    for_parts(
        in, out, blocks,
        [&](auto* from, auto* to, std::size_t n)
            HR_LAMBDA { by_rows<Rows::decrypt, Rows::decrypt_inline>(key.rows, from, to, n); },
        [&](auto n, auto* from, auto* to) HR_LAMBDA { decrypt_packed<n>(key, from, to); },
        [&](auto n, auto* from, auto* to) HR_LAMBDA { Few::template decrypt<n>(key, from, to); });
  }
  static void ctr(const void* key, const std::uint8_t* counter, CounterOrder order,
                  const std::uint8_t* in, std::uint8_t* out, std::size_t blocks) noexcept {
    ctr_in_memory<8 * kV.columns, (int)kRowsBytes / (8 * kV.columns)>(
        counter, order, in, out, blocks,
        [&](std::uint8_t* stream, std::size_t count) { encrypt(key, stream, stream, count); });
  }
};
#else
template <Variant kV>
using Narrow = Byteslice<rows_shape(kV, 1)>;
#endif

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier) make_ops<Narrow, identifier>()
#include "cipher/common/export_kernel.inc"
