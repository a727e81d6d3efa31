#include "algorithm_id.hpp"

namespace hedgerow_provider {

namespace {

constexpr std::uint8_t kOctetString = 0x04, kOid = 0x06, kSequence = 0x30;
static_assert(AlgorithmId::kMaxBytes < 128);

// OpenSSL's names of sets of S-boxes. The library has their OIDs.
struct NamedSet {
  const char *name, *cipher;
};
constexpr NamedSet kNamedSets[] = {
    {"id-Gost28147-89-TestParamSet", "gost28147:test"},
    {"id-Gost28147-89-CryptoPro-A-ParamSet", "gost28147:cryptopro-a"},
    {"id-Gost28147-89-CryptoPro-B-ParamSet", "gost28147:cryptopro-b"},
    {"id-Gost28147-89-CryptoPro-C-ParamSet", "gost28147:cryptopro-c"},
    {"id-Gost28147-89-CryptoPro-D-ParamSet", "gost28147:cryptopro-d"},
    {"id-tc26-gost-28147-param-Z", "gost28147:tc26-z"},
};

enum class Form { kIv, kGost28147, kGost2015 };

bool is_family(const Algorithm& a, const char* family) noexcept {
  return strncmp(a.info.cipher, family, strlen(family)) == 0;
}

Form form_of(const Algorithm& a) noexcept {
  if (is_family(a, "gost28147:")) return Form::kGost28147;
  const bool counter = strcmp(a.info.mode, "ctr") == 0 || strcmp(a.info.mode, "ctr-acpkm") == 0;
  return counter && (is_family(a, "kuznyechik") || is_family(a, "magma")) ? Form::kGost2015
                                                                          : Form::kIv;
}

const char* sbox_oid(const Algorithm& a) noexcept {
  hedgerow_cipher_info cipher{};
  cipher.size = sizeof cipher;
  return hedgerow_cipher_find(a.info.cipher, &cipher) == HEDGEROW_OK ? cipher.sbox_oid : "";
}

// The same mode over the first cipher of the family for which matches(algorithm) is true, or null.
template <class Matches>
const Algorithm* with_sboxes(const Algorithm& like, Matches&& matches) noexcept {
  std::size_t count;
  const Algorithm* all = algorithms(&count);
  for (const Algorithm* a = all; a < all + count; a++)
    if (is_family(*a, "gost28147:") && strcmp(a->info.mode, like.info.mode) == 0 && matches(*a))
      return a;
  return nullptr;
}

// Writes the content of an OID: the first two numbers share a byte, and the others have seven bits in each byte.
std::size_t write_oid(const char* dotted, std::uint8_t* out) noexcept {
  std::size_t bytes = 0;
  for (int position = 0; *dotted; position++) {
    char* end;
    unsigned long value = strtoul(dotted, &end, 10);
    dotted = *end ? end + 1 : end;
    if (position == 0) {
      out[bytes] = (std::uint8_t)(40 * value);
      continue;
    }
    if (position == 1) {
      out[bytes++] += (std::uint8_t)value;
      continue;
    }
    int groups = 1;
    while (value >> 7 * groups) groups++;
    while (groups-- > 0)
      out[bytes++] = (std::uint8_t)((value >> 7 * groups & 127) | (groups ? 128 : 0));
  }
  return bytes;
}

// Takes an element with the tag from the front of [*at, end) and returns its content, or null. All lengths here are
// below 128, so DER has one byte for them.
const std::uint8_t* take(std::uint8_t tag, const std::uint8_t** at, const std::uint8_t* end,
                         std::size_t* bytes) noexcept {
  if (end - *at < 2 || (*at)[0] != tag || (*at)[1] > 127 || (*at)[1] > end - *at - 2)
    return nullptr;
  const std::uint8_t* content = *at + 2;
  *bytes = (*at)[1];
  *at = content + *bytes;
  return content;
}

std::size_t put(std::uint8_t tag, const void* content, std::size_t bytes,
                std::uint8_t* out) noexcept {
  out[0] = tag;
  out[1] = (std::uint8_t)bytes;
  memcpy(out + 2, content, bytes);
  return 2 + bytes;
}

}  // namespace

AlgorithmId empty_id(const Algorithm& algorithm, std::size_t iv_bytes) noexcept {
  AlgorithmId id{};
  id.algorithm = &algorithm;
  id.iv_bytes = iv_bytes;
  // CMS and PKCS #8 do not store the section of CTR-ACPKM. These are the values of gost-engine.
  if (form_of(algorithm) == Form::kGost2015 && algorithm.has(HEDGEROW_HAS_SECTIONS))
    id.section_bytes = is_family(algorithm, "magma") ? 8 << 10 : 256 << 10;
  return id;
}

std::size_t write_id(const AlgorithmId& id, std::uint8_t* out) noexcept {
  std::uint8_t content[AlgorithmId::kMaxBytes], oid[AlgorithmId::kMaxOidBytes];
  std::uint8_t iv[AlgorithmId::kMaxIvBytes + AlgorithmId::kSeedBytes];
  std::size_t bytes = 0;
  memcpy(iv, id.iv, id.iv_bytes);
  switch (form_of(*id.algorithm)) {
    case Form::kIv:
      return put(kOctetString, iv, id.iv_bytes, out);
    case Form::kGost2015:
      memcpy(iv + id.iv_bytes, id.seed, sizeof id.seed);
      bytes = put(kOctetString, iv, id.iv_bytes + sizeof id.seed, content);
      break;
    case Form::kGost28147:
      bytes = put(kOctetString, iv, id.iv_bytes, content);
      bytes += put(kOid, oid, write_oid(sbox_oid(*id.algorithm), oid), content + bytes);
      break;
  }
  return put(kSequence, content, bytes, out);
}

bool read_id(AlgorithmId& id, const std::uint8_t* der, std::size_t bytes) noexcept {
  const std::uint8_t *end = der + bytes, *iv;
  const Form form = form_of(*id.algorithm);
  std::size_t found;
  if (form != Form::kIv) {
    const std::uint8_t* content = take(kSequence, &der, end, &found);
    if (!content || der != end) return false;
    der = content;
  }
  iv = take(kOctetString, &der, end, &found);
  const std::size_t seed = form == Form::kGost2015 ? sizeof id.seed : 0;
  if (!iv || found != id.iv_bytes + seed) return false;
  if (form == Form::kGost28147) {
    const std::uint8_t* oid = take(kOid, &der, end, &found);
    const Algorithm* chosen = with_sboxes(*id.algorithm, [&](const Algorithm& a) {
      std::uint8_t known[AlgorithmId::kMaxOidBytes];
      const std::size_t bytes_known = write_oid(sbox_oid(a), known);
      return oid && bytes_known && found == bytes_known && memcmp(oid, known, found) == 0;
    });
    if (!chosen) return false;
    id.algorithm = chosen;
  }
  if (der != end) return false;
  memcpy(id.iv, iv, id.iv_bytes);
  memcpy(id.seed, iv + id.iv_bytes, seed);
  return true;
}

const Algorithm* follow_environment(const Provider& provider, const Algorithm& algorithm) noexcept {
  const char* wanted = algorithm.follows_environment ? secure_getenv("CRYPT_PARAMS") : nullptr;
  if (!wanted || !*wanted) return &algorithm;
  const auto is_wanted = [&](const Algorithm& a) {
    for (const NamedSet& set : kNamedSets)
      if (strcmp(wanted, set.name) == 0 && strcmp(a.info.cipher, set.cipher) == 0) return true;
    return strcmp(wanted, sbox_oid(a)) == 0;
  };
  if (const Algorithm* chosen = with_sboxes(algorithm, is_wanted)) return chosen;
  fail(provider, kParameterValue,
       "%s: CRYPT_PARAMS=%s is not a set of S-boxes; use a name or an OID, for example %s or "
       "1.2.643.2.2.31.1",
       algorithm.name, wanted, kNamedSets[1].name);
  return nullptr;
}

}  // namespace hedgerow_provider
