// The half-block registers that the key wraps of RFC 3394 and DSTU 7624 share.
//
//   a, r_1, r_2 .. r_n             half a block each; the callback r(i) returns r_(i+1)
//
//         a ----+         +----> a, xor the number of the step
//               +--> E -->+
//         r_i --+         +----> r_i
//
// The steps run over r_1 .. r_n six times. DSTU 7624 describes a queue of length n instead. Both give the same result,
// because the head of that queue is our r_i.
#pragma once

#include <string.h>

#include "base/bytes.hpp"
#include "base/secret.hpp"
#include "mode/engine/chunks.hpp"

namespace hedgerow {

struct WrapRule {
  bool big_endian;   // the number of the step goes into the last bytes of the half, or the first
  bool second_to_a;  // the second half of E goes into a, or the first
};

inline void add_step(std::uint8_t* a, std::size_t half, std::uint64_t step,
                     bool big_endian) noexcept {
  for (std::size_t i = 0; i < 8 && i < half; i++)
    a[big_endian ? half - 1 - i : i] ^= (std::uint8_t)(step >> (8 * i));
}

template <class Register>
void wrap_halves(CipherKey& key, const WrapRule& rule, std::uint8_t* a, Register&& r,
                 std::size_t n) noexcept {
  const std::size_t block = key.block_bytes(), half = block / 2;
  std::uint8_t x[kMaxBlockBytes];
  for (std::uint64_t step = 1; step <= 6 * (std::uint64_t)n; step++) {
    std::uint8_t* const ri = r((std::size_t)((step - 1) % n));
    memcpy(x, a, half);
    memcpy(x + half, ri, half);
    key.encrypt(x, x, 1);
    memcpy(a, rule.second_to_a ? x + half : x, half);
    memcpy(ri, rule.second_to_a ? x : x + half, half);
    add_step(a, half, step, rule.big_endian);
  }
  wipe(x, sizeof x);
}

template <class Register>
void unwrap_halves(CipherKey& key, const WrapRule& rule, std::uint8_t* a, Register&& r,
                   std::size_t n) noexcept {
  const std::size_t block = key.block_bytes(), half = block / 2;
  std::uint8_t x[kMaxBlockBytes];
  for (std::uint64_t step = 6 * (std::uint64_t)n; step != 0; step--) {
    std::uint8_t* const ri = r((std::size_t)((step - 1) % n));
    add_step(a, half, step, rule.big_endian);
    memcpy(rule.second_to_a ? x + half : x, a, half);
    memcpy(rule.second_to_a ? x : x + half, ri, half);
    key.decrypt(x, x, 1);
    memcpy(a, x, half);
    memcpy(ri, x + half, half);
  }
  wipe(x, sizeof x);
}

}  // namespace hedgerow
