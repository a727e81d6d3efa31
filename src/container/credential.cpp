// Master keys and their file keys [RFC 7693, RFC 9106], over libsodium.
#include "container/credential.hpp"

#include <sodium.h>

#include <algorithm>

#include "container/error.hpp"

namespace hedgerow::container {
namespace {

static_assert(kKdfSaltBytes == crypto_pwhash_SALTBYTES);

// Personalisations: 16 bytes each.
constexpr char kKeyPurpose[] = "HEDGEROW-KEY-001";
constexpr char kCommitmentPurpose[] = "HEDGEROW-COM-001";

void derive(const Secret& master, const HeaderBytes& header, const char* purpose, std::uint8_t* out,
            std::size_t bytes) {
  const int failed = crypto_generichash_blake2b_salt_personal(
      out, bytes, header.data(), kBoundHeaderBytes, master.data(), master.size(), nullptr,
      reinterpret_cast<const unsigned char*>(purpose));
  if (failed != 0) throw Error(Status::kArgument, "a file key could not be derived");
}

}  // namespace

Credential::Credential(Kdf kdf, std::span<const std::uint8_t> secret) : kdf_(kdf) {
  Secret copy(secret.size());
  std::copy(secret.begin(), secret.end(), copy.data());
  secret_ = std::make_shared<const Secret>(std::move(copy));
}

Credential Credential::from_master_key(std::span<const std::uint8_t> master_key) {
  if (master_key.size() != kMasterKeyBytes)
    throw Error(Status::kArgument, "a master key has 64 bytes");
  return Credential(Kdf::kNone, master_key);
}

Credential Credential::from_passphrase(std::span<const std::uint8_t> passphrase) {
  if (passphrase.empty() || passphrase.size() > kMaxPassphraseBytes)
    throw Error(Status::kArgument, "a passphrase has 1 to 1024 bytes; this one has " +
                                       std::to_string(passphrase.size()));
  return Credential(Kdf::kArgon2id, passphrase);
}

std::shared_ptr<const Secret> Credential::master_key(const Header& header) const {
  if (header.kdf != kdf_)
    throw Error(Status::kCredential, header.kdf == Kdf::kNone
                                         ? "this container was made with a key file: give "
                                           "--key-file, not a passphrase"
                                         : "this container was made with a passphrase: a key file "
                                           "does not open it");
  if (kdf_ == Kdf::kNone) return secret_;
  Secret master(kMasterKeyBytes);
  const int failed =
      crypto_pwhash(master.data(), master.size(), reinterpret_cast<const char*>(secret_->data()),
                    secret_->size(), header.kdf_salt.data(), header.passes,
                    std::size_t{header.memory_kib} * 1024, crypto_pwhash_ALG_ARGON2ID13);
  if (failed != 0)
    throw Error(Status::kMemory,
                "no memory for Argon2id over " + std::to_string(header.memory_kib) + " KiB");
  return std::make_shared<const Secret>(std::move(master));
}

FileKeys derive_file_keys(const Header& header, const Credential& credential) {
  const auto info = find_container_cipher(header.cipher);
  const auto master = credential.master_key(header);
  const auto bytes = encode_header(header);
  FileKeys keys{Secret(info.key_bytes), {}};
  derive(*master, bytes, kKeyPurpose, keys.cipher_key.data(), keys.cipher_key.size());
  derive(*master, bytes, kCommitmentPurpose, keys.commitment.data(), keys.commitment.size());
  return keys;
}

FileKeys open_file_keys(const Header& header, const Credential& credential) {
  auto keys = derive_file_keys(header, credential);
  if (sodium_memcmp(keys.commitment.data(), header.commitment.data(), kCommitmentBytes) != 0)
    throw Error(Status::kWrongKey, header.kdf == Kdf::kNone
                                       ? "wrong key, or the container's header was changed"
                                       : "wrong passphrase, or the container's header was changed");
  return keys;
}

}  // namespace hedgerow::container
