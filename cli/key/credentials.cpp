// Reads key files, identities, recipients and passphrases.
#include "key/credentials.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include "command.hpp"
#include "key/passphrase.hpp"
#include "support/arguments.hpp"
#include "support/descriptor.hpp"
#include "support/error.hpp"
#include "support/result.hpp"
#include "support/startup.hpp"
#include "support/suggestion.hpp"
#include "support/target.hpp"

namespace hedgerow::cli {
namespace {

// A secret that others can read or replace is used after a warning, because this may be the owner's intention.
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
    // A text that is not a public key may be a secret, so it is not shown.
    const bool shown = text.starts_with(HEDGEROW_CONTAINER_PUBLIC_PREFIX);
    throw e.with_sentence("-r " + (shown ? text + ": " : "") + e.sentence());
  }
}

void add_passphrase(ContainerCredentials& to, int fd) {
  if (!was_inherited(fd))
    throw_usage("--passphrase-fd " + std::to_string(fd) +
                ": that descriptor is not open; the caller opens it, as in `hedgerow encrypt "
                "FILE --passphrase-fd 3 3<passphrase.txt`; --passphrase-file reads a file");
  add_passphrase_of_descriptor(to, fd);
}

void add_passphrase_file(ContainerCredentials& to, const std::string& path) {
  const auto exposure = add_passphrase_of_file(to, path);
  if (exposure != HEDGEROW_CONTAINER_EXPOSED_TO_NONE)
    put_note("warning: " + path + ": " + hedgerow_container_exposure_text(exposure));
}

void add_passphrase(ContainerCredentials& to, const std::string& number) {
  const auto fd = parse_descriptor(number);
  if (!fd) throw_usage("passphrase-fd: a descriptor is a number, such as passphrase-fd:3");
  add_passphrase(to, *fd);
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
  for (const auto paths : {&arguments.passphrase_files, &arguments.key_files, &arguments.identities,
                           &arguments.recipients_files})
    for (const auto& path : *paths)
      if (stat(path.c_str(), &other) == 0 && is_same(file, other)) return true;
  return false;
}

CLI::Option* add_values(CLI::App& command, const char* names, std::vector<std::string>& values,
                        const char* type, const char* help) {
  return command.add_option(names, values, help)
      ->type_name(type)
      ->allow_extra_args(false)
      ->group(kWhoCanOpen);
}

// The kinds of credentials that open the container at `path`, as bits 1 << hedgerow_container_slot_kind. 0 if that
// cannot be read here, for example because it is a pipe: the work itself then finds out.
unsigned slot_kinds(const std::string& path) {
  struct stat status;
  if (path == kStandardStream || stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode))
    return 0;
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.valid()) return 0;
  try {
    const auto info = inspect_container(file.get());
    unsigned kinds = 0;
    for (std::uint32_t i = 0; i < info.slot_count; i++) kinds |= 1u << info.slots[i].kind;
    return kinds;
  } catch (const Error&) {
    return 0;
  }
}

// Throws if a passphrase cannot open any of `files`, because the user would then type it in vain.
void refuse_useless_question(const std::vector<std::string>& files) {
  constexpr auto kKey = 1u << HEDGEROW_CONTAINER_SLOT_KEY;
  constexpr auto kPassphrase = 1u << HEDGEROW_CONTAINER_SLOT_PASSPHRASE;
  constexpr auto kIdentity = 1u << HEDGEROW_CONTAINER_SLOT_RECIPIENT;
  unsigned first = 0;
  for (const auto& file : files) {
    const auto kinds = slot_kinds(file);
    if (kinds == 0 || (kinds & kPassphrase) != 0) return;
    if (first == 0) first = kinds;
  }
  if (first == 0) return;
  const std::string what = first == kKey        ? "a key file"
                           : first == kIdentity ? "an identity"
                                                : "an identity or a key file";
  const std::string options = first == kKey        ? "--key-file FILE"
                              : first == kIdentity ? "-i FILE"
                                                   : "-i FILE or --key-file FILE";
  throw Error(HEDGEROW_CONTAINER_CREDENTIAL,
              files.front() + ": only " + what + " can open this container: give " + options);
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
  command
      .add_option("--kdf", arguments.kdf,
                  "How hard it is to guess a passphrase: Argon2id over 32, 64 or 256 MiB")
      ->type_name(names)
      ->transform(lower_case, "")
      ->capture_default_str()
      ->group(kWhoCanOpen);
}

