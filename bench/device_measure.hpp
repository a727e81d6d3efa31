// Measures one cipher on one device: the speed of its computation and of its copies.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "hedgerow/device.hpp"
#include "measure/stats.hpp"

namespace hedgerow::bench {

struct DeviceRequest {
  std::string device, cipher, kernel;  // kernel "": the library selects
  std::size_t bytes = 0;               // of the message
  double seconds = 0;                  // for each figure
  bool check = false;                  // compares every byte with the CPU
  bool inputs = false;                 // also ECB of three kinds of blocks
};

// GB/s (10^9 bytes); 0: not measured.
using Rate = Range;

// The speed of copies from and to pinned memory in this run, each direction alone.
struct CopyRates {
  Rate in, out;
};

struct DeviceRow {
  std::string cipher, kernel;
  std::size_t bytes = 0;
  Rate keystream, in_place, host;
  std::string mode, hash;          // of `seal`; "" if the cipher has no AEAD on devices
  Rate seal;                       // in place in device memory, with its tag
  std::optional<bool> seal_equal;  // to the CPU, if requested
  CopyRates copies;
  std::vector<Rate> inputs;     // ECB of random, grouped and constant blocks, if requested
  std::optional<double> bound;  // upper bound in GB/s by the instruction counts of the kernel
  std::optional<bool> equal;    // to the CPU, if requested
  std::optional<double> seal_bound;
  bool checked() const { return equal.has_value(); }
  bool is_equal() const { return equal.value_or(true) && seal_equal.value_or(true); }
  double slower_copy() const { return std::min(copies.in.median, copies.out.median); }
};

// The memory that all rows of one device share: one buffer on the device, with room for a tag after
// it, and two pinned buffers on the host.
class DeviceBench {
 public:
  DeviceBench(const std::string& id, std::size_t bytes);
  hedgerow_device_info info() const { return device_.info(); }
  CopyRates measure_copies(double seconds);
  // Throws device_error.
  DeviceRow measure(const DeviceRequest& request, const CopyRates& copies);

 private:
  Rate sample(double seconds, std::size_t bytes, const std::function<void()>& queue_one);
  Rate measure_host(DeviceCipher& cipher, const std::vector<unsigned char>& iv,
                    const DeviceRequest& request);
  std::vector<Rate> measure_inputs(DeviceCipher& cipher, const DeviceRequest& request);
  void measure_seal(DeviceRow& row, const std::vector<unsigned char>& key,
                    const DeviceRequest& request);
  bool seal_equals_cpu(DeviceAead& aead, const DeviceRow& row,
                       const std::vector<unsigned char>& key, const DeviceRequest& request);
  bool equals_cpu(DeviceCipher& cipher, const std::vector<unsigned char>& key,
                  const std::vector<unsigned char>& iv, const DeviceRequest& request);

  Device device_;
  DeviceQueue queue_;
  DeviceMemory memory_;
  PinnedMemory in_, out_;
};

}  // namespace hedgerow::bench
