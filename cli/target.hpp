// Where an output goes: a new file, a device or pipe that is written to, or a descriptor of ours.
#pragma once

#include <string>

namespace hedgerow::cli {

inline constexpr const char* kStandardStream = "-";

struct Target {
  enum class Kind {
    kFile,        // OutputFile puts it in place
    kStream,      // a device or FIFO: opened and written to
    kDescriptor,  // "-", /dev/stdout, /dev/fd/N and whatever links to these: a descriptor that the
                  // caller opened, written from its position on
  };
  Kind kind = Kind::kFile;
  std::string path;
  int descriptor = -1;  // of a kDescriptor
};

// Follows the links of `path` to see what it is; opens nothing. Throws container::Error: kArgument
// for a socket, and for a block device unless `force`; kIo for a descriptor that is not open.
Target resolve_target(const std::string& path, bool force);

}  // namespace hedgerow::cli
