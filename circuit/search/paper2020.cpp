// The 2020 paper's heuristic (paper2020.hpp).
#include "circuit/search/paper2020.hpp"

#include <algorithm>
#include <optional>

#include "circuit/anneal/optimise.hpp"
#include "circuit/core/convert.hpp"
#include "circuit/core/error.hpp"
#include "circuit/core/normalise.hpp"
#include "circuit/core/random.hpp"
#include "circuit/search/paper2020_values.hpp"

namespace hedgerow::circuit {
namespace {

constexpr std::uint8_t kOps[] = {kTableAnd, kTableOr, kTableXor};

// If two operations reach several vectors, the paper does not say which is taken. The plain sense of its words is the
// first wanted vector of the first intermediate. Another interpretation is the first intermediate of the first wanted
// vector. Our own variant takes the intermediate that can reach the most wanted vectors by one more operation.
enum class Pick { kFirstIntermediate, kFirstWanted, kMostWanted };

// kLow: the number of inputs of a vector; masks select by the other inputs. kPick: the vector that is taken if two
// operations reach several.
template <int kLow, Pick kPick>
class Growth {
  using Vector = std::conditional_t<kLow == 4, std::uint16_t, std::uint32_t>;
  static constexpr Vector kAll = (Vector) ~(Vector)0;
  static constexpr std::size_t kMasks = 256 >> kLow;

  static Vector apply(std::uint8_t op, Vector a, Vector b) {
    return op == kTableAnd ? a & b : op == kTableOr ? a | b : a ^ b;
  }

 public:
  Growth(const Run& run) : run_(run), random_(run.seed), vectors_(vectors_of<Vector>(run.box)) {
    n_.inputs = 8;
    for (int i = 0; i < kLow; i++) add(kTableZero, 0, 0, variable(i), i);
    for (int i = 0; i < kLow; i++) add(kTableNot, i, i, (Vector)~variable(i));
    for (int i = 1; i < kLow; i++)
      for (int j = 0; j < i; j++)
        for (const std::uint8_t op : kOps) add(op, i, j, apply(op, variable(i), variable(j)));
    for (const auto& row : vectors_)
      for (const Vector v : row) want(v);
    if (run.seed != 1) random_.shuffle(left_);
  }

  void grow() {
    for (;;) {
      std::erase_if(left_, [&](Vector v) { return values_.net(v) >= 0; });
      if (left_.empty()) return;
      run_.step(std::to_string(left_.size()) + " vectors wanted, " + std::to_string(base_.size()) +
                " there");
      if (run_.seed != 1) random_.shuffle(base_);
      if (run_.stop) throw Stopped();
      if (by_one() || by_two() || by_more()) continue;
      if (!want_cofactors()) throw Error("paper2020: no vector within reach");
    }
  }

