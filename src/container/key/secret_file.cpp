// Reads and writes secret text files.
#include "container/key/secret_file.hpp"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

#include "container/error.hpp"
#include "container/io/descriptor.hpp"
#include "container/io/output_file.hpp"
#include "container/key/key_text.hpp"

namespace hedgerow::container {
namespace {

Exposure exposure_of(const struct stat& status) {
  if (!S_ISREG(status.st_mode)) return Exposure::kNone;
  if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0) return Exposure::kWritable;
  return (status.st_mode & (S_IRGRP | S_IROTH)) != 0 ? Exposure::kReadable : Exposure::kNone;
}

}  // namespace

const char* text_of(Exposure exposure) {
  switch (exposure) {
    case Exposure::kReadable:
      return "others can read it: chmod 600 would stop that";
    case Exposure::kWritable:
      return "others can change it: chmod 600 would stop that";
    case Exposure::kNone:
      break;
  }
  return "";
}

std::vector<std::string_view> SecretFile::lines() const {
  std::string_view rest(reinterpret_cast<const char*>(text.data()), text.size());
  std::vector<std::string_view> lines;
  while (!rest.empty()) {
    const auto end = rest.find('\n');
    auto line = rest.substr(0, end);
    rest = end == rest.npos ? std::string_view() : rest.substr(end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
  }
  return lines;
}

SecretFile load_secret_file(const std::string& path, std::size_t max_bytes, const char* kind) {
  refuse_key_as_path(path, kind);
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat status;
  if (!file.valid() || fstat(file.get(), &status) != 0)
    throw_errno(kind + (" " + path) + " could not be opened", errno);
  if (S_ISDIR(status.st_mode)) throw_errno(kind + (" " + path) + " could not be read", EISDIR);
  Secret text(max_bytes + 1);
  const auto bytes = read_up_to(file.get(), text.data(), text.size());
  if (bytes > max_bytes)
    throw Error(Status::kKeyFile, path + " is not a " + kind + ": it has more than " +
                                      std::to_string(max_bytes) + " bytes");
  text.shrink(bytes);
  return {std::move(text), exposure_of(status)};
}

void create_secret_file(const std::string& path, std::span<const std::uint8_t> text,
                        const char* kind) {
  refuse_key_as_path(path, kind);
  try {
    OutputFile file(path, false);
    write_all(file.fd(), text.data(), text.size());
    file.commit();
  } catch (const Error& e) {
    if (e.status() != Status::kExists) throw;
    throw Error(Status::kExists, path + " exists already: a " + kind + " is never overwritten");
  }
}

}  // namespace hedgerow::container
