// GCM [SP 800-38D]; see gcm.hpp.
#include "mode/aead/gcm.hpp"

namespace hedgerow {

namespace {
// The standard limits a message to 2^32 - 2 blocks [SP 800-38D section 5.2.1.1].
std::uint64_t max_bytes(const Variant&) noexcept { return (1ull << 36) - 32; }
}  // namespace

extern constexpr AeadMode hedgerow_mode_gcm = sum_mode<Gcm>(CounterOrder::kBigEndian, max_bytes);

}  // namespace hedgerow
