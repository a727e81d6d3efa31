// Credentials, and X25519 public keys [RFC 7748] with libsodium.
#include "container/key/credential.hpp"

#include <sodium.h>

#include <algorithm>

#include "container/error.hpp"
#include "container/key/key_text.hpp"
#include "container/utf8.hpp"

namespace hedgerow::container {

static_assert(kIdentityBytes == crypto_scalarmult_SCALARBYTES);
static_assert(kPublicKeyBytes == crypto_scalarmult_BYTES);

namespace {

constexpr std::size_t kHintCharacters = 12;                // of the text of a public key
constexpr std::size_t kMaxHintBytes = kMaxLabelBytes - 3;  // room for a number
constexpr std::size_t kMaxCharacterBytes = 4;              // in UTF-8

bool is_printable(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x20 && byte != 0x7f;
  });
}

}  // namespace

const char* name_of(SlotKind kind) {
  switch (kind) {
    case SlotKind::kKeyFile:
      return "key file";
    case SlotKind::kPassphrase:
      return "passphrase";
    case SlotKind::kRecipient:
      return "recipient";
    case SlotKind::kEmpty:
      break;
  }
  return "nothing";
}

Credential::Credential(SlotKind kind, std::span<const std::uint8_t> secret) : kind_(kind) {
  if (secret.empty()) return;
  Secret copy(secret.size());
  std::copy(secret.begin(), secret.end(), copy.data());
  secret_ = std::make_shared<const Secret>(std::move(copy));
}

Credential Credential::from_master_key(std::span<const std::uint8_t> master_key) {
  if (master_key.size() != kMasterKeyBytes)
    throw Error(Status::kArgument, "a master key has 64 bytes");
  return Credential(SlotKind::kKeyFile, master_key);
}

Credential Credential::from_passphrase(std::span<const std::uint8_t> passphrase) {
  if (passphrase.empty() || passphrase.size() > kMaxPassphraseBytes)
    throw Error(Status::kArgument, "a passphrase has 1 to 1024 bytes; this one has " +
                                       std::to_string(passphrase.size()));
  Credential credential(SlotKind::kPassphrase, passphrase);
  credential.kdf_cache_ = std::make_shared<KdfCache>();
  return credential;
}

Credential Credential::from_identity(std::span<const std::uint8_t> secret_key) {
  if (secret_key.size() != kIdentityBytes)
    throw Error(Status::kArgument, "an identity has 32 bytes");
  Credential identity(SlotKind::kRecipient, secret_key);
  crypto_scalarmult_base(identity.public_key_.data(), identity.secret().data());
  return identity;
}

Credential Credential::from_public_key(const PublicKey& public_key) {
  Credential recipient(SlotKind::kRecipient, {});
  recipient.public_key_ = public_key;
  return recipient;
}

Credential Credential::with_label(const std::string& label) const {
  if (label.empty() || label.size() > kMaxLabelBytes || !is_printable(label))
    throw Error(Status::kArgument,
                "a label has 1 to 63 bytes and no control characters; this one has " +
                    std::to_string(label.size()) + " bytes");
  auto copy = *this;
  copy.label_ = label;
  return copy;
}

Credential Credential::with_hint(std::string hint) const {
  auto copy = *this;
  hint.resize(fitting(hint, kMaxHintBytes).size());
  if (is_printable(hint)) copy.hint_ = std::move(hint);
  return copy;
}

bool is_cut_from(const std::string& label, const std::string& hint) {
  return hint.size() > kMaxHintBytes && label.size() > kMaxHintBytes - kMaxCharacterBytes &&
         hint.starts_with(label);
}

std::string Credential::hint() const {
  if (!hint_.empty()) return hint_;
  if (kind_ != SlotKind::kRecipient) return name_of(kind_);
  return to_text(public_key_).substr(0, kPublicPrefix.size() + kHintCharacters);
}

}  // namespace hedgerow::container
