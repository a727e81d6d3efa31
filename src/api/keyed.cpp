// Options, choice of kernels and key setting for every context.
#include "api/keyed.hpp"

#include <string.h>

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
      return HEDGEROW_ERR_UNAVAILABLE;
    case SelectStatus::kVartimeRefused:
      break;
  }
  return HEDGEROW_ERR_VARTIME;
}

// The options' kernel must be of this cipher; the environment's counts only when it is.
hedgerow_status choose(const Variant& variant, const hedgerow_options& options,
                       Selection* selection) noexcept {
  const bool from_environment = !options.kernel;
  const char* forced = from_environment ? forced_kernel_from_environment() : options.kernel;
  return status_of(select_kernels(variant, this_machine(), forced, from_environment,
                                  options.flags & HEDGEROW_ALLOW_VARTIME, selection));
}

constexpr std::size_t kMaxJoinedBytes = 96;  // gost28147:user

// The S-boxes of the options are those the variant takes, or none.
hedgerow_status check_sbox(const FamilyModes& modes, const hedgerow_options& options) noexcept {
  HR_TRY(check_data(options.sbox, options.sbox_bytes));
  const bool fits = options.sbox_bytes == modes.sbox_bytes &&
                    (modes.sbox_bytes == 0 || modes.sbox_is_valid(bytes_of(options.sbox)));
  return fits ? HEDGEROW_OK : HEDGEROW_ERR_SBOX;
}

// Sets the key from what the caller gives and the S-boxes behind it.
hedgerow_status set_joined(CipherKey& to, const Selection& selection, const void* key,
                           std::size_t key_bytes, const hedgerow_options& options) noexcept {
  std::uint8_t joined[kMaxJoinedBytes];
  memcpy(joined, key, key_bytes);
  memcpy(joined + key_bytes, options.sbox, options.sbox_bytes);
  const bool done = to.set(selection, joined);
  wipe(joined, sizeof joined);
  return done ? HEDGEROW_OK : HEDGEROW_ERR_MEMORY;
}

const Kernel& kernel_for(const KeyedContext& context, hedgerow_role role) noexcept {
  const Selection& s = context.key.selection();
  return role == HEDGEROW_ROLE_NARROW ? *s.narrow : *s.bulk;
}

}  // namespace

hedgerow_status read_options(const hedgerow_options* options, hedgerow_options* checked) noexcept {
  *checked = {};
  if (!options) return HEDGEROW_OK;
  HR_TRY(read_versioned(options, checked));
  return checked->flags & ~HEDGEROW_ALLOW_VARTIME ? HEDGEROW_ERR_OPTIONS : HEDGEROW_OK;
}

hedgerow_status set_up(KeyedContext& context, const char* cipher, const void* key,
                       std::size_t key_bytes, const hedgerow_options* options) noexcept {
  HR_TRY(check_pointers(cipher, bytes_of(key)));
  const Variant* variant = find_variant(cipher);
  if (!variant) return HEDGEROW_ERR_CIPHER;
  const FamilyModes& modes = family_modes(*variant);
  if (key_bytes != variant->key_bytes - modes.sbox_bytes) return HEDGEROW_ERR_KEY_LENGTH;
  hedgerow_options o;
  HR_TRY(read_options(options, &o));
  const std::uint32_t longest = variant->block_bytes;
  context.tag_bytes = o.tag_bytes ? o.tag_bytes : longest;
  if (context.tag_bytes < modes.min_tag_bytes || context.tag_bytes > longest)
    return HEDGEROW_ERR_TAG_LENGTH;
  context.limit.set(o.limit_blocks ? o.limit_blocks : default_limit_blocks(variant->block_bytes));
  HR_TRY(check_sbox(modes, o));
  Selection selection;
  HR_TRY(choose(*variant, o, &selection));
  if (modes.sbox_bytes) return set_joined(context.key, selection, key, key_bytes, o);
  return context.key.set(selection, bytes_of(key)) ? HEDGEROW_OK : HEDGEROW_ERR_MEMORY;
}

const char* kernel_of(const KeyedContext* context, hedgerow_role role) noexcept {
  return context ? kernel_for(*context, role).id : "";
}

hedgerow_timing timing_of(const KeyedContext* context, hedgerow_role role) noexcept {
  return context && kernel_for(*context, role).timing == Timing::kConstantTime
             ? HEDGEROW_TIMING_CT
             : HEDGEROW_TIMING_VARTIME;
}

}  // namespace hedgerow
