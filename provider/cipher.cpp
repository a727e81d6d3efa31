// Block and stream modes as libcrypto's cipher functions, over hedgerow_cipher.
#include "context.hpp"

namespace hedgerow_provider {

namespace {

struct CipherContext : Context {
  hedgerow_cipher* cipher;
  std::uint8_t updated_iv[HEDGEROW_MAX_IV_BYTES];  // given out by pointer

  void release() noexcept { hedgerow_cipher_free(cipher); }
  bool copy_owned(const CipherContext& from) noexcept {
    cipher = nullptr;
    return !from.cipher || hedgerow_cipher_copy(&cipher, from.cipher) == HEDGEROW_OK;
  }
};

CipherContext& context_of(void* context) noexcept { return *(CipherContext*)context; }

// A library context with the options as they are, and the key if there is one.
int renew(CipherContext& c) noexcept {
  if (!c.stale) return 1;
  hedgerow_cipher* made = nullptr;
  if (!c.check(hedgerow_cipher_new(&made, c.offer().cipher, c.offer().mode, &c.options))) return 0;
  hedgerow_cipher_free(c.cipher);
  c.cipher = made;
  c.stale = false;
  return !c.has_key || c.check(hedgerow_cipher_set_key(c.cipher, c.key, c.offer().key_bytes));
}

// Begins a message if there is all it needs.
int start(CipherContext& c) noexcept {
  c.phase = Phase::kWaiting;
  if (!c.has_key || (c.takes_iv() && !c.has_iv)) return 1;
  if (c.takes_iv() && !c.check(hedgerow_cipher_set_iv(c.cipher, c.iv, c.iv_bytes))) return 0;
  if (!c.algorithm->passes_through() && !c.check(hedgerow_cipher_begin(c.cipher, c.direction)))
    return 0;
  c.phase = Phase::kReady;
  return 1;
}

// The record's key and IV serve from here on; the master key stays for the next record.
int set_tlstree(CipherContext& c, const OSSL_PARAM& p) noexcept {
  std::uint8_t key[HEDGEROW_MAX_KEY_BYTES], iv[HEDGEROW_MAX_IV_BYTES];
  if (!c.has_iv) return fail(*c.provider, kNoIv, "%s: tlstree", c.name());
  int ok = tlstree(c, p, key, iv) && renew(c);
  ok = ok && c.check(hedgerow_cipher_set_key(c.cipher, key, c.offer().key_bytes)) &&
       c.check(hedgerow_cipher_set_iv(c.cipher, iv, c.iv_bytes));
  explicit_bzero(key, sizeof key);
  if (ok) c.phase = Phase::kReady;
  return ok;
}

int set_one(CipherContext& c, const OSSL_PARAM& p) noexcept {
  const int shared = set_shared(c, p);
  if (shared >= 0) return shared;
  if (strcmp(p.key, "tlstree") == 0) return set_tlstree(c, p);
  std::uint64_t number;
  // libcrypto's place within a block, which is ours to keep.
  if (strcmp(p.key, OSSL_CIPHER_PARAM_NUM) == 0 && get_number(p, &number) && number == 0) return 1;
  return refuse_parameter(c, p, kParameter);
}

// After new options: a message that was about to begin begins under them.
int set_params(void* context, const OSSL_PARAM params[]) {
  CipherContext& c = context_of(context);
  if (!set_each(c, params, set_one)) return 0;
  if (!c.stale || c.phase != Phase::kReady) return 1;
  return renew(c) && start(c);
}

int init(CipherContext& c, hedgerow_direction direction, const unsigned char* key, size_t key_bytes,
         const unsigned char* iv, size_t iv_bytes, const OSSL_PARAM params[]) noexcept {
  c.phase = Phase::kWaiting;
  if (!set_each(c, params, set_one) || !keep_key(c, key, key_bytes) || !keep_iv(c, iv, iv_bytes))
    return 0;
  c.direction = direction;
  const bool was_stale = c.stale;
  if (!renew(c)) return 0;
  if (key && !was_stale && !c.check(hedgerow_cipher_set_key(c.cipher, c.key, key_bytes))) return 0;
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

int run_direct(CipherContext& c, unsigned char* out, size_t* out_bytes, size_t room,
               const unsigned char* in, size_t bytes) noexcept {
  if (bytes > room)
    return fail(*c.provider, kOutputRoom, "%s: %zu bytes, not %zu", c.name(), bytes, room);
  const auto run =
      c.direction == HEDGEROW_ENCRYPT ? hedgerow_cipher_encrypt : hedgerow_cipher_decrypt;
  const hedgerow_status status = run(c.cipher, in, out, bytes);
  if (status != HEDGEROW_OK) return c.check(status);
  *out_bytes = bytes;
  return 1;
}

int update(void* context, unsigned char* out, size_t* out_bytes, size_t room,
           const unsigned char* in, size_t bytes) {
  CipherContext& c = context_of(context);
  *out_bytes = 0;
  if (c.phase != Phase::kMessage) {
    if (!check_ready(c)) return 0;
    c.phase = Phase::kMessage;
  }
  if (bytes == 0) return 1;
  if (c.algorithm->passes_through()) return run_direct(c, out, out_bytes, room, in, bytes);
  return c.check(hedgerow_cipher_update(c.cipher, in, bytes, out, room, out_bytes));
}

int final(void* context, unsigned char* out, size_t* out_bytes, size_t room) {
  CipherContext& c = context_of(context);
  *out_bytes = 0;
  if (c.phase != Phase::kMessage && !check_ready(c)) return 0;
  if (c.algorithm->passes_through()) {
    c.phase = Phase::kOver;
    return 1;
  }
  const hedgerow_status status = hedgerow_cipher_final(c.cipher, out, room, out_bytes);
  if (status != HEDGEROW_ERR_BUFFER) c.phase = Phase::kOver;
  if (status != HEDGEROW_OK) *out_bytes = 0;
  return c.check(status);
}

// EVP_Cipher: whole blocks as they are, without padding or a buffer.
int one_shot(void* context, unsigned char* out, size_t* out_bytes, size_t room,
             const unsigned char* in, size_t bytes) {
  CipherContext& c = context_of(context);
  *out_bytes = 0;
  if (!in) return final(context, out, out_bytes, room);
  if (c.algorithm->passes_through()) return update(context, out, out_bytes, room, in, bytes);
  if (c.phase != Phase::kMessage && !check_ready(c)) return 0;
  if (c.phase == Phase::kReady) {  // from `begin` to direct calls
    if (c.takes_iv() ? !c.check(hedgerow_cipher_set_iv(c.cipher, c.iv, c.iv_bytes))
                     : !c.check(hedgerow_cipher_set_key(c.cipher, c.key, c.offer().key_bytes)))
      return 0;
    c.phase = Phase::kMessage;
  }
  return run_direct(c, out, out_bytes, room, in, bytes);
}

bool get_updated_iv(CipherContext& c, OSSL_PARAM* p) noexcept {
  if (!p) return true;
  const bool running = c.cipher && c.has_key && c.has_iv && !c.stale;
  if (running &&
      hedgerow_cipher_get_updated_iv(c.cipher, c.updated_iv, sizeof c.updated_iv) == HEDGEROW_OK)
    return set_octets(p, c.updated_iv, c.iv_bytes);
  return set_octets(p, c.iv, c.iv_bytes);
}

int get_ctx_params(void* context, OSSL_PARAM params[]) {
  CipherContext& c = context_of(context);
  bool ok = set_number(locate(params, OSSL_CIPHER_PARAM_KEYLEN), c.offer().key_bytes);
  ok &= set_number(locate(params, OSSL_CIPHER_PARAM_IVLEN), c.iv_bytes);
  ok &= set_number(locate(params, OSSL_CIPHER_PARAM_NUM), 0);
  ok &= set_number(locate(params, OSSL_CIPHER_PARAM_PADDING),
                   c.options.padding != HEDGEROW_PADDING_NONE);
  ok &= set_number(locate(params, "key-mesh"),
                   c.options.section_bytes ? c.options.section_bytes : c.offer().section_bytes);
  ok &= set_octets(locate(params, OSSL_CIPHER_PARAM_IV), c.iv, c.iv_bytes);
  ok &= get_updated_iv(c, locate(params, OSSL_CIPHER_PARAM_UPDATED_IV));
  return ok ? 1 : fail(*c.provider, kParameterValue, "%s", c.name());
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
                                           number_entry(OSSL_CIPHER_PARAM_PADDING),
                                           number_entry(OSSL_CIPHER_PARAM_NUM),
                                           number_entry("key-mesh"),
                                           octets_entry(OSSL_CIPHER_PARAM_IV),
                                           octets_entry(OSSL_CIPHER_PARAM_UPDATED_IV),
                                           kEndOfParams};
constexpr OSSL_PARAM kContextSettable[] = {number_entry(OSSL_CIPHER_PARAM_KEYLEN),
                                           number_entry(OSSL_CIPHER_PARAM_IVLEN),
                                           number_entry(OSSL_CIPHER_PARAM_PADDING),
                                           number_entry(OSSL_CIPHER_PARAM_NUM),
                                           text_entry("padding-scheme"),
                                           number_entry("key-mesh"),
                                           number_entry("feedback"),
                                           number_entry("gamma-bytes"),
                                           octets_entry("tlstree"),
                                           kEndOfParams};
const OSSL_PARAM* gettable(void*) { return kGettable; }
const OSSL_PARAM* context_gettable(void*, void*) { return kContextGettable; }
const OSSL_PARAM* context_settable(void*, void*) { return kContextSettable; }

const OSSL_DISPATCH kFunctions[] = {
    entry(OSSL_FUNC_CIPHER_FREECTX, free_context<CipherContext>),
    entry(OSSL_FUNC_CIPHER_DUPCTX, copy_context<CipherContext>),
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

const OSSL_DISPATCH* cipher_functions() noexcept { return kFunctions; }

void* new_cipher(const Provider& provider, const Algorithm& algorithm) noexcept {
  return make_context<CipherContext>(provider, algorithm);
}

}  // namespace hedgerow_provider
