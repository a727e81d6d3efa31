// Cuts: sums that become input bits of a block, wherever a program computes them.
//
// In CTR, each block has its own terms, because its counter has other known bits. After some rounds of the reference,
// its state is cut: each of its bits in block n becomes "y of block n", where y is a new input bit. From there on, all
// blocks share the terms of one block. A kernel that computes the same bit gets the same y.
//
// Let each y of block n have the value that its bit has for a key and a counter. Then every replacement is true,
// because prints tell sums apart, and a proof for all values of the input bits holds for these values, too. The choice
// of cuts has no influence on this. A kernel that does not compute the bits in this form fails, and is tried without
// cuts.
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
    Bit sum{}, to{};  // without the constant
    bool used = false;
  };
  std::size_t slot(const Bit& sum) const;
  std::vector<Cut> cuts_;
  std::size_t used_ = 0;
};

}  // namespace hedgerow::proof
