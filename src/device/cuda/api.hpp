// The functions of the CUDA driver and of NVRTC, bound at run time: no CUDA header is needed.
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

  // "CUDA_ERROR_INVALID_VALUE (1): invalid argument".
  std::string describe(int error) const;
};

struct Nvrtc {
#define NVRTC(member, symbol, parameters) int(*member) parameters = nullptr;
#include "device/cuda/functions.def"
  std::string version_text;  // "12.4"
};

// "12.4"
std::string version_text(int version);

// The driver, initialised. Throws kNoDriver, kOldDriver, kNoDevice, kDriver.
Driver load_driver();
// The NVRTC that fits the driver best; none when no library of it can be used. HEDGEROW_NVRTC names
// another file.
std::optional<Nvrtc> load_nvrtc(int driver_version);

}  // namespace hedgerow::device::cuda
