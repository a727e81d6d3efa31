// MACs as MAC functions of libcrypto, implemented with hedgerow_mac.
#include "context.hpp"

namespace hedgerow_provider {

namespace {

struct MacContext : Context {
  hedgerow_mac* mac;
  std::size_t tag_bytes;

  void release() noexcept { hedgerow_mac_free(mac); }
  bool copy_owned(const MacContext& from) noexcept {
    mac = nullptr;
    return !from.mac || hedgerow_mac_copy(&mac, from.mac) == HEDGEROW_OK;
  }
  bool wants_iv() const noexcept { return algorithm->has(HEDGEROW_IV_MAC); }
};

MacContext& context_of(void* context) noexcept { return *(MacContext*)context; }

int renew(MacContext& c) noexcept {
  hedgerow_mac* made = nullptr;
  if (!c.check(hedgerow_mac_new(&made, c.info().cipher, c.info().mode, &c.options))) return 0;
  hedgerow_mac_free(c.mac);
  c.mac = made;
  c.stale = false;
  return 1;
}

// Starts a message. If the library gets a key or an IV, it drops a message in progress.
int start(MacContext& c, bool new_key) noexcept {
  const bool in_progress = c.phase == Phase::kMessage, was_stale = c.stale;
  c.phase = Phase::kWaiting;
  if (was_stale && !renew(c)) return 0;
  if (!c.has_key) return 1;
  if (new_key || was_stale || in_progress)
    if (!c.check(hedgerow_mac_set_key(c.mac, c.key, c.info().key_bytes))) return 0;
  if (c.wants_iv()) {
    if (c.iv_used) c.has_iv = false;  // an IV of GMAC is only good for one message
    if (!c.has_iv) return 1;
    if (!c.check(hedgerow_mac_set_iv(c.mac, c.iv, c.iv_bytes))) return 0;
  }
  c.phase = Phase::kReady;
  return 1;
}

int set_size(MacContext& c, const OSSL_PARAM& p) noexcept {
  std::uint64_t bytes;
  if (!get_number(p, &bytes)) return refuse_parameter(c, p, kParameterValue);
  if (!c.algorithm->allows_tag(bytes))
    return fail(*c.provider, kTagLength, "%s: %zu to %zu bytes, not %llu", c.name(),
                c.info().min_tag_bytes, c.info().max_tag_bytes, (unsigned long long)bytes);
  c.tag_bytes = bytes;
  return 1;
}

// The length of the argument is the length of the IV.
int set_iv(MacContext& c, const OSSL_PARAM& p) noexcept {
  const std::uint8_t* bytes;
  std::size_t size;
  if (!c.wants_iv()) return refuse_parameter(c, p, kParameter);
  if (!get_octets(p, &bytes, &size) || !bytes) return refuse_parameter(c, p, kParameterValue);
  if (!c.algorithm->allows_iv(size))
    return fail(*c.provider, kIvLength, "%s: %zu to %zu bytes, not %zu", c.name(),
                c.info().min_iv_bytes, c.info().max_iv_bytes, size);
  c.iv_bytes = size;
  return keep_iv(c, bytes, size) && start(c, false);
}

int set_key(MacContext& c, const OSSL_PARAM& p) noexcept {
  const std::uint8_t* bytes;
  std::size_t size;
  if (!get_octets(p, &bytes, &size) || !bytes) return refuse_parameter(c, p, kParameterValue);
  return keep_key(c, bytes, size) && start(c, true);
}

int set_one(MacContext& c, const OSSL_PARAM& p) noexcept {
  if (strcmp(p.key, OSSL_MAC_PARAM_SIZE) == 0) return set_size(c, p);
  if (strcmp(p.key, OSSL_MAC_PARAM_IV) == 0) return set_iv(c, p);
  if (strcmp(p.key, OSSL_MAC_PARAM_KEY) == 0) return set_key(c, p);
  for (const char* shared : {"key-mesh", "cipher-key-mesh", "padded-length", "two-blocks"})
    if (strcmp(p.key, shared) == 0) return set_shared(c, p);
  return refuse_parameter(c, p, kParameter);
}

int set_params(void* context, const OSSL_PARAM params[]) {
  MacContext& c = context_of(context);
  if (!set_each(c, params, set_one)) return 0;
  return !c.stale || !c.has_key || start(c, true);
}

int init(void* context, const unsigned char* key, size_t key_bytes, const OSSL_PARAM params[]) {
  MacContext& c = context_of(context);
  const bool in_progress = c.phase == Phase::kMessage;
  if (in_progress) c.phase = Phase::kOver;
  if (!keep_key(c, key, key_bytes) || !set_each(c, params, set_one)) return 0;
  if (!c.has_key) return fail(*c.provider, kNoKey, "%s", c.name());
  return start(c, key != nullptr || in_progress);
}

int check_message(MacContext& c) noexcept {
  if (c.phase == Phase::kMessage) return 1;
  if (c.has_key && c.wants_iv() && !c.has_iv) return fail(*c.provider, kNoIv, "%s", c.name());
  if (!check_ready(c)) return 0;
  c.phase = Phase::kMessage;
  return 1;
}

int update(void* context, const unsigned char* in, size_t bytes) {
  MacContext& c = context_of(context);
  return check_message(c) && c.check(hedgerow_mac_update(c.mac, in, bytes));
}

int final(void* context, unsigned char* out, size_t* out_bytes, size_t room) {
  MacContext& c = context_of(context);
  *out_bytes = 0;
  if (!out) return *out_bytes = c.tag_bytes, 1;
  if (room < c.tag_bytes)
    return fail(*c.provider, kOutputRoom, "%s: %zu bytes, not %zu", c.name(), c.tag_bytes, room);
  if (!check_message(c)) return 0;
  const int ok = c.check(hedgerow_mac_final(c.mac, out, c.tag_bytes));
  if (ok) *out_bytes = c.tag_bytes;
  c.phase = Phase::kOver;
  c.iv_used = true;
  return ok;
}

int get_ctx_params(void* context, OSSL_PARAM params[]) {
  MacContext& c = context_of(context);
  const bool ok = set_number(locate(params, OSSL_MAC_PARAM_SIZE), c.tag_bytes) &&
                  set_number(locate(params, OSSL_MAC_PARAM_BLOCK_SIZE), c.info().block_bytes) &&
                  set_number(locate(params, "keylen"), c.info().key_bytes);
  return ok ? 1 : fail(*c.provider, kParameterValue, "%s", c.name());
}

constexpr OSSL_PARAM kGettable[] = {number_entry(OSSL_MAC_PARAM_SIZE),
                                    number_entry(OSSL_MAC_PARAM_BLOCK_SIZE), number_entry("keylen"),
                                    kEndOfParams};
constexpr OSSL_PARAM kSettable[] = {
    number_entry(OSSL_MAC_PARAM_SIZE), octets_entry(OSSL_MAC_PARAM_KEY),
    octets_entry(OSSL_MAC_PARAM_IV),   number_entry("key-mesh"),
    number_entry("cipher-key-mesh"),   number_entry("padded-length"),
    number_entry("two-blocks"),        kEndOfParams};
const OSSL_PARAM* gettable(void*) { return kGettable; }
const OSSL_PARAM* context_gettable(void*, void*) { return kGettable; }
const OSSL_PARAM* context_settable(void*, void*) { return kSettable; }

const OSSL_DISPATCH kFunctions[] = {
    entry(OSSL_FUNC_MAC_FREECTX, free_context<MacContext>),
    entry(OSSL_FUNC_MAC_DUPCTX, copy_context<MacContext>),
    entry(OSSL_FUNC_MAC_INIT, init),
    entry(OSSL_FUNC_MAC_UPDATE, update),
    entry(OSSL_FUNC_MAC_FINAL, final),
    entry(OSSL_FUNC_MAC_GETTABLE_PARAMS, gettable),
    entry(OSSL_FUNC_MAC_GET_CTX_PARAMS, get_ctx_params),
    entry(OSSL_FUNC_MAC_GETTABLE_CTX_PARAMS, context_gettable),
    entry(OSSL_FUNC_MAC_SET_CTX_PARAMS, set_params),
    entry(OSSL_FUNC_MAC_SETTABLE_CTX_PARAMS, context_settable),
    {0, nullptr},
};

}  // namespace

const OSSL_DISPATCH* mac_functions() noexcept { return kFunctions; }

void* new_mac(const Provider& provider, const Algorithm& algorithm) noexcept {
  MacContext* c = make_context<MacContext>(provider, algorithm);
  if (c) c->tag_bytes = algorithm.info.tag_bytes;
  return c;
}

}  // namespace hedgerow_provider
