// The drivers of this machine. They are opened once in a process, and their answers are kept.
// Thread-safe.
#pragma once

#include <deque>
#include <optional>

#include "device/contract.hpp"
#include "device/kernel_info.hpp"

namespace hedgerow::device {

struct DriverState {
  const char* name;  // "cuda"
  Language language;
  std::unique_ptr<Backend> backend;  // null if the driver cannot be used; then `refusal` says why
  std::optional<Error> refusal;
  std::string driver;  // "CUDA 12.4, NVRTC 12.4", or ""
};

// Returns the drivers in the order of preference, which is cuda before opencl.
const std::deque<DriverState>& drivers();

// Returns the devices of all drivers, in the order of the drivers.
std::vector<const DeviceInfo*> all_devices();

// Opens a device, for example "cuda:0". Throws kArgument if the text is not an id, kNoDriver and
// its like if the driver cannot be used, and kNoDevice if there is no such device.
std::unique_ptr<Device> open_device(const std::string& id, void* native_context);

}  // namespace hedgerow::device
