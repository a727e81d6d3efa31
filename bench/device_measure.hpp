// One cipher on one device, measured: what the device computes, and what its copies carry.
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
  std::string device, cipher, kernel;  // kernel "": as the library selects
  std::size_t bytes = 0;               // of the message
  double seconds = 0;                  // for each figure
  bool check = false;                  // compares every byte with the CPU
  bool inputs = false;                 // also ECB of three kinds of blocks
};

// GB/s (10^9 bytes); 0: not measured.
using Rate = Range;

// What the device copies in this run, from and to pinned memory, each way by itself.
struct CopyRates {
  Rate in, out;
};

struct DeviceRow {
  std::string cipher, kernel;
  std::size_t bytes = 0;
  Rate keystream, in_place, host;
  std::string mode, hash;          // of `seal`; "": the cipher has no AEAD that devices have
  Rate seal;                       // in place in device memory, with its tag
  std::optional<bool> seal_equal;  // to the CPU, when that was asked for
  CopyRates copies;
  std::vector<Rate> inputs;  // ECB of random, grouped and constant blocks, when that was asked for
  std::optional<double> bound;  // GB/s that the kernel could reach by its instruction counts
  std::optional<bool> equal;    // to the CPU, when that was asked for
  std::optional<double> seal_bound;
  bool checked() const { return equal.has_value(); }
  bool is_equal() const { return equal.value_or(true) && seal_equal.value_or(true); }
  double slower_copy() const { return std::min(copies.in.median, copies.out.median); }
};

// Memory of one device that all its rows use: 1 buffer there, with room for a tag behind it, 2 pinned ones here.
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
