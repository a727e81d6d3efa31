// Known answers from tests/vectors/<family>.json.
#pragma once

#include <cstdint>
#include <vector>

#include "random.hpp"
#include "registry/registry.hpp"

namespace hedgerow::ledger {

struct KnownAnswer {
  char variant[32];  // empty: told by its lengths
  bool derived;      // "provenance": "implementation": no known answer, a guard against changes
  Bytes key, plaintext, ciphertext;
};

// The vectors of one variant: those whose key and block have its lengths and that name it as
// "variant", or name none. Empty when there is no file or no such vector.
std::vector<KnownAnswer> known_answers(const Variant& variant);

}  // namespace hedgerow::ledger
