// RECTANGLE with combined tables of S-box and ShiftRow, as in fast table implementations of such ciphers: eight tables
// of 256 words for each direction. NOT constant time, because the indices are secret. It is a lab kernel and the
// positive control of the leak checks, and it is never selected automatically.
//
// A state is one 64-bit word, with column i in bits 4 i .. 4 i + 3 and row 0 lowest.
#include "base/bytes.hpp"
#include "cipher/common/batches.hpp"
#include "cipher/rectangle/spec.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace rectangle;

struct alignas(64) Tables {
  std::uint64_t of[8][256];
};
struct alignas(64) Key {
  std::uint64_t forward[kRoundKeys], backward[kRoundKeys];
};

// Returns ShiftRow of a state, or its inverse.
constexpr std::uint64_t turn_rows(std::uint64_t x, bool back) {
  std::uint64_t r = 0;
  for (int row = 0; row < kRows; row++) {
    const std::uint64_t bits = x & (0x1111111111111111u << row);
    const int left = 4 * (back ? 16 - kTurn[row] : kTurn[row]) % 64;
    r |= left ? bits << left | bits >> (64 - left) : bits;
  }
  return r;
}
consteval Tables make_tables(const std::uint8_t (&box)[16], bool turned, bool back) {
  Tables r{};
  for (int j = 0; j < 8; j++)
    for (int x = 0; x < 256; x++) {
      const std::uint64_t y = (std::uint64_t)(box[x % 16] | box[x / 16] << 4) << (8 * j);
      r.of[j][x] = turned ? turn_rows(y, back) : y;
    }
  return r;
}
constexpr Tables kForward = make_tables(kBox, true, false);
constexpr Tables kBackward = make_tables(kInverseBox.of, true, true);
constexpr Tables kLast = make_tables(kInverseBox.of, false, true);

HR_INLINE std::uint64_t look_up(const Tables& t, std::uint64_t x) {
  std::uint64_t r = 0;
  unroll<8>([&](auto j) HR_LAMBDA { r ^= t.of[j][x >> (8 * j) & 255]; });
  return r;
}

// Moves bit i of a row to bit 4 i of a word, and back.
HR_INLINE std::uint64_t spread(std::uint64_t x) {
  x = (x | x << 24) & 0x000000ff000000ff;
  x = (x | x << 12) & 0x000f000f000f000f;
  x = (x | x << 6) & 0x0303030303030303;
  return (x | x << 3) & 0x1111111111111111;
}
HR_INLINE std::uint32_t gather(std::uint64_t x) {
  x &= 0x1111111111111111;
  x = (x | x >> 3) & 0x0303030303030303;
  x = (x | x >> 6) & 0x000f000f000f000f;
  x = (x | x >> 12) & 0x000000ff000000ff;
  return (std::uint32_t)(x | x >> 24) & 0xffff;
}
HR_INLINE std::uint64_t load_state(const std::uint8_t* p) {
  std::uint64_t r = 0;
  for (int i = 0; i < kRows; i++) r |= spread(load_be16(p + 2 * i)) << i;
  return r;
}
HR_INLINE void store_state(std::uint8_t* p, std::uint64_t x) {
  for (int i = 0; i < kRows; i++) store_be16(p + 2 * i, gather(x >> i));
}

void prepare(const std::uint8_t* round_keys, void* key) noexcept {
  Key& k = *(Key*)key;
  for (int i = 0; i < kRoundKeys; i++) k.forward[i] = load_state(round_keys + 8 * i);
  for (int i = 0; i < kRounds; i++) k.backward[i] = turn_rows(k.forward[kRounds - i], true);
  k.backward[kRounds] = k.forward[0];
}

HR_INLINE std::uint64_t encrypt_state(const Key& k, std::uint64_t x) {
  x ^= k.forward[0];
  for (int i = 1; i < kRoundKeys; i++) x = look_up(kForward, x) ^ k.forward[i];
  return x;
}
HR_INLINE std::uint64_t decrypt_state(const Key& k, std::uint64_t x) {
  x = turn_rows(x, true) ^ k.backward[0];
  for (int i = 1; i < kRounds; i++) x = look_up(kBackward, x) ^ k.backward[i];
  return look_up(kLast, x) ^ k.backward[kRounds];
}

HR_INLINE void encrypt_block(const Key& key, const std::uint8_t* in, std::uint8_t* out) {
  store_state(out, encrypt_state(key, load_state(in)));
}
HR_INLINE void decrypt_block(const Key& key, const std::uint8_t* in, std::uint8_t* out) {
  store_state(out, decrypt_state(key, load_state(in)));
}
using Loops = Batches<Key, kBlockBytes, 1, encrypt_block, decrypt_block>;

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier)                                                              \
  KernelOps(sizeof(Key), kRoundKeyBytes, 1, kAllCalls, schedule_portable<identifier>, prepare, \
            Loops::encrypt, Loops::decrypt, Loops::ctr)
#define HR_KERNEL_VARTIME
#include "cipher/common/export_kernel.inc"
