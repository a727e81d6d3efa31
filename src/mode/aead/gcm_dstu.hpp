// The polynomial sum of GCM and GMAC of DSTU 7624 for blocks of 128, 256 and 512 bits.
//
//   H = E(0)
//   sum = (sum xor X) * H for each block X of AAD and ciphertext, both zero-padded
//   tag = E(sum xor length block);  length block = bits of AAD, half a block | bits of ciphertext, half a block
//
// Two details differ from the GCM of NIST. The length block is only XORed, not multiplied by H. The nonce determines
// the keystream but does not enter the tag. All numbers are little-endian. With parameters.padded_length, 80 00 ..
// follows an incomplete last block of the ciphertext (or of the data of GMAC), and the length counts it as a whole
// block.
#pragma once

#include "mode/engine/sum_batch.hpp"

namespace hedgerow {

template <bool kMac>
struct SumDstu {
  static constexpr FieldProduct kProduct = FieldProduct::kPlain;

  static constexpr std::size_t kNonceBlocks = 1, kMaskBlocks = 0, kSumBlocks = 1, kLengthBlocks = 0;
  static constexpr bool kFactors = false;

  struct Own {};

  static std::size_t behind_bytes(const FieldOps& field) noexcept { return field.key_bytes; }

  static void set_key(ModeContext& c, SumState& s, Own&, std::uint8_t* behind) noexcept {
    std::uint8_t h[kMaxBlockBytes] = {};
    c.key().encrypt(h, h, 1);
    s.field->prepare(h, behind);
    wipe(h, sizeof h);
  }

  static void start(ModeContext& c, SumState& s, Own&, std::uint8_t*, const std::uint8_t* nonce,
                    std::size_t) noexcept {
    std::uint8_t counter[kMaxBlockBytes];
    c.key().encrypt(nonce, counter, 1);
    counter_add(data_field(c.block()), counter, 1);
    s.ctr.start(data_field(c.block()), counter, c.block());
    wipe(counter, sizeof counter);
  }

  static void absorb(ModeContext&, SumState& s, Own&, std::uint8_t* behind, const std::uint8_t* in,
                     std::size_t blocks) noexcept {
    s.field->hash(behind, s.sum, in, blocks);
  }

  static std::uint8_t end_mark(const ModeContext& c, SumState& s, std::size_t waiting) noexcept {
    std::uint64_t& bytes = kMac ? s.aad_bytes : s.data_bytes;
    if (!c.parameters.padded_length || waiting == 0 || bytes == 0) return 0;
    bytes += c.block() - waiting;
    return 0x80;
  }

  static void tag(ModeContext& c, SumState& s, Own&, std::uint8_t*, std::uint8_t* tag) noexcept {
    finish(s, c.block(), nullptr, s.sum);
    c.key().encrypt(s.sum, tag, 1);
  }

  // The members below are those that sum_batch.hpp needs for batches of messages.
  static constexpr CounterField data_field(std::size_t block) noexcept {
    return {0, block, CounterOrder::kLittleEndian};
  }
  static constexpr CounterField factor_field(std::size_t block) noexcept {
    return data_field(block);
  }
  static void nonce_blocks(std::size_t block, const std::uint8_t* nonce,
                           std::uint8_t* out) noexcept {
    memcpy(out, nonce, block);
  }
  // The nonce is exactly one block.
  static void first_counter(const SumState&, const std::uint8_t*, const std::uint8_t*,
                            std::size_t nonce_bytes, const std::uint8_t* nonces,
                            std::uint8_t* counter) noexcept {
    memcpy(counter, nonces, nonce_bytes);
    counter_add(data_field(nonce_bytes), counter, 1);
  }
  static void absorb_row(SumState& s, const std::uint8_t* behind, const std::uint8_t*,
                         const std::uint8_t* row, std::size_t blocks) noexcept {
    s.field->hash(behind, s.sum, row, blocks);
  }
  static void length_block(const SumState&, std::size_t, std::uint8_t*) noexcept {}
  static void finish(const SumState& s, std::size_t block, const std::uint8_t*,
                     std::uint8_t* out) noexcept {
    if (out != s.sum) memcpy(out, s.sum, block);
    std::uint8_t* const high = out + block / 2;
    store_le64(out, load_le64(out) ^ (8 * s.aad_bytes));
    store_le64(high, load_le64(high) ^ (8 * s.data_bytes));
  }

  static void clear(Own&, std::uint8_t*) noexcept {}
};

using GcmDstu = SumDstu<false>;
using GmacDstu = SumDstu<true>;

}  // namespace hedgerow
