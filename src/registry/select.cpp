// Which kernels serve a key: the first line of kernels.def whose features this CPU has, or the
// forced one.
#include <stdlib.h>
#include <string.h>

#include "registry/registry.hpp"

namespace hedgerow {

bool available(const Kernel& kernel, std::uint64_t features) noexcept {
  if (!kernel.isa->built || !kernel.ops || kernel.ops->key_bytes == 0) return false;
#ifdef HR_VEC_MODEL
  (void)features;
  return true;
#else
  return (features & kernel.features) == kernel.features;
#endif
}

bool available(const Field& field, std::uint64_t features) noexcept {
  if (!field.isa->built || !field.ops) return false;
#ifdef HR_VEC_MODEL
  (void)features;
  return true;
#else
  return (features & field.features) == field.features;
#endif
}

namespace {

const Kernel* first(const Variant& variant, std::uint64_t features, auto serves) noexcept {
  for (const Kernel& k : kernels())
    if (k.variant == &variant && serves(k.role) && k.timing == Timing::kConstantTime &&
        available(k, features))
      return &k;
  return nullptr;
}

// Beside a kernel of a stronger ISA a narrow one serves only where the bulk kernel's batch is so
// much larger that a short call of it would take longer all the same.
bool serves_beside(const Kernel& narrow, const Kernel& bulk) noexcept {
  return narrow.isa >= bulk.isa || 4 * narrow.width_blocks <= bulk.width_blocks;
}

}  // namespace

SelectStatus select_kernels(const Variant& variant, std::uint64_t features, const char* forced,
                            bool forced_may_differ, bool allow_vartime,
                            Selection* selection) noexcept {
  if (forced) {
    const Kernel* k = find_kernel(forced);
    if (!k) return SelectStatus::kUnknownKernel;
    if (k->variant != &variant) {
      if (!forced_may_differ) return SelectStatus::kOtherCipher;
    } else {
      if (!available(*k, features)) return SelectStatus::kNotAvailable;
      if (k->timing == Timing::kVartime && !allow_vartime) return SelectStatus::kVartimeRefused;
      *selection = {k, k};
      return SelectStatus::kOk;
    }
  }
  // A narrow kernel serves calls of any length where no bulk kernel above it serves the variant.
  const Kernel* bulk = first(variant, features, [](Role r) { return r != Role::kNone; });
  if (!bulk) return SelectStatus::kNotAvailable;
  const Kernel* narrow = first(variant, features, [](Role r) { return r == Role::kNarrow; });
  *selection = {bulk, narrow && serves_beside(*narrow, *bulk) ? narrow : bulk};
  return SelectStatus::kOk;
}

const char* forced_kernel_from_environment() noexcept {
  const char* id = secure_getenv("HEDGEROW_KERNEL");
  return id && *id ? id : nullptr;
}

const Field* select_field(std::uint32_t block_bytes, std::uint64_t features) noexcept {
  for (const Field& f : fields())
    if (available(f, features) && f.ops->block_bytes == block_bytes) return &f;
  return nullptr;
}

}  // namespace hedgerow
