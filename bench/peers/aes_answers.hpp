// FIPS 197 appendix C, for the peers that have AES.
#pragma once

#include "peer.hpp"

namespace hedgerow::bench {

inline constexpr const char* kAesVector =
    "FIPS 197 appendix C, ECB encryption and decryption, all 3 variants";

inline std::vector<BlockAnswer> aes_answers() {
  const std::string key = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
  const std::string plain = "00112233445566778899aabbccddeeff";
  return {{"aes-128", key.substr(0, 32), plain, "69c4e0d86a7b0430d8cdb78070b4c55a"},
          {"aes-192", key.substr(0, 48), plain, "dda97ca4864cdfe06eaf70a0ec0d7191"},
          {"aes-256", key, plain, "8ea2b7ca516745bfeafc49904b496089"}};
}

}  // namespace hedgerow::bench
