// hedgerow_aead: streaming, and reading the nonce and the kernels back.
#include "api/aead.hpp"

using namespace hedgerow;

namespace {

// The end of a message in `use` direction: the state and the tag are right.
hedgerow_status check_final(const hedgerow_aead* context, const void* tag, size_t tag_bytes,
                            hedgerow_direction use) noexcept {
  HR_TRY(check_pointers(context));
  HR_TRY(check_data(tag, tag_bytes));
  if (context->phase == Phase::kIdle || context->direction != use) return HEDGEROW_ERR_STATE;
  if (tag_bytes != context->tag_bytes) return HEDGEROW_ERR_TAG_LENGTH;
  const bool empty = context->engine.aad_bytes() == 0 && context->engine.data_bytes() == 0;
  return empty ? HEDGEROW_ERR_DATA_LENGTH : HEDGEROW_OK;
}

}  // namespace

extern "C" {

hedgerow_status hedgerow_aead_init(hedgerow_aead* context, hedgerow_direction direction,
                                   const void* nonce, size_t nonce_bytes) {
  HR_TRY(check_pointers(context));
  if (direction != HEDGEROW_ENCRYPT && direction != HEDGEROW_DECRYPT) return HEDGEROW_ERR_MODE;
  HR_TRY(context->check_nonce(nonce, nonce_bytes, direction));
  context->start(bytes_of(nonce), direction);
  context->direction = direction;
  context->phase = Phase::kAad;
  return HEDGEROW_OK;
}

hedgerow_status hedgerow_aead_aad(hedgerow_aead* context, const void* aad, size_t bytes) {
  HR_TRY(check_pointers(context));
  HR_TRY(check_data(aad, bytes));
  hedgerow_aead& c = *context;
  if (c.phase != Phase::kAad) return HEDGEROW_ERR_STATE;
  HR_TRY(c.charge(bytes, 0));
  c.engine.aad(c.key, bytes_of(aad), bytes);
  return HEDGEROW_OK;
}

hedgerow_status hedgerow_aead_update(hedgerow_aead* context, const void* in, void* out,
                                     size_t bytes) {
  HR_TRY(check_pointers(context));
  HR_TRY(check_data(in, bytes));
  HR_TRY(check_data(out, bytes));
  hedgerow_aead& c = *context;
  if (c.phase == Phase::kIdle) return HEDGEROW_ERR_STATE;
  HR_TRY(check_in_out(in, out, bytes));
  HR_TRY(c.charge(0, bytes));
  c.phase = Phase::kData;
  if (c.direction == HEDGEROW_ENCRYPT)
    c.engine.encrypt(c.key, bytes_of(in), bytes_of(out), bytes);
  else
    c.engine.decrypt(c.key, bytes_of(in), bytes_of(out), bytes);
  return HEDGEROW_OK;
}

hedgerow_status hedgerow_aead_final_tag(hedgerow_aead* context, void* tag, size_t tag_bytes) {
  HR_TRY(check_final(context, tag, tag_bytes, HEDGEROW_ENCRYPT));
  std::uint8_t block[kMaxBlockBytes];
  context->engine.tag(context->key, block);
  memcpy(tag, block, tag_bytes);
  wipe(block, sizeof block);
  context->engine.clear();
  context->phase = Phase::kIdle;
  return HEDGEROW_OK;
}

hedgerow_status hedgerow_aead_final_check(hedgerow_aead* context, const void* tag,
                                          size_t tag_bytes) {
  HR_TRY(check_final(context, tag, tag_bytes, HEDGEROW_DECRYPT));
  const hedgerow_status status = compare_tag(*context, bytes_of(tag));
  context->engine.clear();
  context->phase = Phase::kIdle;
  return status;
}

hedgerow_status hedgerow_aead_get_nonce(const hedgerow_aead* context, void* nonce, size_t bytes) {
  HR_TRY(check_pointers(context, bytes_of(nonce)));
  if (!context->has_nonce) return HEDGEROW_ERR_STATE;
  if (bytes < context->nonce_length()) return HEDGEROW_ERR_BUFFER;
  memcpy(nonce, context->nonce, context->nonce_length());
  return HEDGEROW_OK;
}

const char* hedgerow_aead_kernel(const hedgerow_aead* context, hedgerow_role role) {
  return kernel_of(context, role);
}

hedgerow_timing hedgerow_aead_timing(const hedgerow_aead* context, hedgerow_role role) {
  return timing_of(context, role);
}

}  // extern "C"
