// Kuznyechik for short messages, with AVX-512 VBMI and GFNI. Up to three blocks are processed in
// parallel with a vector for each (block.hpp). More blocks are processed eight at a time in two
// vectors:
//
//     x[0]:  position 0 of 8 blocks | position 1 of 8 blocks | ... | position 7
//     x[1]:  position 8             | position 9             | ... | position 15
//
// S is a table look-up. L [RFC 7801 section 4.3] is a sum over eight rotations of each vector by
// qwords. Each rotation is multiplied by a vector of bit matrices, one for each position.
#include "cipher/common/batches.hpp"
#include "cipher/common/block_lanes.hpp"
#include "cipher/common/byte_lanes.hpp"
#include "cipher/kuznyechik/block.hpp"
#include "cipher/kuznyechik/sbox.hpp"
#include "cipher/kuznyechik/spec.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace kuznyechik;

constexpr int kGroup = 8;    // blocks
constexpr int kSingles = 3;  // up to this number, blocks are faster one by one

struct alignas(64) Key {
  std::uint64_t group[kRoundKeys][16];  // every byte eight times
  std::uint8_t single[kRoundKeys][16];  // mapped by the isomorphism of block.hpp
};

struct Pair {
  Vec x[2];
};
struct alignas(64) ByteOrder {
  std::uint8_t of[64];
};
// of[out half][in half][rotation][position] is the factor from the byte `rotation` positions
// further (modulo 8) in one half to the byte at `position` in the other half.
struct alignas(64) RotationMatrices {
  std::uint64_t of[2][2][8][8];
};

consteval RotationMatrices make_rotation_matrices(const Matrix& m) {
  RotationMatrices r{};
  for (int out = 0; out < 16; out++)
    for (int in = 0; in < 16; in++)
      r.of[out / 8][in / 8][(in - out) & 7][out % 8] = multiplication_matrix(m.at[out][in]);
  return r;
}
consteval ByteOrder make_rotation(int qwords) {
  ByteOrder r{};
  for (int i = 0; i < 64; i++) r.of[i] = (std::uint8_t)((i + 8 * qwords) % 64);
  return r;
}
// The shuffle from four blocks to eight qwords with bytes q and q + 8 of the blocks, where the byte
// of `first_half` is the lower one.
consteval ByteOrder make_gather(int first_half) {
  ByteOrder r{};
  for (int i = 0; i < 64; i++)
    r.of[i] = (std::uint8_t)(i % 4 * 16 + i / 8 + 8 * (i / 4 % 2 ^ first_half));
  return r;
}
consteval ByteOrder make_scatter(const ByteOrder& gather) {
  ByteOrder r{};
  for (int i = 0; i < 64; i++) r.of[gather.of[i]] = (std::uint8_t)i;
  return r;
}

struct Rotations {
  ByteOrder of[8];
};
constexpr RotationMatrices kLinearByRotation = make_rotation_matrices(kLinear);
constexpr RotationMatrices kInverseByRotation = make_rotation_matrices(kLinearInverse);
constexpr Rotations kRotations = {{make_rotation(0), make_rotation(1), make_rotation(2),
                                   make_rotation(3), make_rotation(4), make_rotation(5),
                                   make_rotation(6), make_rotation(7)}};
constexpr ByteOrder kGather[2] = {make_gather(0), make_gather(1)};
constexpr ByteOrder kScatter[2] = {make_scatter(kGather[0]), make_scatter(kGather[1])};

constexpr ForwardBox kForwardBox = make_forward_box(kIdentity, kIdentity);
constexpr InverseBox kInverseBox = make_inverse_box(kIdentity, kIdentity);
constexpr InverseBox kMappedInverseBox = make_inverse_box(kIsomorphism, kIsomorphismInverse);
constexpr BlockMatrix kMappedInverse = make_block_matrix(kLinearInverse);

// Exchanges the upper dwords of the qwords, because the second vector of four blocks belongs there.
HR_INLINE Pair exchange(Pair p) {
  const Vec t = and2(xor2(p.x[0], p.x[1]), splat64(0xffffffff00000000));
  return {{xor2(p.x[0], t), xor2(p.x[1], t)}};
}
HR_INLINE Pair pack(Pair blocks) {
  const Pair p = exchange(
      {{permute8(load(kGather[0].of), blocks.x[0]), permute8(load(kGather[1].of), blocks.x[1])}});
  return {{p.x[0], rotl64<32>(p.x[1])}};
}
HR_INLINE Pair unpack(Pair p) {
  const Pair q = exchange({{p.x[0], rotl64<32>(p.x[1])}});
  return {{permute8(load(kScatter[0].of), q.x[0]), permute8(load(kScatter[1].of), q.x[1])}};
}

