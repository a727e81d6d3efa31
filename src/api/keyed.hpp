// What every context of the C ABI begins with: a prepared key and how much data it may still
// process. Also making, copying and freeing of contexts.
#pragma once

#include <stdlib.h>

#include <new>

#include "api/arguments.hpp"
#include "base/secret.hpp"
#include "mode/family_modes.hpp"

namespace hedgerow {

// Blocks left under one key. Copies of a context inherit what is left.
class DataLimit {
 public:
  void set(std::uint64_t blocks) noexcept { left_ = blocks; }
  // Charges the blocks begun by `bytes` more of a stream that had `done` bytes; all or nothing.
  hedgerow_status charge(std::uint64_t blocks) noexcept {
    if (blocks > left_) return HEDGEROW_ERR_LIMIT;
    left_ -= blocks;
    return HEDGEROW_OK;
  }

 private:
  std::uint64_t left_ = 0;
};

// How many blocks begin in bytes done .. done + bytes - 1 of a stream. done + bytes fits in 64
// bits.
inline std::uint64_t blocks_begun(std::uint64_t done, std::uint64_t bytes,
                                  std::uint64_t block) noexcept {
  const auto blocks = [block](std::uint64_t n) { return n / block + (n % block != 0); };
  return blocks(done + bytes) - blocks(done);
}

struct KeyedContext {
  CipherKey key;
  DataLimit limit;
  std::uint32_t tag_bytes = 0;  // AEAD and MAC

  std::size_t block() const noexcept { return key.block_bytes(); }
  const FamilyModes& modes() const noexcept { return family_modes(key.variant()); }
  bool copy_base(const KeyedContext& from) noexcept {
    limit = from.limit;
    tag_bytes = from.tag_bytes;
    return key.copy_from(from.key);
  }
};

// The options of a context, checked; `options` may be null.
hedgerow_status read_options(const hedgerow_options* options, hedgerow_options* checked) noexcept;

// Checks cipher, key length, options and tag length, chooses kernels and sets the key.
hedgerow_status set_up(KeyedContext& context, const char* cipher, const void* key,
                       std::size_t key_bytes, const hedgerow_options* options) noexcept;

// The kernel of a role; "" and vartime for a null context.
const char* kernel_of(const KeyedContext* context, hedgerow_role role) noexcept;
hedgerow_timing timing_of(const KeyedContext* context, hedgerow_role role) noexcept;

template <class Context>
void destroy(Context* context) noexcept {
  if (!context) return;
  context->~Context();
  wipe((void*)context, sizeof *context);
  free(context);
}

// Makes a context in *result and runs fill(context), which returns a status; on failure *result is
// null.
template <class Context, class Fill>
hedgerow_status make(Context** result, Fill&& fill) noexcept {
  if (!result) return HEDGEROW_ERR_NULL;
  *result = nullptr;
  void* memory = malloc(sizeof(Context));
  if (!memory) return HEDGEROW_ERR_MEMORY;
  Context* context = new (memory) Context;
  const hedgerow_status status = fill(*context);
  if (status == HEDGEROW_OK)
    *result = context;
  else
    destroy(context);
  return status;
}

// A copy by Context::copy_from, which returns false when memory is short.
template <class Context>
hedgerow_status make_copy(Context** result, const Context* from) noexcept {
  return make(result, [&](Context& to) {
    if (!from) return HEDGEROW_ERR_NULL;
    return to.copy_base(*from) && to.copy_from(*from) ? HEDGEROW_OK : HEDGEROW_ERR_MEMORY;
  });
}

}  // namespace hedgerow
