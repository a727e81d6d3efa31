// The table of gate sets. To add a basis, add one line.
#include "circuit/core/basis.hpp"

#include <algorithm>

#include "circuit/core/cells.hpp"
#include "circuit/core/error.hpp"

namespace hedgerow::circuit {
namespace {

constexpr std::uint8_t kMux = 0xd8;   // a ? c : b, a = argument 0
constexpr std::uint8_t kBcax = 0xa6;  // a ^ (b & ~c)

const std::vector<GateKind> kClassic = {
    {"and", 2, kTableAnd}, {"or", 2, kTableOr}, {"xor", 2, kTableXor}, {"not", 1, kTableNot}};

std::vector<GateKind> with(std::vector<GateKind> kinds, const std::vector<GateKind>& more) {
  kinds.insert(kinds.end(), more.begin(), more.end());
  return kinds;
}

std::uint8_t permuted(std::uint8_t table, const int (&order)[3]) {
  unsigned r = 0;
  for (unsigned x = 0; x < 8; x++) {
    unsigned y = 0;
    for (int i = 0; i < 3; i++) y |= (x >> i & 1u) << order[i];
    r |= (table >> y & 1u) << x;
  }
  return (std::uint8_t)r;
}

std::vector<Basis> make_bases() {
  static const std::vector<GateKind> andn = with(kClassic, {{"andn", 2, kTableAndNot}});
  std::vector<Basis> list = {
      {"and-or-xor-not", kClassic, 2, false},
      {"andn", andn, 2, true},
      {"mux", with(andn, {{"mux", 3, kMux}, {"xor3", 3, kTableXor3}, {"bcax", 3, kBcax}}), 3, true},
      {"lut3", {}, 3, false},
      {"nand-nor-xor",
       {{"nand", 2, kTableNand},
        {"nor", 2, kTableNor},
        {"xor", 2, kTableXor},
        {"xnor", 2, kTableXnor},
        {"not", 1, kTableNot}},
       2,
       false},
  };
  for (Basis& b : list) b = with_cells(std::move(b), default_cells());
  return list;
}

}  // namespace

const std::vector<Basis>& bases() {
  static const std::vector<Basis> list = make_bases();
  return list;
}

const Basis& find_basis(std::string_view name) {
  const std::string_view plain = name.starts_with('+') ? name.substr(1) : name;
  std::string known;
  for (const Basis& b : bases()) {
    if (b.name == plain) return b;
    known += " " + b.name;
  }
  throw Error((name.empty() ? "no basis is named; give it by --basis"
                            : "unknown basis " + std::string(name)) +
              "; known:" + known);
}

const GateKind* Basis::kind_of(Gate& gate) const {
  static constexpr GateKind kLut{"lut3", 3, 0, 1};
  static constexpr int kOrders[6][3] = {{0, 1, 2}, {1, 0, 2}, {0, 2, 1},
                                        {2, 1, 0}, {1, 2, 0}, {2, 0, 1}};
  if (kinds.empty()) return gate.fan_in <= fan_in ? &kLut : nullptr;
  for (const GateKind& k : kinds)
    for (const auto& order : kOrders) {
      if (k.fan_in != gate.fan_in || k.table != permuted(gate.table, order)) continue;
      const Gate old = gate;
      gate.table = k.table;
      for (int i = 0; i < 3; i++) gate.in[i] = old.in[order[i]];
      return &k;
    }
  return nullptr;
}

Cost cost(const Netlist& n, const Basis& basis) {
  Cost c{0, n.output_nots(), 0};
  for (Gate g : n.gates) {
    const GateKind* kind = basis.kind_of(g);
    if (!kind)
      throw Error("gate " + std::to_string(c.gates) + " is not in the basis " + basis.name);
    c.gates++;
    c.area += kind->area;
  }
  if (!basis.free_output_nots) {
    c.gates += c.output_nots;
    for (const GateKind& k : basis.kinds)
      if (k.table == kTableNot) c.area += c.output_nots * k.area;
  }
  return c;
}

}  // namespace hedgerow::circuit
