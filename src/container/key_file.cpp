// Reading and writing of key files.
#include "container/key_file.hpp"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <sys/stat.h>

#include <cstring>
#include <string_view>

#include "container/descriptor.hpp"
#include "container/error.hpp"
#include "container/output_file.hpp"

namespace hedgerow::container {
namespace {

constexpr std::string_view kPrefix = "hedgerow-key-1:";
constexpr std::size_t kBase64Bytes =
    sodium_base64_ENCODED_LEN(kMasterKeyBytes, sodium_base64_VARIANT_ORIGINAL) - 1;
constexpr std::size_t kLineBytes = kPrefix.size() + kBase64Bytes + 1;
constexpr mode_t kOthers = S_IRGRP | S_IWGRP | S_IROTH | S_IWOTH;

[[noreturn]] void refuse(const std::string& path) {
  throw Error(Status::kKeyFile,
              path +
                  " is not a key file: it must hold one line, \"hedgerow-key-1:\" and the "
                  "base64 of 64 bytes, as `hedgerow keygen` writes it");
}

}  // namespace

void write_new_key(int fd) {
  require_sodium();
  Secret key(kMasterKeyBytes), line(kLineBytes + 1);
  randombytes_buf(key.data(), key.size());
  const auto text = reinterpret_cast<char*>(line.data());
  std::memcpy(text, kPrefix.data(), kPrefix.size());
  sodium_bin2base64(text + kPrefix.size(), kBase64Bytes + 1, key.data(), key.size(),
                    sodium_base64_VARIANT_ORIGINAL);
  text[kLineBytes - 1] = '\n';

  write_all(fd, line.data(), kLineBytes);
}

void create_key_file(const std::string& path) {
  try {
    OutputFile file(path, false);
    write_new_key(file.fd());
    file.commit();
  } catch (const Error& e) {
    if (e.status() != Status::kExists) throw;
    throw Error(Status::kExists, path + " exists already: key files are never overwritten");
  }
}

KeyFile load_key_file(const std::string& path) {
  Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat status;
  if (!file.valid() || fstat(file.get(), &status) != 0)
    throw_errno("key file " + path + " could not be opened", errno);
  Secret line(kLineBytes + 2);  // with CR and with a byte too many
  auto bytes = read_up_to(file.get(), line.data(), line.size());
  const auto text = reinterpret_cast<const char*>(line.data());
  if (bytes > 0 && text[bytes - 1] == '\n') {
    bytes--;
    if (bytes > 0 && text[bytes - 1] == '\r') bytes--;
  }
  if (bytes != kLineBytes - 1 || std::memcmp(text, kPrefix.data(), kPrefix.size()) != 0)
    refuse(path);
  Secret key(kMasterKeyBytes);
  std::size_t decoded = 0;
  const char* end = nullptr;
  const auto encoded = text + kPrefix.size();
  if (sodium_base642bin(key.data(), key.size(), encoded, kBase64Bytes, nullptr, &decoded, &end,
                        sodium_base64_VARIANT_ORIGINAL) != 0 ||
      decoded != kMasterKeyBytes || end != encoded + kBase64Bytes)
    refuse(path);
  return {Credential::from_master_key(key.view()), (status.st_mode & kOthers) != 0};
}

}  // namespace hedgerow::container
