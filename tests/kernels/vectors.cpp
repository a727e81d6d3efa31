// Reads vector files with a scanner of a few lines. It is enough for flat objects of hex strings,
// cross-compiles anywhere, and causes no reports under MSan, unlike a JSON library over libstdc++.
#include "vectors.hpp"

#include <stdio.h>
#include <string.h>

#ifndef HR_VECTORS_DIR
#error "HR_VECTORS_DIR must name tests/vectors"
#endif

namespace hedgerow::ledger {

namespace {

std::vector<char> read_file(const char* path) {
  std::vector<char> text;
  FILE* f = fopen(path, "rb");
  if (!f) return text;
  char chunk[4096];
  for (size_t n; (n = fread(chunk, 1, sizeof chunk, f)) > 0;)
    for (size_t i = 0; i < n; i++) text.push_back(chunk[i]);
  fclose(f);
  text.push_back(0);
  return text;
}

// The characters of a JSON string that begins with the quote at p. Sets `after` to the position
// after its end.
struct Slice {
  const char* text;
  size_t length;
  bool is(const char* s) const { return strlen(s) == length && !memcmp(text, s, length); }
};
Slice scan_string(const char* p, const char** after) {
  const char* q = p + 1;
  while (*q && *q != '"') q += *q == '\\' && q[1] ? 2 : 1;
  *after = *q ? q + 1 : q;
  return {p + 1, (size_t)(q - p - 1)};
}

int hex_digit(char c) {
  const char* p = c ? strchr("0123456789abcdef", c) : nullptr;
  return p ? (int)(p - "0123456789abcdef") : -1;
}

Bytes from_hex(Slice s) {
  Bytes r;
  for (size_t i = 0; i + 1 < s.length; i += 2) {
    const int high = hex_digit(s.text[i]), low = hex_digit(s.text[i + 1]);
    if (high < 0 || low < 0) return {};
    r.push_back((std::uint8_t)(16 * high + low));
  }
  return r;
}

// Stores a member of the current object if it is needed.
void store(KnownAnswer* answer, Slice name, Slice value) {
  if (name.is("variant"))
    snprintf(answer->variant, sizeof answer->variant, "%.*s", (int)value.length, value.text);
  if (name.is("provenance")) answer->derived = value.is("implementation");
  if (name.is("key")) answer->key = from_hex(value);
  if (name.is("plaintext")) answer->plaintext = from_hex(value);
  if (name.is("ciphertext")) answer->ciphertext = from_hex(value);
}

std::vector<KnownAnswer> scan(const char* p) {
  std::vector<KnownAnswer> r;
  KnownAnswer answer{};
  Slice name{p, 0};
  while (*p) {
    if (*p == '{') answer = {};
    if (*p == '}' && !answer.ciphertext.empty()) {
      r.push_back(answer);
      answer = {};
    }
    if (*p != '"') {
      p++;
      continue;
    }
    const Slice s = scan_string(p, &p);
    while (*p == ' ') p++;
    if (*p == ':')
      name = s;
    else
      store(&answer, name, s);
  }
  return r;
}

}  // namespace

std::vector<KnownAnswer> known_answers(const Variant& variant) {
  char path[512];
  snprintf(path, sizeof path, "%s/%s.json", HR_VECTORS_DIR, variant.family);
  const std::vector<char> text = read_file(path);
  std::vector<KnownAnswer> r;
  if (text.empty()) return r;
  for (const KnownAnswer& a : scan(text.data()))
    if ((!*a.variant || !strcmp(a.variant, variant.name)) && a.key.size() == variant.key_bytes &&
        a.plaintext.size() == variant.block_bytes && a.ciphertext.size() == variant.block_bytes)
      r.push_back(a);
  return r;
}

}  // namespace hedgerow::ledger
