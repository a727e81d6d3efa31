// AEADs as cipher functions of libcrypto, implemented with hedgerow_aead. An update without an output is AAD, and
// parameters set and get the tag.
#include "aead.hpp"

namespace hedgerow_provider {

namespace {

// Sets a tag to check. If the data is null, sets the length of the tag to compute.
int set_tag(AeadContext& c, const OSSL_PARAM& p) noexcept {
  const std::uint8_t* bytes;
  std::size_t size;
  if (!get_octets(p, &bytes, &size)) return refuse_parameter(c, p, kParameterValue);
  if (!c.algorithm->allows_tag(size))
    return fail(*c.provider, kTagLength, "%s: %zu to %zu bytes, not %zu", c.name(),
                c.info().min_tag_bytes, c.info().max_tag_bytes, size);
  if (bytes && c.encrypts() && c.phase != Phase::kWaiting)
    return fail(*c.provider, kNoTag, "%s: an encryption makes it", c.name());
  c.tag_bytes = size;
  c.has_tag = bytes != nullptr;
  if (bytes) memcpy(c.tag, bytes, size);
  return 1;
}

int set_tlstree(AeadContext& c, const OSSL_PARAM& p) noexcept {
  if (c.has_aad) return fail(*c.provider, kTooLate, "%s: tlstree", c.name());
  std::uint8_t key[HEDGEROW_MAX_KEY_BYTES], iv[HEDGEROW_MAX_IV_BYTES];
  int ok = tlstree(c, p, key, iv) && renew(c);
  ok = ok && c.check(hedgerow_aead_set_key(c.aead, key, c.info().key_bytes));
  explicit_bzero(key, sizeof key);
  return ok && start(c);
}

int set_one(AeadContext& c, const OSSL_PARAM& p) noexcept {
  const int shared = set_shared(c, p);
  if (shared >= 0) return shared;
  if (strcmp(p.key, OSSL_CIPHER_PARAM_AEAD_TAG) == 0) return set_tag(c, p);
  if (strcmp(p.key, OSSL_CIPHER_PARAM_PIPELINE_AEAD_TAG) == 0) return set_pipeline_tags(c, p);
  if (strcmp(p.key, "tlstree") == 0) return set_tlstree(c, p);
  if (strcmp(p.key, OSSL_CIPHER_PARAM_AEAD_TLS1_IV_FIXED) == 0) return set_tls_fixed(c, p);
  if (strcmp(p.key, OSSL_CIPHER_PARAM_AEAD_TLS1_AAD) == 0) return set_tls_aad(c, p);
  // libssl tells every cipher the version and the length of the MAC, which AEADs do not need.
  for (const char* key : {OSSL_CIPHER_PARAM_TLS_VERSION, OSSL_CIPHER_PARAM_TLS_MAC_SIZE})
    if (strcmp(p.key, key) == 0) return 1;
  return refuse_parameter(c, p, kParameter);
}

// Returns the tag of an encrypted message, or its first bytes if the mode allows a shorter tag.
int get_tag(AeadContext& c, OSSL_PARAM* p) noexcept {
  if (!p) return 1;
  if (!c.encrypts()) return fail(*c.provider, kNotOnDecryption, "%s", c.name());
  const bool over = c.phase == Phase::kOver || (c.at_once() && c.phase == Phase::kMessage);
  if (!c.has_tag || !over)
    return fail(*c.provider, kNoTag, "%s: the message is not over", c.name());
  if (!p->data) return p->return_size = c.tag_bytes, 1;
  const bool whole = p->data_size == c.tag_bytes;
  const bool shorter =
      p->data_size < c.tag_bytes && !c.at_once() && c.algorithm->allows_tag(p->data_size);
  if (!whole && !shorter)
    return fail(*c.provider, kTagLength, "%s: %zu bytes", c.name(), c.tag_bytes);
  return set_octets(p, c.tag, p->data_size);
}

}  // namespace

const OSSL_PARAM AeadContext::kGettable[] = {number_entry(OSSL_CIPHER_PARAM_KEYLEN),
                                             number_entry(OSSL_CIPHER_PARAM_IVLEN),
                                             number_entry(OSSL_CIPHER_PARAM_AEAD_TAGLEN),
                                             octets_entry(OSSL_CIPHER_PARAM_IV),
                                             octets_entry(OSSL_CIPHER_PARAM_UPDATED_IV),
                                             octets_entry(OSSL_CIPHER_PARAM_AEAD_TAG),
                                             place_entry(OSSL_CIPHER_PARAM_PIPELINE_AEAD_TAG),
                                             number_entry(OSSL_CIPHER_PARAM_AEAD_TLS1_AAD_PAD),
                                             kEndOfParams};
const OSSL_PARAM AeadContext::kSettable[] = {number_entry(OSSL_CIPHER_PARAM_KEYLEN),
                                             number_entry(OSSL_CIPHER_PARAM_IVLEN),
                                             octets_entry(OSSL_CIPHER_PARAM_AEAD_TAG),
                                             octets_entry(OSSL_CIPHER_PARAM_AEAD_TLS1_IV_FIXED),
                                             octets_entry(OSSL_CIPHER_PARAM_AEAD_TLS1_AAD),
                                             number_entry(OSSL_CIPHER_PARAM_TLS_VERSION),
                                             number_entry(OSSL_CIPHER_PARAM_TLS_MAC_SIZE),
                                             place_entry(OSSL_CIPHER_PARAM_PIPELINE_AEAD_TAG),
                                             number_entry("key-mesh"),
                                             number_entry("length-bytes"),
                                             number_entry("padded-length"),
                                             number_entry("zero-fill"),
                                             octets_entry("tlstree"),
                                             text_entry("tlstree_mode"),
                                             kEndOfParams};

int renew(AeadContext& c) noexcept {
  if (!c.stale) return 1;
  hedgerow_aead* made = nullptr;
  if (!c.check(hedgerow_aead_new(&made, c.info().cipher, c.info().mode, &c.options))) return 0;
  hedgerow_aead_free(c.aead);
  c.aead = made;
  c.stale = false;
  return !c.has_key || c.check(hedgerow_aead_set_key(c.aead, c.key, c.info().key_bytes));
}

int start(AeadContext& c) noexcept {
  c.phase = Phase::kWaiting;
  c.aad.restart();
  c.announced = c.has_aad = false;
  if (!c.has_key || (c.needs_iv() && !c.has_iv)) return 1;
  if (!c.at_once() &&
      !c.check(hedgerow_aead_init_with_nonce(c.aead, c.direction, c.iv, c.iv_bytes)))
    return 0;
  c.phase = Phase::kReady;
  return 1;
}

int AeadContext::set(const OSSL_PARAM params[]) noexcept {
  if (!set_each(*this, params, set_one)) return 0;
  if (!stale) return 1;
  if (pipeline.phase == Phase::kReady) return renew(*this) && pipeline_begin(true);
  return phase != Phase::kReady || (renew(*this) && start(*this));
}

int AeadContext::init(hedgerow_direction new_direction, const unsigned char* new_key,
                      std::size_t key_bytes, const unsigned char* new_iv, std::size_t new_iv_bytes,
                      const OSSL_PARAM params[]) noexcept {
  // A nonce serves one encryption, also if the caller passes a key, because it may be the old one.
  const bool records_over = pipeline.phase == Phase::kMessage || pipeline.phase == Phase::kOver;
  if (records_over && encrypts() && needs_iv()) pipeline.has_ivs = false;
  if (iv_used && new_direction == HEDGEROW_ENCRYPT && needs_iv()) has_iv = false;
  has_aad = false;
  phase = pipeline.phase = Phase::kWaiting;
  if (new_key)
    tls.has_fixed = tls.has_aad = false;  // not `count`, because the key may be the old one
  if (encrypts()) has_tag = false;        // the old tag came from an encryption
  direction = new_direction;
  if (!set_each(*this, params, set_one) || !keep_key(*this, new_key, key_bytes) ||
      !keep_iv(*this, new_iv, new_iv_bytes))
    return 0;
  const bool was_stale = stale;
  if (!renew(*this)) return 0;
  if (new_key && !was_stale && !check(hedgerow_aead_set_key(aead, key, key_bytes))) return 0;
  return start(*this);
}

int AeadContext::update(unsigned char* out, std::size_t* out_bytes, std::size_t room,
                        const unsigned char* in, std::size_t bytes) noexcept {
  if (tls.has_aad) return run_tls_record(*this, out, out_bytes, room, in, bytes);
  if (!check_ready(*this)) return 0;
  const bool is_announcement = !out && !in && algorithm->has(HEDGEROW_LENGTHS_FIRST);
  int ok;
  if (is_announcement) {
    ok = announce(*this, bytes);
  } else if (!out) {
    ok = at_once() ? collect(*this, in, bytes) : check(hedgerow_aead_aad(aead, in, bytes));
    has_aad = has_aad || ok;
  } else if (bytes > room) {
    ok = fail(*provider, kOutputRoom, "%s: %zu bytes, not %zu", name(), bytes, room);
  } else if (at_once()) {
    ok = run_at_once(*this, out, in, bytes);
  } else {
    ok = check(hedgerow_aead_update(aead, in, out, bytes));
    if (ok) phase = Phase::kMessage;
  }
  if (ok) *out_bytes = bytes;
  if (out) iv_used = true;
  if (ok && out) has_aad = false;
  return ok;
}

int AeadContext::final(unsigned char*, std::size_t*, std::size_t) noexcept {
  if (!check_ready(*this)) return 0;
  int ok = 1;
  if (at_once()) {
    unsigned char none[1];
    if (phase == Phase::kReady) ok = run_at_once(*this, none, none, 0);
  } else if (encrypts()) {
    ok = check(hedgerow_aead_final_tag(aead, tag, wanted_tag()));
    if (ok) tag_bytes = wanted_tag();
    has_tag = ok;
  } else if (!has_tag) {
    return fail(*provider, kNoTag, "%s", name());
  } else {
    ok = check(hedgerow_aead_final_check(aead, tag, tag_bytes));
  }
  phase = Phase::kOver;
  iv_used = true, has_aad = false;
  return ok;
}

int AeadContext::get(OSSL_PARAM params[]) noexcept {
  bool ok = set_number(locate(params, OSSL_CIPHER_PARAM_KEYLEN), info().key_bytes);
  ok &= set_number(locate(params, OSSL_CIPHER_PARAM_IVLEN), iv_bytes);
  ok &= set_number(locate(params, OSSL_CIPHER_PARAM_PADDING), 0);
  ok &= set_number(locate(params, OSSL_CIPHER_PARAM_AEAD_TAGLEN), wanted_tag());
  ok &= set_octets(locate(params, OSSL_CIPHER_PARAM_IV), iv, iv_bytes);
  ok &= set_octets(locate(params, OSSL_CIPHER_PARAM_UPDATED_IV), iv, iv_bytes);
  ok &= get_tls_pad(*this, locate(params, OSSL_CIPHER_PARAM_AEAD_TLS1_AAD_PAD));
  if (!ok) return fail(*provider, kParameterValue, "%s", name());
  return get_tag(*this, locate(params, OSSL_CIPHER_PARAM_AEAD_TAG)) &&
         get_pipeline_tags(*this, locate(params, OSSL_CIPHER_PARAM_PIPELINE_AEAD_TAG));
}

const OSSL_DISPATCH* aead_functions() noexcept { return CipherFunctions<AeadContext>::kTable; }

void* new_aead(const Provider& provider, const Algorithm& algorithm) noexcept {
  return make_context<AeadContext>(provider, algorithm);
}

}  // namespace hedgerow_provider
