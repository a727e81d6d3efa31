// Padding of the last block. Adding depends only on public lengths, while removing takes the same time and touches the
// same memory for every content of the decrypted block.
//   PKCS#7                   n bytes of value n, 1 <= n <= block      [RFC 5652 section 6.3]
//   bit (procedure 2)        80 00 .. 00, at least the 80             [GOST R 34.13-2015 4.1.2]
//   zero (procedure 1)       00 .. 00 to a whole block, or nothing    [GOST R 34.13-2015 4.1.1]
#pragma once

#include <string.h>

#include "base/secret.hpp"

namespace hedgerow {

// Returns all ones if a < b, else 0, for a and b below 2^32.
HR_INLINE std::uint64_t mask_less(std::uint64_t a, std::uint64_t b) {
  return opaque(0 - ((a - b) >> 63));
}
HR_INLINE std::uint64_t mask_equal(std::uint64_t a, std::uint64_t b) {
  return ~opaque(mask_less(a, b) | mask_less(b, a));
}

// The pad functions fill block[used ..].
inline void pad_pkcs7(std::uint8_t* block, std::size_t used, std::size_t bytes) noexcept {
  memset(block + used, (int)(bytes - used), bytes - used);
}
inline void pad_bit(std::uint8_t* block, std::size_t used, std::size_t bytes) noexcept {
  memset(block + used, 0, bytes - used);
  block[used] = 0x80;
}

// The unpad functions return the number of bytes before the padding. *valid becomes all ones, or 0 for wrong padding,
// and then the result is 0 too.
inline std::size_t unpad_pkcs7(const std::uint8_t* block, std::size_t bytes,
                               std::uint64_t* valid) noexcept {
  const std::uint64_t n = block[bytes - 1];
  std::uint64_t bad = mask_equal(n, 0) | mask_less(bytes, n);
  for (std::size_t i = 0; i < bytes; i++) {
    const std::uint64_t inside = mask_less(i, n);  // i counts from the end
    bad = opaque(bad | (inside & ~mask_equal(block[bytes - 1 - i], n)));
  }
  *valid = ~bad;
  return (std::size_t)((bytes - n) & ~bad);
}

inline std::size_t unpad_bit(const std::uint8_t* block, std::size_t bytes,
                             std::uint64_t* valid) noexcept {
  std::uint64_t at = 0, found = 0, bad = 0;
  for (std::size_t i = bytes; i-- > 0;) {
    const std::uint64_t is_mark = mask_equal(block[i], 0x80), is_zero = mask_equal(block[i], 0);
    at = opaque(at | (i & is_mark & ~found));
    bad = opaque(bad | (~found & ~is_mark & ~is_zero));
    found = opaque(found | is_mark | bad);
  }
  bad |= ~found;
  *valid = ~bad;
  return (std::size_t)(at & ~bad);
}

// Sets all bytes from position `used` on to zero.
inline void keep_first(std::uint8_t* block, std::size_t used, std::size_t bytes) noexcept {
  for (std::size_t i = 0; i < bytes; i++) block[i] &= (std::uint8_t)mask_less(i, used);
}

}  // namespace hedgerow
