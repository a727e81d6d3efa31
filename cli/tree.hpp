// What stands in a directory, for `--recursive`.
#pragma once

#include <functional>
#include <string>

namespace hedgerow::cli {

struct TreeEntry {
  enum class Kind {
    kDirectory,     // before its content
    kDirectoryEnd,  // behind it
    kFile,          // a regular file
    kSkipped,       // a symbolic link, device, FIFO or socket: `why` says which
    kFailed         // a directory that cannot be read: `why` says why
  };
  Kind kind;
  std::string path;  // beneath the root, without a slash at either end
  std::string why = "";
};

// Calls `visit` for all that is beneath `root`, by the bytes of the names. Symbolic links are not
// followed. What `visit` returns false for, a directory, is left out. Throws container::Error when
// `root` is no directory or cannot be read.
void walk_tree(const std::string& root, const std::function<bool(const TreeEntry&)>& visit);

// Whether directory `inner` is `outer` or lies beneath it, links followed; `inner` need not exist.
bool lies_within(const std::string& inner, const std::string& outer);

}  // namespace hedgerow::cli
