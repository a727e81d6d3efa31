// hedgerow_mac.
#include "api/context.hpp"

using namespace hedgerow;
using P = AlgorithmProperties;

struct hedgerow_mac : Context {
  bool started = false;  // for modes with an IV: it was set and the message is not over

  const MacMode& functions() const noexcept { return *algorithm->mode->mac; }
  hedgerow_status check_ready() const noexcept {
    return has_key && (started || !functions().start) ? HEDGEROW_OK : HEDGEROW_ERR_STATE;
  }
  void start() noexcept {
    position = 0;
    started = false;
    if (!functions().start || !has_key || !has_iv) return;
    functions().start(mode, iv, iv_bytes);
    started = true;
  }
  void copy_from(const hedgerow_mac& from) noexcept { started = from.started; }
};

namespace {

// Ends the message. `whole` receives the longest tag.
hedgerow_status finish(hedgerow_mac* context, const void* tag, size_t tag_bytes,
                       std::uint8_t* whole) noexcept {
  HR_TRY(check_pointers(context));
  HR_TRY(check_data(tag, tag_bytes));
  hedgerow_mac& c = *context;
  HR_TRY(c.check_ready());
  HR_TRY(c.check_tag(tag_bytes));
  if (c.position == 0 && c.algorithm->has(P::kNoEmpty)) return HEDGEROW_ERR_DATA_LENGTH;
  c.functions().tag(c.mode, whole);
  c.position = 0;
  c.started = false;
  return HEDGEROW_OK;
}

// Tells if the message has no IV, has the same lengths as `right`, which was checked before, and has correct buffers.
bool is_like(const hedgerow_message& m, const hedgerow_message& right) noexcept {
  const bool same = (m.bytes == right.bytes) & (m.tag_bytes == right.tag_bytes);
  const bool there = (m.in != nullptr) & (m.tag != nullptr) & ((m.iv_bytes | right.iv_bytes) == 0);
  return same & there & apart(m.in, m.bytes, m.tag, m.tag_bytes);
}

hedgerow_status check_message(const hedgerow_mac& c, const hedgerow_message& m,
                              BatchCharge& charge) noexcept {
  HR_TRY(check_data(m.iv, m.iv_bytes));
  HR_TRY(check_data(m.in, m.bytes));
  HR_TRY(check_data(m.tag, m.tag_bytes));
  if (!c.algorithm->iv.allows(m.iv_bytes)) return HEDGEROW_ERR_NONCE_LENGTH;
  HR_TRY(c.check_tag(m.tag_bytes));
  if (m.bytes == 0 && c.algorithm->has(P::kNoEmpty)) return HEDGEROW_ERR_DATA_LENGTH;
  HR_TRY(check_apart({m.tag, m.tag_bytes}, Region(m.in, m.bytes), Region(m.iv, m.iv_bytes)));
  return m.bytes <= c.max_message_bytes() && charge.add(m.bytes) ? HEDGEROW_OK : HEDGEROW_ERR_LIMIT;
}

// Checks the messages of a batch. A message that is like its predecessor needs only comparisons.
hedgerow_status check_batch(hedgerow_mac& c, const hedgerow_message* messages,
                            size_t count) noexcept {
  BatchCharge charge(c.bytes_a_block());
  for (size_t i = 0; i < count;) {
    const hedgerow_message& first = messages[i++];
    HR_TRY(check_message(c, first, charge));
    const size_t from = i;
    while (i < count && is_like(messages[i], first)) i++;
    if (!charge.repeat(i - from)) return HEDGEROW_ERR_LIMIT;
  }
  return c.limit.charge(charge.sum());
}

void run_one(hedgerow_mac& c, const BatchMessage& m) noexcept {
  const MacMode& f = c.functions();
  if (f.start) f.start(c.mode, m.iv, m.iv_bytes);
  if (m.bytes) f.update(c.mode, m.in, m.bytes);
  f.tag(c.mode, m.out);
}

void run_batch(hedgerow_mac& c, const hedgerow_message* messages, size_t count) noexcept {
  constexpr size_t kAtOnce = 128;
  BatchMessage group[kAtOnce];
  std::uint8_t tags[kAtOnce][kMaxTagBytes];
  const auto batch = c.functions().batch;
  for (size_t done = 0; done < count;) {
    const size_t n = count - done < kAtOnce ? count - done : kAtOnce;
    for (size_t i = 0; i < n; i++) {
      const hedgerow_message& m = messages[done + i];
      std::uint8_t* const tag = m.tag_bytes == c.block() ? bytes_of(m.tag) : tags[i];
      group[i] = {bytes_of(m.iv), m.iv_bytes, bytes_of(m.in), tag, m.bytes};
      if (!batch) run_one(c, group[i]);
    }
    if (batch) batch(c.mode, group, n);
    for (size_t i = 0; i < n; i++)
      if (group[i].out == tags[i])
        memcpy(messages[done + i].tag, tags[i], messages[done + i].tag_bytes);
    done += n;
  }
  wipe(tags, (count < kAtOnce ? count : kAtOnce) * kMaxTagBytes);
}

}  // namespace

