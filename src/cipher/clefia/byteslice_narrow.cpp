// CLEFIA for short messages, with AVX-512 VBMI and GFNI. Up to four blocks are in one lane each
// (one_block.hpp). More blocks are processed sixteen at a time in four vectors, or 32 in eight:
//
//     t[j]:  byte 0 of Tj of blocks 0..15 | byte 1 | byte 2 | byte 3      a lane each
//
// One look-up of S0 and one inversion for S1 serve both functions of a round. The matrices are sums
// of rotated lanes [RFC 6114 section 4].
#include "base/secret.hpp"
#include "cipher/clefia/keys.hpp"
#include "cipher/clefia/one_block.hpp"
#include "cipher/clefia/sbox.hpp"
#include "cipher/clefia/spec.hpp"
#include "cipher/common/block_lanes.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace clefia;

constexpr int kGroup = 16;  // blocks in four vectors

// The vectors are: of[0], the masks at the entry; of[1 + r], those of round r; of[kMaxRounds + 1],
// those at the exit.
struct alignas(64) Direction {
  std::uint8_t of[kMaxRounds + 2][2][64];
};
struct alignas(64) ByteOrder {
  std::uint8_t of[64];
};
// The shuffle that puts byte 4 word + lane in each byte of the lane.
consteval ByteOrder make_word_order(int word) {
  ByteOrder r{};
  for (int i = 0; i < 64; i++) r.of[i] = (std::uint8_t)(4 * word + i / 16);
  return r;
}
constexpr ByteOrder kWordOrder[4] = {make_word_order(0), make_word_order(1), make_word_order(2),
                                     make_word_order(3)};
HR_INLINE void repeat_keys(const std::uint8_t* flat, Direction& d) {
  for (int i = 0; i < kFlatBytes / 4; i++)
    store(d.of[i / 2][i % 2],
          shuffle(load_splat128(flat + i / 4 * 16), load(kWordOrder[i % 4].of)));
}

struct alignas(64) Key {
  PreparedKey<Direction> group;
  OneKey one;
};
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
HR_NOINLINE void fill(const std::uint8_t* round_keys, Key& k) {
  prepare_key<kIndex>(round_keys, k.group);
  prepare_one<kIndex>(round_keys, k.one);
}
template <int kIndex>
void prepare(const std::uint8_t* round_keys, void* key) noexcept {
  fill<kIndex>(round_keys, *(Key*)key);
  wipe_stack<1024>();  // for spilled key words
}

// The shuffle from four blocks to a dword for each of the sixteen positions, and the exchange of
// dwords and lanes.
consteval ByteOrder make_gather() {
  ByteOrder r{};
  for (int i = 0; i < 64; i++) r.of[i] = (std::uint8_t)(i % 4 * 16 + i / 4);
  return r;
}
consteval ByteOrder make_scatter() {
  ByteOrder r{};
  for (int i = 0; i < 64; i++) r.of[i] = (std::uint8_t)(i % 16 * 4 + i / 16);
  return r;
}
consteval ByteOrder make_exchange() {
  ByteOrder r{};
  for (int i = 0; i < 64; i++) r.of[i] = (std::uint8_t)(i / 4 % 4 * 16 + i / 16 * 4 + i % 4);
  return r;
}
constexpr ByteOrder kGather = make_gather(), kScatter = make_scatter(), kExchange = make_exchange();

HR_INLINE void reorder(const ByteOrder& order, Vec* t) {
  unroll<4>([&](auto j) HR_LAMBDA { t[j] = permute8(load(order.of), t[j]); });
}
// Exchanges lane i of vector j and lane j of vector i.
HR_INLINE void transpose_lanes(Vec* t) {
  const Vec a = shuffle_lanes<0x88>(t[0], t[1]), b = shuffle_lanes<0xdd>(t[0], t[1]);
  const Vec c = shuffle_lanes<0x88>(t[2], t[3]), d = shuffle_lanes<0xdd>(t[2], t[3]);
  t[0] = shuffle_lanes<0x88>(a, c);
  t[1] = shuffle_lanes<0x88>(b, d);
  t[2] = shuffle_lanes<0xdd>(a, c);
  t[3] = shuffle_lanes<0xdd>(b, d);
}
HR_INLINE void pack(Vec* t) {
  reorder(kGather, t);
  transpose_lanes(t);
  reorder(kExchange, t);
}
HR_INLINE void unpack(Vec* t) {
  reorder(kExchange, t);
  transpose_lanes(t);
  reorder(kScatter, t);
}

// Computes d += M_f x + key.
template <int kF01>
HR_INLINE Vec mix(Vec x, Vec d, const std::uint8_t* key) {
  const Vec neighbour = multiply<kMatrixRow[kF01][1]>(shuffle_lanes<0xb1>(x, x));
  const Vec opposite = multiply<kMatrixRow[kF01][2]>(shuffle_lanes<0x4e>(x, x));
  const Vec crossed = multiply<kMatrixRow[kF01][3]>(shuffle_lanes<0x1b>(x, x));
  return xor2(xor3(x, d, load(key)), xor3(neighbour, opposite, crossed));
}
constexpr int kOddLanes = 0xa;

