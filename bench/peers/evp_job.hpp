// Jobs over OpenSSL's EVP interface, for the peers that use it.
#pragma once

#include <openssl/evp.h>

#include <memory>
#include <stdexcept>

#include "peer.hpp"

namespace hedgerow::bench {

using EvpContext = std::shared_ptr<EVP_CIPHER_CTX>;

inline void evp_check(int ok) {
  if (ok != 1) throw std::runtime_error("OpenSSL refused a call");
}

// Returns a context with `key`, without padding. `engine` may be null.
inline EvpContext evp_keyed(const EVP_CIPHER* cipher, ENGINE* engine, const std::uint8_t* key,
                            const std::uint8_t* iv, bool encrypt) {
  EvpContext context(EVP_CIPHER_CTX_new(), EVP_CIPHER_CTX_free);
  evp_check(EVP_CipherInit_ex(context.get(), cipher, engine, key, iv, encrypt));
  evp_check(EVP_CIPHER_CTX_set_padding(context.get(), 0));
  return context;
}

// Sends one message after the other through one context, so CTR continues to count.
inline Job evp_stream(EvpContext context) {
  return [context](const std::uint8_t* in, std::uint8_t* out, std::size_t bytes) {
    int written = 0;
    evp_check(EVP_CipherUpdate(context.get(), out, &written, in, (int)bytes));
  };
}

// Sends each message under the same IV, as Hedgerow's are measured.
inline Job evp_messages(EvpContext context, const std::uint8_t* iv) {
  return [=](const std::uint8_t* in, std::uint8_t* out, std::size_t bytes) {
    int written = 0;
    evp_check(EVP_CipherInit_ex(context.get(), nullptr, nullptr, nullptr, iv, -1));
    evp_check(EVP_CipherUpdate(context.get(), out, &written, in, (int)bytes));
  };
}

// Sets the key of an existing context once for each direction.
inline Job evp_setup(const EVP_CIPHER* cipher, ENGINE* engine, const std::uint8_t* key) {
  const EvpContext forward = evp_keyed(cipher, engine, key, nullptr, true);
  const EvpContext backward = evp_keyed(cipher, engine, key, nullptr, false);
  return [=](const std::uint8_t*, std::uint8_t*, std::size_t) {
    evp_check(EVP_CipherInit_ex(forward.get(), nullptr, nullptr, key, nullptr, -1));
    evp_check(EVP_CipherInit_ex(backward.get(), nullptr, nullptr, key, nullptr, -1));
  };
}

}  // namespace hedgerow::bench