extern "C" {

hedgerow_status hedgerow_mac_new(hedgerow_mac** context, const char* cipher, const char* mode,
                                 const hedgerow_options* options) {
  return make(context, [&](hedgerow_mac& c) {
    return set_up(c, cipher, mode, kind_bit(ModeKind::kMac), options);
  });
}

void hedgerow_mac_free(hedgerow_mac* context) { destroy(context); }

hedgerow_status hedgerow_mac_copy(hedgerow_mac** copy, const hedgerow_mac* context) {
  return make_copy(copy, context);
}

hedgerow_status hedgerow_mac_reset(hedgerow_mac* context) {
  HR_TRY(check_pointers(context));
  context->reset_base();
  context->start();
  return HEDGEROW_OK;
}

hedgerow_status hedgerow_mac_set_key(hedgerow_mac* context, const void* key, size_t key_bytes) {
  HR_TRY(check_pointers(context));
  HR_TRY(set_key(*context, key, key_bytes));
  context->start();
  return HEDGEROW_OK;
}

hedgerow_status hedgerow_mac_set_iv(hedgerow_mac* context, const void* iv, size_t iv_bytes) {
  HR_TRY(check_pointers(context));
  HR_TRY(keep_iv(*context, iv, iv_bytes));
  context->start();
  return HEDGEROW_OK;
}

hedgerow_status hedgerow_mac_set_tag_bytes(hedgerow_mac* context, size_t tag_bytes) {
  HR_TRY(check_pointers(context));
  return set_tag_bytes(*context, tag_bytes);
}

hedgerow_status hedgerow_mac_update(hedgerow_mac* context, const void* data, size_t bytes) {
  HR_TRY(check_pointers(context));
  HR_TRY(check_data(data, bytes));
  hedgerow_mac& c = *context;
  HR_TRY(c.check_ready());
  HR_TRY(c.charge(bytes));
  c.position += bytes;
  if (bytes) c.functions().update(c.mode, bytes_of(data), bytes);
  return HEDGEROW_OK;
}

hedgerow_status hedgerow_mac_final(hedgerow_mac* context, void* tag, size_t tag_bytes) {
  std::uint8_t whole[kMaxTagBytes];
  HR_TRY(finish(context, tag, tag_bytes, whole));
  memcpy(tag, whole, tag_bytes);
  wipe(whole, sizeof whole);
  return HEDGEROW_OK;
}

hedgerow_status hedgerow_mac_check(hedgerow_mac* context, const void* tag, size_t tag_bytes) {
  std::uint8_t whole[kMaxTagBytes];
  const std::uint64_t bytes = context ? context->position : 0;
  HR_TRY(finish(context, tag, tag_bytes, whole));
  const unsigned equal = equal_ct(whole, bytes_of(tag), tag_bytes);
  wipe(whole, sizeof whole);
  if (equal) return HEDGEROW_OK;
  context->limit.refund(blocks_begun(0, bytes, context->bytes_a_block()));
  return HEDGEROW_ERR_AUTH;
}

hedgerow_status hedgerow_mac_batch(hedgerow_mac* context, const hedgerow_message* messages,
                                   size_t count) {
  HR_TRY(check_pointers(context));
  HR_TRY(check_data(messages, count));
  hedgerow_mac& c = *context;
  if (!c.has_key) return HEDGEROW_ERR_STATE;
  HR_TRY(check_batch(c, messages, count));
  std::uint8_t dropped[kMaxTagBytes];
  if (c.position) c.functions().tag(c.mode, dropped);
  wipe(dropped, sizeof dropped);
  c.has_iv = false;
  c.start();
  run_batch(c, messages, count);
  return HEDGEROW_OK;
}

hedgerow_status hedgerow_mac_query(const hedgerow_mac* context, hedgerow_context_info* info) {
  HR_TRY(check_pointers(context));
  return query(*context, context->position != 0, info);
}

const char* hedgerow_mac_kernel(const hedgerow_mac* context, size_t blocks) {
  return kernel_of(context, blocks);
}

hedgerow_timing hedgerow_mac_timing(const hedgerow_mac* context, size_t blocks) {
  return timing_of(context, blocks);
}

}  // extern "C"
