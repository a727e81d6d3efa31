// Kuznyechik in plain 64-bit words for short calls, constant in time on any CPU with any word size
// and byte order. It processes eight blocks at a time, and word j has byte j of each block:
//
//     w[j]:  block 7 byte j | ... | block 1 byte j | block 0 byte j      (block 0 lowest)
//
// S uses bit planes of 64 bytes at a time (sub_words.hpp). L is the standard's recurrence [RFC 7801
// section 4.3] on whole words, which computes the sum of products by Horner's rule over the bits of
// the coefficients. The prepared key repeats every byte of a round key eight times.
#include "base/bytes.hpp"
#include "base/wiping.hpp"
#include "cipher/common/batches.hpp"
#include "cipher/kuznyechik/spec.hpp"
#include "circuit/kuznyechik/sub_words.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace kuznyechik;

constexpr int kBatch = 8;

struct alignas(64) Key {
  std::uint64_t round[kRoundKeys][16];
};

// Multiplies eight bytes by x in the field.
HR_INLINE std::uint64_t times_x(std::uint64_t a) {
  const std::uint64_t carry = (a >> 7) & 0x0101010101010101;
  return ((a & 0x7f7f7f7f7f7f7f7f) << 1) ^ (((carry << 8) - carry) & 0xc3c3c3c3c3c3c3c3);
}

// One step of the recurrence, in which s[K & 15] is the oldest word and becomes the newest.
template <int K>
HR_INLINE void step(std::uint64_t* s) {
  std::uint64_t pair[9];  // equal coefficients share a product
  unroll<7>([&](auto i) HR_LAMBDA { pair[i + 1] = s[(K + i + 1) & 15] ^ s[(K + 15 - i) & 15]; });
  pair[8] = s[(K + 8) & 15];
  std::uint64_t sum = 0;
  unroll<8>([&](auto b) HR_LAMBDA {
    if constexpr (b > 0) sum = times_x(sum);
    unroll<8>([&](auto i) HR_LAMBDA {
      if constexpr ((kCoefficients[14 - i] >> (7 - b)) & 1) sum ^= pair[i + 1];
    });
  });
  s[K & 15] ^= sum;
}

// L^-1 processes the words upwards, and L downwards (spec.hpp).
HR_INLINE void linear_inverse(std::uint64_t* w) {
  unroll<16>([&](auto k) HR_LAMBDA { step<k>(w); });
}
HR_INLINE void reverse(std::uint64_t* w) {
  unroll<8>([&](auto i) HR_LAMBDA {
    const std::uint64_t t = w[i];
    w[i] = w[15 - i];
    w[15 - i] = t;
  });
}

HR_INLINE void add_key(const Key& key, int r, std::uint64_t* w) {
  unroll<16>([&](auto j) HR_LAMBDA { w[j] ^= key.round[r][j]; });
}

void load_batch(const std::uint8_t* in, std::uint64_t* w) {
  for (int j = 0; j < 16; j++) {
    w[j] = 0;
    for (int b = 0; b < kBatch; b++) w[j] |= (std::uint64_t)in[16 * b + j] << (8 * b);
  }
}
void store_batch(const std::uint64_t* w, std::uint8_t* out) {
  for (int j = 0; j < 16; j++)
    for (int b = 0; b < kBatch; b++) out[16 * b + j] = (std::uint8_t)(w[j] >> (8 * b));
}

HR_NOINLINE void encrypt_batch(const Key& key, const std::uint8_t* in, std::uint8_t* out) {
  std::uint64_t w[16];
  load_batch(in, w);
  for (int r = 0; r < kRounds; r++) {
    add_key(key, r, w);
    for (int half = 0; half < 16; half += 8) sub_words(w + half);
    reverse(w);
    linear_inverse(w);
    reverse(w);
  }
  add_key(key, kRounds, w);
  store_batch(w, out);
  wipe(w, sizeof w);
}

HR_NOINLINE void decrypt_batch(const Key& key, const std::uint8_t* in, std::uint8_t* out) {
  std::uint64_t w[16];
  load_batch(in, w);
  for (int r = kRounds; r > 0; r--) {
    add_key(key, r, w);
    linear_inverse(w);
    for (int half = 0; half < 16; half += 8) inv_sub_words(w + half);
  }
  add_key(key, 0, w);
  store_batch(w, out);
  wipe(w, sizeof w);
}

void prepare(const std::uint8_t* round_keys, void* key) noexcept {
  for (int i = 0; i < kRoundKeyBytes; i++) {
    std::uint64_t w = round_keys[i];
    for (int shift = 8; shift < 64; shift *= 2) w |= w << shift;
    ((Key*)key)->round[i / 16][i % 16] = w;
  }
}

using Loops = Batches<Key, kBlockBytes, kBatch, encrypt_batch, decrypt_batch>;
// Spilled values must be wiped, because words of the last state and the ciphertext give the last
// round key.
constexpr int kStack = sizeof(void*) == 8 ? 2048 : 4096;

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier)                                                       \
  KernelOps(sizeof(Key), kRoundKeyBytes, kBatch, kAllCalls, schedule_portable, prepare, \
            Wiping<Loops::encrypt, kStack>::call, Wiping<Loops::decrypt, kStack>::call, \
            Wiping<Loops::ctr, kStack>::call)
#include "cipher/common/export_kernel.inc"
