// The functions of container.h for credentials and new keys.
#include <sodium.h>

#include <algorithm>
#include <cstring>

#include "container/abi/boundary.hpp"
#include "container/io/descriptor.hpp"
#include "container/key/identity_file.hpp"
#include "container/key/key_file.hpp"
#include "container/key/key_list.hpp"

namespace hedgerow::container::abi {
namespace {

std::span<const std::uint8_t> view(const void* data, std::size_t bytes, const char* what) {
  require(data, what);
  return {static_cast<const std::uint8_t*>(data), bytes};
}

// Adds the credential that `make` returns, with its label.
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

const Credential& credential_at(const hedgerow_container_credentials* credentials,
                                std::size_t index) {
  require(credentials, "credentials");
  if (index >= credentials->list.size())
    throw Error(Status::kArgument, "index: " + std::to_string(index) + ", where the list has " +
                                       std::to_string(credentials->list.size()));
  return credentials->list[index];
}

struct LoadedKeys {
  std::vector<Credential> keys;
  Exposure exposure = Exposure::kNone;
};

LoadedKeys load(hedgerow_container_file_kind kind, const char* path) {
  switch (kind) {
    case HEDGEROW_CONTAINER_FILE_OF_KEYS:
      return {load_keys(path)};
    case HEDGEROW_CONTAINER_KEY_FILE: {
      const auto file = load_key_file(path);
      return {{file.credential}, file.exposure};
    }
    case HEDGEROW_CONTAINER_IDENTITY_FILE: {
      auto file = load_identity_file(path);
      return {std::move(file.identities), file.exposure};
    }
    case HEDGEROW_CONTAINER_RECIPIENTS_FILE:
      return {load_recipients_file(path)};
  }
  throw Error(Status::kArgument, "kind: not one of hedgerow_container_file_kind");
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

hedgerow_container_status hedgerow_container_add_from(hedgerow_container_credentials* credentials,
                                                      const hedgerow_container_credentials* from,
                                                      size_t index, const char* label,
                                                      hedgerow_container_error* error) {
  return add(credentials, label, error, [&] { return std::vector{credential_at(from, index)}; });
}

hedgerow_container_status hedgerow_container_credentials_at(
    const hedgerow_container_credentials* credentials, size_t index,
    hedgerow_container_credential* credential, hedgerow_container_error* error) {
  return guarded(error, [&] {
    require(credential, "credential");
    const auto& found = credential_at(credentials, index);
    hedgerow_container_credential result{};
    result.kind = static_cast<hedgerow_container_slot_kind>(found.kind());
    result.can_open = found.can_open();
    copy_label(found.label(), result.label);
    copy_label(found.hint(), result.default_label);
    if (hedgerow::write_versioned(result, credential) != HEDGEROW_OK)
      throw Error(Status::kArgument,
                  "credential: its size is not sizeof(hedgerow_container_credential)");
  });
}

hedgerow_container_status hedgerow_container_add_file(hedgerow_container_credentials* credentials,
                                                      const char* path, const char* label,
                                                      hedgerow_container_error* error) {
  return hedgerow_container_add_file_of(credentials, HEDGEROW_CONTAINER_FILE_OF_KEYS, path, label,
                                        nullptr, error);
}

hedgerow_container_status hedgerow_container_add_file_of(
    hedgerow_container_credentials* credentials, hedgerow_container_file_kind kind,
    const char* path, const char* label, hedgerow_container_exposure* exposure,
    hedgerow_container_error* error) {
  return add(credentials, label, error, [&] {
    require(path, "path");
    auto loaded = load(kind, path);
    if (exposure) *exposure = static_cast<hedgerow_container_exposure>(loaded.exposure);
    return std::move(loaded.keys);
  });
}

const char* hedgerow_container_exposure_text(hedgerow_container_exposure exposure) {
  return text_of(static_cast<Exposure>(exposure));
}

const char* hedgerow_container_slot_kind_text(hedgerow_container_slot_kind kind) {
  return name_of(static_cast<SlotKind>(kind));
}

int hedgerow_container_holds_secret(const char* text) {
  try {
    return text && holds_secret_key(text);
  } catch (...) {  // not enough memory to check, so the text may contain a secret
    return 1;
  }
}

hedgerow_container_status hedgerow_container_read_secret_file(const char* path, const char* kind,
                                                              void* data, size_t room,
                                                              size_t* got_bytes,
                                                              hedgerow_container_exposure* exposure,
                                                              hedgerow_container_error* error) {
  return guarded(error, [&] {
    require(path, "path");
    require(kind, "kind");
    require(data, "data");
    require(got_bytes, "got_bytes");
    const auto file = load_secret_file(path, room, kind);
    std::memcpy(data, file.text.data(), file.text.size());
    *got_bytes = file.text.size();
    if (exposure) *exposure = static_cast<hedgerow_container_exposure>(file.exposure);
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

hedgerow_container_status hedgerow_container_public_key(const char* text, void* public_key,
                                                        hedgerow_container_error* error) {
  return guarded(error, [&] {
    require(text, "text");
    require(public_key, "public_key");
    const auto key = parse_public_key(text);
    std::memcpy(public_key, key.data(), key.size());
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

hedgerow_container_status hedgerow_container_write_key_file(int fd,
                                                            hedgerow_container_error* error) {
  return guarded(error, [&] {
    const auto text = make_key_text();
    write_all(fd, text.data(), text.size());
  });
}

hedgerow_container_status hedgerow_container_write_identity_file(int fd, void* public_key,
                                                                 hedgerow_container_error* error) {
  return guarded(error, [&] {
    require(public_key, "public_key");
    const auto identity = make_identity();
    write_all(fd, identity.text.data(), identity.text.size());
    std::memcpy(public_key, identity.public_key.data(), identity.public_key.size());
  });
}

}  // extern "C"
