// The input data of a subject: random bytes, runs of 100 equal bytes, or one value. Processors and graphics processors
// share this definition, because their figures should be for the same input.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>

namespace hedgerow::lab {

enum class Filling { kRandom, kGrouped, kConstant };
// The suffix of a subject's name selects the filling; without a suffix it is random.
constexpr struct {
  const char* suffix;
  Filling filling;
} kFillings[] = {
    {"", Filling::kRandom}, {":grouped", Filling::kGrouped}, {":constant", Filling::kConstant}};

// Pass another `seed` for an array that is combined with this one.
inline void fill(std::uint8_t* data, std::size_t bytes, Filling filling,
                 std::uint32_t seed = 12345) {
  std::uint32_t x = seed;
  for (std::size_t i = 0; i < bytes; i++) {
    if (filling == Filling::kRandom || i % 100 == 0) x = x * 1664525 + 1013904223;
    data[i] = filling == Filling::kConstant ? 0x5a : (std::uint8_t)(x >> 24);
  }
}

}  // namespace hedgerow::lab
