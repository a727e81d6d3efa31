// Test data from a seed that the ledger prints: SplitMix64.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hedgerow::ledger {

using Bytes = std::vector<std::uint8_t>;

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  std::size_t below(std::size_t limit) { return (std::size_t)(next() % limit); }
  void fill(std::uint8_t* p, std::size_t n) {
    for (std::size_t i = 0; i < n; i++) p[i] = (std::uint8_t)(next() >> 32);
  }
  Bytes bytes(std::size_t n) {
    Bytes r(n);
    for (std::uint8_t& byte : r) byte = (std::uint8_t)(next() >> 32);
    return r;
  }

 private:
  std::uint64_t state_;
};

}  // namespace hedgerow::ledger
