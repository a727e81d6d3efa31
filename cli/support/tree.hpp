// What is in a directory and below, for `--recursive` and `--tar`.
#pragma once

#include <functional>
#include <string>

namespace hedgerow::cli {

struct TreeEntry {
  enum class Kind {
    kDirectory,     // before its content
    kDirectoryEnd,  // after it
    kFile,          // a regular file
    kLink,          // a symbolic link
    kSpecial,       // a device, FIFO or socket
    kFailed         // a directory that cannot be read
  };
  Kind kind;
  std::string path;  // beneath the root, without a slash at either end
  int directory;  // open: of a kDirectory and kDirectoryEnd itself, of all others what they are in
  std::string why = "";  // kLink, kSpecial: what it is; kFailed: why

  std::string name() const { return path.substr(path.rfind('/') + 1); }
};

// Calls `visit` for all that is beneath the directory `root`, by the bytes of the names. Symbolic links
// are not followed, and the walk stays in the tree whatever is renamed meanwhile. What `visit` returns
// false for, a directory, is left out. Throws Error when `root` cannot be read.
void walk_tree(int root, const std::function<bool(const TreeEntry&)>& visit);

// Whether directory `inner` is `outer` or lies beneath it, links followed; `inner` need not exist.
bool lies_within(const std::string& inner, const std::string& outer);

}  // namespace hedgerow::cli
