// A kernel compiled as C (hr_native of src/device/source/native.inc), compared with the CPU's
// references.
#pragma once

#include <cstdint>

#include "device/kernel_info.hpp"

namespace hedgerow::device {

// `native` is the function hr_native of the kernel. Prints the differences, and returns true if there
// are none.
bool check_kernel(const KernelInfo& info, void* native, std::uint64_t seed);
bool check_hash_kernel(const HashKernelInfo& info, void* native, std::uint64_t seed);

}  // namespace hedgerow::device