void add_credential_options(CLI::App& command, CredentialArguments& arguments, Purpose purpose) {
  const bool making = purpose == Purpose::kMake;
  add_values(command, "-k,--key-file", arguments.key_files, "KEY",
             making ? "A key file, which `hedgerow keygen -o KEY` made"
                    : "Open with a key file, which `hedgerow keygen -o KEY` made");
  if (making) {
    add_values(command, "-r,--recipient", arguments.recipients, "PUBLIC",
               "The owner of this public key, hedgerow-public-...");
    add_values(command, "-R,--recipients-file", arguments.recipients_files, "FILE",
               "The owners of all public keys in this file, one key in a line");
  }
  add_values(command, "-i,--identity", arguments.identities, "FILE",
             making ? "You, with your identity, which `hedgerow keygen --recipient` made"
                    : "Open with your identity, which `hedgerow keygen --recipient` made");
  command
      .add_flag("--passphrase", arguments.ask_passphrase,
                "Ask for a passphrase on the terminal [if no other option of this group is given]")
      ->group(kWhoCanOpen);
  add_values(command, "--passphrase-file", arguments.passphrase_files, "FILE",
             "A passphrase: the first line of this file, for example for cron");
  command
      .add_option("--passphrase-fd", arguments.passphrase_descriptors,
                  "A passphrase: the first line that this file descriptor gives")
      ->type_name("N")
      ->allow_extra_args(false)
      ->check(is_descriptor_number())
      ->group(kWhoCanOpen);
  if (making) return add_kdf_option(command, arguments);
  command
      .add_option("--kdf-limit", arguments.kdf_limit_text,
                  "Refuse a container if its passphrase needs more than M of memory, or if passes "
                  "times memory are more than P times M [4x256M]")
      ->type_name("PxM")
      ->group(kWhoCanOpen);
}

void check_credential_options(const CredentialArguments& arguments) {
  arguments.kdf_cost();
  arguments.kdf_limit();
  ContainerCredentials tried;
  for (const auto& recipient : arguments.recipients) add_recipient(tried, recipient);
}

ContainerCredentials read_credentials(const CredentialArguments& arguments, Purpose purpose,
                                      const std::vector<std::string>& files,
                                      const std::function<void()>& before_question) {
  ContainerCredentials all;
  for (const int fd : arguments.passphrase_descriptors) add_passphrase(all, fd);
  for (const auto& path : arguments.passphrase_files) add_passphrase_file(all, path);
  for (const auto& path : arguments.key_files) add_file(all, HEDGEROW_CONTAINER_KEY_FILE, path);
  for (const auto& path : arguments.identities)
    add_file(all, HEDGEROW_CONTAINER_IDENTITY_FILE, path);
  for (const auto& text : arguments.recipients) add_recipient(all, text);
  for (const auto& path : arguments.recipients_files)
    add_file(all, HEDGEROW_CONTAINER_RECIPIENTS_FILE, path);
  before_question();
  if (all.size() == 0 && purpose == Purpose::kOpen) refuse_useless_question(files);
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
  else if (kind == "passphrase-file" && !value.empty())
    add_passphrase_file(added, value);
  else if (kind == "passphrase-fd")
    add_passphrase(added, value);
  else if (what == kAskedPassphrase)
    add_passphrase_of_terminal(added, true, "New passphrase: ");
  else if (what.starts_with(HEDGEROW_CONTAINER_PUBLIC_PREFIX))
    add_recipient(added, what);
  else
    // The text is not shown because it may be a secret.
    throw_usage(
        "--add has a value that is not a credential: allowed are a public key "
        "(hedgerow-public-...), key-file:PATH, recipients:PATH, identity:PATH, passphrase, "
        "passphrase-file:PATH and passphrase-fd:N");
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
