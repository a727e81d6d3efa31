// GMAC [SP 800-38D]: the tag that GCM computes if the data is AAD and there is no plaintext, with a nonce for every
// message.
#include "mode/aead/gcm.hpp"

namespace hedgerow {

namespace {

using Sum = SumAead<Gcm>;

void start(ModeContext& c, const std::uint8_t* iv, std::size_t iv_bytes) noexcept {
  Sum::start(c, Direction::kEncrypt, iv, iv_bytes);
}

}  // namespace

extern constexpr MacMode hedgerow_mode_gmac = {
    .base = {.state_bytes = Sum::state_bytes, .set_key = Sum::set_key},
    .start = start,
    .update = Sum::aad,
    .tag = Sum::tag};

}  // namespace hedgerow
