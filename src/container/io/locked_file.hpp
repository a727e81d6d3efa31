// A file that no other process changes meanwhile, as far as all ask for the lock.
#pragma once

#include <sys/stat.h>

#include <string>

#include "container/io/descriptor.hpp"

namespace hedgerow::container {

class LockedFile {
 public:
  // Opens the regular file that `path` leads to, links followed, and locks it. `access` is open's
  // O_RDONLY or O_RDWR, `operation` flock's LOCK_SH or LOCK_EX. Throws kBusy at once when another
  // process has the lock or puts another file in the place of this one.
  LockedFile(const std::string& path, int access, int operation);

  // The lock is the file's, not the name's: who renames another file over it asks for no lock.
  // Throws kBusy when that happened.
  void require_in_place() const;

  int fd() const { return file_.get(); }
  // Without links.
  const std::string& path() const { return path_; }
  const struct stat& status() const { return status_; }

 private:
  std::string path_;
  Descriptor file_;
  struct stat status_;
};

}  // namespace hedgerow::container
