// Cuts: sums that become input bits of a block, wherever a program computes them.
//
// In CTR, each block has its own terms, because its counter has other known bits. After some rounds of the reference,
// its state is cut: each of its bits in block n becomes "y of block n", where y is a new input bit. From there on, all
// blocks share the terms of one block. A kernel that computes the same bit gets the same y.
//
// Take any key and counter, and let y of block n be the bit that the reference has there. Then each replacement is
// true, because equal prints mean equal sums. A proof holds for all values of y, so it holds for these values. The
// reference runs from the cut on for block 1 only, and state_cut.cpp checks that its result holds for all blocks. If a
// kernel does not compute these bits, its proof with cuts fails. Then each block gets its own terms.
#pragma once

#include <cstdint>
#include <vector>

#include "open_table.hpp"
#include "word.hpp"

namespace hedgerow::proof {

class Cuts {
 public:
  bool empty() const { return cuts_.empty(); }
  // From now on, this sum is the term `to`. Returns false if it is another one already.
  bool add(const Bit& sum, const Bit& to);
  Word replaced(const Word& w) const;

 private:
  struct Cut {
    Bit sum{}, to{};  // the sum is without its constant, which is added to the other term
    bool is_cut = false;
    bool used() const { return is_cut; }
    std::uint64_t hash() const { return hash_of(sum); }
    static std::uint64_t hash_of(const Bit& b) {
      return b.print.lo >> 1 ^ b.block * 0x9e3779b97f4a7c15;
    }
  };
  static std::size_t place(const Bit& sum) { return sum.print.lo >> 1 & (kFilter - 1); }
  OpenTable<Cut> cuts_;
  static constexpr std::size_t kFilter = 1 << 20;
  std::vector<bool> filter_;  // whether a cut can have these low bits
};

}  // namespace hedgerow::proof
