// The padding of a record and the place of its MAC are secret before the MAC is checked, because their timing tells an
// attacker about the plaintext (Lucky Thirteen). So masks select them, and every byte that they may be in is read.
#include "tls_cbc.hpp"

#include <string.h>

namespace hedgerow_provider {

namespace {

constexpr std::size_t kBlock = 16, kLongestPadding = 256;

// Hides a value from the optimiser, so that a mask stays a mask.
std::size_t opaque(std::size_t x) noexcept {
  __asm__("" : "+r"(x));
  return x;
}
// All ones if a < b, else 0. Both are below 2^31.
std::size_t below(std::size_t a, std::size_t b) noexcept {
  return opaque(0 - ((a - b) >> (8 * sizeof a - 1)));
}
std::size_t equal(std::size_t a, std::size_t b) noexcept {
  return opaque(~(below(a, b) | below(b, a)));
}

}  // namespace

std::size_t tls_pad(std::uint8_t* record, std::size_t bytes) noexcept {
  const std::size_t padding = kBlock - bytes % kBlock;
  memset(record + bytes, (int)padding - 1, padding);
  return bytes + padding;
}

bool tls_unpad(TlsCbc& tls, const std::uint8_t* record, std::size_t bytes,
               std::size_t* data_bytes) noexcept {
  const std::size_t n = tls.mac_bytes;
  if (n > sizeof tls.mac || bytes < n + 1) return false;
  const std::size_t padding = record[bytes - 1];
  // All padding bytes are equal to the last one, which is their number less 1.
  std::size_t good = ~below(bytes, padding + 1 + n);
  for (std::size_t i = 0; i < kLongestPadding && i < bytes; i++)
    good &= ~below(i, padding + 1) | equal(record[bytes - 1 - i], padding);
  const std::size_t end = bytes - (good & (padding + 1)), begin = end - n;

  // The bytes of the MAC, rotated by the place of its first byte.
  std::uint8_t rotated[sizeof tls.mac] = {};
  const std::size_t from = bytes > n + kLongestPadding ? bytes - n - kLongestPadding : 0;
  std::size_t rotation = 0;
  for (std::size_t i = from, j = 0; n && i < bytes; i++) {
    const std::size_t inside = ~below(i, begin) & below(i, end);
    rotation |= j & equal(i, begin);
    rotated[j] = (std::uint8_t)(rotated[j] | (record[i] & inside));
    if (++j == n) j = 0;
  }
  // After a wrong padding the MAC has all bits inverted.
  for (std::size_t i = 0; i < n; i++) {
    const std::size_t at = rotation + i, wrapped = at - (~below(at, n) & n);
    std::size_t byte = 0;
    for (std::size_t j = 0; j < n; j++) byte |= rotated[j] & equal(j, wrapped);
    tls.mac[i] = (std::uint8_t)(byte ^ ~good);
  }
  explicit_bzero(rotated, sizeof rotated);
  *data_bytes = begin;
  return n != 0 || good != 0;
}

}  // namespace hedgerow_provider
