// Where an output goes: a new file, a device or pipe that is written to, or a descriptor of ours.
#pragma once

#include <fcntl.h>

#include <optional>
#include <string>
#include <vector>

#include "hedgerow/container.hpp"
#include "support/descriptor.hpp"

namespace hedgerow::cli {

inline constexpr const char* kStandardStream = "-";

// If no FILE is given, makes `files` standard input, or throws Error (ARGUMENT) if that is a terminal or closed.
void require_files(std::vector<std::string>& files);

// A name in the working directory.
inline ContainerPlace place_of(const std::string& path) { return {AT_FDCWD, path, path}; }

struct Target {
  enum class Kind {
    kFile,        // OutputFile puts it in place
    kStream,      // a device or FIFO: opened and written to
    kDescriptor,  // "-", /dev/stdout, /dev/fd/N and whatever links to these: a descriptor that the
                  // caller opened, written from its position on
  };
  Kind kind = Kind::kFile;
  std::string path;
  int descriptor = -1;                         // of a kDescriptor
  std::optional<ContainerPlace> in_tree = {};  // of a kFile that --recursive makes

  ContainerPlace place() const { return in_tree.value_or(place_of(path)); }
};

// A file of a tree. Throws Error (EXISTS) when anything but a regular file is there:
// nobody named it.
Target target_in_tree(const ContainerPlace& place);

// Whether the user gave --force; kNone: the command has no such option, which no message names then.
enum class Force { kNone, kNo, kYes };
inline Force force_of(bool given) { return given ? Force::kYes : Force::kNo; }

// Follows the links of `path` to see what it is; opens nothing. Throws Error: ARGUMENT
// for a socket, and, unless kYes, for a block device and for a FIFO of another user, who may have put
// it there to read the output; IO for a descriptor that is not open.
Target resolve_target(const std::string& path, Force force);

// Opens a kStream for writing. Throws Error: IO, and ARGUMENT for a FIFO or a regular file
// of another user, which took the name meanwhile, unless kYes.
Descriptor open_stream(const Target& target, Force force);

}  // namespace hedgerow::cli
