// Constant time without vector instructions or tables: the round on bit planes in 64-bit words, 256
// bytes at once. Lanes: see bitslice.hpp. Any CPU, either byte order.
#include "base/bytes.hpp"
#include "base/kernel.hpp"
#include "base/secret.hpp"
#include "cipher/kalyna/schedule.hpp"

namespace hedgerow {
namespace {

using namespace hedgerow::kalyna;
#include "cipher/kalyna/bitslice.hpp"
#include "cipher/kalyna/kernel_ops.hpp"

template <Variant kV>
struct Bitslice {
  // Round r uses [r - 1]; no key follows the last round of either direction before the final
  // addition, so one is zero.
  struct alignas(64) Key {
    std::uint64_t first[8], last[8];
    Planes encrypt[kV.rounds];
    Planes decrypt[kV.rounds];
  };
  static consteval std::uint32_t narrow_up_to() { return 0; }

  static void schedule(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept {
    portable_schedule(variant_index(kV), user_key, round_keys);
  }
  static void prepare(const std::uint8_t* round_keys, void* prepared) noexcept {
    Key& key = *(Key*)prepared;
    __builtin_memset(prepared, 0, sizeof key);
    const Planes none{};
    std::uint64_t column[kBatchColumns];
    for (int r = 0; r <= kV.rounds; r++) {
      for (int c = 0; c < kBatchColumns; c++)
        column[c] = load_le64(round_keys + 8 * (r * kV.columns + c % kV.columns));
      if (r == 0) __builtin_memcpy(key.first, column, sizeof key.first);
      if (r == kV.rounds) __builtin_memcpy(key.last, column, sizeof key.last);
      if (r == 0 || r == kV.rounds) continue;
      to_planes(column, key.encrypt[r - 1]);
      key.decrypt[r - 1] = key.encrypt[r - 1];
      unscaled_inverse_mix_columns(key.decrypt[r - 1], none);
    }
    wipe(column, sizeof column);
  }

  static void encrypt_batch(const Key& key, const std::uint8_t* in, std::uint8_t* out) {
    std::uint64_t column[kBatchColumns];
    Planes p;
    for (int c = 0; c < kBatchColumns; c++)
      column[c] = load_le64(in + 8 * c) + key.first[c % kV.columns];
    to_planes(column, p);
    for (int r = 1; r <= kV.rounds; r++) {
      sub_bytes<false>(p);
      shift_rows<kV.columns, false>(p);
      mix_columns(p, key.encrypt[r - 1]);
    }
    from_planes(p, column);
    for (int c = 0; c < kBatchColumns; c++)
      store_le64(out + 8 * c, column[c] + key.last[c % kV.columns]);
    wipe(column, sizeof column);
    wipe(&p, sizeof p);
  }
  static void decrypt_batch(const Key& key, const std::uint8_t* in, std::uint8_t* out) {
    std::uint64_t column[kBatchColumns];
    Planes p;
    for (int c = 0; c < kBatchColumns; c++)
      column[c] = load_le64(in + 8 * c) - key.last[c % kV.columns];
    to_planes(column, p);
    for (int r = kV.rounds; r > 0; r--) {
      unscaled_inverse_mix_columns(p, key.decrypt[r - 1]);
      shift_rows<kV.columns, true>(p);
      sub_bytes<true>(p);
    }
    from_planes(p, column);
    for (int c = 0; c < kBatchColumns; c++)
      store_le64(out + 8 * c, column[c] - key.first[c % kV.columns]);
    wipe(column, sizeof column);
    wipe(&p, sizeof p);
  }

  static HR_NOINLINE void encrypt_batches(const void* key, const std::uint8_t* in,
                                          std::uint8_t* out, std::size_t blocks) noexcept {
    for_each_batch<kBatchBytes>(in, out, blocks * 8 * kV.columns, [&](auto* from, auto* to) {
      encrypt_batch(*(const Key*)key, from, to);
    });
  }
  static void encrypt(const void* key, const std::uint8_t* in, std::uint8_t* out,
                      std::size_t blocks) noexcept {
    encrypt_batches(key, in, out, blocks);
    wipe_stack<8192>();
  }
  static HR_NOINLINE void decrypt_batches(const void* key, const std::uint8_t* in,
                                          std::uint8_t* out, std::size_t blocks) noexcept {
    for_each_batch<kBatchBytes>(in, out, blocks * 8 * kV.columns, [&](auto* from, auto* to) {
      decrypt_batch(*(const Key*)key, from, to);
    });
  }
  static void decrypt(const void* key, const std::uint8_t* in, std::uint8_t* out,
                      std::size_t blocks) noexcept {
    decrypt_batches(key, in, out, blocks);
    wipe_stack<8192>();
  }
  static void ctr(const void* key, const std::uint8_t* counter, CounterOrder order,
                  const std::uint8_t* in, std::uint8_t* out, std::size_t blocks) noexcept {
    ctr_by_batches<8 * kV.columns, kBatchBytes>(
        counter, order, in, out, blocks,
        [&](std::uint8_t* stream, std::size_t count) { encrypt(key, stream, stream, count); });
  }
};

}  // namespace

HR_KALYNA_KERNEL(hedgerow_kernel_kalyna_bitslice_scalar, Bitslice);

}  // namespace hedgerow
