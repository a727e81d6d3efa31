// What opens a container: the 64 bytes of a key file, or a passphrase that Argon2id turns into 64
// bytes with the costs and the salt of the header.
#pragma once

#include <memory>
#include <string>

#include "container/header.hpp"
#include "container/secret.hpp"

namespace hedgerow::container {

inline constexpr std::size_t kMasterKeyBytes = 64;
inline constexpr std::size_t kMaxPassphraseBytes = 1024;

class Credential {
 public:
  // `master_key` has kMasterKeyBytes.
  static Credential from_master_key(std::span<const std::uint8_t> master_key);
  // 1 to kMaxPassphraseBytes bytes.
  static Credential from_passphrase(std::span<const std::uint8_t> passphrase);

  Kdf kdf() const { return kdf_; }
  // The master key for this header. Throws kCredential when the header wants the other kind. Takes
  // the memory that the header asks for, which parse_header capped.
  std::shared_ptr<const Secret> master_key(const Header& header) const;

 private:
  Credential(Kdf kdf, std::span<const std::uint8_t> secret);

  Kdf kdf_;
  std::shared_ptr<const Secret> secret_;
};

// The keys of one file: BLAKE2b, keyed with the master key, over the header's first 112 bytes, with
// one personalisation for each of the two.
struct FileKeys {
  Secret cipher_key;
  std::array<std::uint8_t, kCommitmentBytes> commitment;
};

FileKeys derive_file_keys(const Header& header, const Credential& credential);

// derive_file_keys, then compares the commitment in constant time; throws kWrongKey.
FileKeys open_file_keys(const Header& header, const Credential& credential);

}  // namespace hedgerow::container
