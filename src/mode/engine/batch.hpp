// Encrypts many independent serial chains together (for example CBC or CMAC): one kernel call encrypts one block of
// each chain. A single chain would leave most of a vector register empty, because each of its blocks waits for the one
// before it.
//
// Blocks are sorted into rows. A row holds the next block of every chain, side by side, so that the kernel and the XORs
// can run over whole rows in place. Each message is read and written a few blocks at a time:
//
//   messages   P_0 P_1 P_2 ..        gather    row 0 | P_0 of chain 0 | P_0 of chain 1 | .. |     scatter   C_0 C_1 ..
//              Q_0 Q_1 ..           ------->   row 1 | P_1            | P_1            | .. |    -------->  D_0 D_1 ..
//                                              x     | chain values                         |
//
// When a message ends, the next message of the batch takes its place, or else the last chain moves there, so the chains
// stay adjacent. As long as every chain has a whole block left, rows need no decision, and a kernel that has
// FusedOps::run_chains processes them itself.
//
// A Policy says how a mode treats a row:
//   ChainKind kKind                  how the next chain value is computed
//   bool kWrites                     true: the mode writes text; false: it writes the last chain value of each message
//   bool kLastApart                  true: `last` handles the last block of a message even if it is whole, and an empty
//                                    message has a last block of 0 bytes
//   void last(in, bytes, text)       writes the last block (bytes <= kBlock) in the form for a row
#pragma once

#include <string.h>

#include "base/secret.hpp"
#include "mode/mode.hpp"

namespace hedgerow {

template <class Policy, std::size_t kBlock>
class Chains {
 public:
  Chains(ModeContext& context, const Policy& policy, const BatchMessage* messages,
         std::size_t count) noexcept
      : context_(context), policy_(policy), next_(messages), end_(messages + count) {}

  void run() noexcept {
    if (run_alike()) return;
    fill();
    while (chains_ != 0) {
      std::size_t shortest = left_[0];
      for (std::size_t i = 1; i < chains_; i++)
        if (left_[i] < shortest) shortest = left_[i];
      if (shortest != 0) {
        whole_rows(shortest);
        for (std::size_t i = 0; i < chains_; i++) left_[i] -= shortest;
      } else {
        mixed_row();
      }
      end_messages();
    }
    wipe(x_, used_ * kBlock);
    wipe(rows_, used_bytes_);
  }

 private:
  static constexpr std::size_t kChains = 8192 / kBlock < 256 ? 8192 / kBlock : 256;
  static constexpr std::size_t kRowsBytes = 16384;
  // Number of rows that are gathered at a time: four cache lines of each message.
  static constexpr std::size_t kMostRows = 256 / kBlock;

  // Processes messages of equal length, which need less bookkeeping, and returns false if the lengths differ.
  bool run_alike() noexcept {
    const std::size_t bytes = next_ != end_ ? next_->bytes : 0;
    for (const BatchMessage* m = next_; m != end_; m++)
      if (m->bytes != bytes) return false;
    if (bytes == 0 && !Policy::kLastApart) return true;
    for (; next_ != end_; next_ += chains_) {
      const std::size_t left = (std::size_t)(end_ - next_);
      chains_ = left < kChains ? left : kChains;
      if (chains_ > used_) used_ = chains_;
      run_group(bytes);
    }
    wipe(x_, used_ * kBlock);
    wipe(rows_, used_bytes_);
    return true;
  }

  // Processes the next messages, one in each place.
  void run_group(std::size_t bytes) noexcept {
    const std::size_t blocks = whole_blocks(bytes), tail = bytes - blocks * kBlock;
    for (std::size_t i = 0; i < chains_; i++) {
      in_[i] = next_[i].in;
      out_[i] = next_[i].out;
      set_value(i, next_[i]);
    }
    if (blocks != 0) whole_rows(blocks);
    std::uint8_t* x = x_;
    if (tail != 0 || Policy::kLastApart) {
      if (chains_ * kBlock > used_bytes_) used_bytes_ = chains_ * kBlock;
      for (std::size_t i = 0; i < chains_; i++) policy_.last(in_[i], tail, rows_ + i * kBlock);
      run_row(x, 0);
    }
    for (std::size_t i = 0; i < chains_; i++) {
      if constexpr (!Policy::kWrites)
        memcpy(out_[i], x + i * kBlock, kBlock);
      else if (tail != 0)
        memcpy(out_[i], rows_ + i * kBlock, tail);
    }
  }

  // Number of whole blocks of a message, without the last block if kLastApart is set.
  static std::size_t whole_blocks(std::size_t bytes) noexcept {
    return (Policy::kLastApart && bytes ? bytes - 1 : bytes) / kBlock;
  }
  void set_value(std::size_t i, const BatchMessage& m) noexcept {
    if (m.iv_bytes)
      memcpy(x_ + i * kBlock, m.iv, kBlock);
    else
      memset(x_ + i * kBlock, 0, kBlock);
  }

  // Puts the next messages of the batch into all places.
  void fill() noexcept {
    const BatchMessage* m = next_;
    std::size_t n = 0;
    for (; n < kChains && m != end_; m++)
      if (m->bytes != 0 || Policy::kLastApart) place(n++, *m);
    next_ = m;
    used_ = chains_ = n;
  }
  // Puts the next message of the batch in place `i`. Returns false if there is no message left.
  bool add(std::size_t i) noexcept {
    while (next_ != end_ && next_->bytes == 0 && !Policy::kLastApart) next_++;
    if (next_ == end_) return false;
    place(i, *next_++);
    return true;
  }
  void place(std::size_t i, const BatchMessage& m) noexcept {
    in_[i] = m.in;
    out_[i] = m.out;
    left_[i] = whole_blocks(m.bytes);
    tail_[i] = m.bytes - left_[i] * kBlock;
    ended_[i] = false;
    set_value(i, m);
  }

