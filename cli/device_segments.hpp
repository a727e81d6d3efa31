// Segments of containers on a device: --device and --allow-cpu of encrypt and decrypt.
#pragma once

#include <optional>
#include <string>

#include "container/segment.hpp"

namespace hedgerow::cli {

// A cipher and its mode as encrypt has them; "" for the first AEAD of containers.
struct SegmentChoice {
  std::string cipher, mode;
};

// What seals and opens segments on the device `id`. Opens it and, where a choice is given, compiles what it needs and has it compute
// known answers: nothing begins that could not end there. Throws kArgument, kUnavailable, kIo. With `allow_cpu` the CPU
// does what the device cannot, from the start or from the segment on where it failed, and a note says so.
container::MakeSegmentAead segments_on_device(const std::string& id, bool allow_cpu,
                                              const std::optional<SegmentChoice>& choice);

}  // namespace hedgerow::cli
