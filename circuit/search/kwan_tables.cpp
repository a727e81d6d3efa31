// Kwan's construction with three-input tables (kwan_tables.hpp).
#include "circuit/search/kwan_tables.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "circuit/search/partial_function.hpp"

namespace hedgerow::circuit {
namespace {

constexpr int kConstant = -1;

class TableBuilder {
 public:
  TableBuilder(int inputs, Random& random, const std::atomic<bool>& stop)
      : inputs_(inputs), random_(random), stop_(stop) {
    for (int i = 0; i < inputs; i++) value_.push_back(variable(i).w[0]);
  }
  std::size_t size() const { return value_.size(); }
  Word value(int net) const { return value_[(std::size_t)net]; }

  // Returns a net that equals the target or its complement on `care`, and adds gates if there is no such net.
  int build(Word target, Word care, std::size_t depth) {
    if (stop_) throw Stopped{};
    const Word on = target & care, off = ~target & care;
    if (!on || !off) return kConstant;
    for (std::size_t i = 0; i < size(); i++)
      if (const Word wrong = (value_[i] ^ target) & care; !wrong || wrong == care) return (int)i;
    for (const int tables : {1, 2, 3})
      if (const int net = tables == 1   ? one(on, off)
                          : tables == 2 ? two(on, off)
                                        : three(on, off);
          net >= 0)
        return net;
    return split(target, care, depth);
  }

  // Return the gates from net `from` on, remove them, and add them again.
  std::vector<Gate> gates(std::size_t from) const {
    return {gates_.begin() + (std::ptrdiff_t)(from - (std::size_t)inputs_), gates_.end()};
  }
  void roll_back(std::size_t to) {
    value_.resize(to);
    gates_.resize(to - (std::size_t)inputs_);
  }
  void replay(const std::vector<Gate>& gates) {
    for (const Gate& g : gates) push(g);
  }

 private:
  int push(const Gate& g) {
    gates_.push_back(g);
    value_.push_back(table_of(g.table, value(g.in[0]), value(g.in[1]), value(g.in[2])));
    return (int)value_.size() - 1;
  }
  int push_table(const std::array<int, 3>& in, unsigned table) {
    return push({{(Net)in[0], (Net)in[1], (Net)in[2]}, 3, (std::uint8_t)table});
  }
  // Adds a table of these nets that agrees with the function, or returns -1 if that is impossible.
  int add(const PartialFunction& d, std::array<int, 3> nets, int count) {
    const Word words[3] = {value(nets[0]), count > 1 ? value(nets[1]) : 0,
                           count > 2 ? value(nets[2]) : 0};
    const int table = d.table(words, count, random_);
    if (table < 0) return -1;
    Gate g{{}, (std::uint8_t)count, (std::uint8_t)table};
    for (std::size_t i = 0; i < 3; i++) g.in[i] = (Net)nets[i < (std::size_t)count ? i : 0];
    return push(g);
  }
  static PartialFunction function_of(Word on, Word off) {
    PartialFunction d;
    d.add(on, off);
    return d;
  }

  // At most 64 nets in a random order, and for each point the set of nets that are 1 there.
  struct Nets {
    std::vector<int> net;
    std::array<Word, 64> ones{};
    Word all() const { return net.size() == 64 ? ~Word{0} : (Word{1} << net.size()) - 1; }
  };
  Nets draw_nets() {
    Nets r;
    for (std::size_t i = 0; i < size(); i++) r.net.push_back((int)i);
    random_.shuffle(r.net);
    r.net.resize(std::min<std::size_t>(r.net.size(), 64));
    for (std::size_t i = 0; i < r.net.size(); i++) r.ones[i] = value(r.net[i]);
    transpose(r.ones.data());
    return r;
  }

  // Adds one table that agrees with the function.
  int one(const Nets& n, const PartialFunction& d) {
    distinguishers_.set(d, n.ones.data(), n.all(), random_);
    int made = -1;
    const auto at = [&](int i) { return n.net[(std::size_t)std::max(i, 0)]; };
    distinguishers_.any_triple([&](int i, int j, int k) {
      const int count = k >= 0 ? 3 : j >= 0 ? 2 : 1;
      made = add(d, {at(i), at(j), at(k)}, count);
      if (made >= 0) return true;
      const Word words[3] = {value(at(i)), value(at(j)), value(at(k))};
      PartialFunction::Pair pair;
      if (d.refutation(words, count, &pair)) distinguishers_.add(pair);
      return false;
    });
    return made;
  }
  int one(Word on, Word off) { return one(draw_nets(), function_of(on, off)); }

