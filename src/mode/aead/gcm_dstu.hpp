// The sum of GCM and GMAC of DSTU 7624 for blocks of 128, 256 and 512 bits.
// H = E(0); sum = (sum xor X) * H over AAD and ciphertext, each zero-padded; then the length block
// is XORED, not multiplied in: bit length of AAD in the low half, of the ciphertext in the high
// half, little-endian. tag = E(sum). The nonce enters the payload's counter only, never the tag.
#pragma once

#include "mode/engine/sum_aead.hpp"

namespace hedgerow {

struct GcmDstu {
  static constexpr FieldProduct kProduct = FieldProduct::kPlain;

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
    const CounterField field{0, c.block(), CounterOrder::kLittleEndian};
    std::uint8_t counter[kMaxBlockBytes];
    c.key().encrypt(nonce, counter, 1);
    counter_add(field, counter, 1);
    s.ctr.start(field, counter, c.block());
    wipe(counter, sizeof counter);
  }

  static void absorb(ModeContext&, SumState& s, Own&, std::uint8_t* behind, const std::uint8_t* in,
                     std::size_t blocks) noexcept {
    s.field->hash(behind, s.sum, in, blocks);
  }

  static void tag(ModeContext& c, SumState& s, Own&, std::uint8_t*, std::uint8_t* tag) noexcept {
    std::uint8_t* const high = s.sum + c.block() / 2;
    store_le64(s.sum, load_le64(s.sum) ^ (8 * s.aad_bytes));
    store_le64(high, load_le64(high) ^ (8 * s.data_bytes));
    c.key().encrypt(s.sum, tag, 1);
  }

  static void clear(Own&, std::uint8_t*) noexcept {}
};

}  // namespace hedgerow
