// A walk that opens directories to their owner as it goes.
#include "extracted.hpp"

#include <errno.h>
#include <sys/stat.h>

#include <filesystem>
#include <functional>
#include <utility>
#include <vector>

#include "container/error.hpp"

namespace hedgerow::cli {
namespace {

namespace fs = std::filesystem;
using container::Error;
using container::Status;

// `visit` for `root` and all below, each directory before what is in it; links are not followed.
// Goes on after an entry that cannot be read. Returns the first such failure.
std::error_code walk(const fs::path& root,
                     const std::function<void(const fs::path&, const struct stat&)>& visit) {
  std::error_code failure;
  const auto keep = [&](const std::error_code& error) {
    if (!failure) failure = error;
  };
  std::vector<fs::path> left{root};
  while (!left.empty()) {
    const auto path = std::move(left.back());
    left.pop_back();
    struct stat status;
    if (lstat(path.c_str(), &status) != 0) {
      keep({errno, std::generic_category()});
      continue;
    }
    visit(path, status);
    if (!S_ISDIR(status.st_mode)) continue;
    std::error_code error;
    for (fs::directory_iterator at(path, error), end; !error && at != end; at.increment(error))
      left.push_back(at->path());
    if (error) keep(error);
  }
  return failure;
}

void change_mode(const fs::path& path, mode_t mode) {
  if (chmod(path.c_str(), mode) != 0)
    container::throw_errno(path.native() + " could not get its permissions", errno);
}

}  // namespace

void check_extracted(const std::string& root) {
  std::vector<std::pair<fs::path, mode_t>> opened;
  const auto failure = walk(root, [&](const fs::path& path, const struct stat& status) {
    const auto mode = status.st_mode & 07777;
    if (S_ISLNK(status.st_mode)) return;
    if (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))
      throw Error(Status::kArgument, "the archive has a device, FIFO or socket, " +
                                         path.lexically_relative(root).native() +
                                         ": only files, directories and links are extracted");
    const mode_t wanted = (mode & 06000) != 0 ? mode & 0777 : mode;
    if (S_ISDIR(status.st_mode) && (mode & 0700) != 0700) {
      opened.emplace_back(path, wanted);
      change_mode(path, wanted | 0700);
    } else if (wanted != mode) {
      change_mode(path, wanted);
    }
  });
  if (failure) container::throw_errno("what tar extracted cannot be examined", failure.value());
  for (auto entry = opened.rbegin(); entry != opened.rend(); ++entry)  // inner ones first
    change_mode(entry->first, entry->second);
}

void remove_extracted(const std::string& root) noexcept try {
  walk(root, [](const fs::path& path, const struct stat& status) {
    if (S_ISDIR(status.st_mode)) chmod(path.c_str(), 0700);
  });
  std::error_code ignored;
  fs::remove_all(root, ignored);
} catch (...) {
  // Memory is short: it stays.
}

}  // namespace hedgerow::cli
