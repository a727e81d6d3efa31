// hedgerow_aead: contexts, the one-shot calls and the API's own nonces.
#include "api/aead.hpp"

using namespace hedgerow;

bool hedgerow_aead::copy_from(const hedgerow_aead& from) noexcept {
  phase = from.phase;
  direction = from.direction;
  has_nonce = from.has_nonce;
  has_sealed = from.has_sealed;
  memcpy(nonce, from.nonce, sizeof nonce);
  memcpy(sealed, from.sealed, sizeof sealed);
  counter.state = NonceCounter::State::kCopied;
  counter.next = from.counter.next;
  return engine.copy_from(from.engine);
}

hedgerow_status hedgerow_aead::check_nonce(const void* value, std::size_t bytes,
                                           hedgerow_direction use) const noexcept {
  HR_TRY(check_data(value, bytes));
  if (bytes != nonce_length()) return HEDGEROW_ERR_NONCE_LENGTH;
  if (scheme().nonce_top_bit_clear && (bytes_of(value)[0] & 0x80)) return HEDGEROW_ERR_NONCE_LENGTH;
  const bool again =
      use == HEDGEROW_ENCRYPT && has_sealed && memcmp(value, sealed, nonce_length()) == 0;
  return again ? HEDGEROW_ERR_NONCE_REUSE : HEDGEROW_OK;
}

void hedgerow_aead::start(const std::uint8_t* value, hedgerow_direction use) noexcept {
  memcpy(nonce, value, nonce_length());
  has_nonce = true;
  if (use == HEDGEROW_ENCRYPT) {
    memcpy(sealed, value, nonce_length());
    has_sealed = true;
  }
  engine.start(key, nonce);
}

hedgerow_status hedgerow_aead::charge(std::uint64_t aad_bytes, std::uint64_t data_bytes) noexcept {
  const std::uint64_t room = kMaxMessageBytes - engine.aad_bytes() - engine.data_bytes();
  if (aad_bytes > room || data_bytes > room - aad_bytes) return HEDGEROW_ERR_LIMIT;
  return limit.charge(blocks_begun(engine.aad_bytes(), aad_bytes, block()) +
                      blocks_begun(engine.data_bytes(), data_bytes, block()));
}

namespace hedgerow {

hedgerow_status compare_tag(hedgerow_aead& context, const std::uint8_t* tag) noexcept {
  std::uint8_t block[kMaxBlockBytes];
  context.engine.tag(context.key, block);
  const unsigned equal = equal_ct(block, tag, context.tag_bytes);
  wipe(block, sizeof block);
  return equal ? HEDGEROW_OK : HEDGEROW_ERR_AUTH;
}

namespace {

// The arguments of a one-shot call; `tag` is written by seal and only read by open.
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

hedgerow_status check_message(hedgerow_aead& c, const Message& m, hedgerow_direction use) noexcept {
  HR_TRY(check_data(m.aad, m.aad_bytes));
  HR_TRY(check_data(m.in, m.bytes));
  HR_TRY(check_data(m.out, m.bytes));
  HR_TRY(check_data(m.tag, m.tag_bytes));
  if (c.phase != Phase::kIdle) return HEDGEROW_ERR_STATE;
  HR_TRY(c.check_nonce(m.nonce, m.nonce_bytes, use));
  if (m.tag_bytes != c.tag_bytes) return HEDGEROW_ERR_TAG_LENGTH;
  if (m.aad_bytes == 0 && m.bytes == 0) return HEDGEROW_ERR_DATA_LENGTH;
  const Region nonce(m.nonce, m.nonce_bytes), aad(m.aad, m.aad_bytes), tag(m.tag, m.tag_bytes);
  HR_TRY(check_in_out(m.in, m.out, m.bytes));
  HR_TRY(check_apart({m.out, m.bytes}, nonce, aad, tag));
  if (use == HEDGEROW_ENCRYPT) HR_TRY(check_apart(tag, nonce, aad, Region(m.in, m.bytes)));
  return c.charge(m.aad_bytes, m.bytes);
}

hedgerow_status seal(hedgerow_aead& c, const Message& m, void* tag) noexcept {
  HR_TRY(check_message(c, m, HEDGEROW_ENCRYPT));
  std::uint8_t block[kMaxBlockBytes];
  c.start(bytes_of(m.nonce), HEDGEROW_ENCRYPT);
  c.engine.aad(c.key, bytes_of(m.aad), m.aad_bytes);
  c.engine.encrypt(c.key, bytes_of(m.in), bytes_of(m.out), m.bytes);
  c.engine.tag(c.key, block);
  memcpy(tag, block, m.tag_bytes);
  wipe(block, sizeof block);
  c.engine.clear();
  return HEDGEROW_OK;
}

hedgerow_status open(hedgerow_aead& c, const Message& m) noexcept {
  HR_TRY(check_message(c, m, HEDGEROW_DECRYPT));
  c.start(bytes_of(m.nonce), HEDGEROW_DECRYPT);
  c.engine.aad(c.key, bytes_of(m.aad), m.aad_bytes);
  c.engine.absorb_data(c.key, bytes_of(m.in), m.bytes);
  const hedgerow_status status = compare_tag(c, bytes_of(m.tag));
  if (status == HEDGEROW_OK) c.engine.decrypt_only(c.key, bytes_of(m.in), bytes_of(m.out), m.bytes);
  c.engine.clear();
  return status;
}

// The nonce of a counter value: 8 bytes at the end that the scheme counts in, the rest the prefix.
void write_nonce(const hedgerow_aead& c, std::uint64_t value, std::uint8_t* nonce) noexcept {
  const std::size_t prefix_bytes = c.nonce_length() - kNonceCounterBytes;
  const bool little = c.scheme().nonce_counter == CounterOrder::kLittleEndian;
  memcpy(nonce + (little ? kNonceCounterBytes : 0), c.counter.prefix, prefix_bytes);
  if (little)
    store_le64(nonce, value);
  else
    store_be64(nonce + prefix_bytes, value);
}

// The first value of the counter whose nonce did not seal the last message.
hedgerow_status next_nonce(hedgerow_aead& c, std::uint8_t* nonce, std::uint64_t* value) noexcept {
  if (c.counter.state == NonceCounter::State::kNone) return HEDGEROW_ERR_STATE;
  if (c.counter.state == NonceCounter::State::kCopied) return HEDGEROW_ERR_NONCE_REUSE;
  for (*value = c.counter.next; *value != UINT64_MAX; ++*value) {
    write_nonce(c, *value, nonce);
    if (c.check_nonce(nonce, c.nonce_length(), HEDGEROW_ENCRYPT) == HEDGEROW_OK) return HEDGEROW_OK;
  }
  return HEDGEROW_ERR_NONCE_REUSE;
}

}  // namespace
}  // namespace hedgerow

