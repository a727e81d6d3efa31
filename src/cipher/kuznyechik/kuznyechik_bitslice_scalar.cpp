// Kuznyechik bit-sliced in plain 64-bit words, constant in time on any CPU of any word size and
// byte order, 64 blocks at a time: planes.hpp has the layout and the rounds. A group is eight
// blocks, a word eight bytes.
#include "isa/vec_scalar.hpp"

#include "base/kernel.hpp"
#include "base/secret.hpp"
#include "cipher/kuznyechik/schedule.hpp"
#include "cipher/kuznyechik/spec.hpp"
#include "cipher/shared/batches.hpp"
#include "cipher/shared/bit_planes.hpp"
#include "cipher/shared/counter.hpp"

namespace hedgerow {
namespace {

using namespace hedgerow::scalar;
using namespace hedgerow::kuznyechik;

constexpr int kWidth = 8;
constexpr int kBatchBlocks = 8;
constexpr int kBatchBytes = kBatchBlocks * kBlockBytes;

HR_INLINE Vec load(const void* p) { return {load_le64((const std::uint8_t*)p)}; }
HR_INLINE void store(void* p, Vec a) { store_le64((std::uint8_t*)p, a.v); }

#include "cipher/shared/bit_transpose.hpp"

// Exchanges the upper and lower halves of 2 kBits bits, in the lower half of each of which `mask`
// is set, of a and b.
template <int kBits>
HR_INLINE void swap_halves(Vec& a, Vec& b, std::uint64_t mask) {
  const std::uint64_t t = ((a.v >> kBits) ^ b.v) & mask;
  b.v ^= t;
  a.v ^= t << kBits;
}
// Byte j of word i becomes byte i of word j.
HR_INLINE void transpose_bytes(Vec* w) {
  unroll<4>([&](auto i) HR_LAMBDA { swap_halves<32>(w[i], w[i + 4], 0x00000000ffffffff); });
  unroll<4>([&](auto i) HR_LAMBDA {
    constexpr int k = i / 2 * 4 + i % 2;
    swap_halves<16>(w[k], w[k + 2], 0x0000ffff0000ffff);
  });
  unroll<4>([&](auto i) HR_LAMBDA { swap_halves<8>(w[2 * i], w[2 * i + 1], 0x00ff00ff00ff00ff); });
}

// Words 2 j + h of memory, block j's bytes from 8 h on, become byte 8 h + j of all blocks; and
// back.
HR_INLINE void transpose(Vec* r) {
  unroll<2>([&](auto h) HR_LAMBDA {
    Vec w[8];
    unroll<8>([&](auto j) HR_LAMBDA { w[j] = r[2 * j + h]; });
    transpose_bytes(w);
    unroll<8>([&](auto j) HR_LAMBDA { r[2 * j + h] = w[j]; });
  });
}
consteval int byte_of(int i) { return i % 2 * 8 + i / 2; }

#include "cipher/kuznyechik/planes.hpp"

#include "cipher/kuznyechik/planes_batches.hpp"

#include "cipher/kuznyechik/planes_prepare.hpp"

HR_NOINLINE void ctr_batch(const Key& key, Slots& s, const std::uint8_t* counters,
                           const std::uint8_t* in, std::uint8_t* out) {
  load_slots<true>(counters, s.at + 16);
  add_key(s.at + 16, key.first);
  encrypt_rounds(key, false, s);
  store_slots<true>(s.at + 16,
                    [&](int at, Vec v) HR_LAMBDA { store(out + at, xor2(v, load(in + at))); });
}

void ctr(const void* key, const std::uint8_t* counter, CounterOrder order, const std::uint8_t* in,
         std::uint8_t* out, std::size_t blocks) noexcept {
  std::uint32_t value = counter_value(counter, order);
  std::uint8_t counters[kPlanesBytes];
  Slots s;
  for_batches<kPlanesBlocks>(in, out, blocks, [&](auto* from, auto* to, std::size_t n) {
    for (; n; n--, from += kPlanesBytes, to += kPlanesBytes) {
      for (int b = 0; b < kPlanesBlocks; b++)
        write_counter(counters + kBlockBytes * b, counter, order, value++);
      ctr_batch(*(const Key*)key, s, counters, from, to);
    }
  });
  wipe(counters, sizeof counters);
  wipe(&s, sizeof s);
}

}  // namespace

extern const KernelOps hedgerow_kernel_kuznyechik_bitslice_scalar[1];
const KernelOps hedgerow_kernel_kuznyechik_bitslice_scalar[1] = {
    {sizeof(Key), kRoundKeyBytes, 0, schedule_portable, prepare, encrypt, decrypt, ctr}};

}  // namespace hedgerow
