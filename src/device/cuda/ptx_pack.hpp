// The PTX of all kernels, for machines without NVRTC. A pack is embedded if the library was built
// with NVRTC (cmake/device.cmake), or it is in the file that HEDGEROW_DEVICE_PTX names.
//
//   "hedgerow ptx 1\n", then for each program  DIGEST BYTES\n PTX 0
//
// DIGEST has 64 hexadecimal digits and is computed from the options and the text of the program.
// Therefore PTX of another version is never used by mistake. BYTES is the length of the PTX, and
// includes its final 0.
#pragma once

#include <optional>

#include "device/contract.hpp"

namespace hedgerow::device::cuda {

inline constexpr char kPackHead[] = "hedgerow ptx 1\n";

std::string pack_digest(const Source& source);
std::string pack_entry(const Source& source, const std::string& ptx);
// Returns the PTX of a source if a pack has it.
std::optional<std::string> find_ptx(const Source& source);

}  // namespace hedgerow::device::cuda