  // Adds a table of two existing nets and another new table.
  int two(Word on, Word off) {
    std::vector<std::pair<int, int>> pairs;
    for (int i = 0; i < (int)size(); i++)
      for (int j = 0; j < i; j++) pairs.emplace_back(i, j);
    random_.shuffle(pairs);
    const Nets n = draw_nets();
    for (const auto& [i, j] : pairs) {
      PartialFunction d;
      d.add_cells(on, off, value(i), value(j));
      if (const int net = one(n, d); net >= 0) return add(function_of(on, off), {i, j, net}, 3);
    }
    return -1;
  }

  struct Triple {
    std::array<int, 3> net;
    Word distinguished[2];
  };

  // Adds a table of a net and two new tables of existing nets. It chooses a random net and a random triple, and then
  // looks for a second triple that tells apart all remaining pairs of a sample.
  int three(Word on, Word off) {
    constexpr int kTries = 1500, kExact = 300, kPairs = 128;
    const PartialFunction d = function_of(on, off);
    PartialFunction::Pair pairs[kPairs];
    const int pair_count = d.pairs(pairs, kPairs, random_);
    std::vector<std::array<Word, 2>> distinguished(size());
    for (std::size_t i = 0; i < size(); i++)
      for (int p = 0; p < pair_count; p++)
        distinguished[i][(std::size_t)p / 64] |=
            (value_[i] >> pairs[p].x ^ value_[i] >> pairs[p].y) % 2 << p % 64;
    std::vector<Triple> triples;
    for (std::size_t i = 0; i < size(); i++)
      for (std::size_t j = 0; j < i; j++)
        for (std::size_t k = 0; k < j; k++)
          triples.push_back({{(int)i, (int)j, (int)k},
                             {distinguished[i][0] | distinguished[j][0] | distinguished[k][0],
                              distinguished[i][1] | distinguished[j][1] | distinguished[k][1]}});
    const Word all[2] = {low_bits(pair_count), low_bits(pair_count - 64)};
    int exact = 0;
    for (int tries = 0; tries < kTries && exact < kExact; tries++) {
      const std::size_t g = random_.below(size());
      const Triple& first = triples[random_.below(triples.size())];
      const Word rest[2] = {all[0] & ~(distinguished[g][0] | first.distinguished[0]),
                            all[1] & ~(distinguished[g][1] | first.distinguished[1])};
      for (const Triple& second : triples) {
        if ((rest[0] & ~second.distinguished[0]) | (rest[1] & ~second.distinguished[1])) continue;
        exact++;
        if (const int net = join(d, on, off, (int)g, first.net, second.net); net >= 0) return net;
        if (exact >= kExact) break;
      }
    }
    return -1;
  }
  static Word low_bits(int count) {
    return count >= 64 ? ~Word{0} : count <= 0 ? 0 : (Word{1} << count) - 1;
  }

  // For a net g and two triples: the positions of on and off. For each value of g and each cell of the first triple,
  // they are a set of cells of the second triple.
  struct Cells {
    std::array<std::array<std::uint8_t, 8>, 2> on{}, off{};
  };
  Cells cells(Word on, Word off, Word g, const std::array<int, 3>& first,
              const std::array<int, 3>& second) const {
    Cells r;
    for (unsigned x = 0; x < 8; x++)
      for (unsigned y = 0; y < 8; y++) {
        const Word both = table_of(1u << x, value(first[0]), value(first[1]), value(first[2])) &
                          table_of(1u << y, value(second[0]), value(second[1]), value(second[2]));
        if (!both) continue;
        for (std::size_t v = 0; v < 2; v++) {
          const Word cell = both & (v ? g : ~g);
          r.on[v][x] |= (std::uint8_t)(((cell & on) != 0) << y);
          r.off[v][x] |= (std::uint8_t)(((cell & off) != 0) << y);
        }
      }
    return r;
  }

