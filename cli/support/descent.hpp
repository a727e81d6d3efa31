// A walk through a tree of directories by descriptors. It keeps its place in memory, because a recursive walk of a
// very deep tree would need more stack than a thread has.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "support/descriptor.hpp"

namespace hedgerow::cli {

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
