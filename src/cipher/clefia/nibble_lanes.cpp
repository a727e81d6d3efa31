// CLEFIA for short messages by byte shuffles over AVX2 (nibble_lanes.hpp): up to four blocks take
// the time of one, and eight blocks are two chains. The key schedule uses the same rounds.
#include "cipher/clefia/nibble_lanes.hpp"

#include "base/secret.hpp"
#include "cipher/clefia/spec.hpp"
#include "cipher/common/block_lanes.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace clefia;

constexpr int kGroup = 4;  // blocks in two vectors

template <int kIndex>
HR_NOINLINE void expand(const std::uint8_t* user_key, std::uint8_t* round_keys) {
  expand_key<kIndex>(user_key, round_keys, permute_in_lanes<kIndex>);
}
template <int kIndex>
void schedule(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept {
  expand<kIndex>(user_key, round_keys);
  wipe_stack<1024>();
}
template <int kIndex>
void prepare(const std::uint8_t* round_keys, void* key) noexcept {
  prepare_key<kIndex>(round_keys, *(Key*)key);
}

// kSign is 1 to encrypt and -1 to decrypt.
template <int N, bool kAlone, int kSign>
HR_INLINE void crypt_words(const Key& key, Words* w) {
  if constexpr (kSign == 1)
    encrypt_words<N, kAlone>(key, w);
  else
    decrypt_words<N, kAlone>(key, w);
}
template <int kSign>
HR_INLINE Vec crypt_one(const Key& key, Vec block) {
  Words w[1] = {to_words_of_one(block)};
  crypt_words<1, true, kSign>(key, w);
  return from_words_of_one(w[0]);
}
// Processes N groups with two vectors each.
template <int N, int kSign>
HR_INLINE void crypt_groups(const Key& key, Vec* t) {
  Words w[N];
  unroll<N>([&](auto n) HR_LAMBDA { w[n] = to_words(t + 2 * n); });
  crypt_words<N, false, kSign>(key, w);
  unroll<N>([&](auto n) HR_LAMBDA { from_words(w[n], t + 2 * n); });
}

// Calls one() for one block, else group(Index<N>, at, count) for N groups with `count` blocks from
// block `at` on.
template <class One, class Group>
HR_INLINE void for_parts(std::size_t blocks, One one, Group group) {
  if (blocks == 1) return one();
  std::size_t at = 0;
  for (; blocks - at > kGroup; at += blocks - at < 2 * kGroup ? blocks - at : 2 * kGroup)
    group(Index<2>{}, at, blocks - at < 2 * kGroup ? blocks - at : 2 * kGroup);
  if (at < blocks) group(Index<1>{}, at, blocks - at);
}

template <int kSign>
void crypt(const void* key, const std::uint8_t* in, std::uint8_t* out,
           std::size_t blocks) noexcept {
  const Key& k = *(const Key*)key;
  for_parts(
      blocks, [&]() HR_LAMBDA { store_lane(out, crypt_one<kSign>(k, load_splat128(in))); },
      [&](auto n, std::size_t at, std::size_t count) HR_LAMBDA {
        Vec t[2 * n];
        load_vectors<2 * n>(in + 16 * at, count, t);
        crypt_groups<n, kSign>(k, t);
        store_vectors<2 * n>(out + 16 * at, count, t);
      });
}

void ctr(const void* key, const std::uint8_t* counter, CounterOrder order, const std::uint8_t* in,
         std::uint8_t* out, std::size_t blocks) noexcept {
  const Key& k = *(const Key*)key;
  Counters counters = make_counters(counter, order);
  for_parts(
      blocks,
      [&]() HR_LAMBDA {
        const Vec first = next_counters(counters);
        store_lane(out, xor2(crypt_one<1>(k, lower_lanes(first, first)), load_lane(in)));
      },
      [&](auto n, std::size_t at, std::size_t count) HR_LAMBDA {
        Vec t[2 * n], data[2 * n];
        unroll<2 * n>([&](auto i) HR_LAMBDA { t[i] = next_counters(counters); });
        crypt_groups<n, 1>(k, t);
        load_vectors<2 * n>(in + 16 * at, count, data);
        unroll<2 * n>([&](auto i) HR_LAMBDA { t[i] = xor2(t[i], data[i]); });
        store_vectors<2 * n>(out + 16 * at, count, t);
      });
}

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier)                                                                 \
  KernelOps(sizeof(Key), (std::uint32_t)kVariant[identifier].round_key_bytes(), 2 * kGroup,       \
            kAllCalls, schedule<identifier>, WipeStackAfter<prepare<identifier>>::call, crypt<1>, \
            crypt<-1>, ctr)
#include "cipher/common/export_kernel.inc"
