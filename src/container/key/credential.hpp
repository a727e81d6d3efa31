// Something that opens a container: the 64 bytes of a key file, a passphrase, or an X25519
// identity. A public key is a credential too, but it can only encrypt.
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

// The kind of a credential, as a slot stores it, which everybody can see.
enum class SlotKind : std::uint8_t { kEmpty = 0, kKeyFile = 1, kPassphrase = 2, kRecipient = 3 };

// Returns "key file", "passphrase" or "recipient".
const char* name_of(SlotKind kind);

// A credential is cheap to copy, because copies share the secret, which stays in locked memory.
class Credential {
 public:
  // `master_key` has kMasterKeyBytes bytes.
  static Credential from_master_key(std::span<const std::uint8_t> master_key);
  // The passphrase has 1 to kMaxPassphraseBytes bytes.
  static Credential from_passphrase(std::span<const std::uint8_t> passphrase);
  // The identity is an X25519 secret key [RFC 7748] of kIdentityBytes bytes.
  static Credential from_identity(std::span<const std::uint8_t> secret_key);
  // A credential that encrypts for the owner of an identity, but cannot open a container.
  static Credential from_public_key(const PublicKey& public_key);

  SlotKind kind() const { return kind_; }
  bool can_open() const { return secret_ != nullptr; }
  // For kRecipient.
  const PublicKey& public_key() const { return public_key_; }
  // Returns the secret as it was given, and may be called only if can_open().
  const Secret& secret() const { return *secret_; }
  // For kPassphrase: the results of Argon2id, which copies share.
  KdfCache& kdf_cache() const { return *kdf_cache_; }

  // Sets the label of the slot that is made for this credential: 1 to kMaxLabelBytes bytes without
  // control characters. The label is stored encrypted. Throws kArgument for other labels.
  Credential with_label(const std::string& label) const;
  const std::string& label() const { return label_; }
  // Sets the default label, for example a file's name. Without a hint, the default is the beginning
  // of a public key, or else the kind. If the label is taken, a number follows it. If the hint is
  // too long it is cut between two characters, and if it cannot be a label it is ignored.
  Credential with_hint(std::string hint) const;
  std::string hint() const;

 private:
  Credential(SlotKind kind, std::span<const std::uint8_t> secret);

  SlotKind kind_;
  std::shared_ptr<const Secret> secret_;
  std::shared_ptr<KdfCache> kdf_cache_;
  PublicKey public_key_{};
  std::string label_;
  std::string hint_;
};

// Returns true if `hint` is too long and `label` is the part that remains of it.
bool is_cut_from(const std::string& label, const std::string& hint);

}  // namespace hedgerow::container
