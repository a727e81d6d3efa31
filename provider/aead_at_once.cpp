#include "aead.hpp"

namespace hedgerow_provider {

namespace {

// The strings of a SIV message.
struct Strings {
  // The stored strings and the IV. The library rejects them if there is one too many.
  hedgerow_string string[HEDGEROW_MAX_STRINGS + 1];
  std::size_t count = 0;
};

void read_strings(const KeptAad& kept, const hedgerow_message& m, Strings& to) noexcept {
  for (const std::uint8_t* at = kept.data; to.count < kept.strings; to.count++) {
    std::size_t bytes;
    memcpy(&bytes, at, sizeof bytes);
    at += sizeof bytes;
    to.string[to.count] = {at, bytes};
    at += bytes;
  }
  if (m.iv_bytes) to.string[to.count++] = {m.iv, m.iv_bytes};
}

}  // namespace

int check_aad(const AeadContext& c, const KeptAad& kept, const unsigned char* in,
              std::size_t bytes) noexcept {
  // SIV: NULL could mean an empty string or no string, so it is rejected, as OpenSSL's own SIV does.
  if (!in && (bytes || c.takes_strings())) return c.check(HEDGEROW_ERR_NULL);
  return kept.strings < HEDGEROW_MAX_STRINGS || c.check(HEDGEROW_ERR_LIMIT);
}

bool keep_aad(const AeadContext& c, KeptAad& kept, const unsigned char* in,
              std::size_t bytes) noexcept {
  return c.takes_strings() ? kept.add_string(in, bytes) : kept.add(in, bytes);
}

int collect(AeadContext& c, const unsigned char* in, std::size_t bytes) noexcept {
  if (c.phase == Phase::kMessage)
    return fail(*c.provider, kTooLate, "%s: AAD after data", c.name());
  if (!check_aad(c, c.aad, in, bytes)) return 0;
  return keep_aad(c, c.aad, in, bytes) || c.check(HEDGEROW_ERR_MEMORY);
}

hedgerow_status run_whole(AeadContext& c, const hedgerow_message& m, const KeptAad& kept) noexcept {
  if (c.takes_strings()) {
    Strings s;
    read_strings(kept, m, s);
    return c.encrypts() ? hedgerow_aead_seal_strings(c.aead, s.string, s.count, m.in, m.out,
                                                     m.bytes, m.tag, m.tag_bytes)
                        : hedgerow_aead_open_strings(c.aead, s.string, s.count, m.in, m.out,
                                                     m.bytes, m.tag, m.tag_bytes);
  }
  return c.encrypts()
             ? hedgerow_aead_seal_with_nonce(c.aead, m.iv, m.iv_bytes, kept.data, kept.bytes, m.in,
                                             m.out, m.bytes, m.tag, m.tag_bytes)
             : hedgerow_aead_open(c.aead, m.iv, m.iv_bytes, kept.data, kept.bytes, m.in, m.out,
                                  m.bytes, m.tag, m.tag_bytes);
}

// Processes the whole message in one call.
int run_at_once(AeadContext& c, unsigned char* out, const unsigned char* in,
                std::size_t bytes) noexcept {
  if (c.phase == Phase::kMessage) return fail(*c.provider, kOneCall, "%s", c.name());
  if (c.announced && c.announced_bytes != bytes) return c.check(HEDGEROW_ERR_ANNOUNCED);
  if (!c.encrypts() && !c.has_tag) return fail(*c.provider, kNoTag, "%s", c.name());
  hedgerow_message m = {};
  if (c.has_iv) m.iv = c.iv, m.iv_bytes = c.iv_bytes;
  m.in = in, m.out = out, m.bytes = bytes;
  m.tag = c.tag, m.tag_bytes = c.wanted_tag();
  const hedgerow_status status = run_whole(c, m, c.aad);
  if (c.encrypts()) {
    c.tag_bytes = c.wanted_tag();
    c.has_tag = status == HEDGEROW_OK;
  }
  if (status == HEDGEROW_OK) c.phase = Phase::kMessage;
  if (status == HEDGEROW_ERR_AUTH) c.phase = Phase::kOver;
  return c.check(status);
}

// CCM may use the nonce of a message again for a message with an announced length, because `openssl speed` needs this.
int announce(AeadContext& c, std::size_t bytes) noexcept {
  if (c.phase == Phase::kMessage && !start(c)) return 0;
  c.announced = true;
  c.announced_bytes = bytes;
  return 1;
}

}  // namespace hedgerow_provider