extern "C" {

hedgerow_status hedgerow_aead_new(hedgerow_aead** context, const char* cipher, const void* key,
                                  size_t key_bytes, const hedgerow_options* options) {
  return make(context, [&](hedgerow_aead& c) {
    HR_TRY(set_up(c, cipher, key, key_bytes, options));
    if (!c.modes().aead) return HEDGEROW_ERR_MODE;
    return c.engine.set_key(c.scheme(), c.key) ? HEDGEROW_OK : HEDGEROW_ERR_MEMORY;
  });
}

void hedgerow_aead_free(hedgerow_aead* context) { destroy(context); }

hedgerow_status hedgerow_aead_copy(hedgerow_aead** copy, const hedgerow_aead* context) {
  return make_copy(copy, context);
}

hedgerow_status hedgerow_aead_seal(hedgerow_aead* context, const void* nonce, size_t nonce_bytes,
                                   const void* aad, size_t aad_bytes, const void* in, void* out,
                                   size_t bytes, void* tag, size_t tag_bytes) {
  HR_TRY(check_pointers(context));
  return seal(*context, {nonce, nonce_bytes, aad, aad_bytes, in, out, bytes, tag, tag_bytes}, tag);
}

hedgerow_status hedgerow_aead_open(hedgerow_aead* context, const void* nonce, size_t nonce_bytes,
                                   const void* aad, size_t aad_bytes, const void* in, void* out,
                                   size_t bytes, const void* tag, size_t tag_bytes) {
  HR_TRY(check_pointers(context));
  return open(*context, {nonce, nonce_bytes, aad, aad_bytes, in, out, bytes, tag, tag_bytes});
}

hedgerow_status hedgerow_aead_set_nonce_counter(hedgerow_aead* context, const void* prefix,
                                                size_t prefix_bytes, uint64_t start) {
  HR_TRY(check_pointers(context));
  HR_TRY(check_data(prefix, prefix_bytes));
  hedgerow_aead& c = *context;
  if (prefix_bytes != c.nonce_length() - kNonceCounterBytes) return HEDGEROW_ERR_NONCE_LENGTH;
  if (c.scheme().nonce_top_bit_clear && (bytes_of(prefix)[0] & 0x80))
    return HEDGEROW_ERR_NONCE_LENGTH;
  if (start < c.counter.next) return HEDGEROW_ERR_NONCE_REUSE;
  memcpy(c.counter.prefix, prefix, prefix_bytes);
  c.counter.next = start;
  c.counter.state = NonceCounter::State::kActive;
  return HEDGEROW_OK;
}

hedgerow_status hedgerow_aead_seal_next(hedgerow_aead* context, void* nonce, size_t nonce_bytes,
                                        const void* aad, size_t aad_bytes, const void* in,
                                        void* out, size_t bytes, void* tag, size_t tag_bytes) {
  HR_TRY(check_pointers(context));
  HR_TRY(check_data(nonce, nonce_bytes));
  hedgerow_aead& c = *context;
  if (nonce_bytes != c.nonce_length()) return HEDGEROW_ERR_NONCE_LENGTH;
  std::uint8_t next[kMaxBlockBytes];
  std::uint64_t value;
  HR_TRY(next_nonce(c, next, &value));
  HR_TRY(check_apart({nonce, nonce_bytes}, Region(aad, aad_bytes), Region(in, bytes),
                     Region(out, bytes), Region(tag, tag_bytes)));
  HR_TRY(seal(c, {next, nonce_bytes, aad, aad_bytes, in, out, bytes, tag, tag_bytes}, tag));
  c.counter.next = value + 1;
  memcpy(nonce, next, nonce_bytes);
  return HEDGEROW_OK;
}

}  // extern "C"
