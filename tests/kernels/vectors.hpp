// Known answers from tests/vectors/<family>.json.
#pragma once

#include <cstdint>
#include <vector>

#include "random.hpp"
#include "registry/registry.hpp"

namespace hedgerow::ledger {

struct KnownAnswer {
  char variant[32];  // empty: determined by its lengths
  // "provenance": "implementation". It is not a known answer, but guards against changes.
  bool derived;
  Bytes key, plaintext, ciphertext;
};

// Returns the vectors of one variant: those with its key and block lengths that name it as
// "variant" or have no "variant". The result is empty if there is no file or no such vector.
std::vector<KnownAnswer> known_answers(const Variant& variant);

}  // namespace hedgerow::ledger
