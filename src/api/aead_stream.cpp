// hedgerow_aead: streaming, and values that can be read back.
#include "api/aead.hpp"

using namespace hedgerow;
using P = AlgorithmProperties;

namespace {

hedgerow_status check_init(const hedgerow_aead& c) noexcept {
  if (c.has(P::kOneCall)) return HEDGEROW_ERR_MODE;
  return c.has_key ? HEDGEROW_OK : HEDGEROW_ERR_STATE;
}

void begin(hedgerow_aead& c, const std::uint8_t* nonce, std::size_t bytes, bool made,
           hedgerow_direction use) noexcept {
  c.take_nonce(nonce, bytes, use);
  c.made_nonce = made;
  c.writer = this_process();
  c.phase = Phase::kAad;
  c.mode.parameters.tag_bytes = c.fixed_tag ? c.fixed_tag : c.algorithm->tag.usual;
  if (!c.has(P::kLengthsFirst)) c.start();
}

// A mode that needs to know all lengths first starts its message at the first data.
hedgerow_status check_announced(const hedgerow_aead& c) noexcept {
  return c.started || c.announced ? HEDGEROW_OK : HEDGEROW_ERR_ANNOUNCED;
}
void ensure_started(hedgerow_aead& c) noexcept {
  if (!c.started) c.start();
}

// Checks the state and the tag arguments at the end of a message in direction `use`.
hedgerow_status check_final(hedgerow_aead* context, const void* tag, size_t tag_bytes,
                            hedgerow_direction use) noexcept {
  HR_TRY(check_pointers(context));
  HR_TRY(check_data(tag, tag_bytes));
  hedgerow_aead& c = *context;
  if (c.phase == Phase::kIdle || c.direction != use) return HEDGEROW_ERR_STATE;
  HR_TRY(c.check_goes_on());
  HR_TRY(c.check_tag(tag_bytes));
  const bool tag_is_fixed = c.has(P::kLengthsFirst);
  if (tag_is_fixed && tag_bytes != c.mode.parameters.tag_bytes) return HEDGEROW_ERR_TAG_LENGTH;
  const Parameters& promised = c.mode.parameters;
  if (c.announced && (c.aad_bytes != promised.aad_bytes || c.position != promised.data_bytes))
    return HEDGEROW_ERR_ANNOUNCED;
  const bool empty = c.aad_bytes == 0 && c.position == 0;
  if (empty && c.has(P::kNoEmpty)) return HEDGEROW_ERR_DATA_LENGTH;
  HR_TRY(check_announced(c));
  ensure_started(c);
  return HEDGEROW_OK;
}

}  // namespace

