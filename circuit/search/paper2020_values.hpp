// The vectors of the 2020 heuristic: the vectors of a box, and the sets of known and of wanted vectors.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "circuit/core/box.hpp"
#include "circuit/core/error.hpp"

namespace hedgerow::circuit {

// [mask][output]
template <class Vector>
std::vector<std::vector<Vector>> vectors_of(const Box& box) {
  if (box.inputs != 8) throw Error("method paper2020: boxes of eight inputs only");
  constexpr unsigned kBits = 8 * sizeof(Vector);
  std::vector<std::vector<Vector>> r(256 / kBits);
  for (unsigned m = 0; m < r.size(); m++)
    for (const Truth& output : box.outputs)
      r[m].push_back((Vector)(output.w[m * kBits / 64] >> m * kBits % 64));
  return r;
}

// A set of known and wanted vectors. Almost every query is for a vector that is not wanted, and `filter_` answers it
// without a hash table.
template <class Vector>
class Values {
 public:
  int net(Vector v) const {
    const auto it = nets_.find(v);
    return it == nets_.end() ? -1 : it->second;
  }
  void add(Vector v, int net) {
    nets_[v] = net;
    wanted_.erase(v);
  }
  bool wanted(Vector v) const { return filter_[fold(v)] && wanted_.count(v); }
  void want(Vector v) {
    wanted_.insert(v);
    filter_[fold(v)] = true;
  }

 private:
  static std::uint16_t fold(Vector v) { return (std::uint16_t)(v ^ (std::uint32_t)v >> 16); }
  std::unordered_map<Vector, int> nets_;
  std::unordered_set<Vector> wanted_;
  std::vector<bool> filter_ = std::vector<bool>(65536);
};

}  // namespace hedgerow::circuit
