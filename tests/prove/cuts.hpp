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

#include "word.hpp"

namespace hedgerow::proof {

class Cuts {
 public:
  bool empty() const { return used_ == 0; }
  // From now on, this sum is the term `to`. Returns false if it is another one already.
  bool add(const Bit& sum, const Bit& to);
  Word replaced(const Word& w) const;

 private:
  struct Cut {
    Bit sum{}, to{};  // the sum is without its constant, which is added to the other term
    bool used = false;
  };
  std::size_t slot(const Bit& sum) const;
  static std::size_t place(const Bit& sum) { return sum.print.lo >> 1 & (kFilter - 1); }
  std::vector<Cut> cuts_;
  static constexpr std::size_t kFilter = 1 << 20;
  std::vector<bool> filter_;  // whether a cut can have these low bits
  std::size_t used_ = 0;
};

}  // namespace hedgerow::proof
