// The polynomial sum of GCM and GMAC [SP 800-38D] for blocks of 128 bits.
//
//   H = E(0)
//   J0 = nonce || 00000001 for a nonce of 12 bytes, else GHASH(padded nonce, its length)
//   keystream: E(J0 + 1), E(J0 + 2), ..; the counter has 32 bits
//   tag = GHASH(AAD, ciphertext, lengths) xor E(J0)
#pragma once

#include "mode/engine/sum_batch.hpp"

namespace hedgerow {

struct Gcm {
  static constexpr FieldProduct kProduct = FieldProduct::kGhash;
  static constexpr std::size_t kBlock = 16;
  static constexpr CounterField kCounter{kBlock - 4, 4, CounterOrder::kBigEndian};
  static constexpr std::size_t kNonceBlocks = 0, kMaskBlocks = 1, kSumBlocks = 0, kLengthBlocks = 1;
  static constexpr bool kFactors = false;

  struct Own {
    std::uint8_t mask[kBlock];  // E(J0)
  };

  static std::size_t behind_bytes(const FieldOps& field) noexcept { return field.key_bytes; }

  static void set_key(ModeContext& c, SumState& s, Own&, std::uint8_t* behind) noexcept {
    std::uint8_t h[kBlock] = {};
    c.key().encrypt(h, h, 1);
    s.field->prepare(h, behind);
    wipe(h, sizeof h);
  }

  static void start(ModeContext& c, SumState& s, Own& own, std::uint8_t* behind,
                    const std::uint8_t* nonce, std::size_t nonce_bytes) noexcept {
    std::uint8_t j0[kBlock];
    first_counter(s, behind, nonce, nonce_bytes, nullptr, j0);
    c.key().encrypt(j0, own.mask, 1);
    counter_add(kCounter, j0, 1);
    s.ctr.start(kCounter, j0, kBlock);
    wipe(j0, sizeof j0);
  }

  static void absorb(ModeContext&, SumState& s, Own&, std::uint8_t* behind, const std::uint8_t* in,
                     std::size_t blocks) noexcept {
    s.field->hash(behind, s.sum, in, blocks);
  }

  static void tag(ModeContext&, SumState& s, Own& own, std::uint8_t* behind,
                  std::uint8_t* tag) noexcept {
    absorb_lengths(s, behind, s.aad_bytes, s.data_bytes, s.sum);
    finish(s, kBlock, own.mask, tag);
  }

  // The members below are those that sum_batch.hpp needs for batches of messages.
  static constexpr CounterField data_field(std::size_t) noexcept { return kCounter; }
  static constexpr CounterField factor_field(std::size_t) noexcept { return kCounter; }
  static void nonce_blocks(std::size_t, const std::uint8_t*, std::uint8_t*) noexcept {}
  static void first_counter(const SumState& s, const std::uint8_t* behind,
                            const std::uint8_t* nonce, std::size_t nonce_bytes, const std::uint8_t*,
                            std::uint8_t* j0) noexcept {
    memset(j0, 0, kBlock);
    if (nonce_bytes != kBlock - 4) return hash_nonce(s, behind, nonce, nonce_bytes, j0);
    memcpy(j0, nonce, kBlock - 4);
    j0[kBlock - 1] = 1;
  }
  static void absorb_row(SumState& s, const std::uint8_t* behind, const std::uint8_t*,
                         const std::uint8_t* row, std::size_t blocks) noexcept {
    s.field->hash(behind, s.sum, row, blocks);
  }
  static void length_block(const SumState& s, std::size_t, std::uint8_t* out) noexcept {
    store_be64(out, 8 * s.aad_bytes);
    store_be64(out + 8, 8 * s.data_bytes);
  }
  static void finish(const SumState& s, std::size_t, const std::uint8_t* mask,
                     std::uint8_t* tag) noexcept {
    xor_into(tag, s.sum, mask, kBlock);
  }

  static void clear(Own& own, std::uint8_t*) noexcept { wipe(own.mask, sizeof own.mask); }

 private:
  static void absorb_lengths(const SumState& s, const std::uint8_t* behind, std::uint64_t a,
                             std::uint64_t b, std::uint8_t* sum) noexcept {
    std::uint8_t lengths[kBlock];
    store_be64(lengths, 8 * a);
    store_be64(lengths + 8, 8 * b);
    s.field->hash(behind, sum, lengths, 1);
  }

  static void hash_nonce(const SumState& s, const std::uint8_t* behind, const std::uint8_t* nonce,
                         std::size_t bytes, std::uint8_t* j0) noexcept {
    const std::size_t whole = bytes / kBlock, rest = bytes % kBlock;
    std::uint8_t last[kBlock] = {};
    s.field->hash(behind, j0, nonce, whole);
    memcpy(last, nonce + whole * kBlock, rest);
    if (rest != 0) s.field->hash(behind, j0, last, 1);
    absorb_lengths(s, behind, 0, bytes, j0);
  }
};

}  // namespace hedgerow
