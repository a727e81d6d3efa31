// Options, choice of kernels and key setting for every context.
#include "api/keyed.hpp"

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
  return status_of(select_kernels(variant, cpu_features(), forced, from_environment,
                                  options.flags & HEDGEROW_ALLOW_VARTIME, selection));
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
  if (key_bytes != variant->key_bytes) return HEDGEROW_ERR_KEY_LENGTH;
  hedgerow_options o;
  HR_TRY(read_options(options, &o));
  const std::uint32_t longest = variant->block_bytes;
  context.tag_bytes = o.tag_bytes ? o.tag_bytes : longest;
  if (context.tag_bytes < family_modes(*variant).min_tag_bytes || context.tag_bytes > longest)
    return HEDGEROW_ERR_TAG_LENGTH;
  context.limit.set(o.limit_blocks ? o.limit_blocks : default_limit_blocks(variant->block_bytes));
  Selection selection;
  HR_TRY(choose(*variant, o, &selection));
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
