// Greedy sums. Paar's algorithm takes the two nodes that most rows share. The algorithm of Boyar and Peralta takes
// those that bring the rows closest to completion.
#include <algorithm>
#include <bit>

#include "circuit/linear/sums.hpp"

namespace hedgerow::circuit {
namespace {

using Word = std::uint64_t;
using Column = std::vector<Word>;  // one bit per row that still contains the node

int shared(const Column& a, const Column& b) {
  int r = 0;
  for (std::size_t i = 0; i < a.size(); i++) r += std::popcount(a[i] & b[i]);
  return r;
}

// For each vector of a space, the number of nodes that must be added to obtain it.
class Distances {
 public:
  explicit Distances(std::size_t inputs) : of_(std::size_t{1} << inputs) {}

  void measure(const std::vector<unsigned>& nodes) {
    std::fill(of_.begin(), of_.end(), kFar);
    std::vector<unsigned> queue{0};
    of_[0] = 0;
    for (std::size_t i = 0; i < queue.size(); i++)
      for (const unsigned n : nodes)
        if (of_[queue[i] ^ n] == kFar) {
          of_[queue[i] ^ n] = of_[queue[i]] + 1;
          queue.push_back(queue[i] ^ n);
        }
  }
  int of(unsigned v) const { return of_[v]; }
  int with(unsigned v, unsigned node) const { return std::min(of_[v], of_[v ^ node] + 1); }

 private:
  static constexpr int kFar = 1000;
  std::vector<int> of_;
};

// Returns the sums of two nodes that are not nodes yet. If some of them are targets, it returns only these.
std::vector<std::pair<int, int>> candidates(const std::vector<unsigned>& node,
                                            const std::vector<unsigned>& left, std::size_t space) {
  std::vector<char> known(space), wanted(space);
  for (const unsigned v : node) known[v] = true;
  for (const unsigned v : left) wanted[v] = true;
  std::vector<std::pair<int, int>> r, hits;
  for (std::size_t i = 0; i < node.size(); i++)
    for (std::size_t j = 0; j < i; j++) {
      const unsigned v = node[i] ^ node[j];
      if (wanted[v]) hits.emplace_back((int)i, (int)j);
      if (known[v]) continue;
      known[v] = true;
      r.emplace_back((int)i, (int)j);
    }
  return hits.empty() ? r : hits;
}

}  // namespace

Sums paar(const Rows& rows, Random& random) {
  Sums s{(int)rows[0].size(), {}, {}};
  std::vector<Column> column(rows[0].size(), Column((rows.size() + 63) / 64));
  for (std::size_t i = 0; i < rows.size(); i++)
    for (std::size_t j = 0; j < column.size(); j++)
      if (rows[i][j]) column[j][i / 64] |= Word{1} << i % 64;
  for (;;) {
    int most = 1, ties = 0;
    std::pair<std::size_t, std::size_t> best;
    for (std::size_t a = 1; a < column.size(); a++)
      for (std::size_t b = 0; b < a; b++) {
        const int n = shared(column[a], column[b]);
        if (n < most || n == 1) continue;
        ties = n > most ? 1 : ties + 1;
        most = n;
        if (random.below((std::size_t)ties) == 0) best = {b, a};
      }
    if (most == 1) break;
    s.terms.push_back({(int)best.first, (int)best.second});
    column.emplace_back(column[0].size());
    for (std::size_t i = 0; i < column[0].size(); i++) {
      Word &a = column[best.first][i], &b = column[best.second][i];
      column.back()[i] = a & b;
      a &= ~column.back()[i];
      b &= ~column.back()[i];
    }
  }
  for (std::size_t i = 0; i < rows.size(); i++) {
    std::vector<int> terms;
    for (std::size_t j = 0; j < column.size(); j++)
      if (column[j][i / 64] >> i % 64 & 1) terms.push_back((int)j);
    s.outputs.push_back(terms.size() == 1 ? terms[0] : s.nodes());
    if (terms.size() > 1) s.terms.push_back(terms);
  }
  return s;
}

Sums boyar_peralta(const Rows& rows, Random& random) {
  const std::size_t inputs = rows[0].size(), space = std::size_t{1} << inputs;
  Sums s{(int)inputs, {}, {}};
  std::vector<unsigned> target, left, node;
  for (const Row& row : rows) {
    target.push_back(0);
    for (std::size_t j = 0; j < inputs; j++) target.back() |= (unsigned)row[j] << j;
  }
  for (std::size_t j = 0; j < inputs; j++) node.push_back(1u << j);
  Distances distances(inputs);
  for (left = target;;) {
    std::erase_if(left,
                  [&](unsigned v) { return std::find(node.begin(), node.end(), v) != node.end(); });
    if (left.empty()) break;
    distances.measure(node);
    int least = 1 << 30, ties = 0;
    std::pair<int, int> best;
    for (const auto& [a, b] : candidates(node, left, space)) {
      int sum = 0;
      for (const unsigned v : left)
        sum += distances.with(v, node[(std::size_t)a] ^ node[(std::size_t)b]);
      if (sum > least) continue;
      ties = sum < least ? 1 : ties + 1;
      least = sum;
      if (random.below((std::size_t)ties) == 0) best = {b, a};
    }
    s.terms.push_back({best.first, best.second});
    node.push_back(node[(std::size_t)best.first] ^ node[(std::size_t)best.second]);
  }
  for (const unsigned v : target)
    s.outputs.push_back((int)(std::find(node.begin(), node.end(), v) - node.begin()));
  return s;
}

}  // namespace hedgerow::circuit