extern "C" {

hedgerow_status hedgerow_aead_init(hedgerow_aead* context, void* nonce, size_t nonce_bytes) {
  HR_TRY(check_pointers(context));
  HR_TRY(check_data(nonce, nonce_bytes));
  hedgerow_aead& c = *context;
  HR_TRY(check_init(c));
  std::uint8_t next[kMaxIvBytes];
  HR_TRY(next_nonce(c, nonce_bytes, next));
  begin(c, next, nonce_bytes, true, HEDGEROW_ENCRYPT);
  use_nonce(c);
  if (nonce_bytes) memcpy(nonce, next, nonce_bytes);
  return HEDGEROW_OK;
}

hedgerow_status hedgerow_aead_init_with_nonce(hedgerow_aead* context, hedgerow_direction direction,
                                              const void* nonce, size_t nonce_bytes) {
  HR_TRY(check_pointers(context));
  if (direction != HEDGEROW_ENCRYPT && direction != HEDGEROW_DECRYPT) return HEDGEROW_ERR_MODE;
  HR_TRY(check_init(*context));
  HR_TRY(context->check_nonce(nonce, nonce_bytes, direction));
  begin(*context, bytes_of(nonce), nonce_bytes, false, direction);
  return HEDGEROW_OK;
}

hedgerow_status hedgerow_aead_set_lengths(hedgerow_aead* context, uint64_t aad_bytes,
                                          uint64_t data_bytes) {
  HR_TRY(check_pointers(context));
  hedgerow_aead& c = *context;
  const bool early = c.phase == Phase::kAad && c.aad_bytes == 0 && !c.announced;
  if (!early) return HEDGEROW_ERR_STATE;
  HR_TRY(c.check_lengths(aad_bytes, data_bytes, c.iv_bytes));
  c.mode.parameters.aad_bytes = aad_bytes;
  c.mode.parameters.data_bytes = data_bytes;
  c.announced = true;
  return HEDGEROW_OK;
}

hedgerow_status hedgerow_aead_aad(hedgerow_aead* context, const void* aad, size_t bytes) {
  HR_TRY(check_pointers(context));
  HR_TRY(check_data(aad, bytes));
  hedgerow_aead& c = *context;
  if (c.phase != Phase::kAad) return HEDGEROW_ERR_STATE;
  HR_TRY(c.check_goes_on());
  if (bytes == 0) return HEDGEROW_OK;
  HR_TRY(check_announced(c));
  HR_TRY(c.charge_all(bytes, 0, c.iv_bytes));
  ensure_started(c);
  c.functions().aad(c.mode, bytes_of(aad), bytes);
  c.aad_bytes += bytes;
  return HEDGEROW_OK;
}

hedgerow_status hedgerow_aead_update(hedgerow_aead* context, const void* in, void* out,
                                     size_t bytes) {
  HR_TRY(check_pointers(context));
  HR_TRY(check_data(in, bytes));
  HR_TRY(check_data(out, bytes));
  hedgerow_aead& c = *context;
  if (c.phase == Phase::kIdle) return HEDGEROW_ERR_STATE;
  HR_TRY(c.check_goes_on());
  HR_TRY(check_in_out(in, out, bytes));
  HR_TRY(check_announced(c));
  if (c.announced && c.aad_bytes != c.mode.parameters.aad_bytes) return HEDGEROW_ERR_ANNOUNCED;
  HR_TRY(c.charge_all(0, bytes, c.iv_bytes));
  ensure_started(c);
  c.phase = Phase::kData;
  c.position += bytes;
  if (bytes == 0) return HEDGEROW_OK;
  if (c.direction == HEDGEROW_ENCRYPT)
    c.functions().encrypt(c.mode, bytes_of(in), bytes_of(out), bytes);
  else
    c.functions().decrypt(c.mode, bytes_of(in), bytes_of(out), bytes);
  return HEDGEROW_OK;
}

hedgerow_status hedgerow_aead_final_tag(hedgerow_aead* context, void* tag, size_t tag_bytes) {
  HR_TRY(check_final(context, tag, tag_bytes, HEDGEROW_ENCRYPT));
  context->give_tag(bytes_of(tag), tag_bytes);
  context->phase = Phase::kIdle;
  return HEDGEROW_OK;
}

hedgerow_status hedgerow_aead_final_check(hedgerow_aead* context, const void* tag,
                                          size_t tag_bytes) {
  HR_TRY(check_final(context, tag, tag_bytes, HEDGEROW_DECRYPT));
  context->phase = Phase::kIdle;
  return context->compare_tag(bytes_of(tag), tag_bytes);
}

hedgerow_status hedgerow_aead_get_tag(const hedgerow_aead* context, void* tag, size_t tag_bytes) {
  HR_TRY(check_pointers(context));
  HR_TRY(check_data(tag, tag_bytes));
  if (!context->has_tag || context->phase != Phase::kIdle) return HEDGEROW_ERR_STATE;
  HR_TRY(context->check_tag(tag_bytes));
  if (tag_bytes > context->last_tag_bytes) return HEDGEROW_ERR_TAG_LENGTH;
  memcpy(tag, context->last_tag, tag_bytes);
  return HEDGEROW_OK;
}

hedgerow_status hedgerow_aead_get_nonce(const hedgerow_aead* context, void* nonce, size_t room) {
  return get_iv(context, nonce, room);
}

hedgerow_status hedgerow_aead_query(const hedgerow_aead* context, hedgerow_context_info* info) {
  HR_TRY(check_pointers(context));
  return query(*context, context->phase != Phase::kIdle, info);
}

const char* hedgerow_aead_kernel(const hedgerow_aead* context, size_t blocks) {
  return kernel_of(context, blocks);
}

hedgerow_timing hedgerow_aead_timing(const hedgerow_aead* context, size_t blocks) {
  return timing_of(context, blocks);
}

}  // extern "C"