  // Returns the second table for a given first one, or -1 if it does not exist. The cells of the second triple get two
  // colours so that cells with different values have different colours.
  static int second_table(const Cells& c, unsigned first) {
    unsigned clash[8] = {};
    for (std::size_t v = 0; v < 2; v++)
      for (unsigned side = 0; side < 2; side++) {
        unsigned on = 0, off = 0;
        for (unsigned x = 0; x < 8; x++)
          if ((first >> x & 1) == side) on |= c.on[v][x], off |= c.off[v][x];
        if (on & off) return -1;
        for (unsigned y = 0; y < 8; y++)
          clash[y] |= (on >> y & 1 ? off : 0) | (off >> y & 1 ? on : 0);
      }
    unsigned seen = 0, table = 0;
    for (unsigned from = 0; from < 8; from++) {
      if (seen >> from & 1) continue;
      unsigned now[2] = {1u << from, 0};
      for (unsigned grown = 0; grown != (now[0] | now[1]);) {
        grown = now[0] | now[1];
        for (unsigned y = 0; y < 8; y++)
          for (int side = 0; side < 2; side++)
            if (now[side] >> y & 1) now[1 - side] |= clash[y];
      }
      if (now[0] & now[1]) return -1;
      seen |= now[0] | now[1];
      table |= now[1];
    }
    return (int)table;
  }

  int join(const PartialFunction& d, Word on, Word off, int g, const std::array<int, 3>& first,
           const std::array<int, 3>& second) {
    const Cells c = cells(on, off, value(g), first, second);
    for (unsigned t = 1; t < 128; t++) {
      const int u = second_table(c, t);
      if (u < 0) continue;
      return add(d, {g, push_table(first, t), push_table(second, (unsigned)u)}, 3);
    }
    return -1;
  }

  // Splits by an input that has both values on `care`. Tries a few inputs and keeps the best result.
  int split(Word target, Word care, std::size_t depth) {
    constexpr int kTries[] = {3, 2, 1};
    const int tries = depth < std::size(kTries) ? kTries[depth] : 1;
    std::vector<int> by;
    for (int i = 0; i < inputs_; i++)
      if ((value(i) & care) && (~value(i) & care)) by.push_back(i);
    random_.shuffle(by);
    by.resize(std::min(by.size(), (std::size_t)tries));
    const std::size_t from = size();
    std::vector<Gate> best;
    for (const int s : by) {
      const bool high_first = random_.below(2);
      const Word first_care = care & (high_first ? value(s) : ~value(s));
      const int first = build(target, first_care, depth + 1);
      const int second = build(target, care & ~first_care, depth + 1);
      std::array<int, 3> nets{s, 0, 0};
      int count = 1;
      for (const int net : {first, second})
        if (net != kConstant) nets[(std::size_t)count++] = net;
      if (add(function_of(target & care, ~target & care), nets, count) < 0)
        throw std::logic_error("circuit: a split that does not hold");
      if (best.empty() || size() - from < best.size()) best = gates(from);
      roll_back(from);
    }
    replay(best);
    return (int)size() - 1;
  }

  int inputs_;
  Random& random_;
  const std::atomic<bool>& stop_;
  Distinguishers distinguishers_;
  std::vector<Word> value_;
  std::vector<Gate> gates_;
};

}  // namespace

Netlist kwan_tables(const Box& box, Random& random, const std::atomic<bool>& stop) {
  TableBuilder b(box.inputs, random, stop);
  std::vector<std::size_t> left;
  for (std::size_t o = 0; o < box.outputs.size(); o++) left.push_back(o);
  std::vector<int> nets(left.size());
  while (!left.empty()) {
    random.shuffle(left);
    const std::size_t from = b.size(), tries = std::min<std::size_t>(left.size(), 2);
    std::vector<Gate> best;
    std::size_t chosen = left.size();
    for (std::size_t i = 0; i < tries; i++) {
      const int net = b.build(box.outputs[left[i]].w[0], ~Word{0}, 0);
      if (chosen == left.size() || b.size() - from < best.size()) {
        chosen = i;
        best = b.gates(from);
        nets[left[i]] = net;
      }
      b.roll_back(from);
    }
    b.replay(best);
    left.erase(left.begin() + (std::ptrdiff_t)chosen);
  }
  Netlist r{box.inputs, b.gates((std::size_t)box.inputs), {}, {}};
  for (std::size_t o = 0; o < nets.size(); o++)
    r.outputs.push_back({(Net)nets[o], b.value(nets[o]) != box.outputs[o].w[0]});
  return r;
}

}  // namespace hedgerow::circuit
