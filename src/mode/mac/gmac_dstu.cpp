// GMAC of DSTU 7624: the GCM tag of data as AAD, without a nonce.
#include "mode/aead/gcm_dstu.hpp"

namespace hedgerow {

using Gmac = SumAead<GmacDstu>;

extern constexpr MacMode hedgerow_mode_gmac_dstu = {
    .base = {.state_bytes = Gmac::state_bytes, .set_key = Gmac::set_key},
    .update = Gmac::aad,
    .tag = Gmac::tag};

}  // namespace hedgerow
