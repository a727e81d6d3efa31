// AEADs as libcrypto's cipher functions, over hedgerow_aead: AAD by updates without an output, the tag by parameters.
// Modes that read a message twice or must know its lengths (CCM, SIV, GCM-SIV) collect the AAD and take all data in one
// update, as libcrypto's own do.
#include "context.hpp"

namespace hedgerow_provider {

namespace {

struct AeadContext : Context {
  hedgerow_aead* aead;
  std::uint8_t* aad;  // collected, for modes that take a message at once
  std::size_t aad_bytes, aad_room;
  int components;  // calls that gave AAD
  std::size_t
      first_component_bytes;  // SIV: AAD, and behind it a nonce that came as a second component
  bool announced;
  std::uint64_t announced_bytes;
  std::size_t tag_bytes;  // of `tag`, or that a tag is to have; 0: nothing said
  bool has_tag;           // to be checked, or computed
  std::uint8_t tag[HEDGEROW_MAX_TAG_BYTES];

  void release() noexcept {
    hedgerow_aead_free(aead);
    if (aad) explicit_bzero(aad, aad_bytes);
    free(aad);
  }
  bool copy_owned(const AeadContext& from) noexcept {
    aead = nullptr;
    aad = nullptr;
    aad_room = aad_bytes;
    if (aad_bytes) {
      aad = (std::uint8_t*)malloc(aad_bytes);
      if (!aad) return aad_bytes = 0, false;
      memcpy(aad, from.aad, aad_bytes);
    }
    return !from.aead || hedgerow_aead_copy(&aead, from.aead) == HEDGEROW_OK;
  }
  bool at_once() const noexcept {
    return algorithm->has(HEDGEROW_ONE_CALL | HEDGEROW_LENGTHS_FIRST);
  }
  bool encrypts() const noexcept { return direction == HEDGEROW_ENCRYPT; }
  std::size_t wanted_tag() const noexcept { return tag_bytes ? tag_bytes : offer().tag_bytes; }
};

AeadContext& context_of(void* context) noexcept { return *(AeadContext*)context; }

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
  c.aad_bytes = 0;
  c.components = 0;
  c.announced = false;
  if (!c.has_key || (c.needs_iv() && !c.has_iv)) return 1;
  if (!c.at_once() &&
      !c.check(hedgerow_aead_init_with_nonce(c.aead, c.direction, c.iv, c.iv_bytes)))
    return 0;
  c.phase = Phase::kReady;
  return 1;
}

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

int collect(AeadContext& c, const unsigned char* in, size_t bytes) noexcept {
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
  if (bytes > c.aad_room - c.aad_bytes) {
    const std::size_t room = 2 * (c.aad_bytes + bytes);
    std::uint8_t* more = (std::uint8_t*)malloc(room);
    if (!more) return c.check(HEDGEROW_ERR_MEMORY);
    if (c.aad_bytes) memcpy(more, c.aad, c.aad_bytes);
    free(c.aad);
    c.aad = more;
    c.aad_room = room;
  }
  if (bytes) memcpy(c.aad + c.aad_bytes, in, bytes);
  c.aad_bytes += bytes;
  if (c.components++ == 0 || !siv) c.first_component_bytes = c.aad_bytes;
  return 1;
}

// The whole message in one call.
int run_at_once(AeadContext& c, unsigned char* out, const unsigned char* in,
                size_t bytes) noexcept {
  if (c.phase == Phase::kMessage) return fail(*c.provider, kOneCall, "%s", c.name());
  if (c.announced && c.announced_bytes != bytes) return c.check(HEDGEROW_ERR_ANNOUNCED);
  const bool aad_has_nonce = c.components == 2 && c.first_component_bytes != c.aad_bytes;
  const std::uint8_t* nonce = c.has_iv ? c.iv : c.aad + c.first_component_bytes;
  const std::size_t nonce_bytes = c.has_iv        ? c.iv_bytes
                                  : aad_has_nonce ? c.aad_bytes - c.first_component_bytes
                                                  : 0;
  const std::size_t aad_bytes = c.components ? c.first_component_bytes : 0;
  hedgerow_status status;
  if (c.encrypts()) {
    status = hedgerow_aead_seal_with_nonce(c.aead, nonce_bytes ? nonce : nullptr, nonce_bytes,
                                           c.aad, aad_bytes, in, out, bytes, c.tag, c.wanted_tag());
    c.tag_bytes = c.wanted_tag();
    c.has_tag = status == HEDGEROW_OK;
  } else {
    if (!c.has_tag) return fail(*c.provider, kNoTag, "%s", c.name());
    status = hedgerow_aead_open(c.aead, nonce_bytes ? nonce : nullptr, nonce_bytes, c.aad,
                                aad_bytes, in, out, bytes, c.tag, c.tag_bytes);
  }
  if (status == HEDGEROW_OK) c.phase = Phase::kMessage;
  if (status == HEDGEROW_ERR_AUTH) c.phase = Phase::kOver;
  return c.check(status);
}

// CCM repeats a message's nonce for another message of an announced length, as `openssl speed` does with every CCM.
int announce(AeadContext& c, size_t bytes) noexcept {
  if (c.phase == Phase::kMessage && !start(c)) return 0;
  c.announced = true;
  c.announced_bytes = bytes;
  return 1;
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

const OSSL_DISPATCH* aead_functions() noexcept { return kFunctions; }

void* new_aead(const Provider& provider, const Algorithm& algorithm) noexcept {
  return make_context<AeadContext>(provider, algorithm);
}

}  // namespace hedgerow_provider
