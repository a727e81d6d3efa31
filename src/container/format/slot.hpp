// One slot: the file key, wrapped for one credential, and the credential's label.
//
//    at  bytes
//     0      1  kind
//     1      7  zero
//     8     24  nonce
//    32     32  ephemeral public key of a recipient's slot, else zero
//    64     48  file key (32) and tag (16), encrypted
//   112     32  commitment
//   144     24  nonce of the label
//   168     80  label: length (1) and text (63); and tag (16); encrypted
//
// Both encryptions are XChaCha20-Poly1305: the file key under a wrap key that the credential and
// the header give, the label under a key that the file key gives. The commitment is BLAKE2b, keyed
// with the wrap key, of all bytes before it: XChaCha20-Poly1305 alone does not commit to its key.
#pragma once

#include "container/key/credential.hpp"
#include "container/key/file_key.hpp"

namespace hedgerow::container {

inline constexpr std::size_t kSlotBytes = 248;

using SlotBytes = std::array<std::uint8_t, kSlotBytes>;

// A credential made ready for one file: for a passphrase, Argon2id has run. Opens and makes any
// number of the file's slots.
class Wrapper {
 public:
  // `kdf` is the file's, and is needed for passphrases only. Throws kKdfCost beyond `limit`.
  Wrapper(const Header& header, const Credential& credential, const std::optional<Kdf>& kdf,
          KdfLimit limit);

  SlotKind kind() const { return credential_.kind(); }
  // Throws kArgument for a public key that gives an all-zero shared secret.
  SlotBytes wrap(const Secret& file_key, const std::string& label) const;
  // The file key, or nothing when the slot is not this credential's. For those that can_open.
  std::optional<Secret> unwrap(const SlotBytes& slot) const;

 private:
  std::optional<Secret> wrap_key(const Secret& scalar, const PublicKey& other,
                                 const PublicKey& ephemeral) const;
  std::optional<Secret> wrap_key() const;

  const Header& header_;
  Credential credential_;
  std::optional<Secret> derived_;  // of a passphrase
};

// Whether every byte has an allowed value, as far as that shows without a key.
bool is_well_formed(const SlotBytes& slot);
SlotKind kind_of(const SlotBytes& slot);

// Throws kSlots when it is not authentic.
std::string open_label(const Header& header, const Secret& file_key, const SlotBytes& slot);

}  // namespace hedgerow::container
