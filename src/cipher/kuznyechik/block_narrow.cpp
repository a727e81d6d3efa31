// Kuznyechik for short messages with byte shuffles. Each 16-byte lane has one block, and if there
// is only one block, every lane has the same block (block_shuffle.hpp).
#include "base/secret.hpp"
#include "cipher/common/block_lanes.hpp"
#include "cipher/kuznyechik/block_shuffle.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace kuznyechik;

constexpr int kVectors = 2;  // interleaved; they share the loads of constants
constexpr std::size_t kMost = kVectors * kLanes;

// Round keys in the form that the rounds add: after L and after the map at the beginning of the
// next S-box.
struct alignas(64) Key {
  // alpha of K_1, and of K_2..K_10 with the constants that pi's look-ups leave out (sbox_log.hpp)
  std::uint8_t forward[kRoundKeys][16];
  std::uint8_t backward[kRoundKeys][16];  // K_1; omega^-1 of L^-1 of K_2..K_10
};

#ifdef HR_VEC_TWO_LANES
struct alignas(kWidth) FirstLane {
  std::uint8_t of[kWidth];
};
consteval FirstLane make_first_lane() {
  FirstLane r{};
  for (int i = 0; i < 16; i++) r.of[i] = 0xff;
  return r;
}
constexpr FirstLane kFirstLane = make_first_lane();
#endif

template <int N, class F>
HR_INLINE void each(Vec* x, F f) {
  unroll<N>([&](auto n) HR_LAMBDA { x[n] = f(x[n]); });
}
template <int N>
HR_INLINE void add(Vec* x, const std::uint8_t (&key)[16]) {
  each<N>(x, [&](Vec v) HR_LAMBDA { return xor2(v, load_splat128(key)); });
}

// L of N vectors of blocks, where kAlone means one vector with equal lanes.
template <bool kAlone, int N>
HR_INLINE void linear(const LinearBySums& m, Vec* x) {
  if constexpr (kAlone)
    x[0] = linear_block(m, x[0]);
  else
    linear_lanes<N>(m, x);
}
template <bool kAlone, int N>
HR_INLINE void encrypt_vectors(const Key& key, Vec* x) {
  each<N>(x, [&](Vec v) HR_LAMBDA { return to_alpha(v); });
  add<N>(x, key.forward[0]);
  for (int i = 1; i <= kRounds; i++) {
    each<N>(x, [&](Vec v) HR_LAMBDA { return after_map(kForward, v); });
    linear<kAlone, N>(kLinearSums, x);
    add<N>(x, key.forward[i]);
  }
  each<N>(x, [&](Vec v) HR_LAMBDA { return from_alpha(v); });
}
template <bool kAlone, int N>
HR_INLINE void decrypt_vectors(const Key& key, Vec* x) {
  for (int i = kRounds; i > 0; i--) {
    linear<kAlone, N>(kInverseSums, x);
    add<N>(x, key.backward[i]);
    each<N>(x, [&](Vec v) HR_LAMBDA { return after_map(kBackward, v); });
  }
  add<N>(x, key.backward[0]);
}

// Calls run(alone, vectors, at, n) for n blocks from block `at` on, which take `vectors` vectors.
template <class Run>
HR_INLINE void for_parts(std::size_t blocks, Run run) {
  std::size_t at = 0;
  for (; blocks - at > kLanes; at += blocks - at < kMost ? blocks - at : kMost)
    run(Index<false>{}, Index<kVectors>{}, at, blocks - at < kMost ? blocks - at : kMost);
  if (kLanes > 1 && blocks - at > 1)
    run(Index<false>{}, Index<1>{}, at, blocks - at);
  else if (blocks > at)
    run(Index<true>{}, Index<1>{}, at, (std::size_t)1);
}
template <class Crypt>
HR_INLINE void ecb(const std::uint8_t* in, std::uint8_t* out, std::size_t blocks, Crypt crypt) {
  for_parts(blocks, [&](auto alone, auto vectors, std::size_t at, std::size_t n) {
    Vec x[vectors];
    if constexpr (alone)
      x[0] = load_splat128(in + 16 * at);
    else
      load_vectors<vectors>(in + 16 * at, n, x);
    crypt(alone, vectors, x);
    if constexpr (alone)
      store_lane(out + 16 * at, x[0]);
    else
      store_vectors<vectors>(out + 16 * at, n, x);
  });
}

void prepare(const std::uint8_t* round_keys, void* key) noexcept {
  Key& k = *(Key*)key;
  const Vec offset = load_splat128(kMappedOffset.of);
  for (int i = 0; i < kRoundKeys; i++) {
    const Vec v = to_alpha(load_splat128(round_keys + 16 * i));
    store_lane(k.forward[i], i == 0 ? v : xor2(v, offset));
  }
  static_assert(kRoundKeys % kLanes == 0);
  for (int i = 0; i < kRoundKeys; i += kLanes) {
    Vec v = load(round_keys + 16 * i);
    linear_lanes<1>(kInverseSums, &v);
    store(k.backward[i], v);
  }
  store_lane(k.backward[0], load_splat128(round_keys));
}

void encrypt(const void* key, const std::uint8_t* in, std::uint8_t* out,
             std::size_t blocks) noexcept {
  ecb(in, out, blocks, [&](auto alone, auto vectors, Vec* x) HR_LAMBDA {
    encrypt_vectors<alone, vectors>(*(const Key*)key, x);
  });
}
void decrypt(const void* key, const std::uint8_t* in, std::uint8_t* out,
             std::size_t blocks) noexcept {
  ecb(in, out, blocks, [&](auto alone, auto vectors, Vec* x) HR_LAMBDA {
    decrypt_vectors<alone, vectors>(*(const Key*)key, x);
  });
}

// Copies the first lane's block to every lane.
HR_INLINE Vec spread_first(Vec x) {
#ifdef HR_VEC_TWO_LANES
  return xor_lanes(and2(x, load(kFirstLane.of)));
#else
  return x;
#endif
}
void ctr(const void* key, const std::uint8_t* counter, CounterOrder order, const std::uint8_t* in,
         std::uint8_t* out, std::size_t blocks) noexcept {
  Counters counters = make_counters(counter, order);
  for_parts(blocks, [&](auto alone, auto vectors, std::size_t at, std::size_t n) {
    Vec x[vectors], data[vectors];
    unroll<vectors>([&](auto i) HR_LAMBDA { x[i] = next_counters(counters); });
    if constexpr (alone) x[0] = spread_first(x[0]);
    encrypt_vectors<alone, vectors>(*(const Key*)key, x);
    load_vectors<vectors>(in + 16 * at, n, data);
    unroll<vectors>([&](auto i) HR_LAMBDA { x[i] = xor2(x[i], data[i]); });
    store_vectors<vectors>(out + 16 * at, n, x);
  });
}

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier)                                                          \
  KernelOps(sizeof(Key), kRoundKeyBytes, kMost, kAllCalls, WipeStackAfter<schedule>::call, \
            WipeStackAfter<prepare>::call, WipeStackAfter<encrypt>::call,                  \
            WipeStackAfter<decrypt>::call, WipeStackAfter<ctr>::call)
#include "cipher/common/export_kernel.inc"
