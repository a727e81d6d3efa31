// The options of encrypt and decrypt, as they are typed and as they are checked.
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
  std::optional<std::string> output;  // none: derived from the input's name
  CredentialArguments credentials;
  bool generate_passphrase = false;
  DeviceArguments device;
  std::string cipher = HEDGEROW_CONTAINER_DEFAULT_CIPHER, mode;
  std::string segment = "1M";
  unsigned threads = 0;
  std::optional<std::string> range;
  bool salvage = false;
  bool armor = false;
  bool recursive = false;
  bool tar = false;
  bool preserve = false;
  bool force = false;

  bool encrypting() const { return direction == Direction::kEncrypt; }
};

// Arguments that go together, and the values that their texts stand for.
struct CryptPlan : CryptArguments {
  std::optional<ByteRange> bytes;  // of --range
  ContainerOptions options;        // all but flags and progress, which each job sets
};

// Checks everything that needs no file, then opens the device. Throws Error.
CryptPlan make_plan(const CryptArguments& given);

}  // namespace hedgerow::cli
