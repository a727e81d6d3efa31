// hedgerow_cipher: data in pieces of any length, and padding. An update works on this stream:
//
//   buffer (held bytes) | in (bytes)
//   <--- ready ---><----- kept ---->        ready: whole blocks that are written now; kept: the new buffer
#include "api/cipher.hpp"
#include "mode/padding.hpp"

using namespace hedgerow;

namespace {

// In decryption, only the end of the message shows that a block contains padding.
bool removes_padding(const hedgerow_cipher& c) noexcept {
  return c.direction == HEDGEROW_DECRYPT &&
         (c.padding == HEDGEROW_PADDING_PKCS7 || c.padding == HEDGEROW_PADDING_BIT);
}

// Number of bytes, out of `total`, that can be written before the end of the message is known.
std::size_t ready_bytes(const hedgerow_cipher& c, std::size_t total) noexcept {
  const std::size_t block = c.block();
  if (c.algorithm->mode->kind == ModeKind::kStream) {
    const std::size_t unit = c.ending_unit();
    return unit ? total / unit * unit : total;
  }
  if (c.steals()) return total < 2 * block ? 0 : (total / block - 1) * block;
  if (removes_padding(c)) return total == 0 ? 0 : (total - 1) / block * block;
  return total / block * block;
}

// Takes `in` and writes `ready` bytes of held and new data to `out`. If the call works in place, writing to `out` would
// overwrite unread bytes of `in`. Therefore the kept bytes are saved first and the data is moved up.
void take(hedgerow_cipher& c, const std::uint8_t* in, std::size_t bytes, std::uint8_t* out,
          std::size_t ready) noexcept {
  const std::size_t total = c.held + bytes, kept = total - ready;
  const std::size_t from_buffer = ready < c.held ? ready : c.held, from_in = ready - from_buffer;
  std::uint8_t next[sizeof c.buffer];
  memcpy(next, c.buffer + from_buffer, c.held - from_buffer);
  if (bytes > from_in) memcpy(next + (c.held - from_buffer), in + from_in, bytes - from_in);
  if (from_buffer == 0) {
    c.run(in, out, ready);
  } else {
    if (from_in) memmove(out + from_buffer, in, from_in);
    memcpy(out, c.buffer, from_buffer);
    c.run(out, out, ready);
  }
  memcpy(c.buffer, next, kept);
  c.held = kept;
  wipe(next, sizeof next);
}

// Completes the buffer for encryption, and returns false if the message cannot end here.
bool add_padding(hedgerow_cipher& c) noexcept {
  const std::size_t block = c.block();
  const bool partial = c.held != 0;
  if (c.padding == HEDGEROW_PADDING_NONE) return !partial;
  if (c.padding == HEDGEROW_PADDING_PKCS7)
    pad_pkcs7(c.buffer, c.held, block);
  else if (c.padding == HEDGEROW_PADDING_BIT || (partial && c.padding != HEDGEROW_PADDING_ZERO))
    pad_bit(c.buffer, c.held, block);
  else if (partial)
    memset(c.buffer + c.held, 0, block - c.held);
  else
    return true;
  c.held = block;
  return true;
}

// Decrypts the held block and removes its padding.
hedgerow_status finish_padded(hedgerow_cipher& c, std::uint8_t* out,
                              std::size_t* out_bytes) noexcept {
  const std::size_t block = c.block();
  std::uint8_t last[kMaxBlockBytes];
  c.run(c.buffer, last, block);
  std::uint64_t valid;
  const std::size_t n = c.padding == HEDGEROW_PADDING_PKCS7 ? unpad_pkcs7(last, block, &valid)
                                                            : unpad_bit(last, block, &valid);
  keep_first(last, n, block);
  memcpy(out, last, block);
  wipe(last, sizeof last);
  *out_bytes = n;
  return valid ? HEDGEROW_OK : HEDGEROW_ERR_PADDING;
}

// The number of bytes that the final call writes depends only on the lengths.
hedgerow_status check_end(const hedgerow_cipher& c) noexcept {
  if (c.algorithm->mode->kind == ModeKind::kStream) return HEDGEROW_OK;
  if (c.steals()) return c.held < c.block() ? HEDGEROW_ERR_TOO_SHORT : HEDGEROW_OK;
  if (removes_padding(c)) return c.held == c.block() ? HEDGEROW_OK : HEDGEROW_ERR_DATA_LENGTH;
  const bool needs_blocks = c.padding == HEDGEROW_PADDING_NONE || c.direction == HEDGEROW_DECRYPT;
  return needs_blocks && c.held != 0 ? HEDGEROW_ERR_DATA_LENGTH : HEDGEROW_OK;
}

hedgerow_status finish(hedgerow_cipher& c, std::uint8_t* out, std::size_t* out_bytes) noexcept {
  HR_TRY(check_end(c));
  if (removes_padding(c)) {
    HR_TRY(c.charge(c.held));
    return finish_padded(c, out, out_bytes);
  }
  const bool pads = c.algorithm->mode->kind == ModeKind::kBlock && !c.steals();
  if (c.direction == HEDGEROW_ENCRYPT && pads) add_padding(c);
  HR_TRY(c.charge(c.held));
  c.run(c.buffer, out, c.held);
  *out_bytes = c.held;
  return HEDGEROW_OK;
}

// Size of the buffer that `final` may need.
std::size_t final_room(const hedgerow_cipher& c) noexcept {
  if (c.algorithm->mode->kind == ModeKind::kStream || c.steals()) return c.held;
  if (removes_padding(c)) return c.block();
  const bool pads = c.direction == HEDGEROW_ENCRYPT && c.padding != HEDGEROW_PADDING_NONE;
  const bool always = c.padding == HEDGEROW_PADDING_PKCS7 || c.padding == HEDGEROW_PADDING_BIT;
  return pads && (c.held || always) ? c.block() : 0;
}

}  // namespace

