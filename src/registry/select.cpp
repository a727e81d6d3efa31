// Selects the kernels of a key. For each length of a call, this is the kernel of lowest rank on this class of
// processors that the CPU can run and that is good for the length, unless a CROSSOVER line gives the length to another
// kernel. A forced kernel serves all lengths.
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

// The kernels of a variant that may be selected on one machine.
class Candidates {
 public:
  Candidates(const Variant& variant, const Machine& machine) noexcept
      : variant_(variant), machine_(machine) {}

  Selection select() const noexcept {
    Selection s;
    for (std::size_t from = 1; s.count < Selection::kMost;) {
      // The last place is for the longest calls.
      const Kernel* const k = best_for(s.count + 1 < Selection::kMost ? from : kNoLimit);
      if (!k) break;
      const std::size_t up_to = end_of(*k, from);
      s.entries[s.count++] = {up_to, k};
      if (up_to == kNoLimit) break;
      from = up_to + 1;
    }
    if (s.count) s.entries[s.count - 1].up_to_blocks = SIZE_MAX;
    return s;
  }

 private:
  std::uint32_t rank(const Kernel& k) const noexcept {
    return k.rank[(std::size_t)machine_.of_class];
  }
  bool has(const Kernel& k) const noexcept {
    return rank(k) != kNeverSelected && available(k, machine_.features);
  }
  // Returns the length of the shortest call that k may serve, in blocks; good_for has that of the longest.
  std::size_t start(const Kernel& k) const noexcept {
    const std::size_t other = k.above[(std::size_t)machine_.of_class] + 1u;
    return other > k.ops->good_for.from ? other : k.ops->good_for.from;
  }
  // Returns the kernel of lowest rank for calls of `blocks` blocks, or null.
  const Kernel* best_for(std::size_t blocks) const noexcept {
    const Kernel* found = nullptr;
    for (const Kernel& k : kernels_of(variant_))
      if (has(k) && start(k) <= blocks && blocks <= k.ops->good_for.up_to &&
          (!found || rank(k) < rank(*found)))
        found = &k;
    return found;
  }
  // `chosen` is the best kernel from `from` blocks on. Returns the number of blocks up to which it remains the best.
  std::size_t end_of(const Kernel& chosen, std::size_t from) const noexcept {
    std::size_t up_to = chosen.ops->good_for.up_to;
    for (const Kernel& k : kernels_of(variant_))
      if (has(k) && rank(k) < rank(chosen) && start(k) > from && start(k) <= up_to)
        up_to = start(k) - 1;
    return up_to;
  }
  const Variant& variant_;
  const Machine& machine_;
};

}  // namespace

SelectStatus select_kernels(const Variant& variant, const Machine& machine, const char* forced,
                            bool forced_may_differ, Selection* selection) noexcept {
  if (forced) {
    const Kernel* k = find_kernel(forced);
    if (k && k->variant == &variant) {
      if (!available(*k, machine.features)) return SelectStatus::kNotAvailable;
      *selection = Selection(*k);
      return SelectStatus::kOk;
    }
    if (!forced_may_differ) return k ? SelectStatus::kOtherCipher : SelectStatus::kUnknownKernel;
  }
  *selection = Candidates(variant, machine).select();
  return selection->count ? SelectStatus::kOk : SelectStatus::kNotAvailable;
}

namespace {
// The environment variable is read only once and then kept, because the environment may change while another thread
// reads it.
struct Environment {
  std::atomic<int> state{0};  // 0: not read yet; 1: a thread is reading it; 2: `id` is valid
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
