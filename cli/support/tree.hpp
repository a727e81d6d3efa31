// Lists everything beneath a directory, for --recursive and --tar.
#pragma once

#include <functional>
#include <string>

namespace hedgerow::cli {

struct TreeEntry {
  enum class Kind {
    kDirectory,     // comes before its content
    kDirectoryEnd,  // comes after its content
    kFile,          // a regular file
    kLink,          // a symbolic link
    kSpecial,       // a device, FIFO or socket
    kFailed         // a directory that cannot be read
  };
  Kind kind;
  std::string path;  // relative to the root, without a slash at either end
  int directory;     // kDirectory, kDirectoryEnd: the open directory itself; otherwise its parent
  std::string why =
      "";  // kLink, kSpecial: a description, for example "a FIFO"; kFailed: the reason

  std::string name() const { return path.substr(path.rfind('/') + 1); }
};

// Calls `visit` for everything beneath the directory `root`, in the order of the bytes of the names. Symbolic links are
// not followed, and the walk stays in the tree even if directories are renamed meanwhile. If `visit` returns false for
// a directory, its content is left out. Throws Error if `root` cannot be read.
void walk_tree(int root, const std::function<bool(const TreeEntry&)>& visit);

// Returns true if the directory `inner` is `outer` or lies beneath it. Links are followed. `inner` need not exist.
bool lies_within(const std::string& inner, const std::string& outer);

}  // namespace hedgerow::cli