// A round on N groups, after the words have been rotated kTurn times.
template <int N, int kTurn>
HR_INLINE void round(Vec* t, const std::uint8_t (*key)[64]) {
  constexpr int i0 = kTurn & 3, i1 = (kTurn + 1) & 3, i2 = (kTurn + 2) & 3, i3 = (kTurn + 3) & 3;
  Vec s0[N], s1[N];
  unroll<N>([&](auto n) HR_LAMBDA {
    s0[n] = blend_lanes<kOddLanes>(t[4 * n + i0], t[4 * n + i2]);
    s1[n] = blend_lanes<kOddLanes>(t[4 * n + i2], t[4 * n + i0]);
  });
  substitute0<N>(s0);
  substitute1<N>(s1);
  unroll<N>([&](auto n) HR_LAMBDA {
    t[4 * n + i1] = mix<0>(blend_lanes<kOddLanes>(s0[n], s1[n]), t[4 * n + i1], key[0]);
    t[4 * n + i3] = mix<1>(blend_lanes<kOddLanes>(s1[n], s0[n]), t[4 * n + i3], key[1]);
  });
}

// Processes N groups of blocks with four vectors each, and kSign is 1 to encrypt and -1 to decrypt.
template <int N, int kSign>
HR_INLINE void crypt_groups(const Direction& d, int rounds, Vec* t) {
  const auto each = [&](auto f) HR_LAMBDA { unroll<N>([&](auto n) HR_LAMBDA { f(t + 4 * n); }); };
  const auto add_masks = [&](const std::uint8_t(*mask)[64], auto first) HR_LAMBDA {
    each([&](Vec* w) HR_LAMBDA {
      w[first & 3] = xor2(w[first & 3], load(mask[0]));
      w[(first + 2) & 3] = xor2(w[(first + 2) & 3], load(mask[1]));
    });
  };
  each([](Vec* w) HR_LAMBDA {
    pack(w);
    unroll<4>([&](auto j) HR_LAMBDA { w[j] = to_basis(w[j]); });
  });
  add_masks(d.of[0], Index<0>{});
  int r = 1;
  for (; r < rounds - 2; r += 4)
    unroll<4>([&](auto i) HR_LAMBDA { round<N, kSign * i>(t, d.of[r + i]); });
  unroll<2>([&](auto i) HR_LAMBDA { round<N, kSign * i>(t, d.of[r + i]); });
  add_masks(d.of[kMaxRounds + 1], Index < kSign & 3 > {});
  each([](Vec* w) HR_LAMBDA {
    Vec u[4];
    unroll<4>([&](auto j) HR_LAMBDA { u[j] = from_basis(w[(j + kSign) & 3]); });
    unpack(u);
    unroll<4>([&](auto j) HR_LAMBDA { w[j] = u[j]; });
  });
}

// Calls lanes() for at most four blocks, else group(Index<N>, at, count) for N groups with `count`
// blocks from block `at` on.
template <class Lanes, class Group>
HR_INLINE void for_parts(std::size_t blocks, Lanes lanes, Group group) {
  if (blocks <= (std::size_t)kLanes) return blocks ? lanes() : void();
  for (std::size_t at = 0; at < blocks; at += 2 * kGroup) {
    const std::size_t left = blocks - at;
    if (left > kGroup)
      group(Index<2>{}, at, left < 2 * kGroup ? left : 2 * kGroup);
    else
      group(Index<1>{}, at, left);
  }
}

// kSign is 1 to encrypt and -1 to decrypt.
template <int kSign>
void crypt(const void* key, const std::uint8_t* in, std::uint8_t* out,
           std::size_t blocks) noexcept {
  const Key& k = *(const Key*)key;
  const Direction& direction = kSign == 1 ? k.group.forward : k.group.backward;
  for_parts(
      blocks,
      [&]() HR_LAMBDA {
        Vec t[1];
        load_vectors<1>(in, blocks, t);
        if constexpr (kSign == 1)
          t[0] = encrypt_lanes(k.one, (int)k.group.rounds, t[0]);
        else
          t[0] = decrypt_lanes(k.one, (int)k.group.rounds, t[0]);
        store_vectors<1>(out, blocks, t);
      },
      [&](auto n, std::size_t at, std::size_t count) HR_LAMBDA {
        Vec t[4 * n];
        load_vectors<4 * n>(in + 16 * at, count, t);
        crypt_groups<n, kSign>(direction, (int)k.group.rounds, t);
        store_vectors<4 * n>(out + 16 * at, count, t);
      });
}

void ctr(const void* key, const std::uint8_t* counter, CounterOrder order, const std::uint8_t* in,
         std::uint8_t* out, std::size_t blocks) noexcept {
  const Key& k = *(const Key*)key;
  Counters counters = make_counters(counter, order);
  for_parts(
      blocks,
      [&]() HR_LAMBDA {
        Vec t[1], data[1];
        t[0] = encrypt_lanes(k.one, (int)k.group.rounds, next_counters(counters));
        load_vectors<1>(in, blocks, data);
        t[0] = xor2(t[0], data[0]);
        store_vectors<1>(out, blocks, t);
      },
      [&](auto n, std::size_t at, std::size_t count) HR_LAMBDA {
        Vec t[4 * n], data[4 * n];
        unroll<4 * n>([&](auto i) HR_LAMBDA { t[i] = next_counters(counters); });
        crypt_groups<n, 1>(k.group.forward, (int)k.group.rounds, t);
        load_vectors<4 * n>(in + 16 * at, count, data);
        unroll<4 * n>([&](auto i) HR_LAMBDA { t[i] = xor2(t[i], data[i]); });
        store_vectors<4 * n>(out + 16 * at, count, t);
      });
}

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier)                                                           \
  KernelOps(sizeof(Key), (std::uint32_t)kVariant[identifier].round_key_bytes(), 2 * kGroup, \
            kAllCalls, schedule<identifier>, prepare<identifier>, crypt<1>, crypt<-1>, ctr)
#include "cipher/common/export_kernel.inc"
