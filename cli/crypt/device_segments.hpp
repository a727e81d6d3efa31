// Segments of containers on a device: --device and --allow-cpu of encrypt, decrypt and verify.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "hedgerow/container.hpp"

namespace hedgerow::cli {

struct DeviceArguments {
  std::optional<std::string> id;  // none: the CPU
  bool allow_cpu = false;         // where the device cannot
};

// `work` as the help of --device begins: "Encrypt".
void add_device_options(CLI::App& command, DeviceArguments& arguments, const std::string& work);

// Throws Error (ARGUMENT) for what the options do not say together. Opens nothing.
void check_device_options(const DeviceArguments& arguments);

// A cipher and its mode as encrypt has them; "" for the first AEAD of containers.
struct SegmentChoice {
  std::string cipher, mode;
};

// What seals and opens segments on the device; none where no device was named. Opens it and, where
// a choice is given, compiles what it needs and has it compute known answers: nothing begins that
// could not end there. Throws ARGUMENT, UNAVAILABLE, IO. With allow_cpu the CPU does what the
// device cannot, from the start or from the segment on where it failed, and a note says so.
MakeContainerAead segments_on_device(const DeviceArguments& arguments,
                                     const std::optional<SegmentChoice>& choice = {});

}  // namespace hedgerow::cli