  Netlist outputs() {
    std::vector<int> mask = masks();
    for (std::size_t o = 0; o < run_.box.outputs.size(); o++) {
      int sum = -1;
      for (std::size_t m = 0; m < kMasks; m++) {
        const Vector v = vectors_[m][o];
        if (v == 0) continue;
        const int term = v == kAll ? mask[m] : gate(kTableAnd, mask[m], values_.net(v));
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

  // Two operands and the result of an operation.
  struct Between {
    Vector value;
    std::uint8_t op;
    Known a, b;
  };

  static Vector variable(int i) {
    constexpr std::uint32_t kVariables[] = {0xaaaaaaaa, 0xcccccccc, 0xf0f0f0f0, 0xff00ff00,
                                            0xffff0000};
    return (Vector)kVariables[i];
  }

  int gate(std::uint8_t op, int a, int b) {
    n_.gates.push_back({{(Net)a, (Net)b, (Net)a}, (std::uint8_t)(op == kTableNot ? 1 : 2), op});
    return n_.nets() - 1;
  }
  void add(std::uint8_t op, int a, int b, Vector v, int net = -1) {
    if (values_.net(v) >= 0) return;
    values_.add(v, net >= 0 ? net : gate(op, a, b));
    base_.push_back({v, values_.net(v)});
  }
  void add(const Between& x) { add(x.op, x.a.net, x.b.net, x.value); }

  // Returns the base, oldest first, or newest first for all but the literal interpretation.
  std::vector<Known> in_order() const {
    if (kPick == Pick::kFirstIntermediate) return base_;
    return {base_.rbegin(), base_.rend()};
  }

  // Looks for a wanted vector that one operation gives, where NOT also counts as an operation.
  bool by_one() {
    const std::vector<Known> base = in_order();
    for (std::size_t i = 0; i < base.size(); i++) {
      const Known a = base[i];
      if (values_.wanted((Vector)~a.value))
        return add(kTableNot, a.net, a.net, (Vector)~a.value), true;
      for (std::size_t j = 0; j < i; j++)
        for (const std::uint8_t op : kOps)
          if (const Vector v = apply(op, a.value, base[j].value); values_.wanted(v))
            return add(op, a.net, base[j].net, v), true;
    }
    return false;
  }

  bool want(Vector v) {
    if (v == 0 || v == kAll || values_.net(v) >= 0 || values_.wanted(v)) return false;
    values_.want(v);
    left_.push_back(v);
    return true;
  }

  // Used if no wanted vector can be reached. A wanted vector becomes reachable if both of its halves under an input are
  // known, so these become wanted too.
  bool want_cofactors() {
    const std::vector<Vector> wanted = left_;
    for (const Vector v : wanted)
      for (int i = kLow - 1; i >= 0; i--) {
        const Vector high = v & variable(i), low = (Vector)(v & ~variable(i));
        const int turn = 1 << i;
        const Vector if_one = (Vector)(high | high >> turn), if_zero = (Vector)(low | low << turn);
        const bool one = want(if_one), zero = want(if_zero);
        if (one || zero) return true;
      }
    return false;
  }

  // Calls f for every new vector that one operation gives, until f returns true.
  template <class F>
  bool any_between(F&& f) {
    const std::vector<Known> base = in_order();
    for (std::size_t i = 0; i < base.size(); i++)
      for (std::size_t k = 0; k <= i; k++)
        for (const std::uint8_t op : {kTableNot, kTableAnd, kTableOr, kTableXor}) {
          // The literal interpretation tries NOT after the pairs.
          const std::size_t j = kPick == Pick::kFirstIntermediate ? k : (k + i) % (i + 1);
          if ((op == kTableNot) != (i == j)) continue;
          const Known a = base[i], b = base[j];
          const Vector v = op == kTableNot ? (Vector)~a.value : apply(op, a.value, b.value);
          if (values_.net(v) < 0 && f(Between{v, op, a, b})) return true;
        }
    return false;
  }

  bool by_two() {
    if (kPick == Pick::kFirstIntermediate)
      return any_between([&](const Between& x) { return complete(x); });
    const std::vector<Between> all = betweens().all;
    return kPick == Pick::kFirstWanted ? by_first_wanted(all) : by_most_wanted(all);
  }

  bool by_first_wanted(const std::vector<Between>& all) {
    for (const Vector v : left_)
      for (const Between& x : all)
        if (reaches(x.value, v)) return add(x), from_newest(v);
    return false;
  }

  // Looks for v by one operation on the newest vector of the base.
  bool from_newest(Vector v) {
    const Known x = base_.back();
    if (v == (Vector)~x.value) return add(kTableNot, x.net, x.net, v), true;
    for (const Known& c : in_order())
      for (const std::uint8_t op : kOps)
        if (apply(op, x.value, c.value) == v) return add(op, x.net, c.net, v), true;
    return false;
  }

  bool by_most_wanted(const std::vector<Between>& all) {
    std::size_t most = 0, best = 0;
    for (std::size_t i = 0; i < all.size(); i++) {
      const auto found = (std::size_t)std::count_if(
          left_.begin(), left_.end(), [&](Vector v) { return reaches(all[i].value, v); });
      if (found > most) most = found, best = i;
    }
    return most > 0 && (add(all[best]), by_one());
  }

  // Says whether one operation on x, or on x and a vector of the base, gives v.
  bool reaches(Vector x, Vector v) const {
    if (v == (Vector)~x || values_.net((Vector)(x ^ v)) >= 0) return true;
    const bool by_and = (x & v) == v, by_or = (x | v) == v;
    return (by_and || by_or) && std::any_of(base_.begin(), base_.end(), [&](const Known& c) {
             return by_and ? (x & c.value) == v : (x | c.value) == v;
           });
  }

  // Adds a wanted vector that is an operation on the intermediate and a vector of the base.
  bool complete(const Between& x) {
    const auto take = [&](std::uint8_t second, int c, Vector v) {
      add(x);
      add(second, values_.net(x.value), c < 0 ? values_.net(x.value) : c, v);
      return true;
    };
    if (values_.wanted((Vector)~x.value)) return take(kTableNot, -1, (Vector)~x.value);
    for (const Known& c : base_)
      for (const std::uint8_t second : kOps)
        if (const Vector v = apply(second, x.value, c.value); values_.wanted(v))
          return take(second, c.net, v);
    return false;
  }

  struct Pair {
    std::uint8_t op;
    std::size_t x, y;
  };

  // Works backwards from the wanted vectors. It tries v = x op y of two intermediates (three operations), then v = (x
  // op c) ^ d with c and d from the base (three operations), then v = (x op y) ^ z of three intermediates (five
  // operations).
  bool by_more() {
    const auto [all, at] = betweens();
    for (const Vector v : left_)
      if (const auto pair = split(v, all, at, all)) return take(*pair, all, all, v), true;
    for (const Vector v : left_)
      if (beside(v, all, at, base_, base_)) return true;
    for (const Vector v : left_)
      if (beside(v, all, at, all, all)) return true;
    return false;
  }

  struct Betweens {
    std::vector<Between> all;
    std::unordered_map<Vector, std::size_t> at;  // indices by value
  };
  Betweens betweens() {
    Betweens r;
    any_between([&](const Between& x) {
      if (r.at.emplace(x.value, r.all.size()).second) r.all.push_back(x);
      return false;
    });
    return r;
  }

  void add(const Known&) {}
  template <class Other>
  void take(const Pair& p, const std::vector<Between>& all, const std::vector<Other>& others,
            Vector v) {
    const Between x = all[p.x];
    const Other y = others[p.y];
    add(x);
    add(y);
    add(p.op, values_.net(x.value), values_.net(y.value), v);
  }

  // Looks for v = (x op y) ^ z.
  template <class Y, class Z>
  bool beside(Vector v, const std::vector<Between>& all,
              const std::unordered_map<Vector, std::size_t>& at, const std::vector<Y>& ys,
              const std::vector<Z>& zs) {
    if (run_.stop) throw Stopped();
    for (std::size_t i = 0; i < zs.size(); i++) {
      const Z z = zs[i];
      const Vector between = v ^ z.value;
      const auto pair = split(between, all, at, ys);
      if (!pair) continue;
      take(*pair, all, ys, between);
      add(z);
      add(kTableXor, values_.net(between), values_.net(z.value), v);
      return true;
    }
    return false;
  }

  // Looks for v = x op y with x from `all` (with indices `at` by value) and y from `others`. Operands of an AND have
  // all bits of v, and operands of an OR have no other bits.
  template <class Other>
  static std::optional<Pair> split(Vector v, const std::vector<Between>& all,
                                   const std::unordered_map<Vector, std::size_t>& at,
                                   const std::vector<Other>& others) {
    for (std::size_t y = 0; y < others.size(); y++)
      if (const auto x = at.find(v ^ others[y].value); x != at.end())
        return Pair{kTableXor, x->second, y};
    for (const std::uint8_t op : {kTableAnd, kTableOr}) {
      std::vector<std::size_t> left;
      for (std::size_t x = 0; x < all.size(); x++)
        if (apply(op, all[x].value, v) == v) left.push_back(x);
      for (std::size_t y = 0; y < others.size(); y++) {
        if (apply(op, others[y].value, v) != v) continue;
        for (const std::size_t x : left)
          if (apply(op, all[x].value, others[y].value) == v) return Pair{op, x, y};
      }
    }
    return std::nullopt;
  }

  // Returns the minterms of the other inputs, computed from those of two inputs.
  std::vector<int> masks() {
    std::vector<int> r;
    for (int low = kLow; low < 8; low += 2) {
      std::vector<int> part = {gate(kTableNot, low, low), low};
      if (low + 1 < 8) part = products(part, {gate(kTableNot, low + 1, low + 1), low + 1});
      r = r.empty() ? part : products(r, part);
    }
    return r;
  }
  // Returns the AND of each low and each high net. The low index counts faster.
  std::vector<int> products(const std::vector<int>& low, const std::vector<int>& high) {
    std::vector<int> r;
    for (const int h : high)
      for (const int l : low) r.push_back(gate(kTableAnd, l, h));
    return r;
  }

  const Run& run_;
  Random random_;
  Netlist n_;
  std::vector<std::vector<Vector>> vectors_;
  std::vector<Known> base_;
  Values<Vector> values_;
  std::vector<Vector> left_;
};

template <int kLow, Pick kPick>
Netlist run_growth(const Run& run) {
  Growth<kLow, kPick> growth(run);
  growth.grow();
  const Netlist n = growth.outputs();
  const Basis& basis = find_basis(run.options.basis);
  return basis.name == "and-or-xor-not" ? n : convert(normalise(n), basis, run.seed);
}

}  // namespace

std::vector<std::vector<std::uint16_t>> paper2020_vectors(const Box& box) {
  return vectors_of<std::uint16_t>(box);
}

Netlist run_paper2020(const Run& run) { return run_growth<4, Pick::kFirstIntermediate>(run); }
Netlist run_paper2020_32(const Run& run) { return run_growth<5, Pick::kFirstIntermediate>(run); }
Netlist run_paper2020_wanted(const Run& run) { return run_growth<4, Pick::kFirstWanted>(run); }
Netlist run_paper2020_greedy(const Run& run) { return run_growth<4, Pick::kMostWanted>(run); }

}  // namespace hedgerow::circuit
