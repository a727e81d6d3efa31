// hedgerow_wrap.
#include "api/context.hpp"

using namespace hedgerow;

struct hedgerow_wrap : Context {
  const WrapMode& functions() const noexcept { return *algorithm->mode->wrap; }
  hedgerow_status check_ready() const noexcept {
    const bool needs_iv = algorithm->iv.shortest != 0;
    return has_key && (has_iv || !needs_iv) ? HEDGEROW_OK : HEDGEROW_ERR_STATE;
  }
  void copy_from(const hedgerow_wrap&) noexcept {}
};

namespace {

// The longest input of a call. On a machine of 32 bits, its sum with the blocks that a wrap adds does not overflow.
constexpr std::size_t kLongestWrap =
    kMaxWrapBytes < SIZE_MAX / 4 ? (std::size_t)kMaxWrapBytes : SIZE_MAX / 4;

// Checks all arguments except the lengths, which depend on the mode.
hedgerow_status check_call(const hedgerow_wrap* context, const void* in, size_t bytes,
                           const void* out, size_t out_room, size_t* out_bytes) noexcept {
  HR_TRY(check_pointers(context, out_bytes));
  *out_bytes = 0;
  HR_TRY(check_data(in, bytes));
  HR_TRY(check_data(out, out_room));
  HR_TRY(context->check_ready());
  return bytes > kLongestWrap ? HEDGEROW_ERR_LIMIT : HEDGEROW_OK;
}

hedgerow_status check_room(const void* in, size_t bytes, const void* out, size_t needed,
                           size_t out_room) noexcept {
  if (out_room < needed) return HEDGEROW_ERR_BUFFER;
  return in == out ? HEDGEROW_OK : check_apart({out, needed}, Region{in, bytes});
}

}  // namespace

extern "C" {

hedgerow_status hedgerow_wrap_new(hedgerow_wrap** context, const char* cipher, const char* mode,
                                  const hedgerow_options* options) {
  return make(context, [&](hedgerow_wrap& c) {
    return set_up(c, cipher, mode, kind_bit(ModeKind::kWrap), options);
  });
}

void hedgerow_wrap_free(hedgerow_wrap* context) { destroy(context); }

hedgerow_status hedgerow_wrap_copy(hedgerow_wrap** copy, const hedgerow_wrap* context) {
  return make_copy(copy, context);
}

hedgerow_status hedgerow_wrap_reset(hedgerow_wrap* context) {
  HR_TRY(check_pointers(context));
  context->reset_base();
  return HEDGEROW_OK;
}

hedgerow_status hedgerow_wrap_set_key(hedgerow_wrap* context, const void* key, size_t key_bytes) {
  HR_TRY(check_pointers(context));
  return set_key(*context, key, key_bytes);
}

hedgerow_status hedgerow_wrap_set_iv(hedgerow_wrap* context, const void* iv, size_t iv_bytes) {
  HR_TRY(check_pointers(context));
  return keep_iv(*context, iv, iv_bytes);
}

hedgerow_status hedgerow_wrap_length(const hedgerow_wrap* context, size_t bytes,
                                     size_t* out_bytes) {
  HR_TRY(check_pointers(context, out_bytes));
  *out_bytes = 0;
  if (bytes > kLongestWrap) return HEDGEROW_ERR_LIMIT;
  *out_bytes = context->functions().wrapped_bytes(context->algorithm->variant(), bytes);
  return *out_bytes ? HEDGEROW_OK : HEDGEROW_ERR_DATA_LENGTH;
}

hedgerow_status hedgerow_wrap_wrap(hedgerow_wrap* context, const void* in, size_t bytes, void* out,
                                   size_t out_room, size_t* out_bytes) {
  HR_TRY(check_call(context, in, bytes, out, out_room, out_bytes));
  hedgerow_wrap& c = *context;
  const size_t wrapped = c.functions().wrapped_bytes(c.algorithm->variant(), bytes);
  if (wrapped == 0) return HEDGEROW_ERR_DATA_LENGTH;
  HR_TRY(check_room(in, bytes, out, wrapped, out_room));
  const auto takes = c.functions().takes;
  if (takes && !takes(c.algorithm->variant(), bytes_of(in), bytes)) return HEDGEROW_ERR_KEY_VALUE;
  HR_TRY(c.limit.charge(blocks_begun(0, wrapped, c.block())));
  c.functions().wrap(c.mode, c.iv, c.iv_bytes, bytes_of(in), bytes, bytes_of(out));
  *out_bytes = wrapped;
  return HEDGEROW_OK;
}

hedgerow_status hedgerow_wrap_unwrap(hedgerow_wrap* context, const void* in, size_t bytes,
                                     void* out, size_t out_room, size_t* out_bytes) {
  HR_TRY(check_call(context, in, bytes, out, out_room, out_bytes));
  hedgerow_wrap& c = *context;
  const size_t longest = c.functions().unwrapped_bytes(c.algorithm->variant(), bytes);
  if (longest == 0) return HEDGEROW_ERR_DATA_LENGTH;
  HR_TRY(check_room(in, bytes, out, longest, out_room));
  const std::uint64_t blocks = blocks_begun(0, bytes, c.block());
  HR_TRY(c.limit.charge(blocks));
  const bool intact =
      c.functions().unwrap(c.mode, c.iv, c.iv_bytes, bytes_of(in), bytes, bytes_of(out), out_bytes);
  if (intact) return HEDGEROW_OK;
  c.limit.refund(blocks);
  wipe(out, longest);
  *out_bytes = 0;
  return HEDGEROW_ERR_INTEGRITY;
}

hedgerow_status hedgerow_wrap_query(const hedgerow_wrap* context, hedgerow_context_info* info) {
  HR_TRY(check_pointers(context));
  return query(*context, false, info);
}

const char* hedgerow_wrap_kernel(const hedgerow_wrap* context, size_t blocks) {
  return kernel_of(context, blocks);
}

hedgerow_timing hedgerow_wrap_timing(const hedgerow_wrap* context, size_t blocks) {
  return timing_of(context, blocks);
}

}  // extern "C"
