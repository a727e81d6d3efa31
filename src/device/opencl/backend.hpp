// The OpenCL platforms as they were found.
#pragma once

#include "device/contract.hpp"

namespace hedgerow::device::opencl {

// Throws kNoDriver, kOldDriver, kNoDevice, kDriver.
std::unique_ptr<Backend> make_backend();

}  // namespace hedgerow::device::opencl
