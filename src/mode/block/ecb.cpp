// ECB encrypts every block independently [SP 800-38A section 6.1; GOST R 34.13-2015 section 5.1; DSTU 7624].
#include "mode/mode.hpp"

namespace hedgerow {

namespace {

// Avoids the division for a single block, because it is slow compared with the shortest calls.
std::size_t blocks_of(const ModeContext& c, std::size_t bytes) noexcept {
  return bytes == c.block() ? 1 : bytes / c.block();
}

void encrypt(ModeContext& c, const std::uint8_t* in, std::uint8_t* out,
             std::size_t bytes) noexcept {
  c.key().encrypt(in, out, blocks_of(c, bytes));
}

void decrypt(ModeContext& c, const std::uint8_t* in, std::uint8_t* out,
             std::size_t bytes) noexcept {
  c.key().decrypt(in, out, blocks_of(c, bytes));
}

}  // namespace

extern constexpr CipherMode hedgerow_mode_ecb = {
    .is_key_alone = true, .encrypt = encrypt, .decrypt = decrypt};

}  // namespace hedgerow
