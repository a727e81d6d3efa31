// Tables of the study's kernels, as the bytes that they are given and as the constants of their texts; and the plain
// C++ that says what they must compute.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace hedgerow::lab {

using TableBytes = std::vector<std::uint8_t>;
// In place: the 16 bytes of an array, those of the second one, the array's index.
using Oracle = void (*)(std::uint8_t* array, const std::uint8_t* other, std::uint32_t index);

TableBytes gf_full_table(), gf_known_constants(), gf_t_table();
TableBytes sbox_8bit(), sbox_4bit();
// Round keys of CLEFIA-128; then S-boxes and the products by each constant, or all products.
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

// #define HR_BOX_BYTES 0xfc,0xee,... and so on, for tables that are part of a text.
std::string table_macros();

// Of the study's CLEFIA-128.
inline constexpr std::uint8_t kClefiaKey[16] = {1, 2,  3,  4,  5,  6,  7,  8,
                                                9, 10, 11, 12, 13, 14, 15, 16};

}  // namespace hedgerow::lab
