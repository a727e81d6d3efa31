// The options of encrypt and decrypt: CryptArguments as the user typed them, CryptPlan after all checks.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "crypt/device_segments.hpp"
#include "hedgerow/container.hpp"
#include "key/credentials.hpp"
#include "support/byte_range.hpp"

namespace hedgerow::cli {

enum class Direction { kEncrypt, kDecrypt };

struct CryptArguments {
  Direction direction;
  std::vector<std::string> files;
  std::optional<std::string> output;  // empty: follows from the name of the input
  CredentialArguments credentials;
  bool generate_passphrase = false;
  DeviceArguments device;
  std::string cipher = HEDGEROW_CONTAINER_DEFAULT_CIPHER, mode;
  std::string segment = "1M";
  std::string layout = "automatic";
  unsigned threads = 0;
  std::optional<std::string> range;
  bool salvage = false;
  bool armor = false;
  bool recursive = false;
  bool tar = false;
  bool preserve = false;
  bool force = false;
  bool skip_existing = false;

  bool encrypting() const { return direction == Direction::kEncrypt; }
};

// Arguments that fit together, with the values of their texts.
struct CryptPlan : CryptArguments {
  std::optional<ByteRange> bytes;  // the value of --range
  ContainerOptions options;        // without flags and progress, which each job sets
};

// Checks everything that can be checked without opening a file, then opens the device. Throws Error.
CryptPlan make_plan(const CryptArguments& given);

}  // namespace hedgerow::cli
