// Wraps the file key [RFC 7748, draft-irtf-cfrg-xchacha] with libsodium.
#include "container/format/slot.hpp"

#include <sodium.h>

#include <algorithm>

#include "container/error.hpp"

namespace hedgerow::container {
namespace {

enum Offset : std::size_t {
  kAtLabelUnits = 1,
  kAtReserved = 2,
  kAtNonce = 8,
  kAtEphemeral = 32,
  kAtWrapped = 64,
  kAtCommitment = 112,
  kAtLabelNonce = 144,
  kAtLabel = 168,
};
constexpr std::size_t kLabelBytes = kMaxLabelBytes + 1;
constexpr std::size_t kLabelUnit = 16;  // version 3
constexpr std::size_t kNonceBytes = kAtEphemeral - kAtNonce;
constexpr std::size_t kSealBytes = crypto_aead_xchacha20poly1305_ietf_ABYTES;
static_assert(kAtEphemeral - kAtNonce == crypto_aead_xchacha20poly1305_ietf_NPUBBYTES);
static_assert(kAtLabel - kAtLabelNonce == crypto_aead_xchacha20poly1305_ietf_NPUBBYTES);
static_assert(kAtCommitment - kAtWrapped == kFileKeyBytes + kSealBytes);
static_assert(kSlotBytes - kAtLabel == kLabelBytes + kSealBytes);
static_assert(kDerivedKeyBytes == crypto_aead_xchacha20poly1305_ietf_KEYBYTES);

// Returns the bytes of a slot's label without its tag.
std::size_t label_bytes(const SlotBytes& slot) {
  return slot[kAtLabelUnits] == 0 ? kLabelBytes : slot[kAtLabelUnits] * kLabelUnit;
}

// The letters of a wrap key's personalisation.
const char* letters_of(SlotKind kind) {
  switch (kind) {
    case SlotKind::kKeyFile:
      return "WKF";
    case SlotKind::kPassphrase:
      return "WPP";
    default:
      return "WXR";
  }
}

void encrypt_part(std::uint8_t* out, std::span<const std::uint8_t> data,
                  std::span<const std::uint8_t> aad, const std::uint8_t* nonce, const Secret& key) {
  crypto_aead_xchacha20poly1305_ietf_encrypt(out, nullptr, data.data(), data.size(), aad.data(),
                                             aad.size(), nullptr, nonce, key.data());
}

bool decrypt_part(std::uint8_t* out, std::span<const std::uint8_t> sealed,
                  std::span<const std::uint8_t> aad, const std::uint8_t* nonce, const Secret& key) {
  return crypto_aead_xchacha20poly1305_ietf_decrypt(out, nullptr, nullptr, sealed.data(),
                                                    sealed.size(), aad.data(), aad.size(), nonce,
                                                    key.data()) == 0;
}

std::array<std::uint8_t, kCommitmentBytes> commitment_of(const Header& header, const Secret& key,
                                                         const SlotBytes& slot) {
  std::array<std::uint8_t, kCommitmentBytes> commitment;
  derive(key.view(), std::span(slot).first(kAtCommitment), "SLC", header.version, commitment);
  return commitment;
}

// The AAD binds a label to its file and to its slot.
std::array<std::uint8_t, kHeaderBytes + kAtLabelNonce> label_aad(const Header& header,
                                                                 const SlotBytes& slot) {
  std::array<std::uint8_t, kHeaderBytes + kAtLabelNonce> aad;
  std::copy(header.bytes.begin(), header.bytes.end(), aad.begin());
  std::copy_n(slot.begin(), kAtLabelNonce, &aad[kHeaderBytes]);
  return aad;
}

void put_label(const Header& header, const Secret& file_key, const std::string& label,
               SlotBytes& slot) {
  std::array<std::uint8_t, kLabelBytes> text{};
  text[0] = static_cast<std::uint8_t>(label.size());
  std::copy(label.begin(), label.end(), &text[1]);
  if (header.version == kCompactVersion)
    std::copy_n(&slot[kAtNonce], kNonceBytes, &slot[kAtLabelNonce]);
  else
    randombytes_buf(&slot[kAtLabelNonce], kNonceBytes);
  encrypt_part(&slot[kAtLabel], std::span(text).first(label_bytes(slot)), label_aad(header, slot),
               &slot[kAtLabelNonce], derive_slot_area_key(header, file_key, "LBL"));
}

PublicKey ephemeral_of(const SlotBytes& slot) {
  PublicKey key;
  std::copy_n(&slot[kAtEphemeral], key.size(), key.begin());
  return key;
}

}  // namespace

Wrapper::Wrapper(const Header& header, const Credential& credential, const std::optional<Kdf>& kdf,
                 KdfLimit limit)
    : header_(header), credential_(credential) {
  if (kind() == SlotKind::kPassphrase)
    derived_ = credential.kdf_cache().derive(kdf.value(), credential.secret().view(), limit);
}

std::optional<Secret> Wrapper::wrap_key(const Secret& scalar, const PublicKey& other,
                                        const PublicKey& ephemeral) const {
  Secret shared(crypto_scalarmult_BYTES);
  // Fails for an all-zero result, because everybody would know such a "secret".
  if (crypto_scalarmult(shared.data(), scalar.data(), other.data()) != 0) return {};
  std::array<std::uint8_t, kHeaderBytes + 2 * kPublicKeyBytes> data;
  const auto behind = std::copy(header_.bytes.begin(), header_.bytes.end(), data.begin());
  const auto recipient = std::copy(ephemeral.begin(), ephemeral.end(), behind);
  std::copy(credential_.public_key().begin(), credential_.public_key().end(), recipient);
  Secret key(kDerivedKeyBytes);
  derive(shared.view(), data, letters_of(kind()), header_.version, key.span());
  return key;
}

std::optional<Secret> Wrapper::wrap_key() const {
  const auto& secret = derived_ ? *derived_ : credential_.secret();
  Secret key(kDerivedKeyBytes);
  derive(secret.view(), header_.bytes, letters_of(kind()), header_.version, key.span());
  return key;
}

SlotBytes Wrapper::wrap(const Secret& file_key, const std::string& label) const {
  SlotBytes slot{};
  slot[0] = static_cast<std::uint8_t>(kind());
  const bool compact = header_.version == kCompactVersion;
  if (compact) slot[kAtLabelUnits] = static_cast<std::uint8_t>(label.size() / kLabelUnit + 1);
  randombytes_buf(&slot[kAtNonce], kNonceBytes);
  std::optional<Secret> key;
  if (kind() == SlotKind::kRecipient) {
    Secret scalar(crypto_scalarmult_SCALARBYTES);
    randombytes_buf(scalar.data(), scalar.size());
    crypto_scalarmult_base(&slot[kAtEphemeral], scalar.data());
    if (compact) std::copy_n(&slot[kAtEphemeral], kNonceBytes, &slot[kAtNonce]);
    key = wrap_key(scalar, credential_.public_key(), ephemeral_of(slot));
  } else {
    key = wrap_key();
  }
  if (!key)
    throw Error(Status::kArgument,
                "a public key is one of the few that give no secret: nobody made it with keygen");
  encrypt_part(&slot[kAtWrapped], file_key.view(), header_.bytes, &slot[kAtNonce], *key);
  const auto commitment = commitment_of(header_, *key, slot);
  std::copy(commitment.begin(), commitment.end(), &slot[kAtCommitment]);
  put_label(header_, file_key, label, slot);
  return slot;
}

std::optional<Secret> Wrapper::unwrap(const SlotBytes& slot) const {
  if (kind_of(slot) != kind()) return {};
  const auto ephemeral = ephemeral_of(slot);
  const auto key = kind() == SlotKind::kRecipient
                       ? wrap_key(credential_.secret(), ephemeral, ephemeral)
                       : wrap_key();
  if (!key) return {};
  const auto commitment = commitment_of(header_, *key, slot);
  if (sodium_memcmp(commitment.data(), &slot[kAtCommitment], kCommitmentBytes) != 0) return {};
  Secret file_key(kFileKeyBytes);
  if (!decrypt_part(file_key.data(), {&slot[kAtWrapped], kFileKeyBytes + kSealBytes}, header_.bytes,
                    &slot[kAtNonce], *key))
    return {};
  return file_key;
}

bool is_well_formed(const SlotBytes& slot, std::uint8_t version) {
  const auto all_zero = [&](std::size_t from, std::size_t to) {
    return std::all_of(&slot[0] + from, &slot[0] + to, [](std::uint8_t b) { return b == 0; });
  };
  if (kind_of(slot) == SlotKind::kEmpty) return all_zero(0, kSlotBytes);
  const auto units = slot[kAtLabelUnits];
  if (version == kCompactVersion ? units == 0 || units > kLabelBytes / kLabelUnit : units != 0)
    return false;
  switch (kind_of(slot)) {
    case SlotKind::kKeyFile:
    case SlotKind::kPassphrase:
      return all_zero(kAtReserved, kAtNonce) && all_zero(kAtEphemeral, kAtWrapped);
    case SlotKind::kRecipient:
      return all_zero(kAtReserved, kAtNonce);
    default:
      return false;
  }
}

SlotBytes expand_slot(const Take& take) {
  SlotBytes slot{};
  const auto put = [&](std::size_t at, std::size_t bytes) {
    const auto stored = take(bytes);
    std::copy(stored.begin(), stored.end(), &slot[at]);
  };
  put(0, kAtReserved);
  const auto kind = kind_of(slot);
  const bool known =
      kind == SlotKind::kKeyFile || kind == SlotKind::kPassphrase || kind == SlotKind::kRecipient;
  if (!known || slot[kAtLabelUnits] == 0 || slot[kAtLabelUnits] > kLabelBytes / kLabelUnit)
    throw Error(Status::kSlots, "a slot has a kind or a label length that no version has");
  if (kind == SlotKind::kRecipient) {
    put(kAtEphemeral, kPublicKeyBytes);
    std::copy_n(&slot[kAtEphemeral], kNonceBytes, &slot[kAtNonce]);
  } else {
    put(kAtNonce, kNonceBytes);
  }
  put(kAtWrapped, kAtLabelNonce - kAtWrapped);
  std::copy_n(&slot[kAtNonce], kNonceBytes, &slot[kAtLabelNonce]);
  put(kAtLabel, label_bytes(slot) + kSealBytes);
  return slot;
}

void shorten_slot(const SlotBytes& slot, std::vector<std::uint8_t>& out) {
  const auto put = [&](std::size_t at, std::size_t bytes) {
    out.insert(out.end(), &slot[at], &slot[0] + at + bytes);
  };
  put(0, kAtReserved);
  if (kind_of(slot) == SlotKind::kRecipient)
    put(kAtEphemeral, kPublicKeyBytes);
  else
    put(kAtNonce, kNonceBytes);
  put(kAtWrapped, kAtLabelNonce - kAtWrapped);
  put(kAtLabel, label_bytes(slot) + kSealBytes);
}

SlotKind kind_of(const SlotBytes& slot) { return static_cast<SlotKind>(slot[0]); }

std::string open_label(const Header& header, const Secret& file_key, const SlotBytes& slot) {
  std::array<std::uint8_t, kLabelBytes> text;
  const auto bytes = label_bytes(slot);
  if (!decrypt_part(text.data(), {&slot[kAtLabel], bytes + kSealBytes}, label_aad(header, slot),
                    &slot[kAtLabelNonce], derive_slot_area_key(header, file_key, "LBL")) ||
      text[0] == 0 || text[0] >= bytes)
    throw Error(Status::kSlots, "a credential's label is not authentic");
  return std::string(&text[1], &text[1] + text[0]);
}

}  // namespace hedgerow::container
