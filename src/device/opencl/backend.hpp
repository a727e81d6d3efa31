// Makes the backend of the OpenCL platforms.
#pragma once

#include "device/contract.hpp"

namespace hedgerow::device::opencl {

// Throws kNoDriver, kOldDriver, kNoDevice or kDriver.
std::unique_ptr<Backend> make_backend();

}  // namespace hedgerow::device::opencl
