// Lists everything beneath a directory, for --recursive and --tar.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "support/descriptor.hpp"

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
  // kDirectory, kDirectoryEnd: the open directory itself; otherwise its parent. It stays open as long as somebody has
  // this pointer.
  std::shared_ptr<const Descriptor> directory;
  std::string why =
      "";  // kLink, kSpecial: a description, for example "a FIFO"; kFailed: the reason
  std::uint64_t bytes = 0;  // kFile: the length
  bool sparse = false;      // kFile: it may have holes, because it takes less room than its length

  std::string name() const { return path.substr(path.rfind('/') + 1); }
};

// Calls `visit` for everything beneath the directory `root`, in the order of the bytes of the names. Symbolic links are
// not followed, and the walk stays in the tree even if directories are renamed meanwhile. If `visit` returns false for
// a directory, its content is left out. Throws Error if `root` cannot be read.
void walk_tree(int root, const std::function<bool(const TreeEntry&)>& visit);

// Returns true if the directory `inner` is `outer` or lies beneath it. Links are followed. `inner` need not exist.
bool lies_within(const std::string& inner, const std::string& outer);

}  // namespace hedgerow::cli
