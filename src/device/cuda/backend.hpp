// Makes the backend of the CUDA driver.
#pragma once

#include "device/contract.hpp"

namespace hedgerow::device::cuda {

// Throws kNoDriver, kOldDriver, kNoDevice or kDriver.
std::unique_ptr<Backend> make_backend();

}  // namespace hedgerow::device::cuda
