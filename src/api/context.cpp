// The functions that contexts of all types share: options, selection of kernels, keys, IVs and queries.
#include "api/context.hpp"

#include "api/versioned.hpp"
#include "isa/cpu.hpp"

namespace hedgerow {

namespace {

hedgerow_status status_of(SelectStatus status) noexcept {
  switch (status) {
    case SelectStatus::kOk:
      return HEDGEROW_OK;
    case SelectStatus::kUnknownKernel:
    case SelectStatus::kOtherCipher:
      return HEDGEROW_ERR_KERNEL;
    case SelectStatus::kNotAvailable:
      break;
  }
  return HEDGEROW_ERR_UNAVAILABLE;
}

// Selects the kernels. A kernel in the options must belong to this cipher. HEDGEROW_KERNEL is ignored if it does not.
hedgerow_status choose(const Variant& variant, const hedgerow_options& options,
                       Selection* selection) noexcept {
  const bool from_environment = !options.kernel;
  const char* forced = from_environment ? forced_kernel_from_environment() : options.kernel;
  return status_of(select_kernels(variant, this_machine(), forced, from_environment, selection));
}

// Checks that the options have S-boxes if, and only if, the variant needs them.
hedgerow_status check_sbox(const Variant& variant, const hedgerow_options& options) noexcept {
  HR_TRY(check_data(options.sbox, options.sbox_bytes));
  const bool fits = options.sbox_bytes == variant.sbox_bytes &&
                    (variant.sbox_bytes == 0 || variant.sboxes_are_valid(bytes_of(options.sbox)));
  return fits ? HEDGEROW_OK : HEDGEROW_ERR_SBOX;
}

// Checks that every option with a value other than 0 belongs to the algorithm.
hedgerow_status check_options(const Algorithm& algorithm, const hedgerow_options& o) noexcept {
  using P = AlgorithmProperties;
  const bool tagged = algorithm.mode->aead || algorithm.mode->mac;
  const std::uint32_t flags = (algorithm.has(P::kNonceTopBit) ? HEDGEROW_MASK_NONCE : 0) |
                              (algorithm.mode->aead ? HEDGEROW_REPEAT_NONCE : 0) |
                              (algorithm.has(P::kPaddedLength) ? HEDGEROW_PADDED_LENGTH : 0) |
                              (algorithm.has(P::kTwoBlocks) ? HEDGEROW_TWO_BLOCKS : 0) |
                              (algorithm.has(P::kZeroFill) ? HEDGEROW_ZERO_FILL : 0);
  const bool known = !(o.flags & ~flags) && (tagged || o.tag_bytes == 0) &&
                     (algorithm.has(P::kFeedback) || o.feedback_bytes == 0) &&
                     (algorithm.has(P::kPadding) || o.padding == HEDGEROW_PADDING_NONE) &&
                     (algorithm.has(P::kSections) || o.section_bytes == 0) &&
                     (algorithm.has(P::kMasterSections) || o.master_section_bytes == 0) &&
                     (algorithm.has(P::kLengthField) || o.length_bytes == 0) &&
                     (algorithm.has(P::kGamma) || o.gamma_bytes == 0) &&
                     o.padding >= HEDGEROW_PADDING_NONE &&
                     o.padding <= HEDGEROW_PADDING_BIT_IF_PARTIAL;
  if (!known) return HEDGEROW_ERR_OPTIONS;
  return o.tag_bytes == 0 || algorithm.tag.allows(o.tag_bytes) ? HEDGEROW_OK
                                                               : HEDGEROW_ERR_TAG_LENGTH;
}

hedgerow_status complete(const Algorithm& algorithm, const hedgerow_options& o,
                         Parameters& parameters) noexcept {
  parameters.tag_bytes = o.tag_bytes ? o.tag_bytes : algorithm.tag.usual;
  parameters.feedback_bytes = o.feedback_bytes ? o.feedback_bytes : algorithm.feedback_bytes;
  parameters.section_bytes = o.section_bytes ? o.section_bytes : algorithm.section_bytes;
  parameters.master_section_bytes =
      o.master_section_bytes ? o.master_section_bytes : algorithm.master_section_bytes;
  parameters.length_bytes = o.length_bytes;
  parameters.two_blocks = (o.flags & HEDGEROW_TWO_BLOCKS) != 0;
  parameters.zero_fill = (o.flags & HEDGEROW_ZERO_FILL) != 0;
  parameters.padded_length = (o.flags & HEDGEROW_PADDED_LENGTH) != 0;
  parameters.gamma_bytes = o.gamma_bytes ? o.gamma_bytes : algorithm.variant().block_bytes;
  const auto check = algorithm.mode->base().check;
  switch (check ? check(algorithm.variant(), parameters) : ParameterStatus::kOk) {
    case ParameterStatus::kOk:
      return HEDGEROW_OK;
    case ParameterStatus::kFeedback:
      return HEDGEROW_ERR_FEEDBACK;
    case ParameterStatus::kLengthField:
      return HEDGEROW_ERR_LENGTH_FIELD;
    case ParameterStatus::kGamma:
      return HEDGEROW_ERR_GAMMA;
    case ParameterStatus::kSection:
      break;
  }
  return HEDGEROW_ERR_SECTION;
}

hedgerow_status read_options(const hedgerow_options* options, hedgerow_options* checked) noexcept {
  *checked = {};
  return options ? read_versioned(options, checked) : HEDGEROW_OK;
}

// Sets the keys of the cipher, which are concatenated, each followed by its S-boxes.
void give(Context& c, const std::uint8_t* keys) noexcept {
  const auto of_mode = c.algorithm->mode->base().set_key;
  if (of_mode)
    of_mode(c.mode, keys);
  else
    c.mode.key().set(keys);
}

// The same for a cipher that got its S-boxes earlier, from the options.
void give_with_sboxes(Context& c, const std::uint8_t* key) noexcept {
  const Variant& v = c.algorithm->variant();
  const std::size_t own = v.key_bytes - v.sbox_bytes;
  std::uint8_t joined[HEDGEROW_MAX_KEY_BYTES + 2 * kMaxSboxBytes];
  std::uint8_t* to = joined;
  for (std::size_t i = 0; i < c.algorithm->mode->keys; i++, to += v.key_bytes) {
    memcpy(to, key + i * own, own);
    memcpy(to + own, c.sbox, v.sbox_bytes);
  }
  give(c, joined);
  wipe(joined, sizeof joined);
}

}  // namespace

hedgerow_status set_up(Context& c, const char* cipher, const char* mode, unsigned kinds,
                       const hedgerow_options* options) noexcept {
  HR_TRY(check_pointers(cipher, mode));
  const Variant* variant = find_variant(cipher);
  if (!variant) return HEDGEROW_ERR_CIPHER;
  c.algorithm = find_algorithm(*variant, mode);
  if (!c.algorithm || !(kinds & kind_bit(c.algorithm->mode->kind))) return HEDGEROW_ERR_MODE;
  hedgerow_options o;
  HR_TRY(read_options(options, &o));
  HR_TRY(check_options(*c.algorithm, o));
  HR_TRY(complete(*c.algorithm, o, c.mode.parameters));
  HR_TRY(check_sbox(*variant, o));
  if (o.sbox_bytes) memcpy(c.sbox, o.sbox, o.sbox_bytes);
  c.whole_limit = o.limit_blocks ? o.limit_blocks : default_limit_blocks(variant->block_bytes);
  c.limit.set(c.whole_limit);
  c.flags = o.flags;
  c.fixed_tag = o.tag_bytes;
  c.padding = o.padding;
  Selection selection;
  HR_TRY(choose(*variant, o, &selection));
  if (!c.mode.make(c.algorithm->mode->base(), selection)) return HEDGEROW_ERR_MEMORY;
  const std::uint64_t whole = c.algorithm->max_message_bytes();
  c.longest_message = whole == kMaxMessageBytes ? whole : whole / c.block() * c.bytes_a_block();
  return HEDGEROW_OK;
}

hedgerow_status set_key(Context& c, const void* key, std::size_t key_bytes) noexcept {
  HR_TRY(check_data(key, key_bytes));
  if (key_bytes != c.algorithm->key_bytes()) return HEDGEROW_ERR_KEY_LENGTH;
  const auto takes_key = c.algorithm->mode->base().takes_key;
  if (takes_key && !takes_key(c.algorithm->variant(), bytes_of(key))) return HEDGEROW_ERR_KEY_VALUE;
  // Without an IV no message starts now, which would overwrite what a batch left.
  if (c.algorithm->mode->cipher && !c.has_iv) c.mode.clear_state();
  if (c.algorithm->variant().sbox_bytes)
    give_with_sboxes(c, bytes_of(key));
  else
    give(c, bytes_of(key));
  c.has_key = true;
  c.position = 0;
  c.limit.set(c.whole_limit);
  return HEDGEROW_OK;
}

hedgerow_status keep_iv(Context& c, const void* iv, std::size_t iv_bytes) noexcept {
  HR_TRY(check_data(iv, iv_bytes));
  if (c.algorithm->iv.longest == 0) return HEDGEROW_ERR_MODE;
  if (!c.algorithm->iv.allows(iv_bytes)) return HEDGEROW_ERR_NONCE_LENGTH;
  if (iv_bytes) memcpy(c.iv, iv, iv_bytes);
  c.iv_bytes = (std::uint32_t)iv_bytes;
  c.has_iv = true;
  return HEDGEROW_OK;
}

hedgerow_status set_tag_bytes(Context& c, std::size_t tag_bytes) noexcept {
  if (!c.algorithm->tag.allows(tag_bytes)) return HEDGEROW_ERR_TAG_LENGTH;
  c.fixed_tag = c.mode.parameters.tag_bytes = (std::uint32_t)tag_bytes;
  return HEDGEROW_OK;
}

hedgerow_status get_iv(const Context* context, void* iv, std::size_t room) noexcept {
  HR_TRY(check_pointers(context));
  HR_TRY(check_data(iv, room));
  if (context->algorithm->iv.longest == 0) return HEDGEROW_ERR_MODE;
  if (!context->has_iv) return HEDGEROW_ERR_STATE;
  if (room < context->iv_bytes) return HEDGEROW_ERR_BUFFER;
  if (context->iv_bytes) memcpy(iv, context->iv, context->iv_bytes);
  return HEDGEROW_OK;
}

hedgerow_status query(const Context& c, bool in_message, hedgerow_context_info* info) noexcept {
  HR_TRY(check_pointers(info));
  hedgerow_context_info r = {};
  r.cipher = c.algorithm->variant().name;
  r.mode = c.algorithm->mode->name;
  r.kind = (hedgerow_kind)c.algorithm->mode->kind;
  r.has_key = c.has_key;
  r.has_iv = c.has_iv;
  r.in_message = in_message;
  r.direction = c.direction;
  r.iv_bytes = c.has_iv ? c.iv_bytes : c.algorithm->iv.usual;
  r.tag_bytes = c.fixed_tag ? c.fixed_tag : c.algorithm->tag.usual;
  r.message_bytes = c.position;
  r.blocks_left = c.limit.left();
  return write_versioned(r, info);
}

bool Context::copy_base(const Context& from) noexcept {
  algorithm = from.algorithm;
  limit = from.limit;
  whole_limit = from.whole_limit;
  longest_message = from.longest_message;
  flags = from.flags;
  fixed_tag = from.fixed_tag;
  padding = from.padding;
  has_key = from.has_key;
  has_iv = from.has_iv;
  iv_bytes = from.iv_bytes;
  memcpy(iv, from.iv, sizeof iv);
  memcpy(sbox, from.sbox, sizeof sbox);
  position = from.position;
  direction = from.direction;
  return mode.copy_from(from.mode);
}

void Context::reset_base() noexcept {
  mode.clear_state();
  mode.clear_keys();
  limit.set(whole_limit);
  has_key = has_iv = false;
  wipe(iv, sizeof iv);
  iv_bytes = 0;
  position = 0;
  direction = HEDGEROW_ENCRYPT;
}

const char* kernel_of(const Context* context, std::size_t blocks) noexcept {
  return context ? context->mode.key().selection().of(blocks).id : "";
}

hedgerow_timing timing_of(const Context* context, std::size_t blocks) noexcept {
  const bool is_constant =
      context && context->mode.key().selection().of(blocks).timing() == Timing::kConstantTime;
  return is_constant ? HEDGEROW_TIMING_CT : HEDGEROW_TIMING_UNKNOWN;
}

}  // namespace hedgerow