HR_INLINE Pair add_key(Pair p, const std::uint64_t* key) {
  return {{xor2(p.x[0], load(key)), xor2(p.x[1], load(key + 8))}};
}
// The sum of 16 terms and the key, as a tree.
HR_INLINE Vec sum_terms(const Vec* t, const std::uint64_t* key) {
  const Vec a = xor3(t[0], t[8], load(key)), b = xor3(t[1], t[9], t[2]);
  const Vec c = xor3(t[10], t[3], t[11]), d = xor3(t[4], t[12], t[5]);
  const Vec e = xor3(t[13], t[6], t[14]), f = xor2(t[7], t[15]);
  return xor2(xor3(a, b, c), xor3(d, e, f));
}
HR_INLINE Pair linear(const RotationMatrices& m, Pair p, const std::uint64_t* key) {
  Vec rotated[16], term[16];
  Pair r;
  unroll<16>([&](auto i) HR_LAMBDA {
    rotated[i] = i % 8 ? permute8(load(kRotations.of[i % 8].of), p.x[i / 8]) : p.x[i / 8];
  });
  unroll<2>([&](auto half) HR_LAMBDA {
    unroll<16>([&](auto i)
                   HR_LAMBDA { term[i] = affine_by(rotated[i], load(m.of[half][i / 8][i % 8])); });
    r.x[half] = sum_terms(term, key + 8 * half);
  });
  return r;
}

constexpr std::uint64_t kNoKey[16] = {};

HR_INLINE Pair encrypt_group(const Key& key, Pair blocks) {
  Pair p = add_key(pack(blocks), key.group[0]);
  for (int i = 1; i <= kRounds; i++) {
    substitute<2>(kForwardBox, p.x);
    p = linear(kLinearByRotation, p, key.group[i]);
  }
  return unpack(p);
}
HR_INLINE Pair decrypt_group(const Key& key, Pair blocks) {
  Pair p = add_key(pack(blocks), key.group[kRounds]);
  for (int i = kRounds - 1; i >= 0; i--) {
    p = linear(kInverseByRotation, p, kNoKey);
    substitute<2>(kInverseBox, p.x);
    p = add_key(p, key.group[i]);
  }
  return unpack(p);
}

template <int N>
HR_INLINE void encrypt_singles(const Key& key, Vec* x) {
  const auto each = [&](auto f) HR_LAMBDA { unroll<N>([&](auto n) HR_LAMBDA { x[n] = f(x[n]); }); };
  each([&](Vec v) HR_LAMBDA { return xor2(map_block(v), load_splat128(key.single[0])); });
  for (int i = 1; i <= kRounds; i++) {
    substitute<N>(kMappedBox, x);
    each([&](Vec v) HR_LAMBDA {
      return xor2(block_linear(kMappedLinear, v), load_splat128(key.single[i]));
    });
  }
  each([&](Vec v) HR_LAMBDA { return unmap_block(v); });
}
template <int N>
HR_INLINE void decrypt_singles(const Key& key, Vec* x) {
  const auto each = [&](auto f) HR_LAMBDA { unroll<N>([&](auto n) HR_LAMBDA { x[n] = f(x[n]); }); };
  each([&](Vec v) HR_LAMBDA { return xor2(map_block(v), load_splat128(key.single[kRounds])); });
  for (int i = kRounds - 1; i >= 0; i--) {
    each([&](Vec v) HR_LAMBDA { return block_linear(kMappedInverse, v); });
    substitute<N>(kMappedInverseBox, x);
    each([&](Vec v) HR_LAMBDA { return xor2(v, load_splat128(key.single[i])); });
  }
  each([&](Vec v) HR_LAMBDA { return unmap_block(v); });
}

// The groups of eight leave secrets on the stack. The compiler spills the state, and the state of
// the last round gives the last round key together with the ciphertext.
constexpr int kGroupStack = sizeof(void*) == 8 ? 2048 : 8192;
template <class Group>
HR_NOINLINE void for_groups(const std::uint8_t* in, std::uint8_t* out, std::size_t blocks,
                            Group& group) {
  for_each_batch<kBlockBytes, kGroup>(in, out, blocks, group);
}

