// Which kernels serve a key: for each role the KERNEL line of least rank, on this class of
// processors, whose features this CPU has; or the forced one.
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include <atomic>

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

// The line of least rank for which serves(line) holds.
const Kernel* best(const Variant& variant, const Machine& machine, auto serves) noexcept {
  const std::size_t c = (std::size_t)machine.of_class;
  const Kernel* found = nullptr;
  for (const std::uint16_t i : kernels_of(variant)) {
    const Kernel& k = kernels().items[i];
    if (serves(k) && k.timing == Timing::kConstantTime && available(k, machine.features) &&
        (!found || k.rank[c] < found->rank[c]))
      found = &k;
  }
  return found;
}

// Beside a kernel of a stronger ISA a narrow one serves only where the bulk kernel's batch is so much larger that a
// short call of it would take longer all the same: of Kalyna, box_lanes over AVX2 takes less than half the time of
// byteslice over GFNI for a quarter of the latter's batch.
bool serves_beside(const Kernel& narrow, const Kernel& bulk) noexcept {
  return narrow.isa->rank >= bulk.isa->rank ||
         2 * narrow.ops->batch_blocks <= bulk.ops->batch_blocks;
}

}  // namespace

SelectStatus select_kernels(const Variant& variant, const Machine& machine, const char* forced,
                            bool forced_may_differ, Selection* selection) noexcept {
  if (forced) {
    const Kernel* k = find_kernel(forced);
    if (k && k->variant == &variant) {
      if (!available(*k, machine.features)) return SelectStatus::kNotAvailable;
      *selection = {k, k, k};
      return SelectStatus::kOk;
    }
    if (!forced_may_differ) return k ? SelectStatus::kOtherCipher : SelectStatus::kUnknownKernel;
  }
  // A narrow kernel serves calls of any length where no bulk kernel of a better rank does.
  const Kernel* bulk = best(variant, machine, [](const Kernel& k) {
    return k.role == Role::kBulk || k.role == Role::kNarrow;
  });
  if (!bulk) return SelectStatus::kNotAvailable;
  const Kernel* narrow =
      best(variant, machine, [](const Kernel& k) { return k.role == Role::kNarrow; });
  if (!narrow || !serves_beside(*narrow, *bulk)) narrow = bulk;
  // Words of 64 bits take four general registers and more instructions where these have 32.
  const Kernel* single = best(variant, machine, [](const Kernel& k) {
    return k.role != Role::kNone && k.single_up_to > 0 && sizeof(void*) == 8;
  });
  *selection = {bulk, narrow, single ? single : narrow};
  return SelectStatus::kOk;
}

namespace {
// The environment may change while other threads read it, so it is read once and kept.
struct Environment {
  std::atomic<int> state{0};  // 0: nobody has read it; 1: somebody does; 2: `id` holds
  char id[sizeof(Kernel::id)] = {};
} environment;

void read_environment() noexcept {
  const char* id = secure_getenv("HEDGEROW_KERNEL");
  if (id && strlen(id) < sizeof environment.id) strcpy(environment.id, id);
}
}  // namespace

const char* forced_kernel_from_environment() noexcept {
  int state = environment.state.load(std::memory_order_acquire);
  while (state != 2) {
    if (state == 0 && environment.state.compare_exchange_strong(state, 1)) {
      read_environment();
      environment.state.store(2, std::memory_order_release);
      break;
    }
    if (state == 1) sched_yield();
    state = environment.state.load(std::memory_order_acquire);
  }
  return *environment.id ? environment.id : nullptr;
}

const Field* select_field(std::uint32_t block_bytes, std::uint64_t features,
                          FieldProduct product) noexcept {
  for (const Field& f : fields())
    if (available(f, features) && f.ops->block_bytes == block_bytes && f.ops->product == product)
      return &f;
  return nullptr;
}

}  // namespace hedgerow
