// GMAC of DSTU 7624: the GCM tag of data as AAD, without a nonce.
#include "mode/aead/gcm_dstu.hpp"

namespace hedgerow {

using Gcm = SumAead<GcmDstu>;

extern constexpr MacMode hedgerow_mode_gmac_dstu = {
    .base = {.state_bytes = Gcm::state_bytes, .set_key = Gcm::set_key},
    .update = Gcm::aad,
    .tag = Gcm::tag};

}  // namespace hedgerow
