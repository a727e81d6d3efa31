// The CUDA driver as it was found.
#pragma once

#include "device/contract.hpp"

namespace hedgerow::device::cuda {

// Throws kNoDriver, kOldDriver, kNoDevice, kDriver.
std::unique_ptr<Backend> make_backend();

}  // namespace hedgerow::device::cuda
