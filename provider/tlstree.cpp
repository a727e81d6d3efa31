// TLSTREE [RFC 9189 section 8.1; RFC 9367 section 4.1.2] derives the key of a TLS record from the master key and the
// sequence number of the record. For CTR_OMAC suites the IV of a record is the sum of the IV and the sequence number
// [RFC 9189 section 4.1.1].
#include "context.hpp"

namespace hedgerow_provider {

namespace {

constexpr int kLevels = 3;
constexpr std::size_t kSequenceBytes = 8, kTreeKeyBytes = 32;  // keys of Kuznyechik, Magma

struct Tree {
  const char *cipher, *mode;  // the cipher of the suite
  char strength;              // for MGM suites, 's' for _S or 'l' for _L; else 0
  std::uint64_t mask[kLevels];
};
constexpr Tree kTrees[] = {
    {"magma", "ctr", 0, {0xFFFFFFC000000000, 0xFFFFFFFFFE000000, 0xFFFFFFFFFFFFF000}},
    {"magma", "ctr-acpkm", 0, {0xFFFFFFC000000000, 0xFFFFFFFFFE000000, 0xFFFFFFFFFFFFF000}},
    {"kuznyechik", "ctr", 0, {0xFFFFFFFF00000000, 0xFFFFFFFFFFF80000, 0xFFFFFFFFFFFFFFC0}},
    {"kuznyechik", "ctr-acpkm", 0, {0xFFFFFFFF00000000, 0xFFFFFFFFFFF80000, 0xFFFFFFFFFFFFFFC0}},
    {"magma", "mgm", 's', {0xFFFFFFFFFC000000, 0xFFFFFFFFFFFFE000, 0xFFFFFFFFFFFFFFFF}},
    {"magma", "mgm", 'l', {0xFFE0000000000000, 0xFFFFFFFFC0000000, 0xFFFFFFFFFFFFFF80}},
    {"kuznyechik", "mgm", 's', {0xFFFFFFFFE0000000, 0xFFFFFFFFFFFF0000, 0xFFFFFFFFFFFFFFF8}},
    {"kuznyechik", "mgm", 'l', {0xF800000000000000, 0xFFFFFFF000000000, 0xFFFFFFFFFFFFE000}},
};

bool fits(const Tree& t, const Algorithm& a) noexcept {
  return strcmp(t.cipher, a.info.cipher) == 0 && strcmp(t.mode, a.info.mode) == 0;
}

hedgerow_status derive(const Tree& t, const std::uint8_t* master, const std::uint8_t* sequence,
                       std::uint8_t* key) noexcept {
  constexpr const char* kLabels[kLevels] = {"level1", "level2", "level3"};
  memcpy(key, master, kTreeKeyBytes);
  hedgerow_status status = HEDGEROW_OK;
  for (int level = 0; level < kLevels && status == HEDGEROW_OK; level++) {
    std::uint8_t seed[kSequenceBytes], next[kTreeKeyBytes];
    for (std::size_t i = 0; i < kSequenceBytes; i++)
      seed[i] = sequence[i] & (std::uint8_t)(t.mask[level] >> 8 * (kSequenceBytes - 1 - i));
    status = hedgerow_kdf_tree(key, kTreeKeyBytes, kLabels[level], strlen(kLabels[level]), seed,
                               sizeof seed, next, sizeof next);
    if (status == HEDGEROW_OK) memcpy(key, next, sizeof next);
    explicit_bzero(next, sizeof next);
  }
  return status;
}

// Adds the low bytes of the sequence number to the IV. Their number is the length of the IV.
void add_sequence(std::uint8_t* iv, std::size_t bytes, const std::uint8_t* sequence) noexcept {
  unsigned carry = 0;
  for (std::size_t i = 0; i < bytes && i < kSequenceBytes; i++) {
    std::uint8_t& digit = iv[bytes - 1 - i];
    carry += digit + sequence[kSequenceBytes - 1 - i];
    digit = (std::uint8_t)carry;
    carry >>= 8;
  }
}

// A patched libcrypto for GOST suites passes a pointer to 8 bytes with length 0, or with length 1 for the previous
// number. Such a pointer may only be read if the caller is known to be that libcrypto; HEDGEROW_TLSTREE_PATCHED says
// so.
bool read_sequence(const OSSL_PARAM& p, std::uint8_t* sequence) noexcept {
  const std::uint8_t* bytes;
  std::size_t size;
  if (!get_octets(p, &bytes, &size) || !bytes) return false;
#ifdef HEDGEROW_TLSTREE_PATCHED
  if (size <= 1) {
    memcpy(sequence, bytes, kSequenceBytes);
    for (std::size_t i = kSequenceBytes; size == 1 && i-- > 0;)
      if (sequence[i]-- != 0) break;
    return true;
  }
#endif
  if (size != kSequenceBytes) return false;
  memcpy(sequence, bytes, kSequenceBytes);
  return true;
}

}  // namespace

bool has_tlstree(const Algorithm& algorithm) noexcept {
  for (const Tree& t : kTrees)
    if (fits(t, algorithm)) return true;
  return false;
}

int tlstree(const Context& c, const OSSL_PARAM& p, std::uint8_t* key, std::uint8_t* iv) noexcept {
  if (!has_tlstree(*c.algorithm)) return refuse_parameter(c, p, kParameter);
  std::uint8_t sequence[kSequenceBytes];
  if (!read_sequence(p, sequence)) return refuse_parameter(c, p, kParameterValue);
  if (!c.has_key) return fail(*c.provider, kNoKey, "%s: tlstree", c.name());
  for (const Tree& t : kTrees) {
    if (!fits(t, *c.algorithm) || t.strength != c.tlstree_mode) continue;
    if (!c.check(derive(t, c.key, sequence, key))) return 0;
    memcpy(iv, c.iv, c.iv_bytes);
    if (!t.strength) add_sequence(iv, c.iv_bytes, sequence);
    return 1;
  }
  return fail(*c.provider, kParameterValue, "%s: set tlstree_mode to strong or light first",
              c.name());
}

}  // namespace hedgerow_provider
