// Key files, identities, recipients and passphrases from the options.
#include "key/credentials.hpp"

#include <sys/stat.h>

#include <charconv>

#include "key/passphrase.hpp"
#include "support/error.hpp"
#include "support/result.hpp"
#include "support/startup.hpp"
#include "support/text.hpp"

namespace hedgerow::cli {
namespace {

// Secrets that others can read, or exchange, are still used: their owner may know better.
void add_file(ContainerCredentials& to, hedgerow_container_file_kind kind,
              const std::string& path) {
  const auto exposure = to.add_file(kind, path);
  if (exposure != HEDGEROW_CONTAINER_EXPOSED_TO_NONE)
    put_note("warning: " + path + ": " + hedgerow_container_exposure_text(exposure));
}

void add_recipient(ContainerCredentials& to, const std::string& text) {
  try {
    to.add_recipient(text);
  } catch (const Error& e) {
    // What is no public key may be a secret: it is not shown.
    const bool shown = text.starts_with(HEDGEROW_CONTAINER_PUBLIC_PREFIX);
    throw e.with_sentence("-r " + (shown ? text + ": " : "") + e.sentence());
  }
}

void add_passphrase(ContainerCredentials& to, int fd) {
  if (!was_inherited(fd))
    throw_usage("--passphrase-fd " + std::to_string(fd) +
                ": that descriptor is not open; the caller opens it, as in `hedgerow encrypt "
                "FILE --passphrase-fd 3 3<passphrase.txt`");
  add_passphrase_of_descriptor(to, fd);
}

void add_passphrase(ContainerCredentials& to, const std::string& number) {
  int fd = -1;
  const auto end = number.data() + number.size();
  const auto parsed = std::from_chars(number.data(), end, fd);
  if (parsed.ec != std::errc{} || parsed.ptr != end || fd < 0)
    throw_usage("passphrase-fd: a descriptor is a number, such as passphrase-fd:3");
  add_passphrase(to, fd);
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

ContainerKdfCost CredentialArguments::kdf_cost() const { return container_kdf_cost(kdf); }

ContainerKdfCost CredentialArguments::kdf_limit() const {
  return kdf_limit_text.empty() ? ContainerKdfCost{} : parse_container_kdf_limit(kdf_limit_text);
}

void add_kdf_option(CLI::App& command, CredentialArguments& arguments) {
  std::string names;
  for (std::size_t i = 0; const char* name = hedgerow_container_kdf_name(i); i++)
    names += (names.empty() ? "" : "|") + std::string(name);
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
  ContainerCredentials tried;
  for (const auto& recipient : arguments.recipients) add_recipient(tried, recipient);
}

ContainerCredentials read_credentials(const CredentialArguments& arguments, Purpose purpose) {
  ContainerCredentials all;
  for (const int fd : arguments.passphrase_descriptors) add_passphrase(all, fd);
  for (const auto& path : arguments.key_files) add_file(all, HEDGEROW_CONTAINER_KEY_FILE, path);
  for (const auto& path : arguments.identities)
    add_file(all, HEDGEROW_CONTAINER_IDENTITY_FILE, path);
  for (const auto& text : arguments.recipients) add_recipient(all, text);
  for (const auto& path : arguments.recipients_files)
    add_file(all, HEDGEROW_CONTAINER_RECIPIENTS_FILE, path);
  if (all.size() == 0 || arguments.ask_passphrase)
    add_passphrase_of_terminal(all, purpose == Purpose::kMake);
  return all;
}

ContainerCredentials read_added(const std::string& what) {
  ContainerCredentials added;
  const auto colon = what.find(':');
  const auto kind = what.substr(0, colon);
  const auto value = colon == what.npos ? std::string() : what.substr(colon + 1);
  if (kind == "key-file" && !value.empty())
    add_file(added, HEDGEROW_CONTAINER_KEY_FILE, value);
  else if (kind == "identity" && !value.empty())
    add_file(added, HEDGEROW_CONTAINER_IDENTITY_FILE, value);
  else if (kind == "recipients" && !value.empty())
    add_file(added, HEDGEROW_CONTAINER_RECIPIENTS_FILE, value);
  else if (kind == "passphrase-fd")
    add_passphrase(added, value);
  else if (what == "passphrase")
    add_passphrase_of_terminal(added, true, "New passphrase: ");
  else if (what.starts_with(HEDGEROW_CONTAINER_PUBLIC_PREFIX))
    add_recipient(added, what);
  else
    // Its text is not shown: it may be a secret.
    throw_usage(
        "what --add names is no credential: allowed are a public key (hedgerow-public-...), "
        "key-file:PATH, recipients:PATH, identity:PATH, passphrase, and passphrase-fd:N");
  return added;
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
