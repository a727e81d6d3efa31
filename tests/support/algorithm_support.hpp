// A test of every algorithm of a kind, with its names and lengths, a key, and nonces that it
// accepts.
#pragma once

#include <stdexcept>

#include "support/mode_support.hpp"

namespace hedgerow_test {

// Returns "cipher/mode" for every algorithm of a kind.
inline std::vector<std::string> algorithms_of(hedgerow_kind kind) {
  std::vector<std::string> r;
  for (const hedgerow_algorithm_info& o : hedgerow::list_algorithms())
    if (o.kind == kind) r.push_back(std::string(o.cipher) + "/" + o.mode);
  return r;
}

class AlgorithmTest : public testing::TestWithParam<std::string> {
 protected:
  static hedgerow_algorithm_info named(const std::string& name) {
    for (const hedgerow_algorithm_info& o : hedgerow::list_algorithms())
      if (std::string(o.cipher) + "/" + o.mode == name) return o;
    throw std::runtime_error(name);
  }

  const hedgerow_algorithm_info algorithm = named(GetParam());
  const std::string cipher = algorithm.cipher, mode = algorithm.mode;
  Bytes key = random_bytes(algorithm.key_bytes);

  Bytes random_nonce(std::size_t bytes) const {
    Bytes nonce = random_bytes(bytes);
    if (algorithm.properties & HEDGEROW_NONCE_TOP_BIT) nonce[0] &= 0x7f;
    return nonce;
  }
  bool has_aad() const { return !(algorithm.properties & HEDGEROW_NO_AAD); }
  bool streams() const { return !(algorithm.properties & HEDGEROW_ONE_CALL); }
  hedgerow::Options options() const { return basic_options(cipher); }
};

}  // namespace hedgerow_test
