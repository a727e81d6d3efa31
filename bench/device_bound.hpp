// What a kernel could reach on a device by its instruction counts: the cycles that a streaming
// multiprocessor needs for a byte of CTR when nothing holds it up, from tests/device/budgets.tsv;
// docs/gpu-counts.md says how they are counted. The memory's own bound, which few kernels come near,
// is not in it.
#pragma once

#include <cstring>
#include <optional>
#include <string>

#include "hedgerow/device.h"

namespace hedgerow::bench {

struct DeviceBound {
  const char *kernel, *architecture;
  double cycles_per_byte;
};

// GB/s at the device's highest clock.
inline std::optional<double> device_bound(const std::string& kernel,
                                          const hedgerow_device_info& device) {
  static constexpr DeviceBound kBounds[] = {
#include "hedgerow_device_bounds.inc"
      {"", "", 0}};
  for (const DeviceBound& b : kBounds)
    if (kernel == b.kernel && std::strcmp(b.architecture, device.architecture) == 0)
      return device.compute_units * (device.clock_mhz * 1e6) / b.cycles_per_byte / 1e9;
  return std::nullopt;
}

}  // namespace hedgerow::bench
