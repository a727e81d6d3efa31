// A small random generator (splitmix64). It does not depend on the standard library, so a seed gives the same search
// everywhere.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace hedgerow::circuit {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed * 0xd1342543de82ef95u + 0x2545f4914f6cdd1du) {}

  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
  }
  // 0..n-1
  std::size_t below(std::size_t n) { return (std::size_t)(next() % n); }

  template <class T>
  void shuffle(std::vector<T>& v) {
    for (std::size_t i = v.size(); i > 1; i--) std::swap(v[i - 1], v[below(i)]);
  }

 private:
  std::uint64_t state_;
};

}  // namespace hedgerow::circuit
