// SM4 byte-sliced over vectors with GFNI or AES instructions [GB/T 32907-2016].
//
//     w[4 j + i]    byte i of word Xj of many blocks (common/byteslice.hpp)
//
// The words stay in their registers because the indices rotate instead: round r changes word r mod 4.
//
// With b = S(x), byte i of L(b) is P b(i) + Q b(i-1) + R (b0 + b1 + b2 + b3), where P b = b + (b >> 6),
// Q b = b + (b << 2), and R = P + Q rotates by 2. One instruction computes P S(x), another Q S(x). The sum over i of
// P b(i) + Q b(i-1) is the last term, so R needs no operations.
//
// State bytes are in the basis B(v) = phi(A v), where A is the linear map at the input of the S-box, and phi the
// isomorphism to the field of GF2P8AFFINEINVQB. They have masks m, with m(r+1) + m(r+2) + m(r+3) = B(rk_r) + phi(0xd3),
// so the sum of three words already includes the key. Round r only adds m(r) + m(r+4).
#include "base/secret.hpp"
#include "cipher/common/inversion_slices.hpp"
#include "cipher/sm4/spec.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace sm4;

struct alignas(64) Direction {
  std::uint64_t entry[4];           // the mask of X3
  std::uint64_t round[kRounds][4];  // k with k(i) + k0 + k1 + k2 + k3 = the byte to add
  std::uint64_t exit[12];           // the masks of X32, X33, X34
};
struct alignas(64) Key {
  Direction forward, backward;
};

constexpr ByteMap kPhi = make_isomorphism(kPolynomial, 0x11b);
constexpr ByteMap kBasis = compose(kPhi, kLinear), kFromBasis = make_inverse(kBasis.of);
constexpr std::uint8_t kIn = kPhi.of[kConstant];

consteval ByteMap make_part(bool q) {
  ByteMap r{};
  for (unsigned x = 0; x < 256; x++) r.of[x] = (std::uint8_t)(x ^ (q ? x << 2 : x >> 6));
  return r;
}
struct OutputMap {
  std::uint64_t matrix;
  std::uint8_t constant;
};
consteval OutputMap make_output(bool q) {
  const ByteMap part = compose(kBasis, make_part(q));
  return {map_matrix(compose(part, compose(kLinear, make_inverse(kPhi.of)))), part.of[kConstant]};
}
constexpr OutputMap kP = make_output(false), kQ = make_output(true);

HR_INLINE Vec to_basis(Vec x) { return linear<map_matrix(kBasis)>(x); }
HR_INLINE Vec from_basis(Vec x) { return linear<map_matrix(kFromBasis)>(x); }

template <int kTurn>
HR_INLINE void round(Vec* w, const std::uint64_t* key) {
  const auto x = [&](int j) HR_LAMBDA { return w + 4 * ((kTurn + j) & 3); };
  Vec p[4], q[4], u[4];
  unroll<4>([&](auto i) HR_LAMBDA {
    const Vec t = xor3(x(1)[i], x(2)[i], x(3)[i]);
    p[i] = inverted<kP.matrix, kP.constant>(t);
    q[i] = inverted<kQ.matrix, kQ.constant>(t);
  });
  unroll<4>([&](auto i) HR_LAMBDA { u[i] = xor3(p[i], q[(i + 3) & 3], load_splat64(key + i)); });
  const Vec sum = xor3(xor2(u[0], u[1]), u[2], u[3]);
  unroll<4>([&](auto i) HR_LAMBDA { x(0)[i] = xor3(x(0)[i], u[i], sum); });
}

// Eight times, a few lines are prefetched.
HR_INLINE void crypt(const Key&, const Direction& d, Vec* w, Ahead ahead) {
  unroll<16>([&](auto i) HR_LAMBDA { w[i] = to_basis(w[i]); });
  unroll<4>([&](auto i) HR_LAMBDA { w[12 + i] = xor2(w[12 + i], load_splat64(d.entry + i)); });
  for (int r = 0; r < kRounds; r += 4) {
    ahead.fetch(kBatchBytes / 64 / 8);
    unroll<4>([&](auto i) HR_LAMBDA { round<i>(w, d.round[r + i]); });
  }
  Vec y[16];
  unroll<16>([&](auto i) HR_LAMBDA {
    Vec t = w[i];
    if constexpr (i < 12) t = xor2(t, load_splat64(d.exit + i));
    y[12 - i / 4 * 4 + i % 4] = from_basis(t);
  });
  unroll<16>([&](auto i) HR_LAMBDA { w[i] = y[i]; });
}

// keys: the round keys in the basis, as little-endian words. step: 1 or -1, from a round's key to the next round's.
HR_INLINE void prepare_direction(const std::uint32_t* keys, int step, Direction& d) {
  constexpr std::uint32_t kEach = 0x01010101;
  std::uint32_t mask[kRounds + 4] = {}, flat[sizeof(Direction) / 32];
  for (int r = 0; r < kRounds; r++)
    mask[r + 3] = keys[step * r] ^ kEach * kIn ^ mask[r + 1] ^ mask[r + 2];
  mask[kRounds + 3] = 0;
  flat[0] = mask[3];
  for (int r = 0; r < kRounds; r++) {
    const std::uint32_t add = mask[r] ^ mask[r + 4], pairs = add ^ (add << 16 | add >> 16);
    flat[1 + r] = add ^ pairs ^ (pairs << 8 | pairs >> 24);
  }
  for (int j = 0; j < 3; j++) flat[1 + kRounds + j] = mask[kRounds + j];
  for (std::size_t i = 0; i < sizeof flat; i += 16)
    repeat_bytes((const std::uint8_t*)flat + i, (std::uint64_t*)&d + i);
}
HR_NOINLINE void fill(const std::uint8_t* round_keys, Key& key) {
  alignas(64) std::uint32_t mapped[kRounds];
  for (int i = 0; i < kRoundKeyBytes; i += kWidth)
    store((std::uint8_t*)mapped + i, to_basis(load(round_keys + i)));
  prepare_direction(mapped, 1, key.forward);
  prepare_direction(mapped + kRounds - 1, -1, key.backward);
}
void prepare(const std::uint8_t* round_keys, void* key) noexcept {
  fill(round_keys, *(Key*)key);
  wipe_stack<1024>();
}

using Kernel = ByteSlices<Key, crypt>;

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier)                                                                  \
  KernelOps(sizeof(Key), kRoundKeyBytes, kBatchBlocks, kSlicesGoodFor, schedule_portable, prepare, \
            Kernel::encrypt, Kernel::decrypt, Kernel::ctr)
#include "cipher/common/export_kernel.inc"
