// Reads and writes the files of the cache.
#include "device/cache.hpp"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstring>

#include "hash/streebog.hpp"

namespace hedgerow::device {
namespace {

constexpr std::string_view kMagic = "hedgerow cache 1\n";
constexpr std::size_t kDigest = Streebog256::kDigestBytes;
constexpr std::size_t kHeadBytes = kMagic.size() + 2 * kDigest;
constexpr off_t kMostBytes = 256 << 20;

std::string digest(std::string_view data) {
  Streebog256 hash;
  hash.update((const std::uint8_t*)data.data(), data.size());
  std::string result(kDigest, '\0');
  hash.digest((std::uint8_t*)result.data());
  return result;
}

class File {
 public:
  explicit File(int fd) : fd_(fd) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() { close(); }
  explicit operator bool() const { return fd_ >= 0; }
  int fd() const { return fd_; }
  bool close() {
    const bool ok = fd_ < 0 || ::close(fd_) == 0;
    fd_ = -1;
    return ok;
  }

 private:
  int fd_;
};

bool read_all(int fd, char* data, std::size_t bytes) {
  while (bytes > 0) {
    const ssize_t n = read(fd, data, bytes);
    if (n <= 0) return false;
    data += n;
    bytes -= (std::size_t)n;
  }
  return true;
}

bool write_all(int fd, std::string_view data) {
  while (!data.empty()) {
    const ssize_t n = write(fd, data.data(), data.size());
    if (n <= 0) return false;
    data.remove_prefix((std::size_t)n);
  }
  return true;
}

// Returns true if the file belongs to the user and others cannot write it.
bool is_trusted(const struct stat& status) {
  return status.st_uid == geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

// Returns the folder and creates it if it does not exist. Its parent, the user's cache, is created
// too.
std::string made_folder() {
  const std::string folder = cache_folder();
  if (folder.empty()) return folder;
  mkdir(folder.substr(0, folder.rfind('/')).c_str(), 0700);
  mkdir(folder.c_str(), 0700);
  struct stat status;
  const bool ours = lstat(folder.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
  return ours && is_trusted(status) ? folder : "";
}

}  // namespace

std::string digest_text(std::string_view data) {
  std::string text;
  for (const char c : digest(data)) {
    constexpr char kDigits[] = "0123456789abcdef";
    text += kDigits[(unsigned char)c >> 4];
    text += kDigits[(unsigned char)c & 15];
  }
  return text;
}

std::string cache_folder() {
  const char* base = secure_getenv("XDG_CACHE_HOME");
  if (base && *base == '/') return std::string(base) + "/hedgerow";
  const char* home = secure_getenv("HOME");
  return home && *home == '/' ? std::string(home) + "/.cache/hedgerow" : "";
}

std::string cache_file(std::string_view key) {
  const std::string folder = cache_folder();
  return folder.empty() ? "" : folder + "/" + digest_text(key);
}

std::optional<std::string> load_cached(std::string_view key) {
  const std::string path = cache_file(key);
  if (path.empty()) return std::nullopt;
  // O_NONBLOCK: a FIFO of that name is ignored like other things that are no file.
  const File file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  struct stat status;
  if (!file || fstat(file.fd(), &status) != 0 || !S_ISREG(status.st_mode) || !is_trusted(status) ||
      status.st_size < (off_t)kHeadBytes || status.st_size > kMostBytes)
    return std::nullopt;
  std::string all((std::size_t)status.st_size, '\0');
  if (!read_all(file.fd(), all.data(), all.size())) return std::nullopt;
  const std::string content = all.substr(kHeadBytes);
  const bool whole =
      all.compare(0, kHeadBytes, std::string(kMagic) + digest(key) + digest(content)) == 0;
  if (whole) return content;
  return std::nullopt;
}

void store_cached(std::string_view key, std::string_view content) {
  const std::string folder = made_folder();
  if (folder.empty()) return;
  std::string temporary = folder + "/.new-XXXXXX";
  File file(mkostemp(temporary.data(), O_CLOEXEC));
  if (!file) return;
  const bool whole = write_all(file.fd(), kMagic) && write_all(file.fd(), digest(key)) &&
                     write_all(file.fd(), digest(content)) && write_all(file.fd(), content) &&
                     fsync(file.fd()) == 0 && file.close();
  if (!whole || rename(temporary.c_str(), cache_file(key).c_str()) != 0) unlink(temporary.c_str());
}

}  // namespace hedgerow::device
