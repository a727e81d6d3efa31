// Directories by descriptor. A walk that gives names to openat, mkdirat and similar calls stays in its tree, even if
// another process renames or replaces directories meanwhile. The reason is that no path is resolved twice and no
// symbolic link is followed.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "support/descriptor.hpp"

namespace hedgerow::cli {

// Allows the process as many descriptors as the system permits, because a walk needs one for each level of the tree.
void lift_descriptor_limit();

// Returns `path` without slashes at its end, except the first one.
std::string without_slashes(std::string path);

// Returns the directory of a path that does not end in a slash, for example "a/" for "a/b", and "." for "b".
std::string directory_of(const std::string& path);

// Throws Error if no directory could be made at `path`: ARGUMENT if it does not end in a name, IO if its parent does
// not exist or cannot be written to. `path` itself may exist.
void require_place_for_directory(const std::string& path);

// Opens the directory `name` in `parent` for reading. The result is not valid if the directory cannot be opened or if
// `name` is not a directory, for example a symbolic link; errno then has the reason.
Descriptor open_directory(int parent, const std::string& name);

// Opens for reading the regular file `name` that a walk found in `parent`. Throws Error (IO) if it cannot be opened, or
// if something else has taken its place meanwhile, and does not block if that is a FIFO.
Descriptor open_found_file(int parent, const std::string& name);

// Returns the names in a directory, sorted by their bytes. Throws Error (IO).
std::vector<std::string> names_in(int directory);

// A walk through a tree of directories. It keeps its place in memory, because a recursive walk of a very deep tree
// would need more stack than a thread has.
class Descent {
 public:
  using Directory = std::shared_ptr<const Descriptor>;

  // Begins in the directory `root`. Throws Error (IO) if it cannot be read.
  explicit Descent(int root);

  // Goes to the next name in the current directory. Returns false after the last one: then call leave.
  bool next();
  // Makes `inner` the current directory, which has the name at which the walk is.
  void enter(Directory inner, std::vector<std::string> names);
  // Returns to the parent of the current directory, at the name of that directory, which is returned. Returns nullptr
  // if that was the root: then the walk is over.
  Directory leave();

  const Directory& directory() const { return levels_.back().directory; }
  // Return the name in directory() at which the walk is, and its path from the root.
  std::string name() const { return path_.substr(path_.rfind('/') + 1); }
  const std::string& path() const { return path_; }

 private:
  struct Level {
    Directory directory;
    std::vector<std::string> names;
    std::size_t path_bytes;  // length of the path of the directory
    std::size_t next = 0;    // index in names
  };

  std::vector<Level> levels_;  // from the root to the current directory
  std::string path_;
};

}  // namespace hedgerow::cli
