// ECB: every block by itself [SP 800-38A section 6.1; GOST R 34.13-2015 section 5.1; DSTU 7624].
#include "mode/mode.hpp"

namespace hedgerow {

namespace {

void encrypt(ModeContext& c, const std::uint8_t* in, std::uint8_t* out,
             std::size_t bytes) noexcept {
  c.key().encrypt(in, out, bytes / c.block());
}

void decrypt(ModeContext& c, const std::uint8_t* in, std::uint8_t* out,
             std::size_t bytes) noexcept {
  c.key().decrypt(in, out, bytes / c.block());
}

}  // namespace

extern constexpr CipherMode hedgerow_mode_ecb = {.encrypt = encrypt, .decrypt = decrypt};

}  // namespace hedgerow
