// fchmod and futimens.
#include "preserve.hpp"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

#include "container/descriptor.hpp"
#include "container/error.hpp"

namespace hedgerow::cli {

void copy_time_and_mode(int from, int to) {
  struct stat status;
  if (fstat(from, &status) != 0)
    container::throw_errno("the input's time and mode cannot be read", errno);
  const timespec times[] = {status.st_atim, status.st_mtim};
  if (fchmod(to, status.st_mode & 0777) != 0 || futimens(to, times) != 0)
    container::throw_errno("the output cannot have the input's time and mode", errno);
}

void copy_directory_time_and_mode(const std::string& from, const std::string& to) {
  constexpr int kFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  const container::Descriptor source(open(from.c_str(), kFlags)), target(open(to.c_str(), kFlags));
  if (!source.valid() || !target.valid())
    container::throw_errno("directory " + to + " cannot have its input's time and mode", errno);
  copy_time_and_mode(source.get(), target.get());
}

}  // namespace hedgerow::cli
