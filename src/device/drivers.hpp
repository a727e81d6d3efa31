// The drivers of this machine, opened once a process, and what each said. Thread-safe.
#pragma once

#include <deque>
#include <optional>

#include "device/contract.hpp"
#include "device/form.hpp"

namespace hedgerow::device {

struct DriverState {
  const char* name;  // "cuda"
  Language language;
  std::unique_ptr<Backend> backend;  // null: see `refusal`
  std::optional<Error> refusal;
  std::string driver;  // "CUDA 12.4, NVRTC 12.4", or ""
};

// In the order of preference: cuda, opencl.
const std::deque<DriverState>& drivers();

// All devices, those of a driver together.
std::vector<const Facts*> all_devices();

// Opens "cuda:0". Throws kArgument for what is no id, kNoDriver and so on, kNoDevice.
std::unique_ptr<Device> open_device(const std::string& id, void* native_context);

}  // namespace hedgerow::device