// Calls group(in, out) for eight blocks at a time, and for the last ones in a buffer. Calls
// singles(in, out, N) for a few remaining blocks.
template <class Group, class Singles>
HR_INLINE void for_parts(const std::uint8_t* in, std::uint8_t* out, std::size_t blocks, Group group,
                         Singles singles) {
  const std::size_t left = blocks % kGroup, few = left <= kSingles ? left : 0, done = blocks - few;
  if (done != 0) {
    for_groups(in, out, done, group);
    wipe_stack<kGroupStack>();
  }
  unroll<kSingles>([&](auto i) HR_LAMBDA {
    if (few == i + 1) singles(in + 16 * done, out + 16 * done, Index<i + 1>{});
  });
}

template <int N>
HR_INLINE void load_singles(const std::uint8_t* p, Vec* x) {
  unroll<N>([&](auto n) HR_LAMBDA { x[n] = load_splat128(p + 16 * n); });
}
template <int N>
HR_INLINE void store_singles(std::uint8_t* p, const Vec* x) {
  unroll<N>([&](auto n) HR_LAMBDA { store_lane(p + 16 * n, x[n]); });
}
HR_INLINE Pair load_group(const std::uint8_t* p) { return {{load(p), load(p + kWidth)}}; }
HR_INLINE void store_group(std::uint8_t* p, Pair blocks) {
  store(p, blocks.x[0]);
  store(p + kWidth, blocks.x[1]);
}

void prepare(const std::uint8_t* round_keys, void* key) noexcept {
  Key& k = *(Key*)key;
  for (int i = 0; i < kRoundKeys; i++) {
    repeat_bytes(round_keys + 16 * i, k.group[i]);
    store_lane(k.single[i], map_block(load_lane(round_keys + 16 * i)));
  }
}

void encrypt(const void* key, const std::uint8_t* in, std::uint8_t* out,
             std::size_t blocks) noexcept {
  const Key& k = *(const Key*)key;
  for_parts(
      in, out, blocks,
      [&](auto* from, auto* to) { store_group(to, encrypt_group(k, load_group(from))); },
      [&](auto* from, auto* to, auto n) {
        Vec x[n];
        load_singles<n>(from, x);
        encrypt_singles<n>(k, x);
        store_singles<n>(to, x);
      });
}

void decrypt(const void* key, const std::uint8_t* in, std::uint8_t* out,
             std::size_t blocks) noexcept {
  const Key& k = *(const Key*)key;
  for_parts(
      in, out, blocks,
      [&](auto* from, auto* to) { store_group(to, decrypt_group(k, load_group(from))); },
      [&](auto* from, auto* to, auto n) {
        Vec x[n];
        load_singles<n>(from, x);
        decrypt_singles<n>(k, x);
        store_singles<n>(to, x);
      });
}

void ctr(const void* key, const std::uint8_t* counter, CounterOrder order, const std::uint8_t* in,
         std::uint8_t* out, std::size_t blocks) noexcept {
  const Key& k = *(const Key*)key;
  Counters counters = make_counters(counter, order);
  for_parts(
      in, out, blocks,
      [&](auto* from, auto* to) {
        const Vec c0 = next_counters(counters), c1 = next_counters(counters);
        const Pair data = load_group(from), stream = encrypt_group(k, {{c0, c1}});
        store_group(to, {{xor2(data.x[0], stream.x[0]), xor2(data.x[1], stream.x[1])}});
      },
      [&](auto* from, auto* to, auto n) {
        const Vec c = next_counters(counters);
        Vec x[n];
        unroll<n>([&](auto i) HR_LAMBDA { x[i] = shuffle_lanes<0x55 * i>(c, c); });
        encrypt_singles<n>(k, x);
        unroll<n>([&](auto i) HR_LAMBDA { x[i] = xor2(x[i], load_splat128(from + 16 * i)); });
        store_singles<n>(to, x);
      });
}

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier)                                                                \
  KernelOps(sizeof(Key), kRoundKeyBytes, kGroup, kAllCalls, schedule, prepare, encrypt, decrypt, \
            ctr)
#include "cipher/common/export_kernel.inc"
