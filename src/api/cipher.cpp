// hedgerow_cipher: contexts, direct calls, seek, IVs and batches.
#include "api/cipher.hpp"

using namespace hedgerow;

namespace {

constexpr unsigned kKinds = kind_bit(ModeKind::kBlock) | kind_bit(ModeKind::kStream);

hedgerow_status check_direction(hedgerow_direction direction) noexcept {
  const bool known = direction == HEDGEROW_ENCRYPT || direction == HEDGEROW_DECRYPT;
  return known ? HEDGEROW_OK : HEDGEROW_ERR_MODE;
}

// Checks the length of a direct call: whole blocks, or any other length that the mode allows.
hedgerow_status check_length(const hedgerow_cipher& c, std::size_t bytes) noexcept {
  if (bytes == c.block()) return HEDGEROW_OK;  // avoids the division
  if (c.algorithm->mode->kind == ModeKind::kStream || bytes % c.block() == 0) return HEDGEROW_OK;
  if (!c.steals()) return HEDGEROW_ERR_DATA_LENGTH;
  return bytes < c.block() ? HEDGEROW_ERR_TOO_SHORT : HEDGEROW_OK;
}

// Tells if this is a correct call with one block that is a message of its own, and charges it in that case. The other
// checks of `direct` cannot fail here, because such a mode has no direction and no position outside of a buffered
// message. If the result is false, `direct` finds the reason.
bool is_lone_block(hedgerow_cipher& c, const void* in, const void* out, size_t bytes) noexcept {
  if (bytes != c.lone_block || bytes == 0 || c.begun || !in || !out) return false;
  return (in == out || apart(in, bytes, out, bytes)) && c.limit.charge(1) == HEDGEROW_OK;
}

HR_NOINLINE hedgerow_status direct(hedgerow_cipher* context, hedgerow_direction direction,
                                   const void* in, void* out, size_t bytes) noexcept {
  HR_TRY(check_pointers(context));
  HR_TRY(check_data(in, bytes));
  HR_TRY(check_data(out, bytes));
  hedgerow_cipher& c = *context;
  HR_TRY(c.check_ready());
  const bool chained = c.functions().start;
  if (c.begun || c.ended || (c.one_way && c.direction != direction)) return HEDGEROW_ERR_STATE;
  HR_TRY(check_length(c, bytes));
  HR_TRY(check_in_out(in, out, bytes));
  HR_TRY(c.charge(bytes));
  c.direction = direction;
  c.one_way = chained;
  c.run(bytes_of(in), bytes_of(out), bytes);
  if (!chained) c.position = 0;  // every block is a separate message
  return HEDGEROW_OK;
}

// Tells if the message has the same lengths as `right`, which was checked before, and correct buffers.
bool is_like(const hedgerow_message& m, const hedgerow_message& right) noexcept {
  const bool same = (m.bytes == right.bytes) & (m.iv_bytes == right.iv_bytes);
  const bool there = (m.iv != nullptr) & (m.in != nullptr) & (m.out != nullptr);
  return same & there & ((m.in == m.out) | apart(m.in, m.bytes, m.out, m.bytes));
}

hedgerow_status check_message(const hedgerow_cipher& c, const hedgerow_message& m,
                              std::uint64_t longest, BatchCharge& charge) noexcept {
  HR_TRY(check_data(m.iv, m.iv_bytes));
  HR_TRY(check_data(m.in, m.bytes));
  HR_TRY(check_data(m.out, m.bytes));
  if (!c.algorithm->iv.allows(m.iv_bytes)) return HEDGEROW_ERR_NONCE_LENGTH;
  const bool in_range = m.bytes <= longest && charge.add(m.bytes);
  if (!charge.is_whole() || !in_range) HR_TRY(check_length(c, m.bytes));
  HR_TRY(check_in_out(m.in, m.out, m.bytes));
  return in_range ? HEDGEROW_OK : HEDGEROW_ERR_LIMIT;
}

// Checks that a direct call would accept every message of the batch and that the limit of the key suffices for all of
// them. A message that is like its predecessor needs only comparisons.
hedgerow_status check_batch(hedgerow_cipher& c, const hedgerow_message* messages,
                            size_t count) noexcept {
  const std::uint64_t longest = c.max_message_bytes();
  BatchCharge charge(c.bytes_a_block());
  for (size_t i = 0; i < count;) {
    const hedgerow_message& first = messages[i++];
    HR_TRY(check_message(c, first, longest, charge));
    const size_t from = i;
    while (i < count && is_like(messages[i], first)) i++;
    if (!charge.repeat(i - from)) return HEDGEROW_ERR_LIMIT;
  }
  return c.limit.charge(charge.sum());
}

void run_one(hedgerow_cipher& c, const BatchMessage& m) noexcept {
  const CipherMode& f = c.functions();
  if (f.start) f.start(c.mode, m.iv, m.iv_bytes);
  c.run(m.in, m.out, m.bytes);
}

// Uses the batch function of the mode, if there is one, for a few messages at a time.
void run_batch(hedgerow_cipher& c, const hedgerow_message* messages, size_t count) noexcept {
  constexpr size_t kAtOnce = 256;
  BatchMessage group[kAtOnce];
  const auto batch = c.functions().batch;
  for (size_t done = 0; done < count;) {
    const size_t n = count - done < kAtOnce ? count - done : kAtOnce;
    for (size_t i = 0; i < n; i++) {
      const hedgerow_message& m = messages[done + i];
      group[i] = {bytes_of(m.iv), m.iv_bytes, bytes_of(m.in), bytes_of(m.out), m.bytes};
    }
    if (batch)
      batch(c.mode, c.direction == HEDGEROW_DECRYPT ? Direction::kDecrypt : Direction::kEncrypt,
            group, n);
    else
      for (size_t i = 0; i < n; i++) run_one(c, group[i]);
    done += n;
  }
}

}  // namespace

