// Many independent serial chains through one kernel: one call encrypts one block of each.
//
//   x   | chain 0 | chain 1 | .. | chain n-1 |     fill -> E (in place) -> take -> fill -> E -> ..
//
// A message that ends leaves its place to the next one of the batch, or to the last chain, so the
// chains stay together. While no chain is near its end a round has no decision in it.
//
// A Policy is what a mode does with one block; `Block` is a block in registers:
//   void fill(Block& x, in)             x = chain value -> x = what the kernel encrypts
//   void take(Block& x, in, out)        x = what it gave -> x = chain value, and the output
//   void fill_last(Block& x, in, bytes), take_last(Block& x, in, out, bytes)
//                                       the same for a message's last block, 0 to kBlock bytes
#pragma once

#include <string.h>

#include <type_traits>

#include "base/secret.hpp"
#include "mode/mode.hpp"

namespace hedgerow {

template <std::size_t kBlock>
struct Block {
  using Word =
      std::conditional_t<kBlock % 8 == 0, std::uint64_t,
                         std::conditional_t<kBlock % 4 == 0, std::uint32_t, std::uint16_t>>;
  static constexpr std::size_t kWords = kBlock / sizeof(Word);
  Word w[kWords];

  __attribute__((always_inline)) static Block load(const std::uint8_t* p) noexcept {
    Block b;
    memcpy(b.w, p, kBlock);
    return b;
  }
  __attribute__((always_inline)) void store(std::uint8_t* p) const noexcept {
    memcpy(p, w, kBlock);
  }
  __attribute__((always_inline)) void operator^=(const Block& b) noexcept {
    for (std::size_t i = 0; i < kWords; i++) w[i] ^= b.w[i];
  }
};

template <class Policy, std::size_t kBlock>
class Chains {
 public:
  Chains(ModeContext& context, const Policy& policy, const BatchMessage* messages,
         std::size_t count) noexcept
      : context_(context), policy_(policy), next_(messages), end_(messages + count) {}

  void run() noexcept {
    while (lanes_ < kLanes && add(lanes_)) lanes_++;
    while (lanes_ != 0) {
      std::size_t shortest = lane_[0].left;
      for (std::size_t i = 1; i < lanes_; i++)
        if (lane_[i].left < shortest) shortest = lane_[i].left;
      for (; shortest > 1; shortest--) inner_round();
      mixed_round();
    }
    wipe(x_, used_ * kBlock);
  }

 private:
  static constexpr std::size_t kLanes = 8192 / kBlock < 256 ? 8192 / kBlock : 256;

  struct Lane {
    const std::uint8_t* in;
    std::uint8_t* out;
    std::size_t left;  // blocks behind the one that is in x
    std::size_t tail;  // bytes of the last block
  };

  // Puts the next message of the batch in place `i`. False when there is none.
  bool add(std::size_t i) noexcept {
    while (next_ != end_ && next_->bytes == 0 && !Policy::kTakesEmpty) next_++;
    if (next_ == end_) return false;
    const BatchMessage& m = *next_++;
    const std::size_t blocks = m.bytes == 0 ? 1 : (m.bytes - 1) / kBlock + 1;
    lane_[i] = {m.in, m.out, blocks - 1, m.bytes - (blocks - 1) * kBlock};
    if (i >= used_) used_ = i + 1;
    memset(x_ + i * kBlock, 0, kBlock);
    if (m.iv_bytes) memcpy(x_ + i * kBlock, m.iv, kBlock);
    Block<kBlock> x = Block<kBlock>::load(x_ + i * kBlock);
    fill(x, lane_[i]);
    x.store(x_ + i * kBlock);
    return true;
  }

  void fill(Block<kBlock>& x, const Lane& lane) noexcept {
    if (lane.left == 0)
      policy_.fill_last(x, lane.in, lane.tail);
    else
      policy_.fill(x, lane.in);
  }

  // No chain is at its last block or comes to it.
  void inner_round() noexcept {
    context_.key().encrypt(x_, x_, lanes_);
    for (std::size_t i = 0; i < lanes_; i++) {
      Lane& lane = lane_[i];
      Block<kBlock> x = Block<kBlock>::load(x_ + i * kBlock);
      policy_.take(x, lane.in, lane.out);
      lane.in += kBlock;
      if constexpr (Policy::kWrites) lane.out += kBlock;
      lane.left--;
      policy_.fill(x, lane.in);
      x.store(x_ + i * kBlock);
    }
  }

  void mixed_round() noexcept {
    context_.key().encrypt(x_, x_, lanes_);
    for (std::size_t i = 0; i < lanes_;) {
      Lane& lane = lane_[i];
      Block<kBlock> x = Block<kBlock>::load(x_ + i * kBlock);
      if (lane.left != 0) {
        policy_.take(x, lane.in, lane.out);
        lane.in += kBlock;
        if constexpr (Policy::kWrites) lane.out += kBlock;
        lane.left--;
        fill(x, lane);
        x.store(x_ + i * kBlock);
        i++;
        continue;
      }
      policy_.take_last(x, lane.in, lane.out, lane.tail);
      if (add(i)) {
        i++;
        continue;
      }
      lanes_--;  // the last chain moves here, and has its turn in this round
      lane_[i] = lane_[lanes_];
      memcpy(x_ + i * kBlock, x_ + lanes_ * kBlock, kBlock);
    }
  }

  ModeContext& context_;
  const Policy& policy_;
  const BatchMessage* next_;
  const BatchMessage* end_;
  std::size_t lanes_ = 0, used_ = 0;
  Lane lane_[kLanes];
  alignas(64) std::uint8_t x_[kLanes * kBlock];
};

// Runs the whole batch under key 0.
template <template <std::size_t> class Policy, class... Arguments>
void run_chains(ModeContext& c, const BatchMessage* messages, std::size_t count,
                const Arguments&... arguments) noexcept {
  const auto with = [&](auto policy, auto block) {
    Chains<decltype(policy), block>(c, policy, messages, count).run();
  };
  switch (c.block()) {
    case 8:
      return with(Policy<8>{arguments...}, Index<8>{});
    case 16:
      return with(Policy<16>{arguments...}, Index<16>{});
    case 32:
      return with(Policy<32>{arguments...}, Index<32>{});
    default:
      return with(Policy<64>{arguments...}, Index<64>{});
  }
}

}  // namespace hedgerow
