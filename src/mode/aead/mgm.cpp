// MGM [RFC 9058]: Y = E(0 || nonce) counts in its right half and makes the keystream; Z = E(1 ||
// nonce) counts in its left half and makes the hash blocks H_i = E(Z_i); sum = XOR of H_i * X_i
// over AAD, ciphertext (each zero-padded) and the length block; tag = E(sum). Everything is
// big-endian. AAD and data together are shorter than 2^(half a block's bits) bits (section 3): with
// blocks of 64 bits than 2^29 bytes.
//
// behind:  | used H | H ready: next .. end | not made yet ... kHashBytes |
// H blocks are made a few at once, so that a short message costs one kernel call for all of them.
#include "mode/algorithms.hpp"
#include "mode/engine/sum_batch.hpp"

namespace hedgerow {

namespace {

constexpr std::size_t kHashBytes = 8192;
// The fewest H blocks made at once: a narrow kernel takes this many in the time of one.
constexpr std::size_t kHashStep = 8;
const std::uint8_t kZeros[kHashBytes] = {};

struct Mgm {
  static constexpr FieldProduct kProduct = FieldProduct::kPlain;
  static constexpr std::size_t kNonceBlocks = 2, kMaskBlocks = 0, kSumBlocks = 1, kLengthBlocks = 1;
  static constexpr bool kFactors = true;

  struct Own {
    std::uint8_t z[kMaxBlockBytes];  // the counter of H_i
    std::size_t next, end;           // the blocks of `behind` not used yet
    std::size_t dirty_bytes;         // how much of `behind` is wiped with the message
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

  // Makes hash blocks for `wanted` more blocks, as many as there is room for.
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
      in += n * block, blocks -= n;
    }
  }

  static void tag(ModeContext& c, SumState& s, Own& own, std::uint8_t* behind,
                  std::uint8_t* tag) noexcept {
    std::uint8_t lengths[kMaxBlockBytes];
    length_block(s, c.block(), lengths);
    absorb(c, s, own, behind, lengths, 1);
    c.key().encrypt(s.sum, tag, 1);
  }

  // For batches.
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
  // The nonce is a block.
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