hedgerow_status hedgerow_cipher::check_ready() const noexcept {
  return has_key && (has_iv || !functions().start) ? HEDGEROW_OK : HEDGEROW_ERR_STATE;
}

void hedgerow_cipher::start() noexcept {
  begun = one_way = ended = false;
  if (held) wipe(buffer, held);
  held = 0;
  position = 0;
  lone_block = functions().is_key_alone && has_key ? block() : 0;
  if (functions().start && has_key && has_iv) functions().start(mode, iv, iv_bytes);
}

void hedgerow_cipher::run(const std::uint8_t* in, std::uint8_t* out, std::size_t bytes) noexcept {
  if (bytes == 0) return;
  if (direction == HEDGEROW_ENCRYPT)
    functions().encrypt(mode, in, out, bytes);
  else
    functions().decrypt(mode, in, out, bytes);
  position += bytes;
  if (ending_unit() && bytes % ending_unit() != 0) ended = true;
}

void hedgerow_cipher::copy_from(const hedgerow_cipher& from) noexcept {
  begun = from.begun;
  one_way = from.one_way;
  ended = from.ended;
  lone_block = from.lone_block;
  held = from.held;
  memcpy(buffer, from.buffer, sizeof buffer);
}

extern "C" {

hedgerow_status hedgerow_cipher_new(hedgerow_cipher** context, const char* cipher, const char* mode,
                                    const hedgerow_options* options) {
  return make(context,
              [&](hedgerow_cipher& c) { return set_up(c, cipher, mode, kKinds, options); });
}

void hedgerow_cipher_free(hedgerow_cipher* context) { destroy(context); }

hedgerow_status hedgerow_cipher_copy(hedgerow_cipher** copy, const hedgerow_cipher* context) {
  return make_copy(copy, context);
}

hedgerow_status hedgerow_cipher_reset(hedgerow_cipher* context) {
  HR_TRY(check_pointers(context));
  context->reset_base();
  context->start();
  return HEDGEROW_OK;
}

hedgerow_status hedgerow_cipher_set_key(hedgerow_cipher* context, const void* key,
                                        size_t key_bytes) {
  HR_TRY(check_pointers(context));
  HR_TRY(set_key(*context, key, key_bytes));
  context->start();
  return HEDGEROW_OK;
}

hedgerow_status hedgerow_cipher_set_iv(hedgerow_cipher* context, const void* iv, size_t iv_bytes) {
  HR_TRY(check_pointers(context));
  HR_TRY(keep_iv(*context, iv, iv_bytes));
  context->start();
  return HEDGEROW_OK;
}

hedgerow_status hedgerow_cipher_encrypt(hedgerow_cipher* context, const void* in, void* out,
                                        size_t bytes) {
  if (!context || !is_lone_block(*context, in, out, bytes))
    return direct(context, HEDGEROW_ENCRYPT, in, out, bytes);
  context->direction = HEDGEROW_ENCRYPT;
  context->mode.key().encrypt_one(bytes_of(in), bytes_of(out));
  return HEDGEROW_OK;
}

hedgerow_status hedgerow_cipher_decrypt(hedgerow_cipher* context, const void* in, void* out,
                                        size_t bytes) {
  if (!context || !is_lone_block(*context, in, out, bytes))
    return direct(context, HEDGEROW_DECRYPT, in, out, bytes);
  context->direction = HEDGEROW_DECRYPT;
  context->mode.key().decrypt_one(bytes_of(in), bytes_of(out));
  return HEDGEROW_OK;
}

hedgerow_status hedgerow_cipher_seek(hedgerow_cipher* context, uint64_t block) {
  HR_TRY(check_pointers(context));
  hedgerow_cipher& c = *context;
  if (!c.functions().seek) return HEDGEROW_ERR_MODE;
  HR_TRY(c.check_ready());
  if (c.begun && c.held) return HEDGEROW_ERR_STATE;
  if (block > c.max_message_bytes() / c.bytes_a_block()) return HEDGEROW_ERR_LIMIT;
  c.functions().seek(c.mode, block);
  c.position = block * c.bytes_a_block();
  c.ended = false;
  return HEDGEROW_OK;
}

hedgerow_status hedgerow_cipher_get_iv(const hedgerow_cipher* context, void* iv, size_t room) {
  return get_iv(context, iv, room);
}

hedgerow_status hedgerow_cipher_get_updated_iv(const hedgerow_cipher* context, void* iv,
                                               size_t room) {
  HR_TRY(check_pointers(context));
  if (context->functions().start) HR_TRY(context->check_ready());
  HR_TRY(get_iv(context, iv, room));
  if (context->functions().updated_iv) context->functions().updated_iv(context->mode, bytes_of(iv));
  return HEDGEROW_OK;
}

hedgerow_status hedgerow_cipher_batch(hedgerow_cipher* context, hedgerow_direction direction,
                                      const hedgerow_message* messages, size_t count) {
  HR_TRY(check_pointers(context));
  HR_TRY(check_data(messages, count));
  HR_TRY(check_direction(direction));
  hedgerow_cipher& c = *context;
  if (!c.has_key) return HEDGEROW_ERR_STATE;
  HR_TRY(check_batch(c, messages, count));
  c.has_iv = false;
  c.start();
  c.direction = direction;
  run_batch(c, messages, count);
  c.start();
  return HEDGEROW_OK;
}

hedgerow_status hedgerow_cipher_query(const hedgerow_cipher* context, hedgerow_context_info* info) {
  HR_TRY(check_pointers(context));
  return query(*context, context->begun || (context->position != 0 && !context->ended), info);
}

const char* hedgerow_cipher_kernel(const hedgerow_cipher* context, size_t blocks) {
  return kernel_of(context, blocks);
}

hedgerow_timing hedgerow_cipher_timing(const hedgerow_cipher* context, size_t blocks) {
  return timing_of(context, blocks);
}

}  // extern "C"
