// Nonces that a hedgerow_aead makes itself. The first one is drawn at random or set by the caller. A part of it is a
// counter:
//
//   big-endian     | prefix .......... | 8 bytes count |      DSTU 7624: | 8 bytes count | prefix |
//
// For example, a GCM nonce of 12 bytes has a prefix of 4 bytes. If a nonce has 8 bytes or fewer, all of them count.
#include <errno.h>
#include <sys/random.h>

#include "api/aead.hpp"
#include "mode/engine/counter.hpp"

using namespace hedgerow;
using P = AlgorithmProperties;

namespace {

constexpr std::size_t kCountBytes = 8;

CounterField count_field(const hedgerow_aead& c, std::size_t bytes) noexcept {
  const bool little = c.functions().nonce_order == CounterOrder::kLittleEndian;
  if (bytes <= kCountBytes) return {0, bytes, c.functions().nonce_order};
  return {little ? 0 : bytes - kCountBytes, kCountBytes, c.functions().nonce_order};
}

hedgerow_status draw(std::uint8_t* out, std::size_t bytes) noexcept {
  for (std::size_t done = 0; done < bytes;) {
    const ssize_t n = getrandom(out + done, bytes - done, 0);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return HEDGEROW_ERR_RANDOM;
    done += (std::size_t)n;
  }
  return HEDGEROW_OK;
}

// Number of nonces before the counter repeats, without the last of 2^64 values, which is never used. Modes without a
// nonce have no such limit.
std::uint64_t count_period(const hedgerow_aead& c, std::size_t bytes) noexcept {
  if (bytes == 0 || bytes > kCountBytes) return UINT64_MAX;
  const std::size_t bits = 8 * bytes - (c.has(P::kNonceTopBit) ? 1 : 0);
  return bits >= 64 ? UINT64_MAX : 1ull << bits;
}

// Tells if the next nonce equals that of the last message. Options that allow the caller to repeat a nonce do not
// matter here.
bool is_last_again(const hedgerow_aead& c, std::size_t bytes) noexcept {
  return bytes && c.has_sealed && c.sealed_bytes == bytes &&
         memcmp(c.counter.nonce, c.sealed, bytes) == 0;
}

// Advances the counter by one, and clears the first bit if the mode requires that.
void advance(hedgerow_aead& c) noexcept {
  counter_add(count_field(c, c.counter.bytes), c.counter.nonce, 1);
  if (c.has(P::kNonceTopBit)) c.counter.nonce[0] &= 0x7f;
  c.counter.next++;
}

hedgerow_status ensure_counter(hedgerow_aead& c, std::size_t bytes) noexcept {
  const Process process = this_process();
  if (!(c.counter.process == process)) c.counter.active = false;
  if (c.counter.active && c.counter.bytes == bytes) return HEDGEROW_OK;
  // Two counters of different lengths would forget each other's values, and repeat them.
  if (c.counter.active && (c.counter.from_caller || c.counter.next != 0))
    return HEDGEROW_ERR_NONCE_LENGTH;
  HR_TRY(draw(c.counter.nonce, bytes));
  if (bytes && c.has(P::kNonceTopBit)) c.counter.nonce[0] &= 0x7f;
  c.counter.bytes = (std::uint32_t)bytes;
  c.counter.active = true;
  c.counter.from_caller = false;
  c.counter.next = 0;
  c.counter.process = process;
  return HEDGEROW_OK;
}

}  // namespace

namespace hedgerow {

hedgerow_status next_nonce(hedgerow_aead& c, std::size_t bytes, std::uint8_t* nonce) noexcept {
  if (!c.algorithm->iv.allows(bytes) || bytes > kMaxBlockBytes) return HEDGEROW_ERR_NONCE_LENGTH;
  HR_TRY(ensure_counter(c, bytes));
  const std::uint64_t period = count_period(c, bytes);
  if (c.counter.next >= period) return HEDGEROW_ERR_NONCE_REUSE;
  if (is_last_again(c, bytes)) advance(c);  // the caller has just used this nonce
  if (c.counter.next >= period) return HEDGEROW_ERR_NONCE_REUSE;
  memcpy(nonce, c.counter.nonce, bytes);
  return HEDGEROW_OK;
}

void use_nonce(hedgerow_aead& c) noexcept {
  advance(c);
  if (c.counter.from_caller) c.counter.used = c.counter.next;
}

}  // namespace hedgerow

extern "C" {

hedgerow_status hedgerow_aead_set_nonce_counter(hedgerow_aead* context, const void* prefix,
                                                size_t prefix_bytes, uint64_t start) {
  HR_TRY(check_pointers(context));
  HR_TRY(check_data(prefix, prefix_bytes));
  hedgerow_aead& c = *context;
  const std::size_t bytes = c.algorithm->iv.usual;
  if (bytes < kCountBytes || prefix_bytes != bytes - kCountBytes) return HEDGEROW_ERR_NONCE_LENGTH;
  const CounterField field = count_field(c, bytes);
  std::uint8_t nonce[kMaxBlockBytes] = {};
  if (prefix_bytes) memcpy(nonce + (field.offset ? 0 : kCountBytes), prefix, prefix_bytes);
  counter_add(field, nonce, start);
  if (c.has(P::kNonceTopBit) && (nonce[0] & 0x80)) return HEDGEROW_ERR_NONCE_LENGTH;
  if (start < c.counter.used) return HEDGEROW_ERR_NONCE_REUSE;
  memcpy(c.counter.nonce, nonce, sizeof nonce);
  c.counter.bytes = (std::uint32_t)bytes;
  c.counter.next = start;
  c.counter.active = c.counter.from_caller = true;
  c.counter.process = this_process();
  return HEDGEROW_OK;
}

}  // extern "C"
