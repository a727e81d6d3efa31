// Kuznyechik with combined tables of S and L, as in fast table implementations: 16 tables of 256 blocks for each
// direction, 64 KiB each. NOT constant time, because the indices are secret. It is a lab kernel and the positive
// control of the leak checks, and it is never selected automatically.
//
// A block is two 64-bit words, byte 0 lowest. Decryption works on y = L^-1(x), because each round is then y ->
// L^-1(S^-1(y)) xor L^-1(K), again with one look-up per byte [RFC 7801 section 4.5].
#include "base/bytes.hpp"
#include "cipher/kuznyechik/spec.hpp"
#include "kernels/block_loops.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace kuznyechik;

struct Block {
  std::uint64_t lo, hi;
};
struct alignas(64) Tables {
  Block of[16][256];
};
struct alignas(64) Key {
  Block forward[10], backward[10];
};

constexpr Block operator^(Block a, Block b) { return {a.lo ^ b.lo, a.hi ^ b.hi}; }

// of[j][x]: the contribution of a byte x at position j to the product of `m`, after the box.
consteval Tables make_tables(const Matrix& m, const std::uint8_t (&box)[256]) {
  Tables r{};
  for (int j = 0; j < 16; j++) {
    Block product[256]{};
    for (unsigned x = 1; x < 256; x++) {
      if (x & (x - 1)) {
        product[x] = product[x & (x - 1)] ^ product[x & -x];
        continue;
      }
      for (int i = 0; i < 8; i++) {
        product[x].lo |= (std::uint64_t)field_product(m.at[i][j], x) << (8 * i);
        product[x].hi |= (std::uint64_t)field_product(m.at[i + 8][j], x) << (8 * i);
      }
    }
    for (int x = 0; x < 256; x++) r.of[j][x] = product[box[x]];
  }
  return r;
}
constexpr Tables kForward = make_tables(kLinear, kPi);
constexpr Tables kBackward = make_tables(kLinearInverse, kPiInverse.of);

HR_INLINE Block load(const std::uint8_t* p) { return {load_le64(p), load_le64(p + 8)}; }
HR_INLINE void store(std::uint8_t* p, Block a) {
  store_le64(p, a.lo);
  store_le64(p + 8, a.hi);
}
HR_INLINE Block look_up(const Tables& t, Block a) {
  Block r = {0, 0};
  unroll<8>([&](auto i) HR_LAMBDA {
    r = r ^ t.of[i][(a.lo >> (8 * i)) & 255] ^ t.of[i + 8][(a.hi >> (8 * i)) & 255];
  });
  return r;
}
HR_INLINE std::uint64_t substitute(const std::uint8_t (&box)[256], std::uint64_t a) {
  std::uint64_t r = 0;
  for (int i = 0; i < 64; i += 8) r |= (std::uint64_t)box[(a >> i) & 255] << i;
  return r;
}
HR_INLINE Block substitute(const std::uint8_t (&box)[256], Block a) {
  return {substitute(box, a.lo), substitute(box, a.hi)};
}

HR_INLINE Block encrypt_block(const Key& k, Block a) {
  for (int r = 0; r < kRounds; r++) a = look_up(kForward, a ^ k.forward[r]);
  return a ^ k.forward[kRounds];
}
HR_INLINE Block decrypt_block(const Key& k, Block a) {
  a = look_up(kBackward, substitute(kPi, a)) ^ k.backward[0];
  for (int r = 1; r < kRounds; r++) a = look_up(kBackward, a) ^ k.backward[r];
  return substitute(kPiInverse.of, a) ^ k.backward[kRounds];
}

void prepare(const std::uint8_t* round_keys, void* key) noexcept {
  Key& k = *(Key*)key;
  for (int r = 0; r < kRoundKeys; r++) k.forward[r] = load(round_keys + 16 * r);
  for (int r = 0; r < kRounds; r++)
    k.backward[r] = look_up(kBackward, substitute(kPi, k.forward[kRounds - r]));
  k.backward[kRounds] = k.forward[0];
}

using Loops = BlockLoops<Key, kBlockBytes, load, store, encrypt_block, decrypt_block>;

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier) loop_ops<Key, Loops>(kRoundKeyBytes, schedule_portable, prepare)
#define HR_KERNEL_VARTIME
#include "cipher/common/export_kernel.inc"
