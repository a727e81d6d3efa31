// CTR of the three standards; they differ in the first counter alone.
//   ctr       [SP 800-38A section 6.5]     counter = IV, counted big-endian over the block
//   ctr_gost  [GOST R 34.13-2015 5.2]      counter = IV || 0.., counted big-endian over the block
//   ctr_dstu  [DSTU 7624 section 7]        counter = E(IV) + 1, counted little-endian over the
//   block
// A message is no longer than the period of its counter. GOST's counts in the half that the IV
// leaves free: past it the keystream would be that of IV + 1.
#include <string.h>

#include "base/secret.hpp"
#include "mode/engine/ctr_stream.hpp"
#include "mode/offers.hpp"

namespace hedgerow {

namespace {

struct State {
  CtrStream stream;
  std::uint8_t first[kMaxBlockBytes];  // counter of the first block
};

std::size_t state_bytes(const Variant&, const Parameters&) noexcept { return sizeof(State); }

void begin(ModeContext& c, CounterOrder order, const std::uint8_t* first) noexcept {
  State& s = c.state<State>();
  memcpy(s.first, first, c.block());
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
}

// The counter that comes next is the IV with which the stream goes on.
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
    .base = {.state_bytes = state_bytes, .max_message_bytes = whole_period},
    .start = start_block,
    .encrypt = crypt,
    .decrypt = crypt,
    .seek = seek,
    .updated_iv = updated_iv};

extern constexpr CipherMode hedgerow_mode_ctr_gost = {
    .base = {.state_bytes = state_bytes, .max_message_bytes = half_period},
    .start = start_gost,
    .encrypt = crypt,
    .decrypt = crypt,
    .seek = seek};

extern constexpr CipherMode hedgerow_mode_ctr_dstu = {
    .base = {.state_bytes = state_bytes, .max_message_bytes = whole_period},
    .start = start_dstu,
    .encrypt = crypt,
    .decrypt = crypt,
    .seek = seek};

}  // namespace hedgerow
