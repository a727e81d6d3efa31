// Finds all triples of signals such that a function of up to 64 points is a table of them. Two signals divide the
// points into four cells. If a cell contains both values of the function, the third signal must equal the function or
// its complement there. The scan checks all third signals together: for each point, a set has one bit per signal.
#pragma once

#include <cstdint>
#include <vector>

namespace hedgerow::circuit {

struct Triple {
  int a, b, c;  // a > b > c
};

class TripleScan {
 public:
  // words: the values of the signals at `points` points
  TripleScan(const std::vector<std::uint64_t>& words, int points);

  // Returns at most `most` triples with this a such that `target` is a table of the three signals.
  std::vector<Triple> with(std::uint64_t target, int a, std::size_t most);

  // A set of 256 signals: signal i is bit i % 256 of set i / 256. The alignment is explicit, because compilers would
  // assume 32 bytes in code for AVX2 and 16 bytes in other code.
  struct alignas(32) Set {
    typedef std::uint64_t Words __attribute__((vector_size(32)));
    Words w{};
  };

 private:
  void complement(std::uint64_t target);

  const std::vector<std::uint64_t>& words_;
  int points_;
  std::size_t sets_;
  std::vector<Set> signals_;       // [set][point]: the values of the signals
  std::vector<Set> complemented_;  // the same, complemented where `target_` is 1
  std::uint64_t target_ = 0;
};

}  // namespace hedgerow::circuit
