#include "paper2020.hpp"

#include <algorithm>

#include "error.hpp"
#include "optimise.hpp"
#include "random.hpp"

namespace hedgerow::circuit {
namespace {

using Vector = std::uint16_t;
constexpr std::uint8_t kOps[] = {kTableAnd, kTableOr, kTableXor};

Vector apply16(std::uint8_t op, Vector a, Vector b) {
  return op == kTableAnd ? a & b : op == kTableOr ? a | b : a ^ b;
}

class Growth {
 public:
  Growth(const Run& run) : run_(run), random_(run.seed), net_of_(65536, -1), wanted_(65536) {
    n_.inputs = 8;
    for (int i = 0; i < 4; i++) add(kTableZero, 0, 0, variable16(i), i);
    for (int i = 0; i < 4; i++) add(kTableNot, i, i, (Vector)~variable16(i));
    for (int i = 1; i < 4; i++)
      for (int j = 0; j < i; j++)
        for (const std::uint8_t op : kOps) add(op, i, j, apply16(op, variable16(i), variable16(j)));
    for (const auto& row : paper2020_vectors(run.box))
      for (const Vector v : row)
        if (v != 0 && v != 0xffff && net_of_[v] < 0 && !wanted_[v]) want(v);
    if (run.seed != 1) random_.shuffle(left_);
  }

  void grow() {
    while (!left_.empty()) {
      run_.step(std::to_string(left_.size()) + " vectors wanted, " + std::to_string(base_.size()) +
                " there");
      if (run_.seed != 1) random_.shuffle(base_);
      if (!by_one() && !by_two()) throw Error("paper2020: no vector within two operations");
      std::erase_if(left_, [&](Vector v) { return net_of_[v] >= 0; });
    }
  }

  Netlist outputs() {
    std::vector<int> mask = masks();
    const auto vectors = paper2020_vectors(run_.box);
    for (std::size_t o = 0; o < run_.box.outputs.size(); o++) {
      int sum = -1;
      for (std::size_t m = 0; m < 16; m++) {
        const Vector v = vectors[m][o];
        if (v == 0) continue;
        const int term = v == 0xffff ? mask[m] : gate(kTableAnd, mask[m], net_of_[v]);
        sum = sum < 0 ? term : gate(kTableOr, sum, term);
      }
      n_.outputs.push_back({(Net)sum, false});
    }
    return without_dead_gates(n_);
  }

 private:
  struct Known {
    Vector value;
    int net;
  };

  static Vector variable16(int i) {
    constexpr Vector kVariables[] = {0xaaaa, 0xcccc, 0xf0f0, 0xff00};
    return kVariables[i];
  }

  int gate(std::uint8_t op, int a, int b) {
    n_.gates.push_back({{(Net)a, (Net)b, (Net)a}, (std::uint8_t)(op == kTableNot ? 1 : 2), op});
    return n_.nets() - 1;
  }
  void add(std::uint8_t op, int a, int b, Vector v, int net = -1) {
    if (net_of_[v] >= 0) return;
    net_of_[v] = net >= 0 ? net : gate(op, a, b);
    base_.push_back({v, net_of_[v]});
    wanted_[v] = false;
  }
  void want(Vector v) {
    wanted_[v] = true;
    left_.push_back(v);
  }

  // The NOT of a vector counts as one operation too.
  bool by_one() {
    for (std::size_t i = 0; i < base_.size(); i++) {
      const Known a = base_[i];
      if (wanted_[(Vector)~a.value]) return add(kTableNot, a.net, a.net, (Vector)~a.value), true;
      for (std::size_t j = 0; j < i; j++)
        for (const std::uint8_t op : kOps)
          if (const Vector v = apply16(op, a.value, base_[j].value); wanted_[v])
            return add(op, a.net, base_[j].net, v), true;
    }
    return false;
  }

  bool by_two() {
    const std::size_t size = base_.size();
    for (std::size_t i = 0; i < size; i++)
      for (std::size_t j = 0; j <= i; j++)
        for (const std::uint8_t op : {kTableNot, kTableAnd, kTableOr, kTableXor}) {
          if ((op == kTableNot) != (i == j)) continue;
          const Known a = base_[i], b = base_[j];
          const Vector between = op == kTableNot ? (Vector)~a.value : apply16(op, a.value, b.value);
          if (net_of_[between] >= 0) continue;
          if (complete(op, a, b, between)) return true;
        }
    return false;
  }

  // A wanted vector from the intermediate and one of the base.
  bool complete(std::uint8_t op, const Known& a, const Known& b, Vector between) {
    const auto take = [&](std::uint8_t second, int c, Vector v) {
      add(op, a.net, b.net, between);
      add(second, net_of_[between], c < 0 ? net_of_[between] : c, v);
      return true;
    };
    if (wanted_[(Vector)~between]) return take(kTableNot, -1, (Vector)~between);
    for (const Known& c : base_)
      for (const std::uint8_t second : kOps)
        if (const Vector v = apply16(second, between, c.value); wanted_[v])
          return take(second, c.net, v);
    return false;
  }

  // The minterms of x4..x7, by way of those of two inputs.
  std::vector<int> masks() {
    std::vector<int> pair[2];
    for (int p = 0; p < 2; p++) {
      const int low = 4 + 2 * p, high = low + 1;
      const int not_low = gate(kTableNot, low, low), not_high = gate(kTableNot, high, high);
      for (int i = 0; i < 4; i++)
        pair[p].push_back(gate(kTableAnd, i & 1 ? low : not_low, i & 2 ? high : not_high));
    }
    std::vector<int> r;
    for (std::size_t m = 0; m < 16; m++)
      r.push_back(gate(kTableAnd, pair[0][m & 3], pair[1][m >> 2]));
    return r;
  }

  const Run& run_;
  Random random_;
  Netlist n_;
  std::vector<Known> base_;
  std::vector<int> net_of_;
  std::vector<bool> wanted_;
  std::vector<Vector> left_;
};

}  // namespace

std::vector<std::vector<std::uint16_t>> paper2020_vectors(const Box& box) {
  if (box.inputs != 8) throw Error("method paper2020: boxes of eight inputs only");
  std::vector<std::vector<std::uint16_t>> r(16);
  for (unsigned m = 0; m < 16; m++)
    for (const Truth& output : box.outputs)
      r[m].push_back((std::uint16_t)(output.w[m / 4] >> 16 * (m % 4)));
  return r;
}

Netlist run_paper2020(const Run& run) {
  Growth growth(run);
  growth.grow();
  const Netlist n = growth.outputs();
  const Basis& basis = find_basis(run.options.basis);
  return basis.name == "and-or-xor-not" ? n : convert(normalise(n), basis, run.seed);
}

}  // namespace hedgerow::circuit
