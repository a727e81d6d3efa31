// User key -> canonical round keys -> prepared key, on keys in memory order, several to a 64-byte
// register.
#pragma once

#include "base/secret.hpp"
#include "cipher/kalyna/key_expansion.hpp"
#include "cipher/kalyna/packed.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace kalyna;
// One round without key, for expand_key.
template <Variant kV>
HR_NOINLINE void apply_round(std::uint64_t* column, int blocks) {
  swap_columns(column);
  for (int i = 0; i < blocks * kV.columns; i += 8)
    store(column + i, packed_round<kV.columns>(load(column + i), zero()));
  swap_columns(column);
}

// Where the patterns of the first key in a register come from: half c of a split key, or all of one
// by rows.
template <Shape kS>
consteval PackedIndex make_pattern_index(int c) {
  PackedIndex r{};
  for (int i = 0; i < 64; i++)
    r.b[i] = (std::uint8_t)(kS.split ? 8 * c + i / 8 : i % 8 % kS.v.columns * 8 + i / 8);
  return r;
}
template <Shape kS, int kHalf>
constexpr PackedIndex kPatternIndex = make_pattern_index<kS>(kHalf);

// The keys in one register, as patterns.
template <Shape kS>
HR_INLINE void scatter_keys(Vec keys, int count, std::uint64_t (*to)[kS.key_words()]) {
  for (int k = 0; k < count; k++)
    unroll<kS.key_words() / 8>([&](auto c) HR_LAMBDA {
      const Vec index =
          add8(load(kPatternIndex<kS, c>.b), splat8((std::uint8_t)(k * kS.v.block_bytes())));
      store(to[k] + 8 * c, permute8(index, keys));
    });
}

HR_INLINE Vec load_some(const std::uint8_t* p, int bytes) {
  if (bytes >= 64) return load(p);
  alignas(64) std::uint8_t buffer[64] = {};
  __builtin_memcpy(buffer, p, (std::size_t)bytes & 63);  // below 64: gcc 12 must see it
  const Vec r = load(buffer);
  wipe(buffer, sizeof buffer);
  return r;
}

template <Shape kS>
HR_INLINE void prepare_key(const std::uint8_t* round_keys, PreparedKey<kS>& key) {
  constexpr int bytes = kS.v.block_bytes(), middle = kS.v.rounds - 1, per = 64 / bytes;
  for (int i = 0; i < 64; i += bytes) {
    __builtin_memcpy(key.first + i, round_keys, bytes);
    __builtin_memcpy(key.last + i, round_keys + kS.v.rounds * bytes, bytes);
  }
  for (int done = 0; done < middle; done += per) {
    const int count = middle - done < per ? middle - done : per;
    const Vec k = load_some(round_keys + (done + 1) * bytes, count * bytes);
    scatter_keys<kS>(packed_multiply<kEncryptKeyRow>(k, zero()), count, key.encrypt + done);
    scatter_keys<kS>(packed_multiply<kDecryptKeyRow>(k, zero()), count, key.decrypt + done);
  }
  __builtin_memset(key.encrypt[middle], 0, sizeof key.encrypt[middle]);
  __builtin_memset(key.decrypt[middle], 0, sizeof key.decrypt[middle]);
}

}  // namespace
}  // namespace hedgerow::HR_ISA
