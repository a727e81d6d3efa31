// AEADs as libcrypto's cipher functions, over hedgerow_aead: AAD by updates without an output, the tag by parameters.
#include "aead.hpp"

namespace hedgerow_provider {

namespace {

AeadContext& context_of(void* context) noexcept { return *(AeadContext*)context; }

// A tag to check, or with null data the length of the tag to make.
int set_tag(AeadContext& c, const OSSL_PARAM& p) noexcept {
  const std::uint8_t* bytes;
  std::size_t size;
  if (!get_octets(p, &bytes, &size)) return refuse_parameter(c, p, kParameterValue);
  if (!c.algorithm->allows_tag(size))
    return fail(*c.provider, kTagLength, "%s: %zu to %zu bytes, not %zu", c.name(),
                c.offer().min_tag_bytes, c.offer().max_tag_bytes, size);
  if (bytes && c.encrypts() && c.phase != Phase::kWaiting)
    return fail(*c.provider, kNoTag, "%s: an encryption makes it", c.name());
  c.tag_bytes = size;
  c.has_tag = bytes != nullptr;
  if (bytes) memcpy(c.tag, bytes, size);
  return 1;
}

int set_tlstree(AeadContext& c, const OSSL_PARAM& p) noexcept {
  std::uint8_t key[HEDGEROW_MAX_KEY_BYTES], iv[HEDGEROW_MAX_IV_BYTES];
  int ok = tlstree(c, p, key, iv) && renew(c);
  ok = ok && c.check(hedgerow_aead_set_key(c.aead, key, c.offer().key_bytes));
  explicit_bzero(key, sizeof key);
  return ok && start(c);
}

int set_one(AeadContext& c, const OSSL_PARAM& p) noexcept {
  const int shared = set_shared(c, p);
  if (shared >= 0) return shared;
  if (strcmp(p.key, OSSL_CIPHER_PARAM_AEAD_TAG) == 0) return set_tag(c, p);
  if (strcmp(p.key, "tlstree") == 0) return set_tlstree(c, p);
  return refuse_parameter(c, p, kParameter);
}

int set_params(void* context, const OSSL_PARAM params[]) {
  AeadContext& c = context_of(context);
  if (!set_each(c, params, set_one)) return 0;
  if (!c.stale || c.phase != Phase::kReady) return 1;
  return renew(c) && start(c);
}

int init(AeadContext& c, hedgerow_direction direction, const unsigned char* key, size_t key_bytes,
         const unsigned char* iv, size_t iv_bytes, const OSSL_PARAM params[]) noexcept {
  const bool used = c.phase == Phase::kOver && c.encrypts() && direction == HEDGEROW_ENCRYPT;
  c.phase = Phase::kWaiting;
  if (c.encrypts()) c.has_tag = false;  // that one was made
  c.direction = direction;
  if (!set_each(c, params, set_one) || !keep_key(c, key, key_bytes) || !keep_iv(c, iv, iv_bytes))
    return 0;
  if (used && !iv && !key && c.needs_iv()) c.has_iv = false;
  const bool was_stale = c.stale;
  if (!renew(c)) return 0;
  if (key && !was_stale && !c.check(hedgerow_aead_set_key(c.aead, c.key, key_bytes))) return 0;
  return start(c);
}

int encrypt_init(void* context, const unsigned char* key, size_t key_bytes, const unsigned char* iv,
                 size_t iv_bytes, const OSSL_PARAM params[]) {
  return init(context_of(context), HEDGEROW_ENCRYPT, key, key_bytes, iv, iv_bytes, params);
}
int decrypt_init(void* context, const unsigned char* key, size_t key_bytes, const unsigned char* iv,
                 size_t iv_bytes, const OSSL_PARAM params[]) {
  return init(context_of(context), HEDGEROW_DECRYPT, key, key_bytes, iv, iv_bytes, params);
}

int update(void* context, unsigned char* out, size_t* out_bytes, size_t room,
           const unsigned char* in, size_t bytes) {
  AeadContext& c = context_of(context);
  *out_bytes = 0;
  if (!check_ready(c)) return 0;
  const bool is_announcement = !out && !in && c.algorithm->has(HEDGEROW_LENGTHS_FIRST);
  int ok;
  if (is_announcement) {
    ok = announce(c, bytes);
  } else if (!out) {
    ok = c.at_once() ? collect(c, in, bytes) : c.check(hedgerow_aead_aad(c.aead, in, bytes));
  } else if (bytes > room) {
    ok = fail(*c.provider, kOutputRoom, "%s: %zu bytes, not %zu", c.name(), bytes, room);
  } else if (c.at_once()) {
    ok = run_at_once(c, out, in, bytes);
  } else {
    ok = c.check(hedgerow_aead_update(c.aead, in, out, bytes));
    if (ok) c.phase = Phase::kMessage;
  }
  if (ok) *out_bytes = bytes;
  return ok;
}

int final(void* context, unsigned char*, size_t* out_bytes, size_t) {
  AeadContext& c = context_of(context);
  *out_bytes = 0;
  if (!check_ready(c)) return 0;
  int ok = 1;
  if (c.at_once()) {
    unsigned char none[1];
    if (c.phase == Phase::kReady) ok = run_at_once(c, none, none, 0);
  } else if (c.encrypts()) {
    ok = c.check(hedgerow_aead_final_tag(c.aead, c.tag, c.wanted_tag()));
    if (ok) c.tag_bytes = c.wanted_tag();
    c.has_tag = ok;
  } else if (!c.has_tag) {
    return fail(*c.provider, kNoTag, "%s", c.name());
  } else {
    ok = c.check(hedgerow_aead_final_check(c.aead, c.tag, c.tag_bytes));
  }
  c.phase = Phase::kOver;
  return ok;
}

int one_shot(void* context, unsigned char* out, size_t* out_bytes, size_t room,
             const unsigned char* in, size_t bytes) {
  return in || out || bytes ? update(context, out, out_bytes, room, in, bytes)
                            : final(context, out, out_bytes, room);
}

// The tag of a message that was encrypted: all of it, or its first bytes where the mode allows a shorter one.
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

int get_ctx_params(void* context, OSSL_PARAM params[]) {
  AeadContext& c = context_of(context);
  bool ok = set_number(locate(params, OSSL_CIPHER_PARAM_KEYLEN), c.offer().key_bytes);
  ok &= set_number(locate(params, OSSL_CIPHER_PARAM_IVLEN), c.iv_bytes);
  ok &= set_number(locate(params, OSSL_CIPHER_PARAM_PADDING), 0);
  ok &= set_number(locate(params, OSSL_CIPHER_PARAM_AEAD_TAGLEN), c.wanted_tag());
  ok &= set_octets(locate(params, OSSL_CIPHER_PARAM_IV), c.iv, c.iv_bytes);
  ok &= set_octets(locate(params, OSSL_CIPHER_PARAM_UPDATED_IV), c.iv, c.iv_bytes);
  if (!ok) return fail(*c.provider, kParameterValue, "%s", c.name());
  return get_tag(c, locate(params, OSSL_CIPHER_PARAM_AEAD_TAG));
}

constexpr OSSL_PARAM kGettable[] = {number_entry(OSSL_CIPHER_PARAM_MODE),
                                    number_entry(OSSL_CIPHER_PARAM_BLOCK_SIZE),
                                    number_entry(OSSL_CIPHER_PARAM_IVLEN),
                                    number_entry(OSSL_CIPHER_PARAM_KEYLEN),
                                    number_entry(OSSL_CIPHER_PARAM_AEAD),
                                    number_entry(OSSL_CIPHER_PARAM_CUSTOM_IV),
                                    kEndOfParams};
constexpr OSSL_PARAM kContextGettable[] = {number_entry(OSSL_CIPHER_PARAM_KEYLEN),
                                           number_entry(OSSL_CIPHER_PARAM_IVLEN),
                                           number_entry(OSSL_CIPHER_PARAM_AEAD_TAGLEN),
                                           octets_entry(OSSL_CIPHER_PARAM_IV),
                                           octets_entry(OSSL_CIPHER_PARAM_UPDATED_IV),
                                           octets_entry(OSSL_CIPHER_PARAM_AEAD_TAG),
                                           kEndOfParams};
constexpr OSSL_PARAM kContextSettable[] = {number_entry(OSSL_CIPHER_PARAM_KEYLEN),
                                           number_entry(OSSL_CIPHER_PARAM_IVLEN),
                                           octets_entry(OSSL_CIPHER_PARAM_AEAD_TAG),
                                           number_entry("key-mesh"),
                                           number_entry("length-bytes"),
                                           octets_entry("tlstree"),
                                           text_entry("tlstree_mode"),
                                           kEndOfParams};
const OSSL_PARAM* gettable(void*) { return kGettable; }
const OSSL_PARAM* context_gettable(void*, void*) { return kContextGettable; }
const OSSL_PARAM* context_settable(void*, void*) { return kContextSettable; }

const OSSL_DISPATCH kFunctions[] = {
    entry(OSSL_FUNC_CIPHER_FREECTX, free_context<AeadContext>),
    entry(OSSL_FUNC_CIPHER_DUPCTX, copy_context<AeadContext>),
    entry(OSSL_FUNC_CIPHER_ENCRYPT_INIT, encrypt_init),
    entry(OSSL_FUNC_CIPHER_DECRYPT_INIT, decrypt_init),
    entry(OSSL_FUNC_CIPHER_UPDATE, update),
    entry(OSSL_FUNC_CIPHER_FINAL, final),
    entry(OSSL_FUNC_CIPHER_CIPHER, one_shot),
    entry(OSSL_FUNC_CIPHER_GETTABLE_PARAMS, gettable),
    entry(OSSL_FUNC_CIPHER_GET_CTX_PARAMS, get_ctx_params),
    entry(OSSL_FUNC_CIPHER_GETTABLE_CTX_PARAMS, context_gettable),
    entry(OSSL_FUNC_CIPHER_SET_CTX_PARAMS, set_params),
    entry(OSSL_FUNC_CIPHER_SETTABLE_CTX_PARAMS, context_settable),
    {0, nullptr},
};

}  // namespace

int renew(AeadContext& c) noexcept {
  if (!c.stale) return 1;
  hedgerow_aead* made = nullptr;
  if (!c.check(hedgerow_aead_new(&made, c.offer().cipher, c.offer().mode, &c.options))) return 0;
  hedgerow_aead_free(c.aead);
  c.aead = made;
  c.stale = false;
  return !c.has_key || c.check(hedgerow_aead_set_key(c.aead, c.key, c.offer().key_bytes));
}

int start(AeadContext& c) noexcept {
  c.phase = Phase::kWaiting;
  c.aad_bytes = c.first_component_bytes = 0;
  c.components = 0;
  c.announced = false;
  if (!c.has_key || (c.needs_iv() && !c.has_iv)) return 1;
  if (!c.at_once() &&
      !c.check(hedgerow_aead_init_with_nonce(c.aead, c.direction, c.iv, c.iv_bytes)))
    return 0;
  c.phase = Phase::kReady;
  return 1;
}

const OSSL_DISPATCH* aead_functions() noexcept { return kFunctions; }

void* new_aead(const Provider& provider, const Algorithm& algorithm) noexcept {
  return make_context<AeadContext>(provider, algorithm);
}

}  // namespace hedgerow_provider
