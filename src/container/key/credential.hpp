// What opens a container: a key file's 64 bytes, a passphrase, or an X25519 identity; and a public
// key, which can only be encrypted to.
#pragma once

#include <memory>
#include <string>

#include "container/key/kdf.hpp"

namespace hedgerow::container {

inline constexpr std::size_t kMasterKeyBytes = 64;
inline constexpr std::size_t kMaxPassphraseBytes = 1024;
inline constexpr std::size_t kIdentityBytes = 32;
inline constexpr std::size_t kPublicKeyBytes = 32;
inline constexpr std::size_t kMaxLabelBytes = 63;

using PublicKey = std::array<std::uint8_t, kPublicKeyBytes>;

// As a slot stores it. Everybody can see a slot's kind.
enum class SlotKind : std::uint8_t { kEmpty = 0, kKeyFile = 1, kPassphrase = 2, kRecipient = 3 };

// "key file", "passphrase" or "recipient".
const char* name_of(SlotKind kind);

// Cheap to copy: copies share the secret, which stays in locked memory.
class Credential {
 public:
  // `master_key` has kMasterKeyBytes.
  static Credential from_master_key(std::span<const std::uint8_t> master_key);
  // 1 to kMaxPassphraseBytes bytes.
  static Credential from_passphrase(std::span<const std::uint8_t> passphrase);
  // An X25519 secret key [RFC 7748] of kIdentityBytes.
  static Credential from_identity(std::span<const std::uint8_t> secret_key);
  // Encrypts to the owner of an identity; opens nothing.
  static Credential from_public_key(const PublicKey& public_key);

  SlotKind kind() const { return kind_; }
  bool can_open() const { return secret_ != nullptr; }
  // Of kRecipient.
  const PublicKey& public_key() const { return public_key_; }
  // The secret as it was given. Of those that can_open.
  const Secret& secret() const { return *secret_; }

  // How the slot that is made for it will be called: 1 to kMaxLabelBytes bytes without control
  // characters; the label is stored encrypted. Throws kArgument.
  Credential with_label(const std::string& label) const;
  const std::string& label() const { return label_; }
  // What the slot is called without a label, with a number behind it when that is taken: the hint,
  // such as a file's name, else the first characters of a public key, else the kind. A hint that
  // makes no label is cut or passed over.
  Credential with_hint(std::string hint) const;
  std::string hint() const;

 private:
  Credential(SlotKind kind, std::span<const std::uint8_t> secret);

  SlotKind kind_;
  std::shared_ptr<const Secret> secret_;
  PublicKey public_key_{};
  std::string label_;
  std::string hint_;
};

}  // namespace hedgerow::container
