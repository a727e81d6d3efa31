// Kalyna for short messages, byte-sliced in vectors narrower than those of the bulk kernel or in smaller batches.
//
// With VBMI and GFNI, one or two blocks of 16 bytes go each in a register by itself (few_blocks.hpp), up to 128 bytes
// in one or two registers in memory order (lanes: packed.hpp), which need no transposes and little latency; more, 512
// bytes at once in eight registers by rows (lanes: round.hpp), half the bulk kernel's batch. With HR_KALYNA_HALVES (the
// kernel byteslice_halves) up to 32 bytes go in half a register (half_register.hpp). Other instruction sets have eight
// registers by rows alone.
#include "cipher/kalyna/byteslice.hpp"
#ifdef HR_KALYNA_HALVES
#include "cipher/kalyna/half_register.hpp"
#elif defined HR_VEC_AVX512
#include "cipher/kalyna/few_blocks.hpp"
#endif

namespace hedgerow::HR_ISA {
namespace {

#ifdef HR_VEC_AVX512
constexpr std::size_t kPackedBytes = 128, kRowsBytes = 512;

template <Variant kV>
struct Narrow {
  using Rows = Byteslice<rows_shape(kV, 1)>;
  using Few = FewBlocks<kV>;
  // Round r has [r - 1]; zero for the last round. As FewBlocks has it.
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
    wipe_stack<1024>();  // what compilers spill: round keys, multiplied by a matrix
  }

  // kCount registers, interleaved.
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

  // The blocks in parts: rows(in, out, blocks) for most, packed(Index<registers>, in, out) for a short rest, or
  // few(Index<blocks>, in, out) for one that FewBlocks takes.
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
  // Not inlined into ctr, so that the rounds by rows stand inline here.
  static HR_NOINLINE void encrypt(const void* prepared, const std::uint8_t* in, std::uint8_t* out,
                                  std::size_t blocks) noexcept {
    const Key& key = *(const Key*)prepared;
    for_parts(
        in, out, blocks,
        [&](auto* from, auto* to, std::size_t n)
            HR_LAMBDA { Rows::encrypt(&key.rows, from, to, n); },
        [&](auto n, auto* from, auto* to) HR_LAMBDA { encrypt_packed<n>(key, from, to); },
        [&](auto n, auto* from, auto* to) HR_LAMBDA { Few::template encrypt<n>(key, from, to); });
  }
  static void decrypt(const void* prepared, const std::uint8_t* in, std::uint8_t* out,
                      std::size_t blocks) noexcept {
    const Key& key = *(const Key*)prepared;
    for_parts(
        in, out, blocks,
        [&](auto* from, auto* to, std::size_t n)
            HR_LAMBDA { Rows::decrypt(&key.rows, from, to, n); },
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
