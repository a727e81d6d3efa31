// Contexts: keys, IVs and the parameters that several kinds share.
#include "context.hpp"

namespace hedgerow_provider {

namespace {

struct Scheme {
  const char* name;
  hedgerow_padding padding;
};
constexpr Scheme kSchemes[] = {{"pkcs7", HEDGEROW_PADDING_PKCS7},
                               {"bit", HEDGEROW_PADDING_BIT},
                               {"zero", HEDGEROW_PADDING_ZERO},
                               {"bit-if-partial", HEDGEROW_PADDING_BIT_IF_PARTIAL},
                               {"none", HEDGEROW_PADDING_NONE}};

// Sets an option. A message that has begun keeps its old value.
template <class Value>
int set_option(Context& c, Value& option, Value value) noexcept {
  if (option == value) return 1;
  if (c.phase == Phase::kMessage || c.has_aad) return fail(*c.provider, kTooLate, "%s", c.name());
  option = value;
  c.stale = true;
  return 1;
}

int set_length(Context& c, const OSSL_PARAM& p, bool is_iv) noexcept {
  std::uint64_t bytes;
  if (!get_number(p, &bytes)) return refuse_parameter(c, p, kParameterValue);
  const hedgerow_algorithm_info& o = c.info();
  if (!is_iv) {
    if (bytes == o.key_bytes) return 1;
    return fail(*c.provider, kKeyLength, "%s: %zu bytes, not %llu", c.name(), o.key_bytes,
                (unsigned long long)bytes);
  }
  if (bytes == c.iv_bytes) return 1;
  if (!c.algorithm->allows_iv(bytes))
    return fail(*c.provider, kIvLength, "%s: %zu to %zu bytes, not %llu", c.name(), o.min_iv_bytes,
                o.max_iv_bytes, (unsigned long long)bytes);
  c.iv_bytes = bytes;
  c.has_iv = false;
  c.phase = Phase::kWaiting;
  return 1;
}

// In modes with optional meshing, 1 means the key meshing of RFC 4357 after 1024 bytes, as in gost-engine.
int set_section(Context& c, const OSSL_PARAM& p) noexcept {
  constexpr std::uint64_t kMeshing = 1024;
  std::uint64_t bytes;
  if (!c.algorithm->has(HEDGEROW_HAS_SECTIONS)) return refuse_parameter(c, p, kParameter);
  if (!get_number(p, &bytes)) return refuse_parameter(c, p, kParameterValue);
  const bool optional = c.info().section_bytes == 0;
  if ((!optional && bytes == 0) || bytes > UINT32_MAX)
    return refuse_parameter(c, p, kParameterValue);
  return set_option(c, c.options.section_bytes, optional && bytes == 1 ? kMeshing : bytes);
}

int set_master_section(Context& c, const OSSL_PARAM& p) noexcept {
  std::uint64_t bytes;
  if (!c.algorithm->has(HEDGEROW_HAS_MASTER_SECTIONS)) return refuse_parameter(c, p, kParameter);
  if (!get_number(p, &bytes)) return refuse_parameter(c, p, kParameterValue);
  return set_option(c, c.options.master_section_bytes, bytes);
}

int set_small(Context& c, const OSSL_PARAM& p, std::uint32_t property,
              std::uint32_t& option) noexcept {
  std::uint64_t value;
  if (!c.algorithm->has(property)) return refuse_parameter(c, p, kParameter);
  if (!get_number(p, &value) || value == 0 || value > HEDGEROW_MAX_BLOCK_BYTES)
    return refuse_parameter(c, p, kParameterValue);
  return set_option(c, option, (std::uint32_t)value);
}

// Sets a flag to its value, which must be 0 or 1.
int set_flag(Context& c, const OSSL_PARAM& p, std::uint32_t property, std::uint32_t flag) noexcept {
  std::uint64_t on;
  if (!c.algorithm->has(property)) return refuse_parameter(c, p, kParameter);
  if (!get_number(p, &on) || on > 1) return refuse_parameter(c, p, kParameterValue);
  return set_option(c, c.options.flags, on ? c.options.flags | flag : c.options.flags & ~flag);
}

// The default scheme is that of PKCS #7, as everywhere in libcrypto. Modes that never pad ignore the switch.
int set_padding(Context& c, const OSSL_PARAM& p) noexcept {
  std::uint64_t on;
  if (!get_number(p, &on)) return refuse_parameter(c, p, kParameterValue);
  if (!c.algorithm->has(HEDGEROW_HAS_PADDING)) return 1;
  const bool is_on = c.options.padding != HEDGEROW_PADDING_NONE;
  if (is_on == (on != 0)) return 1;
  return set_option(c, c.options.padding, on ? HEDGEROW_PADDING_PKCS7 : HEDGEROW_PADDING_NONE);
}

int set_scheme(Context& c, const OSSL_PARAM& p) noexcept {
  if (!c.algorithm->has(HEDGEROW_HAS_PADDING)) return refuse_parameter(c, p, kParameter);
  for (const Scheme& s : kSchemes)
    if (is_text(p, s.name)) return set_option(c, c.options.padding, s.padding);
  return refuse_parameter(c, p, kParameterValue);
}

int set_tlstree_mode(Context& c, const OSSL_PARAM& p) noexcept {
  if (!has_tlstree(*c.algorithm)) return refuse_parameter(c, p, kParameter);
  for (const char* mode : {"strong", "light"})
    if (is_text(p, mode)) return c.tlstree_mode = *mode, 1;
  return refuse_parameter(c, p, kParameterValue);
}

}  // namespace

void begin_context(Context& c, const Provider& provider, const Algorithm& algorithm) noexcept {
  c.provider = &provider;
  c.algorithm = &algorithm;
  c.stale = true;
  c.phase = Phase::kWaiting;
  c.iv_bytes = algorithm.reported_iv();
  c.options.size = sizeof c.options;
  c.options.limit_blocks = provider.settings.limit_blocks;
  c.options.section_bytes = algorithm.section_bytes;
  if (algorithm.has(HEDGEROW_HAS_PADDING)) c.options.padding = HEDGEROW_PADDING_PKCS7;
  // Callers of libcrypto choose the nonce themselves, and repeat one when they measure speed.
  if (algorithm.is_aead()) c.options.flags |= HEDGEROW_REPEAT_NONCE;
  if (algorithm.has(HEDGEROW_NONCE_TOP_BIT)) c.options.flags |= HEDGEROW_MASK_NONCE;
  // Produces the same bytes as gost-engine.
  if (algorithm.has(HEDGEROW_HAS_TWO_BLOCKS)) c.options.flags |= HEDGEROW_TWO_BLOCKS;
}

int keep_key(Context& c, const std::uint8_t* key, std::size_t bytes) noexcept {
  if (!key) return 1;
  const std::size_t wanted = c.info().key_bytes;
  if (bytes != wanted)
    return fail(*c.provider, kKeyLength, "%s: %zu bytes, not %zu", c.name(), wanted, bytes);
  memcpy(c.key, key, bytes);
  c.has_key = true;
  return 1;
}

int keep_iv(Context& c, const std::uint8_t* iv, std::size_t bytes) noexcept {
  if (!iv || !c.takes_iv()) return 1;
  if (!c.algorithm->allows_iv(c.iv_bytes))
    return fail(*c.provider, kIvLength,
                "%s: set the parameter ivlen to %zu first, and give as many bytes", c.name(),
                c.info().iv_bytes);
  if (bytes != c.iv_bytes)
    return fail(*c.provider, kIvLength, "%s: %zu bytes, not %zu", c.name(), c.iv_bytes, bytes);
  memcpy(c.iv, iv, bytes);
  c.has_iv = true;
  c.iv_used = false;
  return 1;
}

int check_ready(const Context& c) noexcept {
  if (!c.has_key) return fail(*c.provider, kNoKey, "%s", c.name());
  if (c.needs_iv() && !c.has_iv) return fail(*c.provider, kNoIv, "%s", c.name());
  if (c.phase == Phase::kOver || c.phase == Phase::kWaiting)
    return fail(*c.provider, kMessageOver, "%s", c.name());
  return 1;
}

int refuse_parameter(const Context& c, const OSSL_PARAM& p, Reason reason) noexcept {
  return fail(*c.provider, reason, "%s: %s", c.name(), p.key);
}

int set_shared(Context& c, const OSSL_PARAM& p) noexcept {
  const auto is = [&](const char* key) { return strcmp(p.key, key) == 0; };
  if (is(OSSL_CIPHER_PARAM_IVLEN)) return set_length(c, p, true);
  if (is(OSSL_CIPHER_PARAM_KEYLEN)) return set_length(c, p, false);
  if (is(OSSL_CIPHER_PARAM_PADDING)) return set_padding(c, p);
  if (is("padding-scheme")) return set_scheme(c, p);
  if (is("key-mesh")) return set_section(c, p);
  if (is("cipher-key-mesh")) return set_master_section(c, p);
  if (is("feedback")) return set_small(c, p, HEDGEROW_HAS_FEEDBACK, c.options.feedback_bytes);
  if (is("gamma-bytes")) return set_small(c, p, HEDGEROW_HAS_GAMMA, c.options.gamma_bytes);
  if (is("length-bytes")) return set_small(c, p, HEDGEROW_HAS_LENGTH_FIELD, c.options.length_bytes);
  if (is("padded-length"))
    return set_flag(c, p, HEDGEROW_HAS_PADDED_LENGTH, HEDGEROW_PADDED_LENGTH);
  if (is("zero-fill")) return set_flag(c, p, HEDGEROW_HAS_ZERO_FILL, HEDGEROW_ZERO_FILL);
  if (is("two-blocks")) return set_flag(c, p, HEDGEROW_HAS_TWO_BLOCKS, HEDGEROW_TWO_BLOCKS);
  if (is("tlstree_mode")) return set_tlstree_mode(c, p);
  return -1;
}

}  // namespace hedgerow_provider
