// hedgerow_aead: whole messages in one call.
#include "api/aead.hpp"

using namespace hedgerow;
using P = AlgorithmProperties;

namespace {

// The arguments of a one-shot call, where `seal` writes `tag` and `open` only reads it.
struct Message {
  const void* nonce;
  size_t nonce_bytes;
  const void* aad;
  size_t aad_bytes;
  const void* in;
  void* out;
  size_t bytes;
  const void* tag;
  size_t tag_bytes;
};

hedgerow_status check_buffers(const Message& m, hedgerow_direction use) noexcept {
  const Region nonce(m.nonce, m.nonce_bytes), aad(m.aad, m.aad_bytes), tag(m.tag, m.tag_bytes);
  HR_TRY(check_in_out(m.in, m.out, m.bytes));
  HR_TRY(check_apart({m.out, m.bytes}, nonce, aad, tag));
  return use == HEDGEROW_ENCRYPT ? check_apart(tag, nonce, aad, Region(m.in, m.bytes))
                                 : HEDGEROW_OK;
}

hedgerow_status check_message(const hedgerow_aead& c, const Message& m,
                              hedgerow_direction use) noexcept {
  HR_TRY(check_data(m.aad, m.aad_bytes));
  HR_TRY(check_data(m.in, m.bytes));
  HR_TRY(check_data(m.out, m.bytes));
  HR_TRY(check_data(m.tag, m.tag_bytes));
  if (!c.has_key || c.phase != Phase::kIdle) return HEDGEROW_ERR_STATE;
  HR_TRY(c.check_nonce(m.nonce, m.nonce_bytes, use));
  HR_TRY(c.check_tag(m.tag_bytes));
  if (c.has(P::kNoEmpty) && m.aad_bytes == 0 && m.bytes == 0) return HEDGEROW_ERR_DATA_LENGTH;
  return check_buffers(m, use);
}

// Starts a checked message after all its lengths are known.
hedgerow_status begin(hedgerow_aead& c, const Message& m, hedgerow_direction use) noexcept {
  HR_TRY(c.charge_whole(m.aad_bytes, m.bytes, m.nonce_bytes));
  c.take_nonce(bytes_of(m.nonce), m.nonce_bytes, use);
  c.mode.parameters.tag_bytes = (std::uint32_t)m.tag_bytes;
  c.mode.parameters.aad_bytes = m.aad_bytes;
  c.mode.parameters.data_bytes = m.bytes;
  return HEDGEROW_OK;
}

AeadMessage of_mode(const hedgerow_aead& c, const Message& m) noexcept {
  return {c.iv,           c.iv_bytes,      bytes_of(m.aad), m.aad_bytes,
          bytes_of(m.in), bytes_of(m.out), m.bytes,         m.tag_bytes};
}

// Between messages, the tag length is that of the context.
void end(hedgerow_aead& c) noexcept {
  c.mode.parameters.tag_bytes = c.fixed_tag ? c.fixed_tag : c.algorithm->tag.usual;
}

// Copies the tag from last_tag, where the mode wrote it.
void give_last_tag(hedgerow_aead& c, void* tag, size_t tag_bytes) noexcept {
  memcpy(tag, c.last_tag, tag_bytes);
  c.last_tag_bytes = (std::uint32_t)tag_bytes;
  c.has_tag = true;
}

hedgerow_status seal(hedgerow_aead& c, const Message& m, void* tag) noexcept {
  HR_TRY(check_message(c, m, HEDGEROW_ENCRYPT));
  HR_TRY(begin(c, m, HEDGEROW_ENCRYPT));
  if (c.functions().seal) {
    c.functions().seal(c.mode, of_mode(c, m), c.last_tag);
    give_last_tag(c, tag, m.tag_bytes);
  } else {
    c.start();
    if (m.aad_bytes) c.functions().aad(c.mode, bytes_of(m.aad), m.aad_bytes);
    if (m.bytes) c.functions().encrypt(c.mode, bytes_of(m.in), bytes_of(m.out), m.bytes);
    c.give_tag(bytes_of(tag), m.tag_bytes);
  }
  end(c);
  return HEDGEROW_OK;
}

// Checks the tag and then decrypts. If the mode cannot do that, it decrypts first and zeroes the data if the tag is
// wrong.
hedgerow_status open_streamed(hedgerow_aead& c, const Message& m) noexcept {
  const AeadMode& f = c.functions();
  c.start();
  if (m.aad_bytes) f.aad(c.mode, bytes_of(m.aad), m.aad_bytes);
  if (f.absorb) {
    if (m.bytes) f.absorb(c.mode, bytes_of(m.in), m.bytes);
    HR_TRY(c.compare_tag(bytes_of(m.tag), m.tag_bytes));
    if (m.bytes) f.decrypt_only(c.mode, bytes_of(m.in), bytes_of(m.out), m.bytes);
    return HEDGEROW_OK;
  }
  if (m.bytes) f.decrypt(c.mode, bytes_of(m.in), bytes_of(m.out), m.bytes);
  const hedgerow_status status = c.compare_tag(bytes_of(m.tag), m.tag_bytes);
  if (status != HEDGEROW_OK && m.bytes) memset(m.out, 0, m.bytes);
  return status;
}

// Turns the result of a two-pass mode into a status, and zeroes data that is not authentic.
hedgerow_status judge(const Message& m, bool good) noexcept {
  if (!good && m.bytes) memset(m.out, 0, m.bytes);
  return good ? HEDGEROW_OK : HEDGEROW_ERR_AUTH;
}

// Does the end of `open`, where `limit` is the status of the data limit.
hedgerow_status end_open(hedgerow_aead& c, hedgerow_status status,
                         const DataLimit& limit) noexcept {
  end(c);
  if (status == HEDGEROW_ERR_AUTH) c.limit.refund(limit.left() - c.limit.left());
  return status;
}

hedgerow_status open(hedgerow_aead& c, const Message& m) noexcept {
  const DataLimit limit = c.limit;
  HR_TRY(check_message(c, m, HEDGEROW_DECRYPT));
  HR_TRY(begin(c, m, HEDGEROW_DECRYPT));
  hedgerow_status status;
  if (c.functions().open) {
    status = judge(m, c.functions().open(c.mode, of_mode(c, m), bytes_of(m.tag)));
  } else {
    status = open_streamed(c, m);
  }
  return end_open(c, status, limit);
}

// The strings of a call in the form that the mode takes.
struct Strings {
  AeadString string[HEDGEROW_MAX_STRINGS];
  size_t count = 0;
  std::uint64_t bytes = 0;  // total of all strings in whole blocks, which the limit is charged
};

hedgerow_status take_strings(const hedgerow_aead& c, const hedgerow_string* strings, size_t count,
                             Strings& to) noexcept {
  HR_TRY(check_data(strings, count));
  if (!c.functions().seal_strings) return HEDGEROW_ERR_MODE;
  if (count > HEDGEROW_MAX_STRINGS) return HEDGEROW_ERR_LIMIT;
  for (; to.count < count; to.count++) {
    const hedgerow_string& s = strings[to.count];
    HR_TRY(check_data(s.data, s.bytes));
    if (s.bytes > kMaxMessageBytes - to.bytes) return HEDGEROW_ERR_LIMIT;
    to.string[to.count] = {bytes_of(s.data), s.bytes};
    to.bytes += blocks_begun(0, s.bytes, c.block()) * c.block();
    if (to.bytes > kMaxMessageBytes) return HEDGEROW_ERR_LIMIT;
  }
  return HEDGEROW_OK;
}

// Checks all arguments and starts a message `m` without nonce and AAD.
hedgerow_status begin_strings(hedgerow_aead& c, const hedgerow_string* strings, size_t count,
                              const Message& m, hedgerow_direction use, Strings& to) noexcept {
  HR_TRY(take_strings(c, strings, count, to));
  HR_TRY(check_message(c, m, use));
  for (size_t i = 0; i < count; i++) {
    const Region string(strings[i].data, strings[i].bytes);
    HR_TRY(check_apart({m.out, m.bytes}, string));
    if (use == HEDGEROW_ENCRYPT) HR_TRY(check_apart({m.tag, m.tag_bytes}, string));
  }
  Message charged = m;
  charged.aad_bytes = to.bytes;
  return begin(c, charged, use);
}

hedgerow_status check_batch(const hedgerow_aead& c, const hedgerow_message* messages,
                            size_t count) noexcept {
  std::uint64_t blocks = 0;
  for (size_t i = 0; i < count; i++) {
    const hedgerow_message& m = messages[i];
    HR_TRY(check_message(
        c, {m.iv, m.iv_bytes, m.aad, m.aad_bytes, m.in, m.out, m.bytes, m.tag, m.tag_bytes},
        HEDGEROW_ENCRYPT));
    HR_TRY(c.check_lengths(m.aad_bytes, m.bytes, m.iv_bytes));
    const bool again =
        i && c.same_nonce(m.iv, m.iv_bytes, messages[i - 1].iv, messages[i - 1].iv_bytes);
    if (again && !(c.flags & HEDGEROW_REPEAT_NONCE)) return HEDGEROW_ERR_NONCE_REUSE;
    const std::uint64_t more =
        blocks_begun(0, m.bytes, c.block()) + blocks_begun(0, m.aad_bytes, c.block());
    if (more > c.limit.left() - blocks) return HEDGEROW_ERR_LIMIT;
    blocks += more;
  }
  return HEDGEROW_OK;
}

// Passes at most kAtOnce checked messages to the batch function of the mode.
constexpr size_t kAtOnce = 64;
hedgerow_status seal_together(hedgerow_aead& c, const hedgerow_message* messages,
                              size_t count) noexcept {
  AeadMessage group[kAtOnce] = {};
  std::uint8_t tags[kAtOnce * kMaxTagBytes];
  std::uint8_t masked[kAtOnce][kMaxBlockBytes];  // one-block nonces without their top bit
  for (size_t i = 0; i < count; i++) {
    const hedgerow_message& m = messages[i];
    const Message one = {m.iv,  m.iv_bytes, m.aad, m.aad_bytes, m.in,
                         m.out, m.bytes,    m.tag, m.tag_bytes};
    HR_TRY(begin(c, one, HEDGEROW_ENCRYPT));
    group[i] = of_mode(c, one);
    group[i].nonce = bytes_of(m.iv);
    if (!c.has(P::kNonceTopBit)) continue;
    memcpy(masked[i], c.iv, c.iv_bytes);
    group[i].nonce = masked[i];
  }
  c.functions().batch(c.mode, group, count, tags);
  for (size_t i = 0; i < count; i++)
    memcpy(messages[i].tag, tags + i * kMaxTagBytes, messages[i].tag_bytes);
  c.keep_tag(tags + (count - 1) * kMaxTagBytes, messages[count - 1].tag_bytes);
  wipe(tags, count * kMaxTagBytes);
  end(c);
  return HEDGEROW_OK;
}

}  // namespace

