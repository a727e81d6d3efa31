// Key wraps as libcrypto's cipher functions, over hedgerow_wrap: one update takes the whole key.
#include "context.hpp"

namespace hedgerow_provider {

namespace {

struct WrapContext : Context {
  hedgerow_wrap* wrap;

  void release() noexcept { hedgerow_wrap_free(wrap); }
  bool copy_owned(const WrapContext& from) noexcept {
    wrap = nullptr;
    return !from.wrap || hedgerow_wrap_copy(&wrap, from.wrap) == HEDGEROW_OK;
  }
};

WrapContext& context_of(void* context) noexcept { return *(WrapContext*)context; }

int set_one(WrapContext& c, const OSSL_PARAM& p) noexcept {
  const int shared = set_shared(c, p);
  return shared >= 0 ? shared : refuse_parameter(c, p, kParameter);
}

int set_params(void* context, const OSSL_PARAM params[]) {
  return set_each(context_of(context), params, set_one);
}

int init(WrapContext& c, hedgerow_direction direction, const unsigned char* key, size_t key_bytes,
         const unsigned char* iv, size_t iv_bytes, const OSSL_PARAM params[]) noexcept {
  c.phase = Phase::kWaiting;
  if (!set_each(c, params, set_one) || !keep_key(c, key, key_bytes) || !keep_iv(c, iv, iv_bytes))
    return 0;
  c.direction = direction;
  if (!c.wrap && !c.check(hedgerow_wrap_new(&c.wrap, c.offer().cipher, c.offer().mode, &c.options)))
    return 0;
  if (key && !c.check(hedgerow_wrap_set_key(c.wrap, c.key, key_bytes))) return 0;
  if (iv && c.takes_iv() && !c.check(hedgerow_wrap_set_iv(c.wrap, c.iv, c.iv_bytes))) return 0;
  if (c.has_key && (!c.needs_iv() || c.has_iv)) c.phase = Phase::kReady;
  return 1;
}

int encrypt_init(void* context, const unsigned char* key, size_t key_bytes, const unsigned char* iv,
                 size_t iv_bytes, const OSSL_PARAM params[]) {
  return init(context_of(context), HEDGEROW_ENCRYPT, key, key_bytes, iv, iv_bytes, params);
}
int decrypt_init(void* context, const unsigned char* key, size_t key_bytes, const unsigned char* iv,
                 size_t iv_bytes, const OSSL_PARAM params[]) {
  return init(context_of(context), HEDGEROW_DECRYPT, key, key_bytes, iv, iv_bytes, params);
}

// Without an output it says how long the result is at most.
int update(void* context, unsigned char* out, size_t* out_bytes, size_t room,
           const unsigned char* in, size_t bytes) {
  WrapContext& c = context_of(context);
  *out_bytes = 0;
  if (!check_ready(c)) return 0;
  const bool wraps = c.direction == HEDGEROW_ENCRYPT;
  if (!out) {
    *out_bytes = bytes;
    return !wraps || c.check(hedgerow_wrap_length(c.wrap, bytes, out_bytes));
  }
  const auto run = wraps ? hedgerow_wrap_wrap : hedgerow_wrap_unwrap;
  const hedgerow_status status = run(c.wrap, in, bytes, out, room, out_bytes);
  if (status != HEDGEROW_OK) *out_bytes = 0;
  if (status != HEDGEROW_ERR_BUFFER) c.phase = Phase::kOver;
  return c.check(status);
}

int final(void*, unsigned char*, size_t* out_bytes, size_t) {
  *out_bytes = 0;
  return 1;
}

int one_shot(void* context, unsigned char* out, size_t* out_bytes, size_t room,
             const unsigned char* in, size_t bytes) {
  return in ? update(context, out, out_bytes, room, in, bytes)
            : final(context, out, out_bytes, room);
}

int get_ctx_params(void* context, OSSL_PARAM params[]) {
  WrapContext& c = context_of(context);
  const bool ok = set_number(locate(params, OSSL_CIPHER_PARAM_KEYLEN), c.offer().key_bytes) &&
                  set_number(locate(params, OSSL_CIPHER_PARAM_IVLEN), c.iv_bytes) &&
                  set_number(locate(params, OSSL_CIPHER_PARAM_PADDING), 0) &&
                  set_octets(locate(params, OSSL_CIPHER_PARAM_IV), c.iv, c.iv_bytes);
  return ok ? 1 : fail(*c.provider, kParameterValue, "%s", c.name());
}

constexpr OSSL_PARAM kGettable[] = {
    number_entry(OSSL_CIPHER_PARAM_MODE), number_entry(OSSL_CIPHER_PARAM_BLOCK_SIZE),
    number_entry(OSSL_CIPHER_PARAM_IVLEN), number_entry(OSSL_CIPHER_PARAM_KEYLEN), kEndOfParams};
constexpr OSSL_PARAM kContextGettable[] = {number_entry(OSSL_CIPHER_PARAM_KEYLEN),
                                           number_entry(OSSL_CIPHER_PARAM_IVLEN),
                                           octets_entry(OSSL_CIPHER_PARAM_IV), kEndOfParams};
constexpr OSSL_PARAM kContextSettable[] = {number_entry(OSSL_CIPHER_PARAM_KEYLEN),
                                           number_entry(OSSL_CIPHER_PARAM_IVLEN), kEndOfParams};
const OSSL_PARAM* gettable(void*) { return kGettable; }
const OSSL_PARAM* context_gettable(void*, void*) { return kContextGettable; }
const OSSL_PARAM* context_settable(void*, void*) { return kContextSettable; }

const OSSL_DISPATCH kFunctions[] = {
    entry(OSSL_FUNC_CIPHER_FREECTX, free_context<WrapContext>),
    entry(OSSL_FUNC_CIPHER_DUPCTX, copy_context<WrapContext>),
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

const OSSL_DISPATCH* wrap_functions() noexcept { return kFunctions; }

void* new_wrap(const Provider& provider, const Algorithm& algorithm) noexcept {
  return make_context<WrapContext>(provider, algorithm);
}

}  // namespace hedgerow_provider
