// Tables of the study's kernels, as the bytes that they are given and as the constants of their texts; and the plain
// C++ that says what they must compute. The oracles take the 16 bytes of an array and its index.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace hedgerow::lab {

using TableBytes = std::vector<std::uint8_t>;
using Oracle = void (*)(std::uint8_t* array, std::uint32_t index);

TableBytes gf_factors(), gf_full_table(), gf_known_constants(), gf_t_table();
TableBytes sbox_8bit(), sbox_4bit();
// Operands of 100 rounds: of XOR random ones; of AND those that clear one bit, of OR those that set one.
TableBytes xor_operands(), and_operands(), or_operands();
TableBytes clefia_keys();

void expect_products(std::uint8_t*, std::uint32_t), expect_matrix(std::uint8_t*, std::uint32_t);
void expect_8bit(std::uint8_t*, std::uint32_t), expect_4bit(std::uint8_t*, std::uint32_t);
void expect_xor(std::uint8_t*, std::uint32_t), expect_and(std::uint8_t*, std::uint32_t);
void expect_or(std::uint8_t*, std::uint32_t), expect_addition(std::uint8_t*, std::uint32_t);
void expect_copy(std::uint8_t*, std::uint32_t), expect_clefia(std::uint8_t*, std::uint32_t);

// #define HR_BOX_BYTES 0xfc,0xee,... and so on, for tables that are part of a text.
std::string table_macros();

// Of the study's CLEFIA-128.
inline constexpr std::uint8_t kClefiaKey[16] = {1, 2,  3,  4,  5,  6,  7,  8,
                                                9, 10, 11, 12, 13, 14, 15, 16};

}  // namespace hedgerow::lab
