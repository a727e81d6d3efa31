// Uses fchmod and futimens.
#include "crypt/preserve.hpp"

#include <errno.h>
#include <sys/stat.h>

#include "support/error.hpp"

namespace hedgerow::cli {

void copy_time_and_mode(int from, int to) {
  struct stat status;
  if (fstat(from, &status) != 0) throw_errno("the input's time and mode cannot be read", errno);
  const timespec times[] = {status.st_atim, status.st_mtim};
  if (fchmod(to, status.st_mode & 0777) != 0 || futimens(to, times) != 0)
    throw_errno("the output cannot have the input's time and mode", errno);
}

}  // namespace hedgerow::cli
