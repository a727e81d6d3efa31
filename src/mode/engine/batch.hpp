// Many independent serial chains through one kernel: one call encrypts one block of each.
//
//   x   | chain 0 | chain 1 | .. | chain n-1 |     fill -> E (in place) -> take -> fill -> E -> ..
//
// A message that ends leaves its place to the next one of the batch, or to the last chain, so the
// chains stay together. While no chain is near its end a round has no decision in it: all chains
// are equally far from where their pointers stand, so a round reads them and writes none.
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
  typedef std::uint64_t Pair __attribute__((vector_size(16)));
  using Word = std::conditional_t<
      kBlock % 16 == 0, Pair,
      std::conditional_t<kBlock % 8 == 0, std::uint64_t,
                         std::conditional_t<kBlock % 4 == 0, std::uint32_t, std::uint16_t>>>;
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
      std::size_t shortest = left_[0];
      for (std::size_t i = 1; i < lanes_; i++)
        if (left_[i] < shortest) shortest = left_[i];
      if (shortest > 1) inner_rounds(shortest - 1);
      mixed_round();
    }
    wipe(x_, used_ * kBlock);
  }

 private:
  static constexpr std::size_t kLanes = 8192 / kBlock < 256 ? 8192 / kBlock : 256;
  using X = Block<kBlock>;

  std::uint8_t* place(std::size_t i) noexcept { return x_ + i * kBlock; }

  // Puts the next message of the batch in place `i`. False when there is none.
  bool add(std::size_t i) noexcept {
    while (next_ != end_ && next_->bytes == 0 && !Policy::kTakesEmpty) next_++;
    if (next_ == end_) return false;
    const BatchMessage& m = *next_++;
    const std::size_t blocks = m.bytes == 0 ? 1 : (m.bytes - 1) / kBlock + 1;
    in_[i] = m.in, out_[i] = m.out;
    left_[i] = blocks - 1, tail_[i] = m.bytes - (blocks - 1) * kBlock;
    if (i >= used_) used_ = i + 1;
    X x = m.iv_bytes ? X::load(m.iv) : X{};
    fill(x, i);
    x.store(place(i));
    return true;
  }

  void fill(X& x, std::size_t i) noexcept {
    if (left_[i] == 0)
      policy_.fill_last(x, in_[i], tail_[i]);
    else
      policy_.fill(x, in_[i]);
  }

  void advance(std::size_t i, std::size_t blocks) noexcept {
    in_[i] += blocks * kBlock;
    if constexpr (Policy::kWrites) out_[i] += blocks * kBlock;
    left_[i] -= blocks;
  }

  // No chain is at its last block or comes to it.
  void inner_rounds(std::size_t rounds) noexcept {
    const std::size_t lanes = lanes_;
    for (std::size_t at = 0; at < rounds * kBlock; at += kBlock) {
      context_.key().encrypt(x_, x_, lanes);
      for (std::size_t i = 0; i < lanes; i++) {
        const std::uint8_t* const in = in_[i] + at;
        X x = X::load(place(i));
        policy_.take(x, in, Policy::kWrites ? out_[i] + at : nullptr);
        policy_.fill(x, in + kBlock);
        x.store(place(i));
      }
    }
    for (std::size_t i = 0; i < lanes; i++) advance(i, rounds);
  }

  void mixed_round() noexcept {
    context_.key().encrypt(x_, x_, lanes_);
    for (std::size_t i = 0; i < lanes_;) {
      X x = X::load(place(i));
      if (left_[i] != 0) {
        policy_.take(x, in_[i], out_[i]);
        advance(i, 1);
        fill(x, i);
        x.store(place(i));
        i++;
        continue;
      }
      policy_.take_last(x, in_[i], out_[i], tail_[i]);
      if (add(i)) {
        i++;
        continue;
      }
      lanes_--;  // the last chain moves here, and has its turn in this round
      in_[i] = in_[lanes_], out_[i] = out_[lanes_];
      left_[i] = left_[lanes_], tail_[i] = tail_[lanes_];
      memcpy(place(i), place(lanes_), kBlock);
    }
  }

  ModeContext& context_;
  const Policy& policy_;
  const BatchMessage* next_;
  const BatchMessage* end_;
  std::size_t lanes_ = 0, used_ = 0;
  // Of each chain: the block of its message that is in x, how many are behind that one, and the
  // bytes of the last.
  const std::uint8_t* in_[kLanes];
  std::uint8_t* out_[kLanes];
  std::size_t left_[kLanes], tail_[kLanes];
  alignas(64) std::uint8_t x_[kLanes * kBlock];
};

// Runs the whole batch under key 0. IVs are of one block, or of none: then chains begin at zero.
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
