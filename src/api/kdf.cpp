// hedgerow_kdf_tree: key derivation without a context.
#include "hash/kdf.hpp"

#include "api/arguments.hpp"

using namespace hedgerow;

static_assert(HEDGEROW_MAX_KDF_TREE_BYTES == kMaxKdfTreeBytes);

extern "C" hedgerow_status hedgerow_kdf_tree(const void* key, size_t key_bytes, const void* label,
                                             size_t label_bytes, const void* seed,
                                             size_t seed_bytes, void* out, size_t out_bytes) {
  constexpr std::size_t kKeyBytes = 32;
  HR_TRY(check_data(key, key_bytes));
  HR_TRY(check_data(label, label_bytes));
  HR_TRY(check_data(seed, seed_bytes));
  HR_TRY(check_data(out, out_bytes));
  if (key_bytes != kKeyBytes) return HEDGEROW_ERR_KEY_LENGTH;
  if (out_bytes == 0 || out_bytes > kMaxKdfTreeBytes) return HEDGEROW_ERR_DATA_LENGTH;
  HR_TRY(check_apart({out, out_bytes}, Region(key, key_bytes), Region(label, label_bytes),
                     Region(seed, seed_bytes)));
  kdf_tree_gostr3411_2012_256(bytes_of(key),
                              {bytes_of(label), bytes_of(seed), label_bytes, seed_bytes},
                              bytes_of(out), out_bytes);
  return HEDGEROW_OK;
}
