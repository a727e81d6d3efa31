// The search for nonces: candidates are encrypted in bulk, about 2^8 of them for one counter and
// 2^16 for two.
#include "counters.hpp"

#include <stdlib.h>
#include <string.h>

#include "base/bytes.hpp"

namespace hedgerow::tracing {
namespace {

constexpr std::size_t kMaxBlock = 64;
constexpr std::uint64_t kCandidates = 512;  // in one call
constexpr std::uint64_t kTries = 1 << 22;
constexpr std::uint8_t kLow = 0xe0;  // the low byte: a carry after some 30 blocks, in every run

void require(hedgerow_status status) {
  if (status != HEDGEROW_OK) abort();
}

hedgerow_cipher* new_ecb(const hedgerow_cipher_info& info, const std::uint8_t* key) {
  hedgerow_cipher* ecb;
  require(hedgerow_cipher_new(&ecb, info.name, HEDGEROW_ECB, key, info.key_bytes, nullptr));
  return ecb;
}

// A counter with this low and next byte: one carry, which goes no further.
bool starts_alike(std::uint8_t low, std::uint8_t next) { return low == kLow && next != 0xff; }

// Both blocks of `nonce` beside each other, without padding: what one ECB call encrypts.
void place(std::uint8_t* to, const std::uint8_t* nonce, std::size_t block) {
  memcpy(to, nonce, block);
  memcpy(to + block, nonce, block);
  to[block] |= 0x80;
}

bool fits(const hedgerow_cipher_info& info, const std::uint8_t* pair) {
  if (strcmp(info.aead, "mgm") != 0) return starts_alike(pair[0], pair[1]);
  const std::uint8_t *y = pair + info.block_bytes - 1, *z = pair + info.block_bytes * 3 / 2 - 1;
  return starts_alike(y[0], y[-1]) && starts_alike(z[0], z[-1]);
}

}  // namespace

bool counters_start_alike(const hedgerow_cipher_info& info, const std::uint8_t* key,
                          const std::uint8_t* nonce) {
  std::uint8_t pair[2 * kMaxBlock];
  place(pair, nonce, info.block_bytes);
  hedgerow_cipher* ecb = new_ecb(info, key);
  require(hedgerow_cipher_encrypt(ecb, pair, pair, 2 * info.block_bytes));
  hedgerow_cipher_free(ecb);
  return fits(info, pair);
}

std::uint64_t find_nonce(const hedgerow_cipher_info& info, const std::uint8_t* key,
                         std::uint8_t* nonce, std::size_t index_at) {
  static std::uint8_t pairs[kCandidates * 2 * kMaxBlock];
  const std::size_t pair_bytes = 2 * info.block_bytes;
  hedgerow_cipher* ecb = new_ecb(info, key);
  for (std::uint64_t first = 0; first < kTries; first += kCandidates) {
    for (std::uint64_t i = 0; i < kCandidates; i++) {
      store_le64(nonce + index_at, first + i);
      place(pairs + i * pair_bytes, nonce, info.block_bytes);
    }
    require(hedgerow_cipher_encrypt(ecb, pairs, pairs, kCandidates * pair_bytes));
    for (std::uint64_t i = 0; i < kCandidates; i++) {
      if (!fits(info, pairs + i * pair_bytes)) continue;
      hedgerow_cipher_free(ecb);
      store_le64(nonce + index_at, first + i);
      return first + i;
    }
  }
  abort();
}

}  // namespace hedgerow::tracing
