// Least depth over a basis: the sets of functions of four inputs that circuits of each depth have, as 16-bit tables.
#include <algorithm>
#include <bitset>
#include <map>

#include "exact.hpp"

namespace hedgerow::circuit {
namespace {

using Table = std::uint16_t;

Table applied(std::uint8_t table, Table a, Table b, Table c) {
  Table r = 0;
  for (unsigned x = 0; x < 8; x++)
    if (table >> x & 1) r |= (Table)((x & 1 ? a : ~a) & (x & 2 ? b : ~b) & (x & 4 ? c : ~c));
  return r;
}

struct Level {
  std::bitset<65536> has;
  std::vector<Table> functions;
  void add(Table f) {
    if (!has[f]) has[f] = true, functions.push_back(f);
  }
};

// Those that one gate more makes of `before`; gates of three inputs only where these are few.
Level next(const Level& before, const Basis& basis) {
  constexpr std::size_t kFew = 400;
  Level r = before;
  for (const GateKind& k : basis.kinds)
    for (const Table a : before.functions) {
      if (k.fan_in == 1) r.add(applied(k.table, a, a, a));
      for (std::size_t j = 0; k.fan_in > 1 && j < before.functions.size(); j++) {
        const Table b = before.functions[j];
        if (k.fan_in == 2) r.add(applied(k.table, a, b, a));
        if (k.fan_in == 3 && before.functions.size() <= kFew)
          for (const Table c : before.functions) r.add(applied(k.table, a, b, c));
      }
    }
  return r;
}

// The levels that could be enumerated whole, the inputs alone first.
std::vector<Level> levels_of(const Basis& basis) {
  constexpr std::size_t kMost = 6000;
  std::vector<Level> r(1);
  for (int i = 0; i < 4; i++) r[0].add((Table)variable(i).w[0]);
  bool three = false;
  for (const GateKind& k : basis.kinds) three |= k.fan_in == 3;
  while (r.back().functions.size() <= (three ? 400 : kMost)) r.push_back(next(r.back(), basis));
  return r;
}

// Whether some gate of the basis makes `f` of functions of `level`; true is sure, false is not.
bool one_gate_more(const Level& level, const Basis& basis, Table f) {
  if (level.has[(Table)~f]) return true;  // each basis has a NOT
  for (const Table a : level.functions)
    if (level.has[f ^ a]) return true;  // and XOR
  for (const GateKind& k : basis.kinds)
    for (const Table a : level.functions)
      for (const Table b : level.functions)
        if (k.fan_in == 2 && applied(k.table, a, b, a) == f) return true;
  return false;
}

// Tables of three inputs: whatever reads more than three inputs takes two levels, and of four inputs no more.
int depth_of_tables(const Box& box) {
  int r = 0;
  for (const Truth& f : box.outputs) {
    int reads = 0;
    bool input = false;
    for (int i = 0; i < box.inputs; i++) {
      input = input || (f.w[0] & 0xffff) == (variable(i).w[0] & 0xffff);
      Truth moved{};
      for (unsigned x = 0; x < 16; x++)
        if (f.at(x ^ 1u << i)) moved.set(x);
      reads += (moved.w[0] & 0xffff) != (f.w[0] & 0xffff);
    }
    r = std::max(r, input ? 0 : reads > 3 ? 2 : 1);
  }
  return r;
}

}  // namespace

std::optional<int> least_depth(const Box& box, const Basis& basis) {
  if (box.linear() || box.inputs > 4) return std::nullopt;
  if (basis.kinds.empty()) return depth_of_tables(box);
  static std::map<std::string, std::vector<Level>> known;
  std::vector<Level>& levels = known[basis.name];
  if (levels.empty()) levels = levels_of(basis);
  int r = 0;
  for (const Truth& t : box.outputs) {
    const Table f = (Table)t.w[0];
    std::size_t level = 0;
    while (level < levels.size() && !levels[level].has[f]) level++;
    if (level == levels.size() && !one_gate_more(levels.back(), basis, f)) return std::nullopt;
    r = std::max(r, (int)level);
  }
  return r;
}

}  // namespace hedgerow::circuit