extern "C" {

hedgerow_status hedgerow_cipher_begin(hedgerow_cipher* context, hedgerow_direction direction) {
  HR_TRY(check_pointers(context));
  if (direction != HEDGEROW_ENCRYPT && direction != HEDGEROW_DECRYPT) return HEDGEROW_ERR_MODE;
  HR_TRY(context->check_ready());
  context->start();
  context->begun = true;
  context->direction = direction;
  return HEDGEROW_OK;
}

hedgerow_status hedgerow_cipher_update(hedgerow_cipher* context, const void* in, size_t bytes,
                                       void* out, size_t out_room, size_t* out_bytes) {
  HR_TRY(check_pointers(context, out_bytes));
  *out_bytes = 0;
  HR_TRY(check_data(in, bytes));
  HR_TRY(check_data(out, out_room));
  hedgerow_cipher& c = *context;
  if (!c.begun) return HEDGEROW_ERR_STATE;
  if (bytes > kLongestCall) return HEDGEROW_ERR_LIMIT;
  const size_t ready = ready_bytes(c, c.held + bytes);
  if (ready > out_room) return HEDGEROW_ERR_BUFFER;
  if (in != out) HR_TRY(check_apart({out, ready}, Region{in, bytes}));
  HR_TRY(c.charge(ready));
  take(c, bytes_of(in), bytes, bytes_of(out), ready);
  *out_bytes = ready;
  return HEDGEROW_OK;
}

hedgerow_status hedgerow_cipher_final(hedgerow_cipher* context, void* out, size_t out_room,
                                      size_t* out_bytes) {
  HR_TRY(check_pointers(context, out_bytes));
  *out_bytes = 0;
  HR_TRY(check_data(out, out_room));
  hedgerow_cipher& c = *context;
  if (!c.begun) return HEDGEROW_ERR_STATE;
  if (out_room < final_room(c)) return HEDGEROW_ERR_BUFFER;
  const hedgerow_status status = finish(c, bytes_of(out), out_bytes);
  c.begun = false;
  // the next message needs an IV or `begin`; without an IV every call is a separate message
  c.one_way = c.ended = c.functions().start;
  if (!c.ended) c.position = 0;
  wipe(c.buffer, sizeof c.buffer);
  c.held = 0;
  return status;
}

}  // extern "C"