extern "C" {

hedgerow_status hedgerow_aead_seal(hedgerow_aead* context, void* nonce, size_t nonce_bytes,
                                   const void* aad, size_t aad_bytes, const void* in, void* out,
                                   size_t bytes, void* tag, size_t tag_bytes) {
  HR_TRY(check_pointers(context));
  HR_TRY(check_data(nonce, nonce_bytes));
  hedgerow_aead& c = *context;
  if (!c.has_key || c.phase != Phase::kIdle) return HEDGEROW_ERR_STATE;
  HR_TRY(check_apart({nonce, nonce_bytes}, Region(aad, aad_bytes), Region(in, bytes),
                     Region(out, bytes), Region(tag, tag_bytes)));
  std::uint8_t next[kMaxIvBytes];
  HR_TRY(next_nonce(c, nonce_bytes, next));
  HR_TRY(seal(c, {next, nonce_bytes, aad, aad_bytes, in, out, bytes, tag, tag_bytes}, tag));
  use_nonce(c);
  if (nonce_bytes) memcpy(nonce, next, nonce_bytes);
  return HEDGEROW_OK;
}

hedgerow_status hedgerow_aead_seal_with_nonce(hedgerow_aead* context, const void* nonce,
                                              size_t nonce_bytes, const void* aad, size_t aad_bytes,
                                              const void* in, void* out, size_t bytes, void* tag,
                                              size_t tag_bytes) {
  HR_TRY(check_pointers(context));
  return seal(*context, {nonce, nonce_bytes, aad, aad_bytes, in, out, bytes, tag, tag_bytes}, tag);
}

hedgerow_status hedgerow_aead_open(hedgerow_aead* context, const void* nonce, size_t nonce_bytes,
                                   const void* aad, size_t aad_bytes, const void* in, void* out,
                                   size_t bytes, const void* tag, size_t tag_bytes) {
  HR_TRY(check_pointers(context));
  return open(*context, {nonce, nonce_bytes, aad, aad_bytes, in, out, bytes, tag, tag_bytes});
}

hedgerow_status hedgerow_aead_seal_strings(hedgerow_aead* context, const hedgerow_string* strings,
                                           size_t count, const void* in, void* out, size_t bytes,
                                           void* tag, size_t tag_bytes) {
  HR_TRY(check_pointers(context));
  hedgerow_aead& c = *context;
  const Message m = {nullptr, 0, nullptr, 0, in, out, bytes, tag, tag_bytes};
  Strings s;
  HR_TRY(begin_strings(c, strings, count, m, HEDGEROW_ENCRYPT, s));
  c.functions().seal_strings(c.mode, s.string, s.count, of_mode(c, m), c.last_tag);
  give_last_tag(c, tag, tag_bytes);
  end(c);
  return HEDGEROW_OK;
}

hedgerow_status hedgerow_aead_open_strings(hedgerow_aead* context, const hedgerow_string* strings,
                                           size_t count, const void* in, void* out, size_t bytes,
                                           const void* tag, size_t tag_bytes) {
  HR_TRY(check_pointers(context));
  hedgerow_aead& c = *context;
  const Message m = {nullptr, 0, nullptr, 0, in, out, bytes, tag, tag_bytes};
  const DataLimit limit = c.limit;
  Strings s;
  HR_TRY(begin_strings(c, strings, count, m, HEDGEROW_DECRYPT, s));
  const AeadMessage message = of_mode(c, m);
  const bool good = c.functions().open_strings(c.mode, s.string, s.count, message, bytes_of(m.tag));
  return end_open(c, judge(m, good), limit);
}

hedgerow_status hedgerow_aead_seal_batch(hedgerow_aead* context, const hedgerow_message* messages,
                                         size_t count) {
  HR_TRY(check_pointers(context));
  HR_TRY(check_data(messages, count));
  HR_TRY(check_batch(*context, messages, count));
  if (context->functions().batch) {
    for (size_t done = 0; done < count; done += kAtOnce)
      HR_TRY(seal_together(*context, messages + done,
                           count - done < kAtOnce ? count - done : kAtOnce));
    return HEDGEROW_OK;
  }
  for (size_t i = 0; i < count; i++) {
    const hedgerow_message& m = messages[i];
    HR_TRY(seal(*context,
                {m.iv, m.iv_bytes, m.aad, m.aad_bytes, m.in, m.out, m.bytes, m.tag, m.tag_bytes},
                m.tag));
  }
  return HEDGEROW_OK;
}

}  // extern "C"
