// SPECK and SIMON, transcribed from their specifications in Cryptol.
#pragma once

#include <cstdint>

namespace hedgerow::proof {

struct Cryptol {
  const char* variant;
  int rounds;
  // Encrypts or decrypts one block. Key and block are big-endian numbers. The constant of round `wrong` of the key
  // schedule has a wrong bit, for a mutant; -1: none.
  void (*encrypt)(const std::uint8_t* key, const std::uint8_t* in, std::uint8_t* out, int wrong);
  void (*decrypt)(const std::uint8_t* key, const std::uint8_t* in, std::uint8_t* out, int wrong);
};
constexpr int kCryptols = 20;
extern const Cryptol kCryptol[kCryptols];

}  // namespace hedgerow::proof
