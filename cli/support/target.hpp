// The destination of an output: a new file, a device or pipe, or a descriptor of the caller.
#pragma once

#include <fcntl.h>

#include <optional>
#include <string>
#include <vector>

#include "hedgerow/container.hpp"
#include "support/descriptor.hpp"

namespace hedgerow::cli {

inline constexpr const char* kStandardStream = "-";

// If no FILE is given, makes `files` standard input, or throws Error (ARGUMENT) if that is a terminal or closed. Throws
// ARGUMENT too if `files` has standard input twice, because the second one would be empty.
void require_files(std::vector<std::string>& files);

// Returns the place of a path, which is relative to the working directory.
inline ContainerPlace place_of(const std::string& path) { return {AT_FDCWD, path, path}; }

struct Target {
  enum class Kind {
    kFile,        // a new file, which ContainerFile puts in place
    kStream,      // a device or FIFO
    kDescriptor,  // a descriptor of the caller: "-", /dev/stdout, /dev/fd/N, and links to these. It is written from its
                  // current position
  };
  Kind kind = Kind::kFile;
  std::string path;
  int descriptor = -1;                         // set for kDescriptor
  std::optional<ContainerPlace> in_tree = {};  // set for a kFile of --recursive
  bool is_new = false;                         // in a tree: there was no such file

  ContainerPlace place() const { return in_tree.value_or(place_of(path)); }
};

// Returns the target of a file in a tree. Throws Error (EXISTS) if there is something other than a regular file,
// because the user did not name it.
Target target_in_tree(const ContainerPlace& place);

// kYes if the user gave --force. kNone if the command has no such option, so that messages do not name it.
enum class Force { kNone, kNo, kYes };
inline Force force_of(bool given) { return given ? Force::kYes : Force::kNo; }

// Follows the links of `path` to find its kind. Does not open it. Throws Error: ARGUMENT for a socket, and without kYes
// also for a block device and for a FIFO of another user, who could read the output; IO for a descriptor that is not
// open.
Target resolve_target(const std::string& path, Force force);

// Opens a kStream for writing. Throws Error: IO, and without kYes ARGUMENT for a FIFO or a regular file of another user
// that has replaced the stream meanwhile.
Descriptor open_stream(const Target& target, Force force);

}  // namespace hedgerow::cli
