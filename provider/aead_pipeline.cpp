// Pipelines of AEADs. Encryption collects the AAD of all records and seals the records in one batch when their data
// arrives. Decryption streams if the mode can, with one library context per record, so that the tags may come last.
// Modes that need the message in one call need the tags before the data.
#include "aead.hpp"

namespace hedgerow_provider {

namespace {

// Tells if the parts of a record must wait until all of it is there.
bool collects(const AeadContext& c) noexcept { return c.encrypts() || c.at_once(); }

int take_aad(AeadContext& c, const Records& r) noexcept {
  if (c.pipeline.phase == Phase::kMessage)
    return fail(*c.provider, kTooLate, "%s: AAD after data", c.name());
  // CCM announces lengths this way, but they are not needed here, because the data follows in one update.
  if (!r.in && c.algorithm->has(HEDGEROW_LENGTHS_FIRST)) return 1;
  if (!r.in || !r.in_bytes) return c.check(HEDGEROW_ERR_NULL);
  for (std::size_t i = 0; i < r.count; i++)
    if (!check_aad(c, c.pipeline.pipe[i].aad, r.in[i], r.in_bytes[i])) return 0;
  for (std::size_t i = 0; i < r.count; i++) {
    Pipe& p = c.pipeline.pipe[i];
    if (!collects(c)) {
      if (!c.check(hedgerow_aead_aad(p.aead, r.in[i], r.in_bytes[i]))) return 0;
      continue;
    }
    if (!keep_aad(c, p.aad, r.in[i], r.in_bytes[i])) return c.check(HEDGEROW_ERR_MEMORY);
  }
  c.has_aad = true;
  return 1;
}

int check_rooms(const AeadContext& c, const Records& r) noexcept {
  if (!r.in || !r.in_bytes) return c.check(HEDGEROW_ERR_NULL);
  for (std::size_t i = 0; i < r.count; i++)
    if (r.in_bytes[i] > r.room(i))
      return fail(*c.provider, kOutputRoom, "%s: record %zu: %zu bytes, not %zu", c.name(), i,
                  r.in_bytes[i], r.room(i));
  return 1;
}

hedgerow_message message_of(AeadContext& c, const Records& r, std::size_t i) noexcept {
  Pipe& p = c.pipeline.pipe[i];
  hedgerow_message m = {};
  if (c.pipeline.has_ivs) m.iv = p.iv, m.iv_bytes = c.iv_bytes;
  if (r.in) m.in = r.in[i], m.out = r.out[i], m.bytes = r.in_bytes[i];
  m.tag = p.tag, m.tag_bytes = c.wanted_tag();
  return m;
}

// The batch function takes one piece of AAD. SIV with more or fewer strings processes the records one by one.
bool seals_together(const AeadContext& c) noexcept {
  return !c.takes_strings() || c.pipeline.pipe[0].aad.strings == 1;
}

int seal_together(AeadContext& c, const Records& r) noexcept {
  // Size of the length that precedes each string.
  const std::size_t length = c.takes_strings() ? sizeof(std::size_t) : 0;
  hedgerow_message messages[kMaxPipes] = {};
  for (std::size_t i = 0; i < r.count; i++) {
    const KeptAad& aad = c.pipeline.pipe[i].aad;
    messages[i] = message_of(c, r, i);
    messages[i].aad_bytes = aad.bytes - length;
    if (messages[i].aad_bytes) messages[i].aad = aad.data + length;
  }
  if (!c.check(hedgerow_aead_seal_batch(c.aead, messages, r.count))) return 0;
  for (std::size_t i = 0; i < r.count; i++) r.out_bytes[i] = messages[i].bytes;
  return 1;
}

int run_each(AeadContext& c, const Records& r) noexcept {
  for (std::size_t i = 0; i < r.count; i++) {
    const hedgerow_message m = message_of(c, r, i);
    const hedgerow_status status = run_whole(c, m, c.pipeline.pipe[i].aad);
    if (status != HEDGEROW_OK) {
      r.drop(i);
      c.pipeline.phase = Phase::kOver;
      return fail(*c.provider, (std::uint32_t)status, "%s: record %zu", c.name(), i);
    }
    r.out_bytes[i] = m.bytes;
  }
  return 1;
}

int stream_all(AeadContext& c, const Records& r) noexcept {
  for (std::size_t i = 0; i < r.count; i++) {
    const hedgerow_status status =
        hedgerow_aead_update(c.pipeline.pipe[i].aead, r.in[i], r.out[i], r.in_bytes[i]);
    if (status != HEDGEROW_OK) {
      r.drop(i);
      c.pipeline.phase = Phase::kOver;  // some records have more data than others
      return fail(*c.provider, (std::uint32_t)status, "%s: record %zu", c.name(), i);
    }
    r.out_bytes[i] = r.in_bytes[i];
  }
  return 1;
}

int run_all(AeadContext& c, const Records& r) noexcept {
  if (!c.encrypts())
    return c.pipeline.has_tags ? run_each(c, r) : fail(*c.provider, kNoTag, "%s", c.name());
  if (!(seals_together(c) ? seal_together : run_each)(c, r)) return 0;
  c.tag_bytes = c.wanted_tag();
  c.pipeline.has_tags = true;
  return 1;
}

// Checks the tags of all records, even if one is wrong.
int check_tags(AeadContext& c) noexcept {
  if (!c.pipeline.has_tags) return fail(*c.provider, kNoTag, "%s", c.name());
  int ok = 1;
  for (std::size_t i = 0; i < c.pipeline.count; i++) {
    Pipe& p = c.pipeline.pipe[i];
    const hedgerow_status status = hedgerow_aead_final_check(p.aead, p.tag, c.tag_bytes);
    if (status != HEDGEROW_OK)
      ok = fail(*c.provider, (std::uint32_t)status, "%s: record %zu", c.name(), i);
  }
  c.pipeline.phase = Phase::kOver;
  c.has_aad = false;
  return ok;
}

}  // namespace

int AeadContext::pipeline_begin(bool new_key) noexcept {
  if (new_key || stale) pipeline.free_aeads();
  if (pipeline.phase != Phase::kReady || collects(*this)) return 1;
  for (std::size_t i = 0; i < pipeline.count; i++) {
    Pipe& p = pipeline.pipe[i];
    if (!p.aead && !check(hedgerow_aead_copy(&p.aead, aead))) return 0;
    if (!check(hedgerow_aead_init_with_nonce(p.aead, HEDGEROW_DECRYPT, p.iv, iv_bytes))) return 0;
  }
  return 1;
}

int AeadContext::pipeline_update(const Records& r) noexcept {
  if (!r.out) return take_aad(*this, r);
  if (!check_rooms(*this, r)) return 0;
  if (collects(*this) && pipeline.phase == Phase::kMessage)
    return fail(*provider, kOneCall, "%s", name());
  if (!(collects(*this) ? run_all : stream_all)(*this, r)) return 0;
  pipeline.phase = Phase::kMessage;
  has_aad = false;
  return 1;
}

// Seals or opens the records that have no data.
int AeadContext::pipeline_final(const Records& r) noexcept {
  if (!collects(*this)) return check_tags(*this);
  if (pipeline.phase == Phase::kReady && !run_all(*this, r)) return 0;
  pipeline.phase = Phase::kOver;
  has_aad = false;
  return 1;
}

int set_pipeline_tags(AeadContext& c, const OSSL_PARAM& p) noexcept {
  if (p.data_type != OSSL_PARAM_OCTET_PTR || !p.data || !*(void**)p.data)
    return refuse_parameter(c, p, kParameterValue);
  if (!c.algorithm->allows_tag(p.data_size))
    return fail(*c.provider, kTagLength, "%s: %zu to %zu bytes, not %zu", c.name(),
                c.info().min_tag_bytes, c.info().max_tag_bytes, p.data_size);
  if (!c.pipeline.pipe) return fail(*c.provider, kPipes, "%s: tags", c.name());
  if (c.encrypts()) return fail(*c.provider, kNoTag, "%s: an encryption makes it", c.name());
  const unsigned char* const* const tags = *(const unsigned char* const**)p.data;
  for (std::size_t i = 0; i < c.pipeline.count; i++)
    if (!tags[i]) return fail(*c.provider, kNoTag, "%s: record %zu", c.name(), i);
  for (std::size_t i = 0; i < c.pipeline.count; i++)
    memcpy(c.pipeline.pipe[i].tag, tags[i], p.data_size);
  c.tag_bytes = p.data_size;
  c.pipeline.has_tags = true;
  return 1;
}

int get_pipeline_tags(const AeadContext& c, const OSSL_PARAM* p) noexcept {
  if (!p) return 1;
  if (!c.encrypts()) return fail(*c.provider, kNotOnDecryption, "%s", c.name());
  const Phase phase = c.pipeline.phase;
  if (!c.pipeline.has_tags || (phase != Phase::kMessage && phase != Phase::kOver))
    return fail(*c.provider, kNoTag, "%s: the records are not over", c.name());
  if (p->data_type != OSSL_PARAM_OCTET_PTR || !p->data || !*(void**)p->data)
    return refuse_parameter(c, *p, kParameterValue);
  if (p->data_size != c.tag_bytes)
    return fail(*c.provider, kTagLength, "%s: %zu bytes", c.name(), c.tag_bytes);
  unsigned char* const* const tags = *(unsigned char* const**)p->data;
  for (std::size_t i = 0; i < c.pipeline.count; i++)
    if (tags[i]) memcpy(tags[i], c.pipeline.pipe[i].tag, c.tag_bytes);
  return 1;
}

const OSSL_DISPATCH* aead_pipeline_functions() noexcept {
  return PipelineFunctions<AeadContext>::kTable;
}

}  // namespace hedgerow_provider
