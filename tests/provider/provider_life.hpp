// Shared by the tests of the life of a context: a provider with its default settings, a key, and a
// piece of a message.
#pragma once

#include "provider_support.hpp"

namespace hedgerow_test {

inline const World& world() {
  static const World w;
  return w;
}

inline const Bytes kKey =
    from_hex("8899aabbccddeeff0011223344556677fedcba98765432100123456789abcdef");

inline int update(EVP_CIPHER_CTX* c, Bytes& out, const Bytes& in) {
  int n = 0;
  return EVP_CipherUpdate(c, out.data(), &n, in.data(), (int)in.size());
}

}  // namespace hedgerow_test
