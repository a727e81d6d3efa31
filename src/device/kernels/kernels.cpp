// The kernels of devices.def: for each variant, the options of its source and the layout of its key.
#include "device/kernel_info.hpp"

#include "base/counter.hpp"
#include "device/kernels/keys_tables.hpp"
#include "device/kernels/powers.hpp"

namespace hedgerow::device {
namespace {

using namespace keys;

constexpr KernelInfo kKernels[] = {
#define KERNEL(family, identifier, variant, technique, sources, options, block, threads, each, \
               local, ...)                                                                     \
  {variant,                                                                                    \
   #technique,                                                                                 \
   block,                                                                                      \
   __VA_ARGS__::kRoundKeyBytes,                                                                \
   {sources, options, __VA_ARGS__::kWords, threads, each, local},                              \
   __VA_ARGS__::prepare},
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
