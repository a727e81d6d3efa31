// Key files and passphrases from the options.
#include "credentials.hpp"

#include <sys/stat.h>

#include "container/error.hpp"
#include "container/key_file.hpp"
#include "passphrase.hpp"
#include "startup.hpp"
#include "text.hpp"

namespace hedgerow::cli {
namespace {

container::Credential read_key_file(const std::string& path) {
  auto file = container::load_key_file(path);
  if (file.exposed)
    std::fprintf(stderr,
                 "hedgerow: warning: others can read the key file %s: chmod 600 would stop that\n",
                 path.c_str());
  return file.credential;
}

container::Credential read_passphrase(int fd) {
  if (!was_inherited(fd))
    throw container::Error(
        container::Status::kArgument,
        "--passphrase-fd " + std::to_string(fd) +
            ": that descriptor is not open; the caller opens it, as in `hedgerow encrypt FILE "
            "--passphrase-fd 3 3<passphrase.txt`");
  return passphrase_from_descriptor(fd);
}

}  // namespace

void add_credential_options(CLI::App& command, CredentialArguments& arguments) {
  command.add_option("--key-file", arguments.key_files, "Use a key that `hedgerow keygen` made")
      ->type_name("KEY")
      ->allow_extra_args(false);
  command
      .add_option("--passphrase-fd", arguments.passphrase_descriptors,
                  "Read the passphrase's line from this descriptor [ask on the terminal]")
      ->type_name("N")
      ->allow_extra_args(false)
      ->check(CLI::NonNegativeNumber);
}

std::vector<container::Credential> read_credentials(const CredentialArguments& arguments,
                                                    Purpose purpose) {
  if (arguments.count() > kMaxCredentials)
    throw container::Error(container::Status::kArgument,
                           "a container has one credential: give one --key-file or one "
                           "--passphrase-fd");
  std::vector<container::Credential> credentials;
  for (const int fd : arguments.passphrase_descriptors) credentials.push_back(read_passphrase(fd));
  for (const auto& path : arguments.key_files) credentials.push_back(read_key_file(path));
  if (credentials.empty())
    credentials.push_back(passphrase_from_terminal(purpose == Purpose::kMake));
  return credentials;
}

bool reads_passphrase(const CredentialArguments& arguments, int fd) {
  struct stat input, other;
  if (fstat(fd, &input) != 0 || S_ISCHR(input.st_mode)) return false;
  for (const int descriptor : arguments.passphrase_descriptors)
    if (fstat(descriptor, &other) == 0 && other.st_dev == input.st_dev &&
        other.st_ino == input.st_ino)
      return true;
  return false;
}

}  // namespace hedgerow::cli
