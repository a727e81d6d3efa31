// CFB-q of DSTU 7624, with units of q bytes:
//
//   gamma = E(feed);   C = P xor the LAST q bytes of gamma;   next feed = gamma with its last q bytes replaced by C
//
// A last unit of r < q bytes uses the last r bytes of gamma. The mode must therefore know that this unit is the last
// one, so a call that ends inside a unit ends the message.
//
// If q is a whole block, `feed` is the ciphertext, and decryption is parallel. With a smaller q, encryption and
// decryption are serial chains.
#include <string.h>

#include "base/secret.hpp"
#include "mode/engine/chunks.hpp"
#include "mode/engine/units.hpp"
#include "mode/mode.hpp"

namespace hedgerow {

namespace {

struct State {
  std::uint8_t feed[kMaxBlockBytes];
};

void start(ModeContext& c, const std::uint8_t* iv, std::size_t) noexcept {
  memcpy(c.state<State>().feed, iv, c.block());
}

// Processes one unit of `n` bytes. `feed` stays that of the last whole unit.
void crypt_unit(ModeContext& c, Direction direction, const std::uint8_t* in, std::uint8_t* out,
                std::size_t n) noexcept {
  State& s = c.state<State>();
  if (n < c.parameters.feedback_bytes) {
    std::uint8_t last[kMaxBlockBytes];
    c.key().encrypt(s.feed, last, 1);
    xor_into(out, in, last + c.block() - n, n);
    return wipe(last, sizeof last);
  }
  std::uint8_t* const gamma = s.feed + c.block() - n;
  c.key().encrypt(s.feed, s.feed, 1);
  if (direction == Direction::kEncrypt) {
    xor_into(gamma, gamma, in, n);
    memcpy(out, gamma, n);
    return;
  }
  std::uint8_t ciphertext[kMaxBlockBytes];
  memcpy(ciphertext, in, n);
  xor_into(out, in, gamma, n);
  memcpy(gamma, ciphertext, n);
}

void encrypt(ModeContext& c, const std::uint8_t* in, std::uint8_t* out,
             std::size_t bytes) noexcept {
  for_chunks(bytes, c.parameters.feedback_bytes, [&](std::size_t at, std::size_t n) {
    crypt_unit(c, Direction::kEncrypt, in + at, out + at, n);
  });
}

// Decrypts whole blocks if q is a block.
void decrypt_blocks(ModeContext& c, const std::uint8_t* in, std::uint8_t* out,
                    std::size_t bytes) noexcept {
  State& s = c.state<State>();
  const std::size_t block = c.block();
  alignas(64) std::uint8_t gammas[kChunkBytes];
  for_chunks(bytes, chunk_bytes(c.key()), [&](std::size_t at, std::size_t n) {
    memcpy(gammas, s.feed, block);
    memcpy(gammas + block, in + at, n - block);
    memcpy(s.feed, in + at + n - block, block);
    c.key().encrypt(gammas, gammas, n / block);
    c.rows().add(out + at, in + at, gammas, n);
  });
  wipe(gammas, bytes < sizeof gammas ? bytes : sizeof gammas);
}

void decrypt(ModeContext& c, const std::uint8_t* in, std::uint8_t* out,
             std::size_t bytes) noexcept {
  const std::size_t unit = c.parameters.feedback_bytes;
  const std::size_t bulk = unit == c.block() ? bytes / unit * unit : 0;
  if (bulk) decrypt_blocks(c, in, out, bulk);
  for_chunks(bytes - bulk, unit, [&](std::size_t at, std::size_t n) {
    crypt_unit(c, Direction::kDecrypt, in + bulk + at, out + bulk + at, n);
  });
}

void updated_iv(const ModeContext& c, std::uint8_t* iv) noexcept {
  memcpy(iv, c.state<State>().feed, c.block());
}

}  // namespace

extern constexpr CipherMode hedgerow_mode_cfb_dstu = {
    .base = {.state_bytes = state_bytes_of<State>, .check = check_feedback},
    .start = start,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .updated_iv = updated_iv};

}  // namespace hedgerow
