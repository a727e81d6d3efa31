// Tables of the study's kernels, both as bytes and as constants of their sources, and oracles in plain C++. For
// example, expect_xor is the oracle of the kernels that XOR two arrays.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace hedgerow::lab {

using TableBytes = std::vector<std::uint8_t>;
// Works in place. The arguments are the 16 bytes of an array, those of the second array, and the index of the array.
using Oracle = void (*)(std::uint8_t* array, const std::uint8_t* other, std::uint32_t index);

TableBytes gf_full_table(), gf_known_constants(), gf_t_table();
TableBytes sbox_8bit(), sbox_4bit();
// Round keys of CLEFIA-128, followed by S-boxes and the products by each constant, or by all products.
TableBytes clefia_constants(), clefia_full_table();

void expect_products(std::uint8_t*, const std::uint8_t*, std::uint32_t);
void expect_constants(std::uint8_t*, const std::uint8_t*, std::uint32_t);
void expect_matrix(std::uint8_t*, const std::uint8_t*, std::uint32_t);
void expect_8bit(std::uint8_t*, const std::uint8_t*, std::uint32_t);
void expect_4bit(std::uint8_t*, const std::uint8_t*, std::uint32_t);
void expect_xor(std::uint8_t*, const std::uint8_t*, std::uint32_t);
void expect_and(std::uint8_t*, const std::uint8_t*, std::uint32_t);
void expect_or(std::uint8_t*, const std::uint8_t*, std::uint32_t);
void expect_addition(std::uint8_t*, const std::uint8_t*, std::uint32_t);
void expect_copy(std::uint8_t*, const std::uint8_t*, std::uint32_t);
void expect_clefia(std::uint8_t*, const std::uint8_t*, std::uint32_t);

// Returns lines such as #define HR_BOX_BYTES 0xfc,0xee,... for tables that are part of a text.
std::string table_macros();

// the key of the study's CLEFIA-128
inline constexpr std::uint8_t kClefiaKey[16] = {1, 2,  3,  4,  5,  6,  7,  8,
                                                9, 10, 11, 12, 13, 14, 15, 16};

}  // namespace hedgerow::lab
