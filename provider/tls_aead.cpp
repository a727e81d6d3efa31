// Records of TLS 1.2 in GCM [RFC 5288], as libssl asks a provider for them: it sets the fixed part of the nonce and,
// for each record, the 13 bytes of AAD. One update then processes the record in place:
//
//     explicit nonce, 8 bytes | data | tag, 16 bytes
#include "aead.hpp"

namespace hedgerow_provider {

namespace {

constexpr std::size_t kFixed = 4, kExplicit = 8, kTag = 16;
constexpr std::size_t kOverhead = kExplicit + kTag;

}  // namespace

bool has_tls_records(const AeadContext& c) noexcept { return strcmp(c.info().mode, "gcm") == 0; }

int set_tls_fixed(AeadContext& c, const OSSL_PARAM& p) noexcept {
  const std::uint8_t* bytes;
  std::size_t size;
  if (!has_tls_records(c)) return refuse_parameter(c, p, kParameter);
  if (!get_octets(p, &bytes, &size) || !bytes || size != kFixed)
    return refuse_parameter(c, p, kParameterValue);
  memcpy(c.tls.nonce, bytes, size);
  c.tls.has_fixed = true;
  return 1;
}

// The last two bytes of the AAD are the length of the data. libssl writes the length of the record there.
int set_tls_aad(AeadContext& c, const OSSL_PARAM& p) noexcept {
  const std::uint8_t* bytes;
  std::size_t size;
  const std::size_t overhead = c.encrypts() ? kExplicit : kOverhead;
  if (!has_tls_records(c)) return refuse_parameter(c, p, kParameter);
  if (!get_octets(p, &bytes, &size) || !bytes || size != sizeof c.tls.aad)
    return refuse_parameter(c, p, kParameterValue);
  const std::size_t length = (std::size_t)bytes[11] << 8 | bytes[12];
  if (length < overhead) return refuse_parameter(c, p, kParameterValue);
  memcpy(c.tls.aad, bytes, size);
  c.tls.aad[11] = (std::uint8_t)((length - overhead) >> 8);
  c.tls.aad[12] = (std::uint8_t)(length - overhead);
  c.tls.has_aad = true;
  return 1;
}

bool get_tls_pad(const AeadContext& c, OSSL_PARAM* p) noexcept {
  return !p || (has_tls_records(c) && set_number(p, kTag));
}

int run_tls_record(AeadContext& c, unsigned char* out, std::size_t* out_bytes, std::size_t room,
                   const unsigned char* in, std::size_t bytes) noexcept {
  TlsRecord& t = c.tls;
  t.has_aad = false;
  if (!c.has_key) return fail(*c.provider, kNoKey, "%s", c.name());
  if (!t.has_fixed) return fail(*c.provider, kNoIv, "%s", c.name());
  if (!in || !out) return c.check(HEDGEROW_ERR_NULL);
  if (bytes < kOverhead || bytes > room)
    return fail(*c.provider, kOutputRoom, "%s: a record of %zu bytes, room for %zu", c.name(),
                bytes, room);
  const std::size_t data = bytes - kOverhead;
  const unsigned char* const body = in + kExplicit;
  if (c.encrypts()) {
    // The explicit part counts the records of the context, so that no nonce is used twice.
    if (t.count == UINT64_MAX) return c.check(HEDGEROW_ERR_LIMIT);
    for (std::size_t i = 0; i < kExplicit; i++)
      t.nonce[kFixed + i] = (std::uint8_t)(t.count >> (56 - 8 * i));
    t.count++;
    const int ok = c.check(hedgerow_aead_seal_with_nonce(c.aead, t.nonce, sizeof t.nonce, t.aad,
                                                         sizeof t.aad, body, out + kExplicit, data,
                                                         out + kExplicit + data, kTag));
    if (!ok) return 0;
    memcpy(out, t.nonce + kFixed, kExplicit);
    *out_bytes = bytes;
    return 1;
  }
  std::uint8_t tag[kTag];  // the call may be in place
  memcpy(t.nonce + kFixed, in, kExplicit);
  memcpy(tag, body + data, kTag);
  if (!c.check(hedgerow_aead_open(c.aead, t.nonce, sizeof t.nonce, t.aad, sizeof t.aad, body,
                                  out + kExplicit, data, tag, kTag)))
    return 0;
  *out_bytes = data;
  return 1;
}

}  // namespace hedgerow_provider