  // Processes a row of text and the chain values x, and updates both. x points to x_ or to the row before, which is not
  // written. On return it points to x_ or to the row.
  void run_row(std::uint8_t*& x, std::size_t row) noexcept {
    CipherKey& key = context_.key();
    const RowOps& rows = context_.rows();
    const std::size_t bytes = chains_ * kBlock;
    std::uint8_t* const text = rows_ + row * bytes;
    if constexpr (Policy::kKind == ChainKind::kCipher) {
      std::uint8_t* const value = Policy::kWrites ? text : x;
      rows.add(value, text, x, bytes);
      key.encrypt(value, value, chains_);
      x = value;
    } else {
      key.encrypt(x, x_, chains_);
      rows.add(text, text, x_, bytes);
      x = Policy::kKind == ChainKind::kFeedback ? text : x_;
    }
  }

  void keep_chain(const std::uint8_t* x) noexcept {
    if (x != x_) memcpy(x_, x, chains_ * kBlock);
  }

  // Processes `blocks` rows, where every chain has a whole block for each of them.
  void whole_rows(std::size_t blocks) noexcept {
    const std::size_t chains = chains_, row = chains * kBlock;
    std::uint8_t* const* const out = Policy::kWrites ? out_ : nullptr;
    if (context_.key().run_chains(Policy::kKind, in_, out, x_, chains, blocks)) {
      move_on(blocks);
      return;
    }
    const std::size_t room = kRowsBytes / row, most = room < kMostRows ? room : kMostRows;
    while (blocks != 0) {
      const std::size_t n = blocks < most ? blocks : most;
      if (n * row > used_bytes_) used_bytes_ = n * row;
      context_.rows().gather(kBlock, in_, rows_, chains, n);
      std::uint8_t* x = x_;
      for (std::size_t r = 0; r < n; r++) run_row(x, r);
      if constexpr (Policy::kWrites) context_.rows().scatter(kBlock, out_, rows_, chains, n);
      move_on(n);
      keep_chain(x);
      blocks -= n;
    }
  }

  void move_on(std::size_t blocks) noexcept {
    for (std::size_t i = 0; i < chains_; i++) {
      in_[i] += blocks * kBlock;
      if constexpr (Policy::kWrites) out_[i] += blocks * kBlock;
    }
  }

  // Processes a row where some chains have their last block.
  void mixed_row() noexcept {
    if (chains_ * kBlock > used_bytes_) used_bytes_ = chains_ * kBlock;
    for (std::size_t i = 0; i < chains_; i++) {
      std::uint8_t* const to = rows_ + i * kBlock;
      if (left_[i] != 0)
        memcpy(to, in_[i], kBlock);
      else
        policy_.last(in_[i], tail_[i], to);
    }
    std::uint8_t* x = x_;
    run_row(x, 0);
    for (std::size_t i = 0; i < chains_; i++) {
      const std::uint8_t* const from = rows_ + i * kBlock;
      const std::size_t n = left_[i] != 0 ? kBlock : tail_[i];
      if constexpr (Policy::kWrites) {
        memcpy(out_[i], from, n);
        out_[i] += n;
      }
      if (left_[i] != 0) {
        in_[i] += kBlock;
        left_[i]--;
      } else {
        tail_[i] = 0;
        ended_[i] = true;
      }
    }
    keep_chain(x);
  }

  bool has_more(std::size_t i) const noexcept {
    return left_[i] != 0 || tail_[i] != 0 || (Policy::kLastApart && !ended_[i]);
  }

  // Ends the batch if no chain and no message has data left. This is the usual end for messages of equal length.
  bool end_all() noexcept {
    if (next_ != end_) return false;
    for (std::size_t i = 0; i < chains_; i++)
      if (has_more(i)) return false;
    if constexpr (!Policy::kWrites)
      for (std::size_t i = 0; i < chains_; i++) memcpy(out_[i], x_ + i * kBlock, kBlock);
    chains_ = 0;
    return true;
  }

  void end_messages() noexcept {
    if (end_all()) return;
    for (std::size_t i = 0; i < chains_;) {
      if (has_more(i)) {
        i++;
        continue;
      }
      if constexpr (!Policy::kWrites) memcpy(out_[i], x_ + i * kBlock, kBlock);
      if (add(i)) {
        i++;
        continue;
      }
      chains_--;  // the last chain moves here and is checked next
      in_[i] = in_[chains_];
      out_[i] = out_[chains_];
      left_[i] = left_[chains_];
      tail_[i] = tail_[chains_];
      ended_[i] = ended_[chains_];
      memmove(x_ + i * kBlock, x_ + chains_ * kBlock, kBlock);
    }
  }

  ModeContext& context_;
  const Policy& policy_;
  const BatchMessage* next_;
  const BatchMessage* end_;
  std::size_t chains_ = 0, used_ = 0, used_bytes_ = 0;
  // For each chain: the rest of its message, the number of whole blocks left, the bytes of the last block after them,
  // and whether that block is done.
  const std::uint8_t* in_[kChains];
  std::uint8_t* out_[kChains];
  std::size_t left_[kChains], tail_[kChains];
  bool ended_[kChains];
  alignas(64) std::uint8_t x_[kChains * kBlock];
  alignas(64) std::uint8_t rows_[kRowsBytes];
};

// Processes the whole batch under key 0. IVs have one block, and chains without an IV start at zero.
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
