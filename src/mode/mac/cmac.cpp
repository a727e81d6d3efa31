// CMAC with the masks of either standard (see engine/omac.hpp):
//   cmac       [GOST R 34.13-2015 5.6; SP 800-38B]
//   cmac_dstu  [DSTU 7624]
#include <string.h>

#include "mode/engine/omac_chains.hpp"
#include "mode/mode.hpp"

namespace hedgerow {

namespace {

struct State {
  Omac mac;
};

void set_key(ModeContext& c, const std::uint8_t* user_key) noexcept {
  c.key().set(user_key);
  c.state<State>().mac.set_key(c.key());
}

void set_key_dstu(ModeContext& c, const std::uint8_t* user_key) noexcept {
  c.key().set(user_key);
  c.state<State>().mac.set_key_dstu(c.key());
}

void update(ModeContext& c, const std::uint8_t* in, std::size_t bytes) noexcept {
  c.state<State>().mac.update(c.key(), in, bytes);
}

void tag(ModeContext& c, std::uint8_t* tag) noexcept { c.state<State>().mac.tag(c.key(), tag); }

void batch(ModeContext& c, const BatchMessage* messages, std::size_t count) noexcept {
  run_chains<OmacChain>(c, messages, count, c.state<State>().mac);
}

}  // namespace

extern constexpr MacMode hedgerow_mode_cmac = {
    .base = {.state_bytes = state_bytes_of<State>, .set_key = set_key},
    .update = update,
    .tag = tag,
    .batch = batch};

extern constexpr MacMode hedgerow_mode_cmac_dstu = {
    .base = {.state_bytes = state_bytes_of<State>, .set_key = set_key_dstu},
    .update = update,
    .tag = tag,
    .batch = batch};

}  // namespace hedgerow
