// The options that say what opens a container, and the reading of what they name.
//
// Everything is read and checked before a file is opened: a descriptor of the caller's is then
// known from one of ours, and nothing is made or asked twice.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "container/credential.hpp"

namespace hedgerow::cli {

// What a command does with its credentials: a new passphrase is asked for twice.
enum class Purpose { kMake, kOpen };

inline constexpr std::size_t kMaxCredentials = 1;

struct CredentialArguments {
  std::vector<std::string> key_files;
  std::vector<int> passphrase_descriptors;

  std::size_t count() const { return key_files.size() + passphrase_descriptors.size(); }
};

void add_credential_options(CLI::App& command, CredentialArguments& arguments);

// One credential for each option that was given, in the order of CredentialArguments's members;
// without any, a passphrase from the terminal. Warns of key files that others may read or change.
// Throws container::Error: kArgument for a descriptor that the caller did not open, for too many
// credentials and for passphrases that are empty, too long or, asked for twice, not the same;
// kKeyFile and kIo for key files.
std::vector<container::Credential> read_credentials(const CredentialArguments& arguments,
                                                    Purpose purpose);

// Whether `fd` reads what a passphrase's descriptor reads, so that one would take the other's data.
bool reads_passphrase(const CredentialArguments& arguments, int fd);

}  // namespace hedgerow::cli
