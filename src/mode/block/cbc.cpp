// CBC [SP 800-38A section 6.2; DSTU 7624; GOST R 34.13-2015 section 5.4].
//
// The IV of GOST fills a shift register of z blocks. Block i is chained with block i - z, so z chains run side by side.
// The CBC of the other standards is the case z = 1.
//
//   register  | C_(i-z) | .. | C_(i-1) |      C_i = E(P_i xor C_(i-z))
//
// Decryption is parallel. It takes one pass if the kernel offers that. Otherwise the ECB function decrypts a chunk into
// scratch memory that stays in L1, and the ciphertext z blocks earlier is XORed to it.
#include <string.h>

#include "base/secret.hpp"
#include "mode/engine/batch.hpp"
#include "mode/engine/chunks.hpp"
#include "mode/engine/pool.hpp"
#include "mode/engine/shift_register.hpp"
#include "mode/mode.hpp"

namespace hedgerow {

namespace {

struct State {
  ShiftRegister shift;
};

void start(ModeContext& c, const std::uint8_t* iv, std::size_t iv_bytes) noexcept {
  c.state<State>().shift.set(iv, iv_bytes);
}

// Encrypts a single chain, where each block waits for the one before it.
void encrypt_chain(CipherKey& key, ShiftRegister& s, const std::uint8_t* in, std::uint8_t* out,
                   std::size_t bytes) noexcept {
  const std::size_t block = s.size;
  alignas(64) std::uint8_t x[kMaxBlockBytes];
  const std::uint8_t* before = s.bytes;
  for (std::size_t at = 0; at < bytes; at += block) {
    xor_block(x, before, in + at, block);
    key.encrypt(x, out + at, 1);
    before = out + at;
  }
  if (bytes) memcpy(s.bytes, before, block);
  wipe(x, block);
}

void encrypt(ModeContext& c, const std::uint8_t* in, std::uint8_t* out,
             std::size_t bytes) noexcept {
  ShiftRegister& s = c.state<State>().shift;
  if (s.size == c.block()) return encrypt_chain(c.key(), s, in, out, bytes);
  // Each call encrypts one block of every chain.
  for_chunks(bytes, s.size, [&](std::size_t at, std::size_t n) {
    xor_into(s.bytes, s.bytes, in + at, n);
    c.key().encrypt(s.bytes, out + at, n / c.block());
    s.shift_in(out + at, n);
  });
}

void decrypt(ModeContext& c, const std::uint8_t* in, std::uint8_t* out,
             std::size_t bytes) noexcept {
  ShiftRegister& s = c.state<State>().shift;
  if (s.size == c.block() && c.key().decrypt_chained(s.bytes, in, out, bytes / s.size)) return;
  alignas(64) std::uint8_t scratch[kChunkBytes];
  for_chunks(bytes, chunk_bytes(c.key()), [&](std::size_t at, std::size_t n) {
    const std::uint8_t* const ciphertext = in + at;
    std::uint8_t* const plain = in == out ? scratch : out + at;
    c.key().decrypt(ciphertext, plain, n / c.block());
    const std::size_t head = n < s.size ? n : s.size;
    xor_into(plain, plain, s.bytes, head);
    c.rows().add(plain + head, plain + head, ciphertext, n - head);
    s.shift_in(ciphertext, n);
    if (in == out) memcpy(out + at, plain, n);
  });
  if (in == out) wipe(scratch, bytes < sizeof scratch ? bytes : sizeof scratch);
}

void updated_iv(const ModeContext& c, std::uint8_t* iv) noexcept {
  const ShiftRegister& s = c.state<State>().shift;
  memcpy(iv, s.bytes, s.size);
}

template <std::size_t kBlock>
struct CbcChain {
  static constexpr ChainKind kKind = ChainKind::kCipher;
  static constexpr bool kWrites = true, kLastApart = false;
  // Never called, because messages are whole blocks.
  static void last(const std::uint8_t*, std::size_t, std::uint8_t* text) noexcept {
    memset(text, 0, kBlock);
  }
};

// Tells if every IV has one block, because then each message is a single chain.
bool single_chains(const ModeContext& c, const BatchMessage* messages, std::size_t count) noexcept {
  for (std::size_t i = 0; i < count; i++)
    if (messages[i].iv_bytes != c.block()) return false;
  return true;
}

// Decrypts short messages together.
struct CbcPool {
  static constexpr Direction kDirection = Direction::kDecrypt;
  static void fill(const BatchMessage& m, std::size_t, std::uint8_t* pool) noexcept {
    memcpy(pool, m.in, m.bytes);
  }
  static void finish(const RowOps& rows, const BatchMessage& m, std::uint8_t* pool) noexcept {
    const std::size_t head = m.bytes < m.iv_bytes ? m.bytes : m.iv_bytes;
    xor_into(pool, pool, m.iv, head);
    rows.add(pool + head, pool + head, m.in, m.bytes - head);
    memcpy(m.out, pool, m.bytes);
  }
};

void batch(ModeContext& c, Direction direction, const BatchMessage* messages,
           std::size_t count) noexcept {
  const auto alone = [&](const BatchMessage& m) {
    start(c, m.iv, m.iv_bytes);
    (direction == Direction::kEncrypt ? encrypt : decrypt)(c, m.in, m.out, m.bytes);
  };
  if (direction == Direction::kDecrypt) return run_pool<CbcPool>(c, messages, count, alone);
  if (single_chains(c, messages, count)) return run_chains<CbcChain>(c, messages, count);
  for (std::size_t i = 0; i < count; i++) alone(messages[i]);
}

constexpr CipherMode kCbc = {.base = {.state_bytes = state_bytes_of<State>},
                             .start = start,
                             .encrypt = encrypt,
                             .decrypt = decrypt,
                             .updated_iv = updated_iv,
                             .batch = batch};

}  // namespace

extern constexpr CipherMode hedgerow_mode_cbc = kCbc;
extern constexpr CipherMode hedgerow_mode_cbc_gost = kCbc;

}  // namespace hedgerow
