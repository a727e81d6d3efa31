// Code for pipelines that block and stream modes and AEADs share: memory, IVs, checks.
#include "pipeline.hpp"

namespace hedgerow_provider {

bool KeptAad::add(const std::uint8_t* more, std::size_t more_bytes) noexcept {
  if (more_bytes > room - bytes) {
    if (more_bytes > SIZE_MAX / 4 || bytes > SIZE_MAX / 4) return false;
    const std::size_t new_room = 2 * (bytes + more_bytes);
    std::uint8_t* const larger = (std::uint8_t*)malloc(new_room);
    if (!larger) return false;
    if (bytes) memcpy(larger, data, bytes);
    const std::size_t kept_bytes = bytes, kept_strings = strings;
    release();
    *this = {larger, kept_bytes, new_room, kept_strings};
  }
  if (more_bytes) memcpy(data + bytes, more, more_bytes);
  bytes += more_bytes;
  return true;
}

bool KeptAad::add_string(const std::uint8_t* string, std::size_t string_bytes) noexcept {
  const std::size_t before = bytes;
  if (!add((const std::uint8_t*)&string_bytes, sizeof string_bytes) || !add(string, string_bytes)) {
    bytes = before;
    return false;
  }
  strings++;
  return true;
}

bool KeptAad::copy(const KeptAad& from) noexcept {
  *this = {};
  if (!add(from.data, from.bytes)) return false;
  strings = from.strings;
  return true;
}

void KeptAad::release() noexcept {
  if (data) explicit_bzero(data, bytes);
  free(data);
  *this = {};
}

bool Pipeline::make(std::size_t wanted) noexcept {
  if (wanted != count) {
    release();
    pipe = (Pipe*)calloc(wanted, sizeof(Pipe));
    if (!pipe) return false;
    count = wanted;
  }
  for (std::size_t i = 0; i < count; i++) pipe[i].aad.restart();
  has_tags = false;
  return true;
}

bool Pipeline::copy(const Pipeline& from) noexcept {
  *this = {};
  if (!from.pipe) return true;
  pipe = (Pipe*)calloc(from.count, sizeof(Pipe));
  if (!pipe) return false;
  count = from.count;
  phase = from.phase;
  has_ivs = from.has_ivs;
  has_tags = from.has_tags;
  for (std::size_t i = 0; i < count; i++) {
    const Pipe& p = from.pipe[i];
    memcpy(pipe[i].iv, p.iv, sizeof p.iv);
    memcpy(pipe[i].tag, p.tag, sizeof p.tag);
    if (!pipe[i].aad.copy(p.aad)) return false;
    if (p.aead && hedgerow_aead_copy(&pipe[i].aead, p.aead) != HEDGEROW_OK) return false;
  }
  return true;
}

void Pipeline::free_aeads() noexcept {
  for (std::size_t i = 0; i < count; i++) {
    hedgerow_aead_free(pipe[i].aead);
    pipe[i].aead = nullptr;
  }
}

void Pipeline::release() noexcept {
  free_aeads();
  for (std::size_t i = 0; i < count; i++) pipe[i].aad.release();
  if (pipe) explicit_bzero((void*)pipe, count * sizeof *pipe);
  free(pipe);
  *this = {};
}

void Records::drop(std::size_t done) const noexcept {
  for (std::size_t i = 0; i < done; i++) {
    if (out_bytes[i]) explicit_bzero(out[i], out_bytes[i]);
    out_bytes[i] = 0;
  }
}

int begin_pipeline(Context& c, Pipeline& p, std::size_t count, const unsigned char** ivs,
                   std::size_t iv_bytes) noexcept {
  c.phase = p.phase = Phase::kWaiting;
  c.has_iv = false;
  if (count == 0 || count > kMaxPipes)
    return fail(*c.provider, kPipes, "%s: %zu pipes", c.name(), count);
  if (count != p.count) p.has_ivs = false;
  const bool had_ivs = p.has_ivs;
  if (!p.make(count)) return c.check(HEDGEROW_ERR_MEMORY);
  p.has_ivs = had_ivs;
  if (ivs && c.takes_iv()) {
    // The caller passes the lengths, so no buffer of libcrypto limits them.
    if (!c.algorithm->allows_iv(iv_bytes))
      return fail(*c.provider, kIvLength, "%s: %zu to %zu bytes, not %zu", c.name(),
                  c.info().min_iv_bytes, c.info().max_iv_bytes, iv_bytes);
    for (std::size_t i = 0; i < count; i++)
      if (!ivs[i]) return fail(*c.provider, kNoIv, "%s: record %zu", c.name(), i);
    for (std::size_t i = 0; i < count; i++) memcpy(p.pipe[i].iv, ivs[i], iv_bytes);
    c.iv_bytes = iv_bytes;
    p.has_ivs = true;
  }
  if (c.has_key && (!c.needs_iv() || p.has_ivs)) p.phase = Phase::kReady;
  return 1;
}

int check_pipeline(const Context& c, const Pipeline& p, Records& r) noexcept {
  if (r.count == 0) r.count = p.count;
  if (!r.out_bytes || r.count == 0 || r.count != p.count)
    return fail(*c.provider, kPipes, "%s: %zu pipes", c.name(), r.count);
  for (std::size_t i = 0; i < r.count; i++) r.out_bytes[i] = 0;
  if (!c.has_key) return fail(*c.provider, kNoKey, "%s", c.name());
  if (c.needs_iv() && !p.has_ivs) return fail(*c.provider, kNoIv, "%s", c.name());
  if (p.phase == Phase::kOver || p.phase == Phase::kWaiting)
    return fail(*c.provider, kMessageOver, "%s", c.name());
  return 1;
}

}  // namespace hedgerow_provider
