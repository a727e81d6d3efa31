// Key files, identities, recipients and passphrases from the options.
#include "key/credentials.hpp"

#include <sys/stat.h>

#include <charconv>

#include "container/error.hpp"
#include "container/key/identity_file.hpp"
#include "container/key/key_file.hpp"
#include "key/passphrase.hpp"
#include "support/result.hpp"
#include "support/startup.hpp"
#include "support/text.hpp"

namespace hedgerow::cli {
namespace {

using container::Credential;
using container::Error;
using container::Status;
using AllCredentials = std::vector<Credential>;

// Secrets that others can read, or exchange, are still used: their owner may know better.
void warn(const std::string& path, container::Exposure exposure) {
  if (exposure != container::Exposure::kNone)
    put_note("warning: " + path + ": " + container::text_of(exposure));
}

AllCredentials read_key_file(const std::string& path) {
  const auto file = container::load_key_file(path);
  warn(path, file.exposure);
  return {file.credential};
}

AllCredentials read_identities(const std::string& path) {
  auto file = container::load_identity_file(path);
  warn(path, file.exposure);
  return std::move(file.identities);
}

AllCredentials read_recipient(const std::string& text) {
  try {
    return {Credential::from_public_key(container::parse_public_key(text))};
  } catch (const Error& e) {
    // What is no public key may be a secret: it is not shown.
    const bool shown = text.starts_with(container::kPublicPrefix);
    throw e.with_text("-r " + (shown ? text + ": " : "") + e.what());
  }
}

AllCredentials read_passphrase(int fd) {
  if (!was_inherited(fd))
    throw Error(Status::kArgument,
                "--passphrase-fd " + std::to_string(fd) +
                    ": that descriptor is not open; the caller opens it, as in `hedgerow encrypt "
                    "FILE --passphrase-fd 3 3<passphrase.txt`");
  return {passphrase_from_descriptor(fd)};
}

AllCredentials read_passphrase(const std::string& number) {
  int fd = -1;
  const auto end = number.data() + number.size();
  const auto parsed = std::from_chars(number.data(), end, fd);
  if (parsed.ec != std::errc{} || parsed.ptr != end || fd < 0)
    throw Error(Status::kArgument,
                "passphrase-fd: a descriptor is a number, such as passphrase-fd:3");
  return read_passphrase(fd);
}

void append(AllCredentials& all, const AllCredentials& more) {
  all.insert(all.end(), more.begin(), more.end());
}

bool is_same(const struct stat& a, const struct stat& b) {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

bool is_descriptor(const CredentialArguments& arguments, const struct stat& file) {
  struct stat other;
  for (const int descriptor : arguments.passphrase_descriptors)
    if (fstat(descriptor, &other) == 0 && is_same(file, other)) return true;
  return false;
}

bool is_path(const CredentialArguments& arguments, const struct stat& file) {
  struct stat other;
  for (const auto paths :
       {&arguments.key_files, &arguments.identities, &arguments.recipients_files})
    for (const auto& path : *paths)
      if (stat(path.c_str(), &other) == 0 && is_same(file, other)) return true;
  return false;
}

CLI::Option* add_list(CLI::App& command, const char* names, std::vector<std::string>& values,
                      const char* type, const char* help) {
  return command.add_option(names, values, help)->type_name(type)->allow_extra_args(false);
}

}  // namespace

container::KdfCost CredentialArguments::kdf_cost() const {
  return container::find_kdf_setting(kdf);
}

container::KdfLimit CredentialArguments::kdf_limit() const {
  if (kdf_limit_text.empty()) return container::kDefaultKdfLimit;
  return container::parse_kdf_limit(kdf_limit_text);
}

void add_kdf_option(CLI::App& command, CredentialArguments& arguments) {
  std::string names;
  for (const auto& setting : container::kKdfSettings)
    names += (names.empty() ? "" : "|") + std::string(setting.name);
  command.add_option("--kdf", arguments.kdf, "What passphrases cost to try")
      ->type_name(names)
      ->capture_default_str();
}

void add_credential_options(CLI::App& command, CredentialArguments& arguments, Purpose purpose) {
  const bool making = purpose == Purpose::kMake;
  add_list(command, "--key-file", arguments.key_files, "KEY",
           "Use a key that `hedgerow keygen` made");
  command
      .add_option("--passphrase-fd", arguments.passphrase_descriptors,
                  "Read a passphrase's line from this descriptor")
      ->type_name("N")
      ->allow_extra_args(false)
      ->check(CLI::NonNegativeNumber);
  command.add_flag("--passphrase", arguments.ask_passphrase,
                   "Ask for a passphrase on the terminal [when nothing else is given]");
  add_list(command, "-i,--identity", arguments.identities, "FILE",
           making ? "Encrypt to your own identity, from its file"
                  : "Open with an identity that `hedgerow keygen --recipient` made");
  if (making) {
    add_list(command, "-r,--recipient", arguments.recipients, "KEY",
             "Encrypt to the owner of this public key, hedgerow-public-...");
    add_list(command, "-R,--recipients-file", arguments.recipients_files, "FILE",
             "Encrypt to all public keys in this file, one a line");
    add_kdf_option(command, arguments);
  } else {
    command
        .add_option("--kdf-limit", arguments.kdf_limit_text,
                    "The most that a container's passphrase may cost, as passes x memory [4x256M]")
        ->type_name("PxM");
  }
}

void check_credential_options(const CredentialArguments& arguments) {
  arguments.kdf_cost();
  arguments.kdf_limit();
  for (const auto& recipient : arguments.recipients) read_recipient(recipient);
}

AllCredentials read_credentials(const CredentialArguments& arguments, Purpose purpose) {
  check_credential_options(arguments);
  AllCredentials all;
  for (const int fd : arguments.passphrase_descriptors) append(all, read_passphrase(fd));
  for (const auto& path : arguments.key_files) append(all, read_key_file(path));
  for (const auto& path : arguments.identities) append(all, read_identities(path));
  for (const auto& text : arguments.recipients) append(all, read_recipient(text));
  for (const auto& path : arguments.recipients_files)
    append(all, container::load_recipients_file(path));
  if (all.empty() || arguments.ask_passphrase)
    all.push_back(passphrase_from_terminal(purpose == Purpose::kMake));
  return all;
}

AllCredentials read_added(const std::string& what) {
  const auto colon = what.find(':');
  const auto kind = what.substr(0, colon);
  const auto value = colon == what.npos ? std::string() : what.substr(colon + 1);
  if (kind == "key-file" && !value.empty()) return read_key_file(value);
  if (kind == "identity" && !value.empty()) return read_identities(value);
  if (kind == "recipients" && !value.empty()) return container::load_recipients_file(value);
  if (kind == "passphrase-fd") return read_passphrase(value);
  if (what == "passphrase") return {passphrase_from_terminal(true, "New passphrase: ")};
  if (what.starts_with(container::kPublicPrefix)) return read_recipient(what);
  throw Error(Status::kArgument,
              // Its text is not shown: it may be a secret.
              "what --add names is no credential: allowed are a public key (hedgerow-public-...), "
              "key-file:PATH, recipients:PATH, identity:PATH, passphrase, and passphrase-fd:N");
}

bool is_credential(const CredentialArguments& arguments, const struct stat& input) {
  if (S_ISCHR(input.st_mode)) return false;
  return is_descriptor(arguments, input) || (!S_ISREG(input.st_mode) && is_path(arguments, input));
}

bool gives_credential(const CredentialArguments& arguments, const struct stat& output) {
  return S_ISREG(output.st_mode) &&
         (is_descriptor(arguments, output) || is_path(arguments, output));
}

}  // namespace hedgerow::cli
