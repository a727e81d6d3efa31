// Magma and GOST 28147-89 as in fast table implementations: four tables of 256 words, each for two S-boxes, with the
// rotation included. NOT constant time, because the indices are secret. It is a lab kernel and the positive control of
// the leak checks, and it is never selected automatically.
#include "base/bytes.hpp"
#include "base/secret.hpp"
#include "cipher/common/batches.hpp"
#include "cipher/gost28147/schedule.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace gost28147;

struct alignas(64) Key {
  std::uint32_t table[4][256];
  std::uint32_t round[kRounds];
};

HR_INLINE std::uint32_t rotate_left(std::uint32_t x) {
  return x << kRotation | x >> (32 - kRotation);
}

template <Order kOrder>
void prepare(const std::uint8_t* round_keys, void* key) noexcept {
  Key& k = *(Key*)key;
  const std::uint8_t* boxes = round_keys + 4 * kRounds;
  for (int i = 0; i < kRounds; i++) k.round[i] = load_word<kOrder>(round_keys + 4 * i);
  for (int p = 0; p < 4; p++)
    for (int x = 0; x < 256; x++)
      k.table[p][x] =
          rotate_left((packed_box(boxes, 2 * p, x % 16) | packed_box(boxes, 2 * p + 1, x / 16) << 4)
                      << (8 * p));
}

HR_INLINE std::uint32_t round_function(const Key& k, std::uint32_t a, int round) {
  const std::uint32_t t = a + k.round[round];
  return k.table[0][t & 255] ^ k.table[1][t >> 8 & 255] ^ k.table[2][t >> 16 & 255] ^
         k.table[3][t >> 24];
}

template <bool kDecrypt>
HR_INLINE std::uint64_t crypt_block(const Key& k, std::uint64_t block) {
  constexpr int kFirst = kDecrypt ? kRounds - 1 : 0, kStep = kDecrypt ? -1 : 1;
  auto n1 = (std::uint32_t)block, n2 = (std::uint32_t)(block >> 32);
  for (int i = 0; i < kRounds; i += 2) {
    n2 ^= round_function(k, n1, kFirst + kStep * i);
    n1 ^= round_function(k, n2, kFirst + kStep * (i + 1));
  }
  return n2 | (std::uint64_t)n1 << 32;
}

template <Order kOrder, bool kDecrypt>
HR_INLINE void crypt_bytes(const Key& key, const std::uint8_t* in, std::uint8_t* out) {
  store_block<kOrder>(out, crypt_block<kDecrypt>(key, load_block<kOrder>(in)));
}
template <Order kOrder>
using Loops = Batches<Key, kBlockBytes, 1, crypt_bytes<kOrder, false>, crypt_bytes<kOrder, true>>;

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier)                                                            \
  KernelOps(sizeof(Key), kRoundKeyBytes, 1, kAllCalls, kVariant[identifier].schedule,        \
            prepare<kVariant[identifier].order>, Loops<kVariant[identifier].order>::encrypt, \
            Loops<kVariant[identifier].order>::decrypt, Loops<kVariant[identifier].order>::ctr)
#define HR_KERNEL_VARTIME
#include "cipher/common/export_kernel.inc"
