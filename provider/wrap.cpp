// Key wraps as cipher functions of libcrypto, implemented with hedgerow_wrap, where one update takes the whole key.
#include "context.hpp"

namespace hedgerow_provider {

namespace {

struct WrapContext : Context {
  hedgerow_wrap* wrap;

  static const OSSL_PARAM kGettable[], kSettable[];
  int init(hedgerow_direction direction, const unsigned char* key, std::size_t key_bytes,
           const unsigned char* iv, std::size_t iv_bytes, const OSSL_PARAM params[]) noexcept;
  int update(unsigned char* out, std::size_t* out_bytes, std::size_t room, const unsigned char* in,
             std::size_t bytes) noexcept;
  int final(unsigned char*, std::size_t*, std::size_t) noexcept { return 1; }
  int one_shot(unsigned char* out, std::size_t* out_bytes, std::size_t room,
               const unsigned char* in, std::size_t bytes) noexcept {
    return in ? update(out, out_bytes, room, in, bytes) : final(out, out_bytes, room);
  }
  int get(OSSL_PARAM params[]) noexcept;
  int set(const OSSL_PARAM params[]) noexcept;
  void release() noexcept { hedgerow_wrap_free(wrap); }
  bool copy_owned(const WrapContext& from) noexcept {
    wrap = nullptr;
    return !from.wrap || hedgerow_wrap_copy(&wrap, from.wrap) == HEDGEROW_OK;
  }
};

int set_one(WrapContext& c, const OSSL_PARAM& p) noexcept {
  const int shared = set_shared(c, p);
  return shared >= 0 ? shared : refuse_parameter(c, p, kParameter);
}

const OSSL_PARAM WrapContext::kGettable[] = {number_entry(OSSL_CIPHER_PARAM_KEYLEN),
                                             number_entry(OSSL_CIPHER_PARAM_IVLEN),
                                             octets_entry(OSSL_CIPHER_PARAM_IV), kEndOfParams};
const OSSL_PARAM WrapContext::kSettable[] = {number_entry(OSSL_CIPHER_PARAM_KEYLEN),
                                             number_entry(OSSL_CIPHER_PARAM_IVLEN), kEndOfParams};

int WrapContext::set(const OSSL_PARAM params[]) noexcept {
  return set_each(*this, params, set_one);
}

int WrapContext::init(hedgerow_direction new_direction, const unsigned char* new_key,
                      std::size_t key_bytes, const unsigned char* new_iv, std::size_t new_iv_bytes,
                      const OSSL_PARAM params[]) noexcept {
  phase = Phase::kWaiting;
  if (!set(params) || !keep_key(*this, new_key, key_bytes) || !keep_iv(*this, new_iv, new_iv_bytes))
    return 0;
  direction = new_direction;
  if (!wrap && !check(hedgerow_wrap_new(&wrap, info().cipher, info().mode, &options))) return 0;
  if (new_key && !check(hedgerow_wrap_set_key(wrap, key, key_bytes))) return 0;
  if (new_iv && takes_iv() && !check(hedgerow_wrap_set_iv(wrap, iv, iv_bytes))) return 0;
  if (has_key && (!needs_iv() || has_iv)) phase = Phase::kReady;
  return 1;
}

// Without an output, returns the maximum length of the result.
int WrapContext::update(unsigned char* out, std::size_t* out_bytes, std::size_t room,
                        const unsigned char* in, std::size_t bytes) noexcept {
  if (!check_ready(*this)) return 0;
  const bool wraps = direction == HEDGEROW_ENCRYPT;
  if (!out) {
    *out_bytes = bytes;
    return !wraps || check(hedgerow_wrap_length(wrap, bytes, out_bytes));
  }
  const auto run = wraps ? hedgerow_wrap_wrap : hedgerow_wrap_unwrap;
  const hedgerow_status status = run(wrap, in, bytes, out, room, out_bytes);
  if (status != HEDGEROW_OK) *out_bytes = 0;
  if (status != HEDGEROW_ERR_BUFFER) phase = Phase::kOver;
  return check(status);
}

int WrapContext::get(OSSL_PARAM params[]) noexcept {
  const bool ok = set_number(locate(params, OSSL_CIPHER_PARAM_KEYLEN), info().key_bytes) &&
                  set_number(locate(params, OSSL_CIPHER_PARAM_IVLEN), iv_bytes) &&
                  set_number(locate(params, OSSL_CIPHER_PARAM_PADDING), 0) &&
                  set_octets(locate(params, OSSL_CIPHER_PARAM_IV), iv, iv_bytes);
  return ok ? 1 : fail(*provider, kParameterValue, "%s", name());
}

}  // namespace

const OSSL_DISPATCH* wrap_functions() noexcept { return CipherFunctions<WrapContext>::kTable; }

void* new_wrap(const Provider& provider, const Algorithm& algorithm) noexcept {
  return make_context<WrapContext>(provider, algorithm);
}

}  // namespace hedgerow_provider
