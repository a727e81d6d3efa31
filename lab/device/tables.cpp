// Tables and oracles of the study.
#include "tables.hpp"

#include <cstring>
#include <stdexcept>

#include "cipher/clefia/spec.hpp"
#include "cipher/kuznyechik/spec.hpp"
#include "hedgerow/hedgerow.hpp"

namespace hedgerow::lab {
namespace {

constexpr int kBytes = 16;
constexpr std::uint8_t kNibbleBox[16] = {5, 12, 3, 10, 1, 8, 15, 6, 13, 4, 11, 2, 9, 0, 7, 14};

std::uint8_t product(unsigned a, unsigned b, unsigned polynomial = kuznyechik::kFieldPolynomial) {
  unsigned r = 0;
  for (; b; b >>= 1, a <<= 1) {
    if (a & 0x100) a ^= polynomial;
    if (b & 1) r ^= a;
  }
  return (std::uint8_t)r;
}
std::uint8_t factor(int i) { return (std::uint8_t)(0x94 ^ i); }
// Returns row r, column c of the matrix of the T-table. It is circulant, with the first coefficients of Kuznyechik.
std::uint8_t matrix(int r, int c) { return kuznyechik::kCoefficients[(r - c) & 3]; }

Cipher clefia() { return Cipher("clefia-128", "ecb", Input(kClefiaKey, sizeof kClefiaKey)); }

// Appends #define NAME and the elements of the table.
void add_bytes(std::string& text, const char* name, const std::uint8_t* bytes, std::size_t n) {
  text.append("#define ").append(name);
  for (std::size_t i = 0; i < n; i++) text.append(i ? "," : " ").append(std::to_string(bytes[i]));
  text.append("\n");
}
void add_words(std::string& text, const char* name, const std::uint8_t* bytes, std::size_t n) {
  text.append("#define ").append(name);
  for (std::size_t i = 0; i < n; i += 4)
    text.append(i ? "," : " ").append(std::to_string(load_le32(bytes + i))).append("u");
  text.append("\n");
}

}  // namespace

TableBytes gf_full_table() {
  TableBytes b;
  for (unsigned x = 0; x < 256; x++)
    for (unsigned y = 0; y < 256; y++) b.push_back(product(x, y));
  return b;
}
TableBytes gf_known_constants() {
  TableBytes b;
  for (int i = 0; i < kBytes; i++)
    for (unsigned x = 0; x < 256; x++) b.push_back(product(x, factor(i)));
  return b;
}
TableBytes gf_t_table() {
  TableBytes b;
  for (unsigned x = 0; x < 256; x++)
    for (int r = 0; r < 4; r++) b.push_back(product(x, matrix(r, 0)));
  return b;
}
TableBytes sbox_8bit() { return TableBytes(kuznyechik::kPi, kuznyechik::kPi + 256); }
TableBytes sbox_4bit() { return TableBytes(kNibbleBox, kNibbleBox + 16); }

namespace {

TableBytes clefia_keys() {
  TableBytes b(HEDGEROW_MAX_ROUND_KEY_BYTES);
  std::size_t bytes = 0;
  if (hedgerow_round_keys("clefia-128", nullptr, kClefiaKey, sizeof kClefiaKey, b.data(), b.size(),
                          &bytes) != HEDGEROW_OK)
    throw std::runtime_error("clefia-128 has no round keys");
  b.resize(bytes);
  return b;
}
void add_clefia_products(TableBytes& b, unsigned constant) {
  for (unsigned x = 0; x < 256; x++) b.push_back(product(x, constant, clefia::kFieldPolynomial));
}

}  // namespace

TableBytes clefia_constants() {
  TableBytes b = clefia_keys();
  b.insert(b.end(), clefia::kS0.of, clefia::kS0.of + 256);
  b.insert(b.end(), clefia::kS1.of, clefia::kS1.of + 256);
  for (const unsigned constant : {2, 4, 6, 8, 10}) add_clefia_products(b, constant);
  return b;
}
TableBytes clefia_full_table() {
  TableBytes b = clefia_keys();
  for (unsigned y = 0; y < 256; y++) add_clefia_products(b, y);
  return b;
}

void expect_products(std::uint8_t* a, const std::uint8_t* b, std::uint32_t) {
  for (int n = 0; n < 50; n++)
    for (int i = 0; i < kBytes; i++) a[i] = product(a[i], b[i]);
}
void expect_constants(std::uint8_t* a, const std::uint8_t*, std::uint32_t) {
  for (int n = 0; n < 50; n++)
    for (int i = 0; i < kBytes; i++) a[i] = product(a[i], factor(i));
}
void expect_matrix(std::uint8_t* a, const std::uint8_t*, std::uint32_t) {
  for (int n = 0; n < 50; n++)
    for (int j = 0; j < kBytes; j += 4) {
      std::uint8_t sum[4] = {};
      for (int r = 0; r < 4; r++)
        for (int c = 0; c < 4; c++) sum[r] ^= product(a[j + c], matrix(r, c));
      std::memcpy(a + j, sum, 4);
    }
}
void expect_8bit(std::uint8_t* a, const std::uint8_t*, std::uint32_t) {
  for (int n = 0; n < 10; n++)
    for (int i = 0; i < kBytes; i++) a[i] = kuznyechik::kPi[a[i]];
}
void expect_4bit(std::uint8_t* a, const std::uint8_t*, std::uint32_t) {
  for (int n = 0; n < 10; n++)
    for (int i = 0; i < kBytes; i++)
      a[i] = (std::uint8_t)(kNibbleBox[a[i] & 15] | kNibbleBox[a[i] >> 4] << 4);
}
// For an odd number of rounds.
void expect_xor(std::uint8_t* a, const std::uint8_t* b, std::uint32_t) {
  for (int i = 0; i < kBytes; i++) a[i] ^= b[i];
}
void expect_and(std::uint8_t* a, const std::uint8_t* b, std::uint32_t) {
  for (int i = 0; i < kBytes; i++) a[i] &= b[i];
}
void expect_or(std::uint8_t* a, const std::uint8_t* b, std::uint32_t) {
  for (int i = 0; i < kBytes; i++) a[i] |= b[i];
}
// Adds ten times the index modulo 2^128, byte by byte, starting at the last one.
void expect_addition(std::uint8_t* a, const std::uint8_t*, std::uint32_t index) {
  std::uint64_t carry = std::uint64_t{10} * index;
  for (int i = kBytes - 1; i >= 0; i--) {
    carry += a[i];
    a[i] = (std::uint8_t)carry;
    carry >>= 8;
  }
}
void expect_copy(std::uint8_t*, const std::uint8_t*, std::uint32_t) {}
void expect_clefia(std::uint8_t* a, const std::uint8_t*, std::uint32_t) {
  static Cipher cipher = clefia();
  cipher.encrypt(Input(a, kBytes), Output(a, kBytes));
}

std::string table_macros() {
  const TableBytes products = gf_known_constants();
  std::string text;
  add_bytes(text, "HR_BOX_BYTES", kuznyechik::kPi, 256);
  add_words(text, "HR_BOX_WORDS", kuznyechik::kPi, 256);
  add_bytes(text, "HR_NIBBLE_BYTES", kNibbleBox, 16);
  add_words(text, "HR_NIBBLE_WORDS", kNibbleBox, 16);
  add_bytes(text, "HR_PRODUCTS_BYTES", products.data(), products.size());
  add_bytes(text, "HR_S0_BYTES", clefia::kS0.of, 256);
  add_bytes(text, "HR_S1_BYTES", clefia::kS1.of, 256);
  return text;
}

}  // namespace hedgerow::lab
