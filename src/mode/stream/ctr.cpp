// CTR of the three standards, which differ only in the first counter:
//
//   ctr       [SP 800-38A section 6.5]     counter = IV, counted big-endian over the block
//   ctr_gost  [GOST R 34.13-2015 5.2]      counter = IV || 0.., counted big-endian over the block
//   ctr_dstu  [DSTU 7624 section 7]        counter = E(IV) + 1, counted little-endian over the block
//
// A message is at most as long as the period of its counter. The counter of GOST is the half block after the IV. If it
// overflowed, the keystream would be that of IV + 1.
//
// The gamma of GOST may use only the leading s bytes of each block:
//   E(counter) | s bytes |  ..  |  E(counter + 1) | s bytes |  ..  |      data xor s bytes, s bytes, ..
#include <string.h>

#include "base/secret.hpp"
#include "mode/algorithms.hpp"
#include "mode/engine/chunks.hpp"
#include "mode/engine/ctr_stream.hpp"
#include "mode/engine/units.hpp"

namespace hedgerow {

namespace {

struct State {
  CtrStream stream;
  std::uint8_t first[kMaxBlockBytes];  // counter of the first block
  // If the gamma is shorter than a block: the present block. Its first `used` bytes are used; 0 means that there is no
  // block.
  std::uint8_t gamma[kMaxBlockBytes];
  std::size_t used;
};

void begin(ModeContext& c, CounterOrder order, const std::uint8_t* first) noexcept {
  State& s = c.state<State>();
  memcpy(s.first, first, c.block());
  wipe(s.gamma, sizeof s.gamma);
  s.used = 0;
  s.stream.start({0, c.block(), order}, s.first, c.block());
}

void start_block(ModeContext& c, const std::uint8_t* iv, std::size_t) noexcept {
  begin(c, CounterOrder::kBigEndian, iv);
}

void start_gost(ModeContext& c, const std::uint8_t* iv, std::size_t iv_bytes) noexcept {
  std::uint8_t first[kMaxBlockBytes] = {};
  memcpy(first, iv, iv_bytes);
  begin(c, CounterOrder::kBigEndian, first);
}

void start_dstu(ModeContext& c, const std::uint8_t* iv, std::size_t) noexcept {
  std::uint8_t first[kMaxBlockBytes];
  c.key().encrypt(iv, first, 1);
  counter_add({0, c.block(), CounterOrder::kLittleEndian}, first, 1);
  begin(c, CounterOrder::kLittleEndian, first);
  wipe(first, sizeof first);
}

void crypt(ModeContext& c, const std::uint8_t* in, std::uint8_t* out, std::size_t bytes) noexcept {
  c.state<State>().stream.crypt(c.key(), in, out, bytes);
}

void seek(ModeContext& c, std::uint64_t block) noexcept {
  State& s = c.state<State>();
  s.stream.seek(c.key(), s.first, block);
  s.used = 0;
}

// Uses the rest of a gamma block, which has `unit` usable bytes. Returns the number of bytes processed.
std::size_t crypt_rest(State& s, std::size_t unit, const std::uint8_t* in, std::uint8_t* out,
                       std::size_t bytes) noexcept {
  const std::size_t left = s.used ? unit - s.used : 0, n = bytes < left ? bytes : left;
  xor_into(out, in, s.gamma + s.used, n);
  s.used = s.used + n == unit ? 0 : s.used + n;
  return n;
}

// The CTR of GOST, with a gamma of up to a block.
void crypt_gost(ModeContext& c, const std::uint8_t* in, std::uint8_t* out,
                std::size_t bytes) noexcept {
  const std::size_t unit = c.parameters.gamma_bytes, block = c.block();
  if (unit == block) return crypt(c, in, out, bytes);
  State& s = c.state<State>();
  const std::size_t done = crypt_rest(s, unit, in, out, bytes);
  in += done;
  out += done;
  bytes -= done;
  alignas(64) std::uint8_t gammas[kChunkBytes];
  const std::size_t most = chunk_bytes(c.key()) / block;
  for_chunks(bytes, most * unit, [&](std::size_t at, std::size_t n) {
    const std::size_t blocks = (n + unit - 1) / unit;
    memset(gammas, 0, blocks * block);
    s.stream.crypt(c.key(), gammas, gammas, blocks * block);
    for (std::size_t i = 0, from = 0; i < blocks; i++, from += unit)
      xor_into(out + at + from, in + at + from, gammas + i * block,
               n - from < unit ? n - from : unit);
    s.used = n % unit;
    if (s.used) memcpy(s.gamma, gammas + (blocks - 1) * block, block);
  });
  wipe(gammas, bytes / unit < most ? (bytes / unit + 1) * block : most * block);
}

// Another context continues the stream if it gets the next counter as its IV.
void updated_iv(const ModeContext& c, std::uint8_t* iv) noexcept {
  const CtrStream& stream = c.state<State>().stream;
  memcpy(iv, stream.counter(), c.block());
}

std::uint64_t whole_period(const Variant& v) noexcept {
  return counter_period_bytes(v.block_bytes, v.block_bytes);
}
std::uint64_t half_period(const Variant& v) noexcept {
  return counter_period_bytes(v.block_bytes / 2, v.block_bytes);
}

}  // namespace

extern constexpr CipherMode hedgerow_mode_ctr = {
    .base = {.state_bytes = state_bytes_of<State>, .max_message_bytes = whole_period},
    .start = start_block,
    .encrypt = crypt,
    .decrypt = crypt,
    .seek = seek,
    .updated_iv = updated_iv};

extern constexpr CipherMode hedgerow_mode_ctr_gost = {.base = {.state_bytes = state_bytes_of<State>,
                                                               .check = check_gamma,
                                                               .max_message_bytes = half_period},
                                                      .start = start_gost,
                                                      .encrypt = crypt_gost,
                                                      .decrypt = crypt_gost,
                                                      .seek = seek};

extern constexpr CipherMode hedgerow_mode_ctr_dstu = {
    .base = {.state_bytes = state_bytes_of<State>, .max_message_bytes = whole_period},
    .start = start_dstu,
    .encrypt = crypt,
    .decrypt = crypt,
    .seek = seek};

}  // namespace hedgerow
