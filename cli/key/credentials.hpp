// The options that say what opens a container, and the reading of what they name.
//
// Everything is read and checked before a file is opened: a descriptor of the caller's is then
// known from one of ours, and nothing is made or asked twice.
#pragma once

#include <sys/stat.h>

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "hedgerow/container.hpp"

namespace hedgerow::cli {

// What a command does with its credentials: make a container for them, or open one. A new
// passphrase is asked for twice; public keys only serve to make.
enum class Purpose { kMake, kOpen };

inline constexpr const char* kTakenByCredential =
    "one input cannot give both the data and a passphrase or key";

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

  // Whether any was given.
  bool any() const {
    return ask_passphrase || !passphrase_descriptors.empty() || !passphrase_files.empty() ||
           !key_files.empty() || !identities.empty() || !recipients.empty() ||
           !recipients_files.empty();
  }
  // What --kdf and --kdf-limit say. Throw Error (ARGUMENT).
  ContainerKdfCost kdf_cost() const;
  ContainerKdfCost kdf_limit() const;
};

void add_credential_options(CLI::App& command, CredentialArguments& arguments,
                            Purpose purpose = Purpose::kOpen);
// --kdf, which kMake has.
void add_kdf_option(CLI::App& command, CredentialArguments& arguments);

// Throws what read_credentials would throw for the options' texts alone. Opens and asks nothing.
void check_credential_options(const CredentialArguments& arguments);

// The credentials of each option that was given, in the order of CredentialArguments's members;
// without any, a passphrase from the terminal. Warns of secrets that others may read or change.
// Throws Error: ARGUMENT for a descriptor that the caller did not open, and for
// passphrases that are empty, too long or, asked for twice, not the same; KEY_TEXT and IO for
// files.
ContainerCredentials read_credentials(const CredentialArguments& arguments, Purpose purpose,
                                      const std::vector<std::string>& files = {});

// The credentials that `what` names: a public key, key-file:PATH, recipients:PATH, identity:PATH,
// passphrase (asked for on the terminal, twice), or passphrase-fd:N. Throws as read_credentials.
ContainerCredentials read_added(const std::string& what);

// Whether `input` is what a passphrase's descriptor reads, or, unless it is a regular file, what a
// credential's path names: one would take the other's data.
bool is_credential(const CredentialArguments& arguments, const struct stat& input);

// Whether `output` is a regular file that gives a credential: what replaces it would lose that.
bool gives_credential(const CredentialArguments& arguments, const struct stat& output);

}  // namespace hedgerow::cli
