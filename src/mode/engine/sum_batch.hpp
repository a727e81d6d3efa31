// Seals many short messages of an AEAD of sum_aead.hpp together. Three kernel calls serve all of them, one for each
// line of this picture:
//
//   nonces   | encrypted nonces of message 0, Scheme::kNonceBlocks blocks | ..
//   pool     | mask | keystream | factors of message 0 | mask | keystream | factors of message 1 | ..
//   sums     | sum that E turns into the tag, Scheme::kSumBlocks blocks | ..
//
// A Scheme has these members in addition to those of sum_aead.hpp:
//   std::size_t kNonceBlocks, kMaskBlocks, kSumBlocks, kLengthBlocks      0, 1 or 2
//   bool kFactors                                 every absorbed block has its own factor, E(counter)
//   CounterField data_field(block), factor_field(block)
//   void nonce_blocks(block, nonce, out)          writes kNonceBlocks blocks
//   void first_counter(SumState&, extra, nonce, nonce_bytes, nonces, counter)
//        writes the counter of the mask, or that of the keystream if the mode has no mask
//   void absorb_row(SumState&, extra, factors, row, blocks)
//   void length_block(SumState&, block, out)
//   void finish(SumState&, block, mask, out)      writes the tag or, if kSumBlocks is 1, the block that E turns into it
#pragma once

#include "mode/engine/sum_aead.hpp"

namespace hedgerow {

template <class Scheme>
class SumBatch {
 public:
  static void run(ModeContext& c, const AeadMessage* messages, std::size_t count,
                  std::uint8_t* tags) noexcept {
    const std::size_t room = kPoolBytes / c.block();
    while (count != 0) {
      std::size_t n = 0, blocks = 0;
      for (; n < count && n < kMost; n++) {
        const std::size_t more = pool_blocks(c.block(), messages[n]);
        if (more > room - blocks) break;
        blocks += more;
      }
      if (n == 0) {
        alone(c, messages[0], tags);
        n = 1;
      } else {
        SumBatch(c).seal(messages, n, blocks, tags);
      }
      messages += n;
      tags += n * kMaxTagBytes;
      count -= n;
    }
  }

 private:
  using Aead = SumAead<Scheme>;
  static constexpr std::size_t kPoolBytes = kChunkBytes, kMost = 64, kRowBytes = 1024;

  explicit SumBatch(ModeContext& c) noexcept
      : c_(c),
        s_(c.state<typename Aead::State>().base),
        behind_(c.behind<typename Aead::State>()),
        block_(c.block()) {}

  static std::size_t whole(std::size_t block, std::size_t bytes) noexcept {
    return bytes / block + (bytes % block != 0);
  }
  static std::size_t factors(std::size_t block, const AeadMessage& m) noexcept {
    return Scheme::kFactors
               ? whole(block, m.aad_bytes) + whole(block, m.bytes) + Scheme::kLengthBlocks
               : 0;
  }
  static std::size_t pool_blocks(std::size_t block, const AeadMessage& m) noexcept {
    return Scheme::kMaskBlocks + whole(block, m.bytes) + factors(block, m);
  }

  // Processes a long message, which fills the kernel without company.
  static void alone(ModeContext& c, const AeadMessage& m, std::uint8_t* tag) noexcept {
    Aead::start(c, Direction::kEncrypt, m.nonce, m.nonce_bytes);
    if (m.aad_bytes) Aead::aad(c, m.aad, m.aad_bytes);
    if (m.bytes) Aead::encrypt(c, m.in, m.out, m.bytes);
    Aead::tag(c, tag);
  }

  void seal(const AeadMessage* messages, std::size_t n, std::size_t blocks,
            std::uint8_t* tags) noexcept {
    alignas(64) std::uint8_t nonces[kMost * 2 * kMaxBlockBytes], pool[kPoolBytes];
    // gcc does not see that the loops below run at least once, and warns of uninitialized blocks.
    nonces[0] = 0;
    pool[0] = 0;
    for (std::size_t i = 0; i < n; i++)
      Scheme::nonce_blocks(block_, messages[i].nonce, nonces + i * kPerNonce * block_);
    if (kPerNonce) c_.key().encrypt(nonces, nonces, n * kPerNonce);
    std::uint8_t* at = pool;
    for (std::size_t i = 0; i < n; i++)
      at = write_pool(messages[i], nonces + i * kPerNonce * block_, at);
    c_.key().encrypt(pool, pool, blocks);
    alignas(64) std::uint8_t sums[kMost * kMaxBlockBytes];
    at = pool;
    for (std::size_t i = 0; i < n; i++) at = crypt_one(messages[i], at, sums + i * block_);
    if (Scheme::kSumBlocks) c_.key().encrypt(sums, sums, n);
    for (std::size_t i = 0; i < n; i++) memcpy(tags + i * kMaxTagBytes, sums + i * block_, block_);
    wipe(nonces, n * kPerNonce * block_);
    wipe(pool, blocks * block_);
    wipe(sums, n * block_);
    wipe(row_, sizeof row_);
  }

