// Data of the cases of the C ABI (case_api.cpp): one message of an algorithm with a secret key and
// a secret plaintext.
#pragma once

#include <hedgerow/hedgerow.h>
#include <stdlib.h>

#include "case.hpp"

namespace hedgerow::tracing {

// bulk batches, a narrow rest, a partial block
constexpr std::size_t kDataBytes = 1024 + 3 * 64 + 5;
constexpr std::size_t kAadBytes = 77;

inline void require(hedgerow_status status) {
  if (status != HEDGEROW_OK) abort();
}

// One message with its inputs, and outputs for two calls.
struct Message {
  hedgerow_cipher_info info;
  hedgerow_algorithm_info algorithm;  // of the mode that the case tests
  const std::uint8_t *key, *plain, *aad, *sbox;
  std::uint8_t *nonce, *cipher, *out, *tag;
  hedgerow_status status;
};

inline Message* new_message(const hedgerow_cipher_info& info,
                            const hedgerow_algorithm_info& algorithm, Workspace& w) {
  Message* m = (Message*)w.bytes(sizeof(Message));
  std::uint8_t* const key = w.secret_bytes(algorithm.key_bytes);
  key[0] ^= 1;  // XTS refuses equal halves, for example those of a secret with equal bytes
  *m = {info,
        algorithm,
        key,
        w.secret_bytes(kDataBytes),
        w.public_bytes(kAadBytes),
        w.secret_bytes(16),
        w.public_bytes(info.block_bytes),
        w.bytes(kDataBytes),
        w.bytes(kDataBytes),
        w.bytes(info.block_bytes),
        HEDGEROW_OK};
  return m;
}

// Flips one bit of the right tag at a place that depends on the secret.
inline void spoil(std::uint8_t* tag, std::size_t bytes, const Workspace& w) {
  tag[w.place(bytes)] ^= (std::uint8_t)(1u << w.place(8));
}

inline std::size_t aad_bytes(const Message& m) {
  return m.algorithm.properties & HEDGEROW_NO_AAD ? 0 : kAadBytes;
}

}  // namespace hedgerow::tracing
