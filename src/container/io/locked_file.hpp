// A file that no other process changes in the meantime, if all processes ask for the lock.
#pragma once

#include <sys/stat.h>

#include <string>

#include "container/io/descriptor.hpp"

namespace hedgerow::container {

class LockedFile {
 public:
  // Opens and locks the regular file that `path` leads to, after following links. `access` is
  // open's O_RDONLY or O_RDWR, and `operation` is flock's LOCK_SH or LOCK_EX. Throws kBusy
  // immediately if another process has the lock or replaces the file.
  LockedFile(const std::string& path, int access, int operation);

  // The lock belongs to the file, not to its name, so a process that renames another file over it
  // needs no lock. Throws kBusy if that happened.
  void require_in_place() const;

  int fd() const { return file_.get(); }
  // The path without links.
  const std::string& path() const { return path_; }
  const struct stat& status() const { return status_; }

 private:
  std::string path_;
  Descriptor file_;
  struct stat status_;
};

}  // namespace hedgerow::container
