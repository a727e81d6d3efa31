// Which functions of up to 64 points are a table of three signals, of all triples: for two signals
// the points fall in four cells, and in each cell in which the function is not constant the third
// must be the function or its complement. All third signals are looked at at once, as bits of a
// set a point.
#pragma once

#include <cstdint>
#include <vector>

namespace hedgerow::circuit {

struct Triple {
  int a, b, c;  // a > b > c
};

class TripleScan {
 public:
  // words: the values of the signals on `points` points.
  TripleScan(const std::vector<std::uint64_t>& words, int points);

  // The triples with this a of which `target` is a table; `most` at most.
  std::vector<Triple> with(std::uint64_t target, int a, std::size_t most);

  // 256 signals: signal i is bit i % 256 of set i / 256. The alignment is said, because compilers
  // take it to be 32 bytes in code for AVX2 and 16 bytes in other code.
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
