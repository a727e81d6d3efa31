// The options that say who can open a container, and the code that reads the files and passphrases that they name.
//
// All credentials are read before an input or output is opened. At that time a descriptor that is open was opened by
// the caller, so a wrong number is noticed. It also makes sure that hedgerow asks before it writes.
#pragma once

#include <sys/stat.h>

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

#include "hedgerow/container.hpp"

namespace hedgerow::cli {

// A command uses its credentials either to make a container for them or to open one. Only if it makes one, it asks for
// a passphrase twice and accepts public keys.
enum class Purpose { kMake, kOpen };

inline constexpr const char* kTakenByCredential =
    "one input cannot give both the data and a passphrase or key: use different files";

struct CredentialArguments {
  std::vector<int> passphrase_descriptors;
  std::vector<std::string> passphrase_files;
  bool ask_passphrase = false;
  std::vector<std::string> key_files;
  std::vector<std::string> identities;
  std::vector<std::string> recipients;
  std::vector<std::string> recipients_files;
  std::string kdf = "default";
  std::string kdf_limit_text;

  // Returns true if the user gave a credential.
  bool any() const {
    return ask_passphrase || !passphrase_descriptors.empty() || !passphrase_files.empty() ||
           !key_files.empty() || !identities.empty() || !recipients.empty() ||
           !recipients_files.empty();
  }
  // Return the values of --kdf and --kdf-limit. Throw Error (ARGUMENT).
  ContainerKdfCost kdf_cost() const;
  ContainerKdfCost kdf_limit() const;
};

void add_credential_options(CLI::App& command, CredentialArguments& arguments,
                            Purpose purpose = Purpose::kOpen);
// Adds --kdf to a command that does not make containers; add_credential_options adds it for kMake.
void add_kdf_option(CLI::App& command, CredentialArguments& arguments);

// Throws the errors of read_credentials that follow from the texts of the options, without opening files or asking
// questions.
void check_credential_options(const CredentialArguments& arguments);

// Reads the credentials of all options, in the order of the members of CredentialArguments. If the user gave none, asks
// for a passphrase on the terminal. Warns if other users can read or change a secret. `files` are the containers that
// will be opened with the credentials. Calls `before_question` when only the question is left. Throws Error: CREDENTIAL
// if it would have to ask although a passphrase opens none of `files`; ARGUMENT for a descriptor that the caller did
// not open, and for passphrases that are empty, too long, or different when asked for twice; KEY_TEXT and IO for files.
ContainerCredentials read_credentials(
    const CredentialArguments& arguments, Purpose purpose,
    const std::vector<std::string>& files = {},
    const std::function<void()>& before_question = [] {});

inline constexpr const char* kAskedPassphrase = "passphrase";  // the value of --add

// Reads the credentials of one --add. `what` is a public key, key-file:PATH, recipients:PATH, identity:PATH, passphrase
// (asked for twice on the terminal), passphrase-file:PATH or passphrase-fd:N. Throws as read_credentials.
ContainerCredentials read_added(const std::string& what);

// Returns true if a credential is read from `input` too, so that one would take the data of the other. For a regular
// file only the descriptors of passphrases matter, because a path is opened separately.
bool is_credential(const CredentialArguments& arguments, const struct stat& input);

// Returns true if `output` is a regular file from which a credential is read, because replacing it would destroy the
// credential.
bool gives_credential(const CredentialArguments& arguments, const struct stat& output);

}  // namespace hedgerow::cli
