#include "vectors.hpp"

#include <stdlib.h>
#include <string.h>

namespace hedgerow::ledger {
namespace {

// known_answers.py has checked the digits and the lengths.
const struct {
  const char* variant;
  bool derived;
  const char *key, *plaintext, *ciphertext;
} kAnswers[] = {
#include "known_answers.inc"
};

Bytes from_hex(const char* text) {
  Bytes r;
  for (; *text; text += 2) {
    const char digits[] = {text[0], text[1], 0};
    r.push_back((std::uint8_t)strtoul(digits, nullptr, 16));
  }
  return r;
}

}  // namespace

std::vector<KnownAnswer> known_answers(const Variant& variant) {
  std::vector<KnownAnswer> r;
  for (const auto& a : kAnswers)
    if (!strcmp(a.variant, variant.name))
      r.push_back({a.derived, from_hex(a.key), from_hex(a.plaintext), from_hex(a.ciphertext)});
  return r;
}

}  // namespace hedgerow::ledger
