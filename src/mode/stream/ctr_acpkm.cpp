// CTR-ACPKM [RFC 8645 section 6.2.2; R 1323565.1.017-2018]; see acpkm_stream.hpp.
#include "mode/algorithms.hpp"
#include "mode/engine/acpkm_stream.hpp"

namespace hedgerow {

namespace {

struct State {
  AcpkmStream stream;
};

void set_key(ModeContext& c, const std::uint8_t* user_key) noexcept {
  c.key(0).set(user_key);
  c.key(1).wipe_key();
}

void start(ModeContext& c, const std::uint8_t* iv, std::size_t iv_bytes) noexcept {
  c.state<State>().stream.start(c, 0, c.parameters.section_bytes, iv, iv_bytes);
}

void crypt(ModeContext& c, const std::uint8_t* in, std::uint8_t* out, std::size_t bytes) noexcept {
  c.state<State>().stream.crypt(c, in, out, bytes);
}

void seek(ModeContext& c, std::uint64_t block) noexcept { c.state<State>().stream.seek(c, block); }

std::uint64_t max_bytes(const Variant& v) noexcept {
  return counter_period_bytes(v.block_bytes / 2, v.block_bytes);
}

}  // namespace

extern constexpr CipherMode hedgerow_mode_ctr_acpkm = {
    .base = {.key_slots = 2,
             .state_bytes = state_bytes_of<State>,
             .set_key = set_key,
             .check = AcpkmStream::check,
             .max_message_bytes = max_bytes},
    .start = start,
    .encrypt = crypt,
    .decrypt = crypt,
    .seek = seek};

}  // namespace hedgerow
