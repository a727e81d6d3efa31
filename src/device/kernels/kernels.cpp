// The kernels of devices.def: for each variant, the options of its source and the layout of its key.
#include "device/kernel_info.hpp"

#include "base/counter.hpp"
#include "device/kernels/keys_tables.hpp"
#include "device/kernels/powers.hpp"

namespace hedgerow::device {
namespace {

namespace of {

using namespace keys;

// The key layout FAMILY_TECHNIQUE of a variant, with its block bytes and rounds.
template <int, int>
using kuznyechik_bitslice = Planes<160>;
template <int kBlock, int kRounds>
using kalyna_table = KalynaTable<kBlock, kRounds>;
template <int kBlock, int kRounds>
using kalyna_lookup = KalynaLookup<kBlock, kRounds>;
template <int, int>
using gost28147_bitslice = Planes<gost28147::kRoundKeyBytes, 4 * gost28147::kRounds>;
template <int, int>
using gost28147_table = Gost28147Table;
template <int kBlock, int kRounds>
using rectangle_bitslice = Planes<8 * (kRounds + 1)>;
template <int kBlock, int kRounds>
using speck_bitslice = Planes<kBlock / 2 * kRounds>;
template <int kBlock, int kRounds>
using speck_words = Native<kBlock / 2 * kRounds, kBlock / 2, false>;
template <int kBlock, int kRounds>
using simon_bitslice = Planes<kBlock / 2 * kRounds>;
template <int kBlock, int kRounds>
using lea_words = Native<24 * kRounds, 4, false>;
template <int kBlock, int kRounds>
using clefia_bitslice = Planes<4 * (4 + 2 * kRounds)>;
template <int kBlock, int kRounds>
using clefia_table = ClefiaTable<kBlock, kRounds>;
template <int kBlock, int kRounds>
using aes_bitslice = Planes<16 * (kRounds + 1)>;
template <int kBlock, int kRounds>
using aes_table = AesTable<kBlock, kRounds>;
template <int kBlock, int kRounds>
using aes_turned = AesTable<kBlock, kRounds>;
template <int, int kRounds>
using sm4_bitslice = Planes<4 * kRounds>;
template <int, int kRounds>
using camellia_bitslice = Planes<8 * (kRounds + kRounds / 3 + 2)>;
template <int, int kRounds>
using aria_bitslice = Planes<16 * (kRounds + 1)>;
template <int kBlock, int kRounds>
using cypress_words = Native<kBlock / 2 * kRounds, kBlock / 8, true>;
// SPARX has kRounds steps of 3 or 4 rounds. Each round has one 16-bit word of key for each word of
// the block, and these words are used once more after the last step.
template <int kBlock, int kRounds>
using sparx_bitslice = Planes<kBlock*(kRounds*(kBlock == 8 ? 3 : 4) + 1)>;

}  // namespace of

constexpr KernelInfo kKernels[] = {
#define KERNEL(family, identifier, variant, technique, sources, options, block, rounds, threads, \
               each, local)                                                                      \
  {variant,                                                                                      \
   #technique,                                                                                   \
   block,                                                                                        \
   of::family##_##technique<block, rounds>::kRoundKeyBytes,                                      \
   {sources, options, of::family##_##technique<block, rounds>::kWords, threads, each, local},    \
   of::family##_##technique<block, rounds>::prepare},
#define HASH(...)
#include "lists/device.inc"
};

constexpr HashKernelInfo kHashKernels[] = {
#define KERNEL(...)
#define HASH(field, technique, source, options, block, threads, local)        \
  {#field,                                                                    \
   #technique,                                                                \
   block,                                                                     \
   {source, options, powers::field##_##technique::kWords, threads, 1, local}, \
   powers::field##_##technique::prepare,                                      \
   powers::field##_##technique::multiply,                                     \
   powers::field##_##technique::kHasDot},
#include "lists/device.inc"
};

const char* name_of(Language language) { return language == Language::kCuda ? ".cuda" : ".opencl"; }

}  // namespace

Span<KernelInfo> kernel_infos() noexcept { return {kKernels, sizeof kKernels / sizeof *kKernels}; }
Span<HashKernelInfo> hash_kernel_infos() noexcept {
  return {kHashKernels, sizeof kHashKernels / sizeof *kHashKernels};
}

std::string KernelInfo::id(Language language) const {
  return std::string(variant) + "." + technique + name_of(language);
}
std::string HashKernelInfo::id(Language language) const {
  return std::string(field) + "." + technique + name_of(language);
}

std::uint64_t counter_run(const std::uint8_t* counter, std::size_t block_bytes,
                          CounterOrder order) noexcept {
  std::uint64_t low = 0;
  for (std::size_t i = 0; i < 4; i++)
    low |= (std::uint64_t)counter[counter_position(order, (int)block_bytes, (int)i)] << 8 * i;
  return (1ull << 32) - low;
}

void counter_advance(std::uint8_t* counter, std::size_t block_bytes, CounterOrder order,
                     std::size_t field_bytes, std::uint64_t blocks) noexcept {
  for (std::size_t i = 0; i < field_bytes; i++) {
    std::uint8_t& byte = counter[counter_position(order, (int)block_bytes, (int)i)];
    const std::uint64_t sum = byte + (blocks & 255);
    byte = (std::uint8_t)sum;
    blocks = (blocks >> 8) + (sum >> 8);
  }
}

}  // namespace hedgerow::device