  std::uint8_t* write_pool(const AeadMessage& m, const std::uint8_t* nonces,
                           std::uint8_t* at) noexcept {
    std::uint8_t counter[kMaxBlockBytes];
    const std::size_t n = Scheme::kMaskBlocks + whole(block_, m.bytes), f = factors(block_, m);
    Scheme::first_counter(s_, behind_, m.nonce, m.nonce_bytes, nonces, counter);
    write_counters(Scheme::data_field(block_), block_, counter, at, n);
    if (f)
      write_counters(Scheme::factor_field(block_), block_, nonces + block_, at + n * block_, f);
    wipe(counter, sizeof counter);
    return at + (n + f) * block_;
  }

  // Encrypts the data with the keystream and computes the sum.
  std::uint8_t* crypt_one(const AeadMessage& m, std::uint8_t* at, std::uint8_t* sum) noexcept {
    const std::uint8_t* const mask = at;
    const std::uint8_t* const keystream = at + Scheme::kMaskBlocks * block_;
    factors_ = keystream + whole(block_, m.bytes) * block_;
    c_.rows().add(m.out, m.in, keystream, m.bytes);
    memset(s_.sum, 0, sizeof s_.sum);
    s_.aad_bytes = m.aad_bytes;
    s_.data_bytes = m.bytes;
    append(m.aad, m.aad_bytes, 0);
    append(m.out, m.bytes, Aead::end_mark(c_, s_, m.bytes % block_));
    if (Scheme::kLengthBlocks) {
      if (fill_ == kRowBytes) flush();
      Scheme::length_block(s_, block_, row_ + fill_);
      fill_ += block_;
    }
    flush();
    Scheme::finish(s_, block_, mask, sum);
    wipe(s_.sum, sizeof s_.sum);
    s_.aad_bytes = s_.data_bytes = 0;
    return at + pool_blocks(block_, m) * block_;
  }

  // Collects the bytes to absorb, with `mark` and zeros after an incomplete block.
  void append(const std::uint8_t* in, std::size_t bytes, std::uint8_t mark) noexcept {
    while (bytes != 0) {
      if (fill_ == kRowBytes) flush();
      const std::size_t n = bytes < kRowBytes - fill_ ? bytes : kRowBytes - fill_;
      const std::size_t rest = n % block_, zeros = rest ? block_ - rest : 0;
      memcpy(row_ + fill_, in, n);
      memset(row_ + fill_ + n, 0, zeros);
      if (zeros) row_[fill_ + n] = mark;
      fill_ += n + zeros;
      in += n;
      bytes -= n;
    }
  }

  void flush() noexcept {
    const std::size_t blocks = fill_ / block_;
    if (blocks) Scheme::absorb_row(s_, behind_, factors_, row_, blocks);
    if (Scheme::kFactors) factors_ += fill_;
    fill_ = 0;
  }

  static constexpr std::size_t kPerNonce = Scheme::kNonceBlocks;

  ModeContext& c_;
  SumState& s_;
  std::uint8_t* behind_;
  std::size_t block_;
  const std::uint8_t* factors_ = nullptr;
  std::size_t fill_ = 0;
  alignas(64) std::uint8_t row_[kRowBytes];
};

// The functions of the mode, including `batch`.
template <class Scheme>
constexpr AeadMode sum_mode(CounterOrder nonce_order,
                            std::uint64_t (*max_bytes)(const Variant&) noexcept) {
  AeadMode m = SumAead<Scheme>::mode(nonce_order, max_bytes);
  m.batch = SumBatch<Scheme>::run;
  return m;
}

}  // namespace hedgerow
