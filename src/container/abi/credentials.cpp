// Credentials of container.h, and new keys.
#include <sodium.h>

#include <algorithm>
#include <cstring>

#include "container/abi/boundary.hpp"
#include "container/key/identity_file.hpp"
#include "container/key/key_file.hpp"
#include "container/key/key_list.hpp"

namespace hedgerow::container::abi {
namespace {

std::span<const std::uint8_t> view(const void* data, std::size_t bytes, const char* what) {
  require(data, what);
  return {static_cast<const std::uint8_t*>(data), bytes};
}

// Adds what `make` returns, labelled.
template <class Make>
hedgerow_container_status add(hedgerow_container_credentials* credentials, const char* label,
                              hedgerow_container_error* error, Make make) noexcept {
  return guarded(error, [&] {
    require(credentials, "credentials");
    std::vector<Credential> added = make();
    if (label && added.size() != 1)
      throw Error(Status::kArgument, "one label for " + std::to_string(added.size()) +
                                         " credentials: give NULL, then each has its own");
    if (label) added[0] = added[0].with_label(label);
    auto all = credentials->list;
    all.insert(all.end(), added.begin(), added.end());
    credentials->list = std::move(all);
  });
}

}  // namespace
}  // namespace hedgerow::container::abi

using namespace hedgerow::container;
using namespace hedgerow::container::abi;

extern "C" {

hedgerow_container_status hedgerow_container_credentials_new(
    hedgerow_container_credentials** credentials, hedgerow_container_error* error) {
  return guarded(error, [&] {
    require(credentials, "credentials");
    require_sodium();
    *credentials = new hedgerow_container_credentials();
  });
}

void hedgerow_container_credentials_free(hedgerow_container_credentials* credentials) {
  delete credentials;
}

size_t hedgerow_container_credentials_count(const hedgerow_container_credentials* credentials) {
  return credentials ? credentials->list.size() : 0;
}

hedgerow_container_status hedgerow_container_add_key(hedgerow_container_credentials* credentials,
                                                     const void* key, size_t key_bytes,
                                                     const char* label,
                                                     hedgerow_container_error* error) {
  return add(credentials, label, error,
             [&] { return std::vector{Credential::from_master_key(view(key, key_bytes, "key"))}; });
}

hedgerow_container_status hedgerow_container_add_passphrase(
    hedgerow_container_credentials* credentials, const void* passphrase, size_t passphrase_bytes,
    const char* label, hedgerow_container_error* error) {
  return add(credentials, label, error, [&] {
    return std::vector{
        Credential::from_passphrase(view(passphrase, passphrase_bytes, "passphrase"))};
  });
}

hedgerow_container_status hedgerow_container_add_identity(
    hedgerow_container_credentials* credentials, const void* secret_key, size_t secret_key_bytes,
    const char* label, hedgerow_container_error* error) {
  return add(credentials, label, error, [&] {
    return std::vector{Credential::from_identity(view(secret_key, secret_key_bytes, "secret_key"))};
  });
}

hedgerow_container_status hedgerow_container_add_recipient(
    hedgerow_container_credentials* credentials, const void* public_key, size_t public_key_bytes,
    const char* label, hedgerow_container_error* error) {
  return add(credentials, label, error, [&] {
    const auto bytes = view(public_key, public_key_bytes, "public_key");
    PublicKey key;
    if (bytes.size() != key.size()) throw Error(Status::kArgument, "a public key has 32 bytes");
    std::copy(bytes.begin(), bytes.end(), key.begin());
    return std::vector{Credential::from_public_key(key)};
  });
}

hedgerow_container_status hedgerow_container_add_text(hedgerow_container_credentials* credentials,
                                                      const char* text, const char* label,
                                                      hedgerow_container_error* error) {
  return add(credentials, label, error, [&] {
    require(text, "text");
    return std::vector{parse_key(text)};
  });
}

hedgerow_container_status hedgerow_container_add_file(hedgerow_container_credentials* credentials,
                                                      const char* path, const char* label,
                                                      hedgerow_container_error* error) {
  return add(credentials, label, error, [&] {
    require(path, "path");
    return load_keys(path);
  });
}

hedgerow_container_status hedgerow_container_make_key(void* key, hedgerow_container_error* error) {
  return guarded(error, [&] {
    require(key, "key");
    require_sodium();
    randombytes_buf(key, kMasterKeyBytes);
  });
}

hedgerow_container_status hedgerow_container_make_identity(void* secret_key, void* public_key,
                                                           hedgerow_container_error* error) {
  return guarded(error, [&] {
    require(secret_key, "secret_key");
    require(public_key, "public_key");
    Secret secret(kIdentityBytes);
    randombytes_buf(secret.data(), secret.size());
    const auto owner = Credential::from_identity(secret.view());
    std::memcpy(secret_key, secret.data(), secret.size());
    std::memcpy(public_key, owner.public_key().data(), kPublicKeyBytes);
  });
}

hedgerow_container_status hedgerow_container_public_text(const void* public_key, char* text,
                                                         hedgerow_container_error* error) {
  return guarded(error, [&] {
    require(public_key, "public_key");
    require(text, "text");
    PublicKey key;
    std::memcpy(key.data(), public_key, key.size());
    const auto written = to_text(key);
    static_assert(kPublicPrefix.size() + kKeyTextBytes + 1 == HEDGEROW_CONTAINER_PUBLIC_TEXT_BYTES);
    std::memcpy(text, written.c_str(), written.size() + 1);
  });
}

hedgerow_container_status hedgerow_container_make_key_file(const char* path,
                                                           hedgerow_container_error* error) {
  return guarded(error, [&] {
    require(path, "path");
    create_key_file(path);
  });
}

hedgerow_container_status hedgerow_container_make_identity_file(const char* path, void* public_key,
                                                                hedgerow_container_error* error) {
  return guarded(error, [&] {
    require(path, "path");
    require(public_key, "public_key");
    const auto key = create_identity_file(path);
    std::memcpy(public_key, key.data(), key.size());
  });
}

}  // extern "C"
