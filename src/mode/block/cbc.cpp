// CBC [SP 800-38A section 6.2; DSTU 7624; GOST R 34.13-2015 section 5.4].
//
// GOST's IV fills a shift register of z blocks: block i is chained with block i - z, so z chains run
// side by side. z = 1 is the CBC of the other standards.
//
//   register  | C_(i-z) | .. | C_(i-1) |      C_i = E(P_i xor C_(i-z))
//
// Decryption runs in bulk: a chunk through the kernel's ECB into scratch that stays in L1, then the
// xor with the ciphertext z blocks before.
#include <string.h>

#include "base/secret.hpp"
#include "mode/engine/batch.hpp"
#include "mode/engine/chunks.hpp"
#include "mode/mode.hpp"

namespace hedgerow {

namespace {

struct State {
  std::uint8_t shift[kMaxIvBytes];  // the register; the next to be used first
  std::uint32_t bytes;              // of the register
};

std::size_t state_bytes(const Variant&, const Parameters&) noexcept { return sizeof(State); }

void start(ModeContext& c, const std::uint8_t* iv, std::size_t iv_bytes) noexcept {
  State& s = c.state<State>();
  memcpy(s.shift, iv, iv_bytes);
  s.bytes = (std::uint32_t)iv_bytes;
}

// Takes `bytes` of ciphertext, whole blocks, into the register.
void shift_in(State& s, const std::uint8_t* ciphertext, std::size_t bytes) noexcept {
  if (bytes >= s.bytes) {
    memcpy(s.shift, ciphertext + bytes - s.bytes, s.bytes);
    return;
  }
  memmove(s.shift, s.shift + bytes, s.bytes - bytes);
  memcpy(s.shift + s.bytes - bytes, ciphertext, bytes);
}

void encrypt(ModeContext& c, const std::uint8_t* in, std::uint8_t* out,
             std::size_t bytes) noexcept {
  State& s = c.state<State>();
  // As many blocks at once as there are chains.
  for_chunks(bytes, s.bytes, [&](std::size_t at, std::size_t n) {
    xor_into(s.shift, s.shift, in + at, n);
    c.key().encrypt(s.shift, out + at, n / c.block());
    shift_in(s, out + at, n);
  });
}

void decrypt(ModeContext& c, const std::uint8_t* in, std::uint8_t* out,
             std::size_t bytes) noexcept {
  State& s = c.state<State>();
  alignas(64) std::uint8_t scratch[kChunkBytes];
  for_chunks(bytes, chunk_bytes(c.key()), [&](std::size_t at, std::size_t n) {
    const std::uint8_t* const ciphertext = in + at;
    c.key().decrypt(ciphertext, scratch, n / c.block());
    const std::size_t head = n < s.bytes ? n : s.bytes;
    xor_into(scratch, scratch, s.shift, head);
    xor_into(scratch + head, scratch + head, ciphertext, n - head);
    shift_in(s, ciphertext, n);
    memcpy(out + at, scratch, n);
  });
  wipe(scratch, bytes < sizeof scratch ? bytes : sizeof scratch);
}

void updated_iv(const ModeContext& c, std::uint8_t* iv) noexcept {
  const State& s = c.state<State>();
  memcpy(iv, s.shift, s.bytes);
}

struct CbcChain {
  static constexpr std::size_t kRegisters = 1;
  // x = P xor chain goes into the kernel; what comes out is ciphertext and chain.
  template <std::size_t kBlock>
  HR_INLINE void fill(const std::uint8_t* in, const std::uint8_t* chain, std::uint8_t* x) {
    xor_block<kBlock>(x, in, chain);
  }
  template <std::size_t kBlock>
  HR_INLINE void take(const std::uint8_t*, std::uint8_t* out, std::uint8_t* chain,
                      const std::uint8_t* y) {
    copy_block<kBlock>(out, y);
    copy_block<kBlock>(chain, y);
  }
};

void batch(ModeContext& c, Direction direction, const BatchMessage* messages,
           std::size_t count) noexcept {
  for (std::size_t i = 0; i < count && direction == Direction::kDecrypt; i++) {
    start(c, messages[i].iv, messages[i].iv_bytes);
    decrypt(c, messages[i].in, messages[i].out, messages[i].bytes);
  }
  if (direction == Direction::kEncrypt) run_chains<CbcChain>(c, messages, count, encrypt_whole);
}

}  // namespace
}  // namespace hedgerow
