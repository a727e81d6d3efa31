// The options --device and --allow-cpu of encrypt, decrypt and verify: a device seals and opens the segments.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "hedgerow/container.hpp"

namespace hedgerow::cli {

struct DeviceArguments {
  std::optional<std::string> id;  // empty: the CPU does the work
  bool allow_cpu = false;         // the CPU may do the work that the device cannot do
};

// Adds both options. `work` is the first word of the help of --device, for example "Encrypt".
void add_device_options(CLI::App& command, DeviceArguments& arguments, const std::string& work);

// Throws Error (ARGUMENT) if the options contradict each other. Does not open the device.
void check_device_options(const DeviceArguments& arguments);

// The cipher and the mode of encrypt. The mode "" is the first AEAD that containers of the cipher can have.
struct SegmentChoice {
  std::string cipher, mode;
};

// Opens the device and returns the function that makes the AEAD for its segments. Returns an empty function if no
// device was named. If `choice` is given, the device first compiles the kernel and computes known answers. Throws
// ARGUMENT, UNAVAILABLE or IO. With allow_cpu the CPU takes over instead, from the start or from the segment at which
// the device failed, and a note says so.
MakeContainerAead segments_on_device(const DeviceArguments& arguments,
                                     const std::optional<SegmentChoice>& choice = {});

}  // namespace hedgerow::cli
