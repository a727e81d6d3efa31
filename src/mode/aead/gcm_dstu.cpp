// GCM of DSTU 7624; see gcm_dstu.hpp.
#include "mode/aead/gcm_dstu.hpp"

namespace hedgerow {

extern constexpr AeadMode hedgerow_mode_gcm_dstu =
    sum_mode<GcmDstu>(CounterOrder::kLittleEndian, nullptr);

}  // namespace hedgerow
