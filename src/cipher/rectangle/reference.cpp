// RECTANGLE as the paper writes it, one column at a time [ePrint 2014/084 section 2]. SubColumn,
// ShiftRow and AddRoundkey are the names of the paper. Every other kernel is compared with this code,
// so it has its own literal key schedule and is slow. It is NOT constant in time, because S-box
// indices are secret, so it is used only if it is forced.
#include "base/bytes.hpp"
#include "base/secret.hpp"
#include "cipher/common/one_block.hpp"
#include "cipher/rectangle/spec.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace rectangle;

// SubColumn applies the S-box to `columns` columns of rows of any width. Row 0 has the
// least significant bit.
void sub_column(const std::uint8_t (&box)[16], std::uint32_t* row, int columns) {
  for (int j = 0; j < columns; j++) {
    unsigned x = 0;
    for (int i = 0; i < 4; i++) x |= (row[i] >> j & 1) << i;
    for (int i = 0; i < 4; i++) row[i] = (row[i] & ~(1u << j)) | (box[x] >> i & 1u) << j;
  }
}
std::uint32_t rotate(std::uint32_t x, int n, int width) {
  const std::uint32_t mask = width == 32 ? ~0u : (1u << width) - 1;
  return n % width ? (x << n | x >> (width - n)) & mask : x;
}
// ShiftRow
void shift_row(std::uint32_t* row, bool back) {
  constexpr int kLeft[4] = {0, 1, 12, 13};
  for (int i = 0; i < 4; i++) row[i] = rotate(row[i], back ? 16 - kLeft[i] : kLeft[i], 16);
}
// AddRoundkey
void add_round_key(std::uint32_t* row, const std::uint8_t* k) {
  for (int i = 0; i < 4; i++) row[i] ^= load_be16(k + 2 * i);
}

// The key schedule writes 25 + 1 round keys, the low 16 columns of rows 0 to 3. Between
// them, update(rows, constant) computes the next key state: SubColumn on its low columns, a Feistel
// round of the rows, and RC[i] of a shift register of five bits added to row 0.
template <class Update>
void expand(std::uint32_t* row, std::uint8_t* round_keys, Update update) {
  unsigned constant = 1;
  for (int i = 0; i <= 25; i++) {
    for (int j = 0; j < 4; j++) store_be16(round_keys + 8 * i + 2 * j, row[j] & 0xffff);
    update(row, constant);
    constant = (constant << 1 & 31) | ((constant >> 4 ^ constant >> 2) & 1);
  }
}
template <int kIndex>
void write_round_keys(const std::uint8_t* user_key, std::uint8_t* round_keys) noexcept;
template <>
void write_round_keys<rectangle_80>(const std::uint8_t* user_key,
                                    std::uint8_t* round_keys) noexcept {
  std::uint32_t row[5];
  for (int i = 0; i < 5; i++) row[i] = load_be16(user_key + 2 * i);
  expand(row, round_keys, [](std::uint32_t* v, unsigned constant) {
    sub_column(kBox, v, 4);
    const std::uint32_t old[5] = {v[0], v[1], v[2], v[3], v[4]};
    v[0] = rotate(old[0], 8, 16) ^ old[1] ^ constant;
    v[1] = old[2];
    v[2] = old[3];
    v[3] = rotate(old[3], 12, 16) ^ old[4];
    v[4] = old[0];
  });
  wipe(row, sizeof row);
}
template <>
void write_round_keys<rectangle_128>(const std::uint8_t* user_key,
                                     std::uint8_t* round_keys) noexcept {
  std::uint32_t row[4];
  for (int i = 0; i < 4; i++) row[i] = load_be32(user_key + 4 * i);
  expand(row, round_keys, [](std::uint32_t* v, unsigned constant) {
    sub_column(kBox, v, 8);
    const std::uint32_t old[4] = {v[0], v[1], v[2], v[3]};
    v[0] = rotate(old[0], 8, 32) ^ old[1] ^ constant;
    v[1] = old[2];
    v[2] = rotate(old[2], 16, 32) ^ old[3];
    v[3] = old[0];
  });
  wipe(row, sizeof row);
}

// 25 rounds of AddRoundkey, SubColumn and ShiftRow, and the last AddRoundkey
void crypt_block(const std::uint8_t* key, std::uint8_t* block, bool decrypt) {
  std::uint32_t row[4];
  for (int i = 0; i < 4; i++) row[i] = load_be16(block + 2 * i);
  if (decrypt) add_round_key(row, key + 8 * 25);
  for (int i = 0; i < 25; i++) {
    if (decrypt) {
      shift_row(row, true);
      sub_column(kInverseBox.of, row, 16);
      add_round_key(row, key + 8 * (24 - i));
    } else {
      add_round_key(row, key + 8 * i);
      sub_column(kBox, row, 16);
      shift_row(row, false);
    }
  }
  if (!decrypt) add_round_key(row, key + 8 * 25);
  for (int i = 0; i < 4; i++) store_be16(block + 2 * i, row[i]);
}

template <int kIndex>
struct Literal {
  static consteval int block_bytes() { return kBlockBytes; }
  static consteval int round_key_bytes() { return kRoundKeyBytes; }

  static constexpr auto schedule = write_round_keys<kIndex>;
  static void encrypt_block(const std::uint8_t* round_keys, std::uint8_t* block) {
    crypt_block(round_keys, block, false);
  }
  static void decrypt_block(const std::uint8_t* round_keys, std::uint8_t* block) {
    crypt_block(round_keys, block, true);
  }
};

}  // namespace
}  // namespace hedgerow::HR_ISA

#define HR_KERNEL_OPS(identifier) Reference<Literal<identifier>>::ops()
#define HR_KERNEL_VARTIME
#include "cipher/common/export_kernel.inc"
