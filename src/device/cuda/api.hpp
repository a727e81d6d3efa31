// The functions of the CUDA driver and of NVRTC. They are bound at run time, so the build needs no
// CUDA header.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "device/library.hpp"

namespace hedgerow::device::cuda {

struct Driver {
#define CUDA(member, symbol, parameters) int(*member) parameters = nullptr;
#include "device/cuda/functions.def"
  int version = 0;  // 12040 is 12.4

  // For example "CUDA_ERROR_INVALID_VALUE (1): invalid argument".
  std::string describe(int error) const;
};

struct Nvrtc {
#define NVRTC(member, symbol, parameters) int(*member) parameters = nullptr;
#include "device/cuda/functions.def"
  std::string version_text;  // "12.4"
};

// For example "12.4" for 12040.
std::string version_text(int version);

// Opens and initialises the driver, or throws kNoDriver, kOldDriver, kNoDevice or kDriver.
Driver load_driver();
// Opens the NVRTC that fits the driver best, or returns nullopt if no NVRTC library can be used.
// The environment variable HEDGEROW_NVRTC names another file.
std::optional<Nvrtc> load_nvrtc(int driver_version);

}  // namespace hedgerow::device::cuda
