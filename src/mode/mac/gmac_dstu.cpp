// GMAC of DSTU 7624: the tag that GCM computes if the data is AAD and there is no plaintext, without a nonce.
#include "mode/aead/gcm_dstu.hpp"

namespace hedgerow {

using Gmac = SumAead<GmacDstu>;

extern constexpr MacMode hedgerow_mode_gmac_dstu = {
    .base = {.state_bytes = Gmac::state_bytes, .set_key = Gmac::set_key},
    .update = Gmac::aad,
    .tag = Gmac::tag};

}  // namespace hedgerow
