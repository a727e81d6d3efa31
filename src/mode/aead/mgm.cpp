// MGM [RFC 9058]. All numbers are big-endian.
//
//   Y = E(0 || nonce)   counts in its right half; E(Y), E(Y + 1), .. is the keystream
//   Z = E(1 || nonce)   counts in its left half; H_i = E(Z + i) are the hash blocks
//   sum = XOR of all H_i * X_i; X is AAD, ciphertext (both zero-padded) and the length block
//   tag = E(sum)
//
// AAD and data together have fewer than 2^(bits of half a block) bits (section 3). For example, the limit for a cipher
// with 64-bit blocks is 2^29 bytes.
//
// Memory after the state:  | used H | H that are ready: next .. end | not computed yet ... kHashBytes |
//
// Several H blocks are computed together, so that a short message needs only one kernel call for all of them.
#include "mode/algorithms.hpp"
#include "mode/engine/sum_batch.hpp"

namespace hedgerow {

namespace {

constexpr std::size_t kHashBytes = 8192;
// The least number of H blocks per kernel call. A kernel for short calls takes as long for one block as for these.
constexpr std::size_t kHashStep = 8;
const std::uint8_t kZeros[kHashBytes] = {};

struct Mgm {
  static constexpr FieldProduct kProduct = FieldProduct::kPlain;
  static constexpr std::size_t kNonceBlocks = 2, kMaskBlocks = 0, kSumBlocks = 1, kLengthBlocks = 1;
  static constexpr bool kFactors = true;

  struct Own {
    std::uint8_t z[kMaxBlockBytes];  // the counter that H_i is computed from
    std::size_t next, end;           // range of the H blocks that are ready
    std::size_t dirty_bytes;         // number of H bytes that must be wiped after the message
  };

  static std::size_t behind_bytes(const FieldOps&) noexcept { return kHashBytes; }
  static void set_key(ModeContext&, SumState&, Own&, std::uint8_t*) noexcept {}

  static void start(ModeContext& c, SumState& s, Own& own, std::uint8_t*, const std::uint8_t* nonce,
                    std::size_t) noexcept {
    const std::size_t block = c.block();
    std::uint8_t first[2 * kMaxBlockBytes];
    nonce_blocks(block, nonce, first);
    c.key().encrypt(first, first, 2);
    s.ctr.start(data_field(block), first, block);
    memcpy(own.z, first + block, block);
    wipe(first, sizeof first);
  }

  // Computes `wanted` more hash blocks, rounded up to a multiple of kHashStep, as far as there is room.
  static void make_hash_blocks(ModeContext& c, Own& own, std::uint8_t* behind,
                               std::size_t wanted) noexcept {
    const std::size_t block = c.block(), room = kHashBytes / block;
    const std::size_t rounded = (wanted + kHashStep - 1) / kHashStep * kHashStep;
    own.next = 0;
    own.end = rounded < room ? rounded : room;
    ctr_blocks(c.key(), factor_field(block), own.z, kZeros, behind, own.end);
    const std::size_t made = own.end * block;
    if (made > own.dirty_bytes) own.dirty_bytes = made;
  }

  static void absorb(ModeContext& c, SumState& s, Own& own, std::uint8_t* behind,
                     const std::uint8_t* in, std::size_t blocks) noexcept {
    const std::size_t block = c.block();
    while (blocks != 0) {
      if (own.next == own.end) make_hash_blocks(c, own, behind, blocks);
      const std::size_t ready = own.end - own.next;
      const std::size_t n = blocks < ready ? blocks : ready;
      s.field->dot(true, s.sum, behind + own.next * block, in, n);
      own.next += n;
      in += n * block;
      blocks -= n;
    }
  }

  static void tag(ModeContext& c, SumState& s, Own& own, std::uint8_t* behind,
                  std::uint8_t* tag) noexcept {
    std::uint8_t lengths[kMaxBlockBytes];
    length_block(s, c.block(), lengths);
    absorb(c, s, own, behind, lengths, 1);
    c.key().encrypt(s.sum, tag, 1);
  }

  // The members below are those that sum_batch.hpp needs for batches of messages.
  static constexpr CounterField data_field(std::size_t block) noexcept {
    return {block / 2, block / 2, CounterOrder::kBigEndian};
  }
  static constexpr CounterField factor_field(std::size_t block) noexcept {
    return {0, block / 2, CounterOrder::kBigEndianLeft};
  }
  static void nonce_blocks(std::size_t block, const std::uint8_t* nonce,
                           std::uint8_t* out) noexcept {
    memcpy(out, nonce, block);
    memcpy(out + block, nonce, block);
    out[block] |= 0x80;
  }
  // The nonce is exactly one block.
  static void first_counter(const SumState&, const std::uint8_t*, const std::uint8_t*,
                            std::size_t nonce_bytes, const std::uint8_t* nonces,
                            std::uint8_t* counter) noexcept {
    memcpy(counter, nonces, nonce_bytes);
  }
  static void absorb_row(SumState& s, const std::uint8_t*, const std::uint8_t* factors,
                         const std::uint8_t* row, std::size_t blocks) noexcept {
    s.field->dot(true, s.sum, factors, row, blocks);
  }
  static void length_block(const SumState& s, std::size_t block, std::uint8_t* out) noexcept {
    const std::size_t half = block / 2;
    memset(out, 0, block);
    for (std::size_t i = 0; i < 8 && i < half; i++) {
      out[half - 1 - i] = (std::uint8_t)(8 * s.aad_bytes >> (8 * i));
      out[2 * half - 1 - i] = (std::uint8_t)(8 * s.data_bytes >> (8 * i));
    }
  }
  static void finish(const SumState& s, std::size_t block, const std::uint8_t*,
                     std::uint8_t* out) noexcept {
    memcpy(out, s.sum, block);
  }

  static void clear(Own& own, std::uint8_t* behind) noexcept {
    wipe(own.z, sizeof own.z);
    if (own.dirty_bytes != 0) wipe(behind, own.dirty_bytes);
    own.next = own.end = own.dirty_bytes = 0;
  }
};

std::uint64_t max_bytes(const Variant& v) noexcept {
  return v.block_bytes <= 8 ? (1ull << 29) - 1 : kMaxMessageBytes;
}

}  // namespace

extern constexpr AeadMode hedgerow_mode_mgm = [] {
  auto mode = sum_mode<Mgm>(CounterOrder::kBigEndian, max_bytes);
  mode.limits_sum = true;
  return mode;
}();

}  // namespace hedgerow
