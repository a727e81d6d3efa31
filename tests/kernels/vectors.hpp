// Known answers from tests/vectors/<family>.json. The build compiles them in (known_answers.py), so
// the ledger needs no files and no parser where it runs, for example under QEMU.
#pragma once

#include <cstdint>
#include <vector>

#include "random.hpp"
#include "registry/registry.hpp"

namespace hedgerow::ledger {

struct KnownAnswer {
  // "provenance": "implementation". It is not a known answer, but guards against changes.
  bool derived;
  Bytes key, plaintext, ciphertext;
};

// Returns the vectors of one variant: those with its key and block lengths that name it as
// "variant" or have no "variant". The result is empty if there is no such vector.
std::vector<KnownAnswer> known_answers(const Variant& variant);

}  // namespace hedgerow::ledger
