// The work of encrypt and decrypt: one input to one output, with all the rules on files.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "container/container.hpp"
#include "credentials.hpp"

namespace hedgerow::cli {

enum class Direction { kEncrypt, kDecrypt };

struct CryptArguments {
  Direction direction;
  std::vector<std::string> files;
  std::optional<std::string> output;  // none: derived from the input's name
  CredentialArguments credentials;
  std::string segment = "1M";
  bool force = false;
  container::EncryptOptions options;  // decryption takes threads from it
};

// Does every file; goes on after a failure. Returns the exit code of the first failure, or 0.
int run_crypt(const CryptArguments& arguments);

}  // namespace hedgerow::cli
