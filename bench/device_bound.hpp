// An upper bound for the speed of a kernel on a device, by its instruction counts: the cycles that
// a streaming multiprocessor needs for a byte of CTR without any stalls. The counts are in
// tests/device/budgets.tsv, and docs/gpu-counts.md says how they are made. The bound of the memory
// is not included, because few kernels come near it.
#pragma once

#include <cstring>
#include <optional>
#include <string>

#include "hedgerow/device.h"

namespace hedgerow::bench {

struct DeviceBound {
  const char *kernel, *entry, *architecture;
  double cycles_per_byte;
};

// Cycles of a multiprocessor per byte.
inline std::optional<double> cycles_per_byte(const std::string& kernel, const char* entry,
                                             const hedgerow_device_info& device) {
  static constexpr DeviceBound kBounds[] = {
#include "hedgerow_device_bounds.inc"
      {"", "", "", 0}};
  for (const DeviceBound& b : kBounds)
    if (kernel == b.kernel && std::strcmp(entry, b.entry) == 0 &&
        std::strcmp(b.architecture, device.architecture) == 0)
      return b.cycles_per_byte;
  return std::nullopt;
}

// GB/s at the highest clock of the device.
inline double rate_of(double cycles, const hedgerow_device_info& device) {
  return device.compute_units * (device.clock_mhz * 1e6) / cycles / 1e9;
}

inline std::optional<double> device_bound(const std::string& kernel,
                                          const hedgerow_device_info& device) {
  const auto cycles = cycles_per_byte(kernel, "hr_ctr", device);
  return cycles ? std::optional(rate_of(*cycles, device)) : std::nullopt;
}

// The bound for sealing. The cipher runs once per block (twice for MGM), and then the sum.
inline std::optional<double> seal_bound(const std::string& kernel, const std::string& mode,
                                        const std::string& hash,
                                        const hedgerow_device_info& device) {
  const bool mgm = mode == "mgm";
  const auto cipher = cycles_per_byte(kernel, "hr_ctr", device),
             sum = cycles_per_byte(hash, mgm ? "hr_dot" : "hr_hash", device);
  if (!cipher || !sum) return std::nullopt;
  return rate_of((mgm ? 2 : 1) * *cipher + *sum, device);
}

}  // namespace hedgerow::bench
