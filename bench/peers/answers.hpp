// FIPS 197 appendix C, for the peers that have AES, and the answers of the standards of SM4, Camellia and ARIA.
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

inline constexpr const char* kSm4AndCamelliaVectors =
    "GB/T 32907 example 1; RFC 3713 appendix A, all variants";
inline constexpr const char* kAriaVectors = "RFC 5794 appendix A, all variants";

// GB/T 32907-2016 and RFC 3713 appendix A.
inline std::vector<BlockAnswer> sm4_and_camellia_answers() {
  const std::string plain = "0123456789abcdeffedcba9876543210";
  return {{"sm4", plain, plain, "681edf34d206965e86b3e94f536e4246"},
          {"camellia-128", plain, plain, "67673138549669730857065648eabe43"},
          {"camellia-192", plain + "0011223344556677", plain, "b4993401b3e996f84ee5cee7d79b09b9"},
          {"camellia-256", plain + "00112233445566778899aabbccddeeff", plain,
           "9acc237dff16d76c20ef7c919e3a7509"}};
}
// RFC 5794 appendix A.
inline std::vector<BlockAnswer> aria_answers() {
  const std::string key = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
  const std::string plain = "00112233445566778899aabbccddeeff";
  return {{"aria-128", key.substr(0, 32), plain, "d718fbd6ab644c739da95f3be6451778"},
          {"aria-192", key.substr(0, 48), plain, "26449c1805dbe7aa25a468ce263a9e79"},
          {"aria-256", key, plain, "f92bd7c79fb72e2f2b8f80c1972d24fc"}};
}

}  // namespace hedgerow::bench
