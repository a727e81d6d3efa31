// Kalyna for short messages, byte-sliced in vectors narrower than those of the bulk kernel or in smaller batches.
//
// With VBMI and GFNI, up to 128 bytes go in one or two registers in memory order (lanes: packed.hpp), which need no
// transposes and little latency; more, 512 bytes at once in eight registers by rows (lanes: round.hpp), half the bulk
// kernel's batch. Other instruction sets have eight registers by rows alone.
#include "cipher/kalyna/byteslice.hpp"
#ifdef HR_VEC_AVX512
#include "cipher/kalyna/packed.hpp"
#endif

namespace hedgerow::HR_ISA {
namespace {

#ifdef HR_VEC_AVX512
constexpr std::size_t kPackedBytes = 128, kRowsBytes = 512;

template <Variant kV>
struct Narrow {
  using Rows = Byteslice<rows_shape(kV, 1)>;
  // Round r has [r - 1]; zero for the last round.
  struct Key {
    PreparedKey<rows_shape(kV, 1)> rows;
    std::uint8_t encrypt[kV.rounds][64], decrypt[kV.rounds][64];
  };
  static consteval std::uint32_t narrow_up_to() {
    return (std::uint32_t)kRowsBytes / (8 * kV.columns);
  }

  static void schedule(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept {
    Rows::schedule(user_key, round_keys);
  }
  static void prepare(const std::uint8_t* round_keys, void* prepared) noexcept {
    Key& key = *(Key*)prepared;
    prepare_key<rows_shape(kV, 1)>(round_keys, key.rows);
    for (int r = 0; r < kV.rounds - 1; r++) {
      for (int i = 0; i < 64; i += 8 * kV.columns)
        __builtin_memcpy(key.encrypt[r] + i, round_keys + 8 * kV.columns * (r + 1), 8 * kV.columns);
      store(key.decrypt[r], packed_multiply<kUnscaledInverseRow>(load(key.encrypt[r]), zero()));
    }
    store(key.encrypt[kV.rounds - 1], zero());
    store(key.decrypt[kV.rounds - 1], zero());
  }

  // kCount registers, interleaved.
  template <int kCount>
  HR_INLINE void encrypt_packed(const Key& key, const std::uint8_t* in, std::uint8_t* out) {
    Vec x[kCount];
    unroll<kCount>([&](auto i)
                       HR_LAMBDA { x[i] = add64(load(in + 64 * i), load(key.rows.first)); });
    for (int r = 0; r < kV.rounds; r++)
      unroll<kCount>(
          [&](auto i) HR_LAMBDA { x[i] = packed_round<kV.columns>(x[i], load(key.encrypt[r])); });
    unroll<kCount>([&](auto i)
                       HR_LAMBDA { store(out + 64 * i, add64(x[i], load(key.rows.last))); });
  }
  template <int kCount>
  HR_INLINE void decrypt_packed(const Key& key, const std::uint8_t* in, std::uint8_t* out) {
    Vec x[kCount];
    unroll<kCount>([&](auto i) HR_LAMBDA { x[i] = sub64(load(in + 64 * i), load(key.rows.last)); });
    for (int r = kV.rounds - 1; r >= 0; r--)
      unroll<kCount>([&](auto i) HR_LAMBDA {
        x[i] = packed_inverse_round<kV.columns>(x[i], load(key.decrypt[r]));
      });
    unroll<kCount>([&](auto i)
                       HR_LAMBDA { store(out + 64 * i, sub64(x[i], load(key.rows.first))); });
  }

  // The bytes that go by rows: all but a short rest.
  HR_INLINE std::size_t rows_bytes(std::size_t bytes) {
    const std::size_t rest = bytes % kRowsBytes;
    return rest <= kPackedBytes ? bytes - rest : bytes;
  }
  static void encrypt(const void* prepared, const std::uint8_t* in, std::uint8_t* out,
                      std::size_t blocks) noexcept {
    const Key& key = *(const Key*)prepared;
    const std::size_t bytes = blocks * 8 * kV.columns, rows = rows_bytes(bytes);
    if (rows) Rows::encrypt(&key.rows, in, out, rows / (8 * kV.columns));
    if (bytes - rows > 64)
      for_each_batch<8 * kV.columns, 128 / (8 * kV.columns)>(
          in + rows, out + rows, (bytes - rows) / (8 * kV.columns),
          [&](auto* from, auto* to) HR_LAMBDA { encrypt_packed<2>(key, from, to); });
    else
      for_each_batch<8 * kV.columns, 64 / (8 * kV.columns)>(
          in + rows, out + rows, (bytes - rows) / (8 * kV.columns),
          [&](auto* from, auto* to) HR_LAMBDA { encrypt_packed<1>(key, from, to); });
  }
  static void decrypt(const void* prepared, const std::uint8_t* in, std::uint8_t* out,
                      std::size_t blocks) noexcept {
    const Key& key = *(const Key*)prepared;
    const std::size_t bytes = blocks * 8 * kV.columns, rows = rows_bytes(bytes);
    if (rows) Rows::decrypt(&key.rows, in, out, rows / (8 * kV.columns));
    if (bytes - rows > 64)
      for_each_batch<8 * kV.columns, 128 / (8 * kV.columns)>(
          in + rows, out + rows, (bytes - rows) / (8 * kV.columns),
          [&](auto* from, auto* to) HR_LAMBDA { decrypt_packed<2>(key, from, to); });
    else
      for_each_batch<8 * kV.columns, 64 / (8 * kV.columns)>(
          in + rows, out + rows, (bytes - rows) / (8 * kV.columns),
          [&](auto* from, auto* to) HR_LAMBDA { decrypt_packed<1>(key, from, to); });
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
struct Narrow : Byteslice<rows_shape(kV, 1)> {
  static consteval std::uint32_t narrow_up_to() { return 768 / (8 * kV.columns); }
};
#endif

}  // namespace
}  // namespace hedgerow::HR_ISA

namespace hedgerow {

using namespace HR_ISA;

extern const KernelOps HR_KERNEL_SYMBOL[kVariants];
const KernelOps HR_KERNEL_SYMBOL[kVariants] = {
#define CIPHER(family, identifier, ...) make_ops<Narrow, identifier>(),
#include "lists/kalyna.inc"
};

}  // namespace hedgerow
