#include "aead.hpp"

namespace hedgerow_provider {

int collect(AeadContext& c, const unsigned char* in, std::size_t bytes) noexcept {
  if (c.phase == Phase::kMessage)
    return fail(*c.provider, kTooLate, "%s: AAD after data", c.name());
  // SIV's components are AAD and nonce; a second call gives the nonce that init did not.
  const bool siv = c.algorithm->has(HEDGEROW_ONE_CALL) && !c.needs_iv();
  if (siv && c.components == (c.has_iv ? 1 : 2))
    return fail(*c.provider, kOneCall, "%s: further AAD", c.name());
  if (siv && bytes == 0)
    return fail(*c.provider, kOneCall, "%s: empty AAD counts as none; leave it out", c.name());
  if (siv && c.components == 1 && !c.algorithm->allows_iv(bytes))
    return fail(*c.provider, kIvLength, "%s: nonce as AAD", c.name());
  if (!c.aad.add(in, bytes)) return c.check(HEDGEROW_ERR_MEMORY);
  if (c.components++ == 0 || !siv) c.first_component_bytes = c.aad.bytes;
  return 1;
}

// The whole message in one call.
int run_at_once(AeadContext& c, unsigned char* out, const unsigned char* in,
                std::size_t bytes) noexcept {
  if (c.phase == Phase::kMessage) return fail(*c.provider, kOneCall, "%s", c.name());
  if (c.announced && c.announced_bytes != bytes) return c.check(HEDGEROW_ERR_ANNOUNCED);
  const std::size_t aad_bytes = c.first_component_bytes;
  const std::size_t second_bytes = c.aad.bytes - aad_bytes;
  const std::size_t nonce_bytes = c.has_iv ? c.iv_bytes : second_bytes;
  const std::uint8_t* nonce = c.has_iv ? c.iv : second_bytes ? c.aad.data + aad_bytes : nullptr;
  hedgerow_status status;
  if (c.encrypts()) {
    status = hedgerow_aead_seal_with_nonce(c.aead, nonce, nonce_bytes, c.aad.data, aad_bytes, in,
                                           out, bytes, c.tag, c.wanted_tag());
    c.tag_bytes = c.wanted_tag();
    c.has_tag = status == HEDGEROW_OK;
  } else {
    if (!c.has_tag) return fail(*c.provider, kNoTag, "%s", c.name());
    status = hedgerow_aead_open(c.aead, nonce, nonce_bytes, c.aad.data, aad_bytes, in, out, bytes,
                                c.tag, c.tag_bytes);
  }
  if (status == HEDGEROW_OK) c.phase = Phase::kMessage;
  if (status == HEDGEROW_ERR_AUTH) c.phase = Phase::kOver;
  return c.check(status);
}

// CCM repeats a message's nonce for another message of an announced length, as `openssl speed` does with every CCM.
int announce(AeadContext& c, std::size_t bytes) noexcept {
  if (c.phase == Phase::kMessage && !start(c)) return 0;
  c.announced = true;
  c.announced_bytes = bytes;
  return 1;
}

}  // namespace hedgerow_provider
