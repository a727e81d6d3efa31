// Least depth over a basis. It enumerates, level by level, all functions that circuits of that depth compute: as 16-bit
// tables for four inputs, and as 32-bit tables for five, as far as memory and time allow.
#include <algorithm>
#include <map>
#include <type_traits>
#include <unordered_set>

#include "circuit/exact/exact.hpp"

namespace hedgerow::circuit {
namespace {

template <class Table>
Table table_of(const Truth& t) {
  return (Table)t.w[0];
}

template <class Table>
Table applied(std::uint8_t table, Table a, Table b, Table c) {
  Table r = 0;
  for (unsigned x = 0; x < 8; x++)
    if (table >> x & 1) r |= (Table)((x & 1 ? a : ~a) & (x & 2 ? b : ~b) & (x & 4 ? c : ~c));
  return r;
}

// One bit for each function of four inputs. For five inputs, a sorted list is used, because 2^32 functions are too
// many.
struct AllOfFour {
  std::vector<bool> bits = std::vector<bool>(65536);
  bool contains(std::uint16_t f) const { return bits[f]; }
  void insert(std::uint16_t f) { bits[f] = true; }
};
template <class Table>
using Seen = std::conditional_t<sizeof(Table) == 2, AllOfFour, std::unordered_set<Table>>;

template <class Table>
struct Level {
  Seen<Table> seen;
  std::vector<Table> functions;
  bool has(Table f) const { return seen.contains(f); }
  void add(Table f) {
    if (!has(f)) seen.insert(f), functions.push_back(f);
  }
};

// Returns all functions that one more gate computes from those in `before`.
template <class Table>
Level<Table> next(const Level<Table>& before, const Basis& basis) {
  Level<Table> r = before;
  for (const GateKind& k : basis.kinds)
    for (const Table a : before.functions) {
      if (k.fan_in == 1) r.add(applied(k.table, a, a, a));
      for (std::size_t j = 0; k.fan_in > 1 && j < before.functions.size(); j++) {
        const Table b = before.functions[j];
        if (k.fan_in == 2) r.add(applied(k.table, a, b, a));
        for (std::size_t i = 0; k.fan_in == 3 && i < before.functions.size(); i++)
          r.add(applied(k.table, a, b, before.functions[i]));
      }
    }
  return r;
}

bool has_three(const Basis& basis) {
  return std::any_of(basis.kinds.begin(), basis.kinds.end(),
                     [](const GateKind& k) { return k.fan_in == 3; });
}

// Returns the levels that could be enumerated completely. The first has the inputs only.
template <class Table>
const std::vector<Level<Table>>& levels_of(const Basis& basis) {
  static std::map<std::string, std::vector<Level<Table>>> known;
  std::vector<Level<Table>>& r = known[basis.name];
  if (!r.empty()) return r;
  constexpr bool of_four = sizeof(Table) == 2;
  constexpr std::size_t kMostThree = 400, kMost = of_four ? 6000 : 1000;
  r.resize(1);
  for (int i = 0; i < (of_four ? 4 : 5); i++) r[0].add(table_of<Table>(variable(i)));
  while (r.back().functions.size() <= (has_three(basis) ? kMostThree : kMost))
    r.push_back(next(r.back(), basis));
  return r;
}

// Returns the elements of `functions` that can be one of the two inputs of a gate that computes f. An element fails if
// the gate does not depend on the other input at some value of this one and has a value other than f there.
template <class Table>
std::vector<Table> fit_for(std::uint8_t table, bool second, Table f,
                           const std::vector<Table>& functions) {
  std::vector<Table> r;
  for (const Table a : functions) {
    bool fits = true;
    for (unsigned v = 0; v < 2; v++) {
      const unsigned x = second ? 2 * v : v, other = second ? x + 1 : x + 2;
      const Table points = v ? a : (Table)~a, given = (table >> x & 1) ? points : 0;
      if ((table >> x & 1) == (table >> other & 1)) fits = fits && (Table)(f & points) == given;
    }
    if (fits) r.push_back(a);
  }
  return r;
}

// Says whether a gate of the basis computes `f` from functions of `level`. Returns no value if a gate of three inputs
// might.
template <class Table>
std::optional<bool> one_gate_more(const Level<Table>& level, const Basis& basis, Table f) {
  if (level.has((Table)~f)) return true;  // because each basis has a NOT
  for (const Table a : level.functions)
    if (level.has((Table)(f ^ a))) return true;  // and an XOR
  for (const GateKind& k : basis.kinds) {
    if (k.fan_in != 2 || k.table == kTableXor) continue;
    const auto second = fit_for(k.table, true, f, level.functions);
    for (const Table a : fit_for(k.table, false, f, level.functions))
      for (const Table b : second)
        if (applied(k.table, a, b, a) == f) return true;
  }
  if (has_three(basis)) return std::nullopt;
  return false;
}

constexpr int kUnknown = 1000;

// An upper bound for five inputs. For each input s, the function is a choice between two functions a and b of the other
// four inputs. In each basis, (s & a) | (~s & b) has two levels more than a and b, if their depth is not 0.
int by_a_choice(std::uint32_t f, const Basis& basis) {
  const auto& levels = levels_of<std::uint16_t>(basis);
  const auto depth_of = [&](std::uint16_t g) {
    for (std::size_t level = 1; level < levels.size(); level++)
      if (levels[level].has(g)) return (int)level;
    return one_gate_more(levels.back(), basis, g).value_or(false) ? (int)levels.size() : kUnknown;
  };
  int r = kUnknown;
  for (unsigned i = 0; i < 5; i++) {
    std::uint16_t half[2] = {0, 0};
    for (unsigned x = 0; x < 16; x++)
      for (const unsigned v : {0u, 1u}) {
        const unsigned at = (x >> i << (i + 1)) | v << i | (x & ((1u << i) - 1));
        half[v] |= (std::uint16_t)((f >> at & 1) << x);
      }
    r = std::min(r, std::max(depth_of(half[0]), depth_of(half[1])) + 2);
  }
  return r;
}
int by_a_choice(std::uint16_t, const Basis&) { return kUnknown; }

template <class Table>
DepthBound depth_of_gates(const Box& box, const Basis& basis) {
  const auto& levels = levels_of<Table>(basis);
  DepthBound r{0, 0};
  for (const Truth& t : box.outputs) {
    const Table f = table_of<Table>(t);
    std::size_t level = 0;
    while (level < levels.size() && !levels[level].has(f)) level++;
    DepthBound of_output{(int)level, (int)level};
    if (level == levels.size()) {
      const std::optional<bool> one = one_gate_more(levels.back(), basis, f);
      of_output.least += one && !*one;
      if (!one.value_or(false)) of_output.most = by_a_choice(f, basis);
    }
    r = {std::max(r.least, of_output.least), std::max(r.most, of_output.most)};
  }
  return r;
}

bool moved_by(const Truth& f, int input, int entries) {
  for (unsigned x = 0; x < (unsigned)entries; x++)
    if (f.at(x) != f.at(x ^ 1u << input)) return true;
  return false;
}

// Returns all functions of at most three of the five inputs that are 0 at 0, as 32-bit tables.
const std::vector<std::uint32_t>& functions_of_three() {
  static const std::vector<std::uint32_t> known = [] {
    Level<std::uint32_t> r;
    for (int a = 0; a < 5; a++)
      for (int b = 0; b < a; b++)
        for (int c = 0; c < b; c++)
          for (unsigned table = 2; table < 256; table += 2)
            r.add(applied((std::uint8_t)table, table_of<std::uint32_t>(variable(a)),
                          table_of<std::uint32_t>(variable(b)),
                          table_of<std::uint32_t>(variable(c))));
    return r.functions;
  }();
  return known;
}

// Says whether f, with five inputs, is a function of three functions from functions_of_three(). That is the case if, at
// each pair of values of two of them, f is constant or equals the third one or its complement.
bool two_levels_of_tables(std::uint32_t f) {
  const auto& known = functions_of_three();
  for (std::size_t i = 0; i < known.size(); i++)
    for (std::size_t j = 0; j < i; j++) {
      const std::uint32_t a = known[i], b = known[j];
      const std::uint32_t cells[] = {a & b, a & ~b, ~a & b, ~a & ~b};
      const auto fits = [&](std::uint32_t third) {
        return std::all_of(std::begin(cells), std::end(cells), [&](std::uint32_t cell) {
          const std::uint32_t one = f & cell, same = (f ^ third) & cell;
          return one == 0 || one == cell || same == 0 || same == cell;
        });
      };
      for (std::size_t k = 0; k <= j; k++)  // k = j: two functions are enough
        if (fits(known[k])) return true;
    }
  return false;
}

// Tables of three inputs: a function of more than three inputs needs two levels, and two are enough for four inputs.
// Three are enough for five inputs, because the last table chooses between two functions of four inputs.
int depth_of_tables(const Box& box) {
  int r = 0;
  for (const Truth& f : box.outputs) {
    int reads = 0, of_output = 1;
    for (int i = 0; i < box.inputs; i++) reads += moved_by(f, i, box.entries());
    if (reads <= 1)
      of_output = f.at(0) ? 1 : 0;
    else if (reads > 3)
      of_output = reads == 4 || two_levels_of_tables(table_of<std::uint32_t>(f)) ? 2 : 3;
    r = std::max(r, of_output);
  }
  return r;
}

}  // namespace

std::optional<DepthBound> least_depth(const Box& box, const Basis& basis) {
  if (box.linear() || box.inputs < 4 || box.inputs > 5) return std::nullopt;
  if (basis.kinds.empty()) {
    const int depth = depth_of_tables(box);
    return DepthBound{depth, depth};
  }
  return box.inputs == 4 ? depth_of_gates<std::uint16_t>(box, basis)
                         : depth_of_gates<std::uint32_t>(box, basis);
}

}  // namespace hedgerow::circuit
