// hedgerow_mac: CMAC and GMAC.
#include <string.h>

#include "api/keyed.hpp"

using namespace hedgerow;

struct hedgerow_mac : KeyedContext {
  hedgerow_mac_kind kind = HEDGEROW_CMAC;
  Cmac cmac;
  AeadEngine gmac;             // has a key only when kind is GMAC
  std::uint64_t position = 0;  // bytes of the message so far

  bool copy_from(const hedgerow_mac& from) noexcept {
    kind = from.kind;
    cmac = from.cmac;
    position = from.position;
    return gmac.copy_from(from.gmac);
  }
};

namespace {

hedgerow_status set_up_kind(hedgerow_mac& c) noexcept {
  if (c.kind == HEDGEROW_CMAC) {
    if (!c.modes().cmac_masks) return HEDGEROW_ERR_MODE;
    c.cmac.set_key(c.modes().cmac_masks, c.key);
    return HEDGEROW_OK;
  }
  if (!c.modes().gmac) return HEDGEROW_ERR_MODE;
  return c.gmac.set_key(*c.modes().gmac, c.key) ? HEDGEROW_OK : HEDGEROW_ERR_MEMORY;
}

// Ends the message; `block` is the longest tag.
hedgerow_status finish(hedgerow_mac* context, const void* tag, size_t tag_bytes,
                       std::uint8_t* block) noexcept {
  HR_TRY(check_pointers(context));
  HR_TRY(check_data(tag, tag_bytes));
  hedgerow_mac& c = *context;
  if (tag_bytes != c.tag_bytes) return HEDGEROW_ERR_TAG_LENGTH;
  if (c.kind == HEDGEROW_CMAC) {
    c.cmac.tag(c.key, block);
  } else {
    if (c.position == 0) return HEDGEROW_ERR_DATA_LENGTH;
    c.gmac.tag(c.key, block);
    c.gmac.clear();
  }
  c.position = 0;
  return HEDGEROW_OK;
}

}  // namespace

extern "C" {

hedgerow_status hedgerow_mac_new(hedgerow_mac** context, const char* cipher, hedgerow_mac_kind kind,
                                 const void* key, size_t key_bytes,
                                 const hedgerow_options* options) {
  return make(context, [&](hedgerow_mac& c) {
    if (kind != HEDGEROW_CMAC && kind != HEDGEROW_GMAC) return HEDGEROW_ERR_MODE;
    c.kind = kind;
    HR_TRY(set_up(c, cipher, key, key_bytes, options));
    return set_up_kind(c);
  });
}

void hedgerow_mac_free(hedgerow_mac* context) { destroy(context); }

hedgerow_status hedgerow_mac_copy(hedgerow_mac** copy, const hedgerow_mac* context) {
  return make_copy(copy, context);
}

hedgerow_status hedgerow_mac_update(hedgerow_mac* context, const void* data, size_t bytes) {
  HR_TRY(check_pointers(context));
  HR_TRY(check_data(data, bytes));
  hedgerow_mac& c = *context;
  if (bytes > kMaxMessageBytes - c.position) return HEDGEROW_ERR_LIMIT;
  HR_TRY(c.limit.charge(blocks_begun(c.position, bytes, c.block())));
  c.position += bytes;
  if (c.kind == HEDGEROW_CMAC)
    c.cmac.update(c.key, bytes_of(data), bytes);
  else
    c.gmac.aad(c.key, bytes_of(data), bytes);
  return HEDGEROW_OK;
}

hedgerow_status hedgerow_mac_final(hedgerow_mac* context, void* tag, size_t tag_bytes) {
  std::uint8_t block[kMaxBlockBytes];
  HR_TRY(finish(context, tag, tag_bytes, block));
  memcpy(tag, block, tag_bytes);
  wipe(block, sizeof block);
  return HEDGEROW_OK;
}

hedgerow_status hedgerow_mac_check(hedgerow_mac* context, const void* tag, size_t tag_bytes) {
  std::uint8_t block[kMaxBlockBytes];
  HR_TRY(finish(context, tag, tag_bytes, block));
  const unsigned equal = equal_ct(block, bytes_of(tag), tag_bytes);
  wipe(block, sizeof block);
  return equal ? HEDGEROW_OK : HEDGEROW_ERR_AUTH;
}

const char* hedgerow_mac_kernel(const hedgerow_mac* context, hedgerow_role role) {
  return kernel_of(context, role);
}

hedgerow_timing hedgerow_mac_timing(const hedgerow_mac* context, hedgerow_role role) {
  return timing_of(context, role);
}

}  // extern "C"
