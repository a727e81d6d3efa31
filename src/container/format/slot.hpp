// One slot: the file key, wrapped for one credential, and the credential's label.
//
//    at  bytes
//     0      1  kind
//     1      1  version 3: the label's length in units of 16 bytes, 1 to 4; else zero
//     2      6  zero
//     8     24  nonce
//    32     32  ephemeral public key of a recipient's slot, else zero
//    64     48  file key (32) and tag (16), encrypted
//   112     32  commitment
//   144     24  nonce of the label
//   168     80  label: length (1) and text (63); and tag (16); encrypted
//
// Both encryptions use XChaCha20-Poly1305. The file key is encrypted with a wrap key, which is
// derived from the credential and the header. The label is encrypted with a key that is derived
// from the file key. The commitment is BLAKE2b, keyed with the wrap key, of all bytes before it. It
// is needed because XChaCha20-Poly1305 does not commit to its key.
//
// Version 3 pads the label to 16, 32, 48 or 64 bytes, with zeros after its tag up to byte 248. The
// nonce of the label equals the other one (its key differs), and in a recipient's slot both are the
// first 24 bytes of the ephemeral public key. So the stored form needs only these parts:
//
//   kind(1) | units(1) | nonce(24) or ephemeral public key(32) | file key and tag(48) |
//   commitment(32) | label(16 units) and tag(16)
#pragma once

#include "container/key/credential.hpp"
#include "container/key/file_key.hpp"

namespace hedgerow::container {

inline constexpr std::size_t kSlotBytes = 248;
inline constexpr std::size_t kMaxShortSlotBytes = 194;  // version 3

using SlotBytes = std::array<std::uint8_t, kSlotBytes>;

// A credential that is prepared for one file, so that Argon2id has run for a passphrase. It opens
// and makes any number of the file's slots.
class Wrapper {
 public:
  // `kdf` belongs to the file and is needed only for passphrases. Throws kKdfCost if it exceeds
  // `limit`.
  Wrapper(const Header& header, const Credential& credential, const std::optional<Kdf>& kdf,
          KdfLimit limit);

  SlotKind kind() const { return credential_.kind(); }
  // Throws kArgument for a public key that gives an all-zero shared secret.
  SlotBytes wrap(const Secret& file_key, const std::string& label) const;
  // Returns the file key, or nullopt if the slot does not belong to this credential. Call it only
  // if can_open().
  std::optional<Secret> unwrap(const SlotBytes& slot) const;

 private:
  std::optional<Secret> wrap_key(const Secret& scalar, const PublicKey& other,
                                 const PublicKey& ephemeral) const;
  std::optional<Secret> wrap_key() const;

  const Header& header_;
  Credential credential_;
  std::shared_ptr<const Secret> derived_;  // for a passphrase
};

// Returns true if every byte has a value that `version` allows, as far as this can be checked
// without a key.
bool is_well_formed(const SlotBytes& slot, std::uint8_t version);
SlotKind kind_of(const SlotBytes& slot);

// The stored form of a slot of version 3. expand_slot throws kSlots for a kind or a length that is
// not allowed.
SlotBytes expand_slot(const Take& take);
void shorten_slot(const SlotBytes& slot, std::vector<std::uint8_t>& out);

// Decrypts the label of a slot, or throws kSlots if the label is not authentic.
std::string open_label(const Header& header, const Secret& file_key, const SlotBytes& slot);

}  // namespace hedgerow::container
