// PTX of the kernels for machines without NVRTC: one pack, embedded when the library was built with
// NVRTC at hand (cmake/device.cmake), or the file that HEDGEROW_DEVICE_PTX names.
//
//   "hedgerow ptx 1\n", then for each program  DIGEST BYTES\n PTX 0
//
// DIGEST, 64 hexadecimal digits, is that of its options and text, so that no PTX of another version
// is ever taken for it; BYTES counts the PTX with its final 0.
#pragma once

#include <optional>

#include "device/contract.hpp"

namespace hedgerow::device::cuda {

inline constexpr char kPackHead[] = "hedgerow ptx 1\n";

std::string pack_digest(const Source& source);
std::string pack_entry(const Source& source, const std::string& ptx);
// The PTX of a source, when a pack has it.
std::optional<std::string> find_ptx(const Source& source);

}  // namespace hedgerow::device::cuda
