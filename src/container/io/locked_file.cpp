// Opens and locks files with flock, so that the lock ends with the process.
#include "container/io/locked_file.hpp"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>

#include <memory>

#include "container/error.hpp"
#include "container/io/output_file.hpp"

namespace hedgerow::container {
namespace {

std::string follow_links(const std::string& path) {
  struct Free {
    void operator()(char* p) const { free(p); }
  };
  const std::unique_ptr<char, Free> real(realpath(path.c_str(), nullptr));
  if (!real) throw_errno(path + " could not be opened", errno);
  return real.get();
}

}  // namespace

LockedFile::LockedFile(const std::string& path, int access, int operation)
    : path_(follow_links(path)), file_(open(path_.c_str(), access | O_NONBLOCK | O_CLOEXEC)) {
  if (!file_.valid()) throw_errno(path + " could not be opened", errno);
  if (fstat(fd(), &status_) != 0) throw_errno(path + " could not be examined", errno);
  if (!S_ISREG(status_.st_mode))
    throw Error(Status::kArgument,
                path + " is not a regular file: only in those credentials can be changed");
  if (flock(fd(), operation | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) throw_errno(path + " could not be locked", errno);
    throw Error(Status::kBusy,
                path +
                    " is locked: another process changes or lists its credentials; try "
                    "again when that is done");
  }
  // Another process may have replaced the file between opening and locking.
  require_in_place();
}

void LockedFile::require_in_place() const {
  if (!is_same_file(fd(), path_))
    throw Error(Status::kBusy, path_ + " was replaced by another process meanwhile: try again");
}

}  // namespace hedgerow::container
