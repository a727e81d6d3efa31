// The gates of a circuit under construction, with each signal stored once.
#include "circuit/search/signal_pool.hpp"

#include "circuit/core/error.hpp"

namespace hedgerow::circuit {
namespace {

std::uint8_t table_of(Op op) {
  constexpr std::uint8_t kTables[] = {kTableAnd, kTableAndNot, kTableNotAnd, kTableOr, kTableXor};
  return kTables[(int)op];
}

}  // namespace

Op with_inversions(Op op, bool a, bool b) {
  if (op == Op::kXor) return op;
  // The effect of inverted arguments on AND: bit 0 for the first, bit 1 for the second.
  constexpr Op kProducts[] = {Op::kAnd, Op::kNotAnd, Op::kAndNot, Op::kOr};
  constexpr unsigned kInverted[] = {0, 2, 1, 3};  // of Op
  return kProducts[kInverted[(int)op] ^ (unsigned)a ^ (unsigned)b << 1];
}

SignalPool::SignalPool(int inputs) : inputs_(inputs) {
  for (int i = 0; i < inputs; i++) {
    value_.push_back(variable(i));
    net_of_[value_.back()] = i;
  }
}

int SignalPool::add(const Truth& value, const Gate& gate) {
  const auto [it, fresh] = net_of_.try_emplace(value, size());
  if (fresh) {
    value_.push_back(value);
    record_.push_back(gate);
  }
  return it->second;
}

int SignalPool::add(Op op, int a, int b) {
  return add(apply(op, value(a), value(b)), {{(Net)a, (Net)b, (Net)a}, 2, table_of(op)});
}

int SignalPool::add(std::uint8_t table, int a, int b, int c) {
  const std::uint8_t even = table & 1 ? (std::uint8_t)~table : table;
  return add(apply(even, value(a), value(b), value(c)), {{(Net)a, (Net)b, (Net)c}, 3, even});
}

void SignalPool::roll_back(int size) {
  while (this->size() > size) {
    net_of_.erase(value_.back());
    value_.pop_back();
    record_.pop_back();
  }
}

std::vector<Gate> SignalPool::records(int from) const {
  return {record_.begin() + (from - inputs_), record_.end()};
}

void SignalPool::replay(const std::vector<Gate>& records) {
  for (const Gate& g : records)
    add(apply(g.table, value(g.in[0]), value(g.in[1]), value(g.in[2])), g);
}

Netlist SignalPool::netlist(const std::vector<int>& nets, const std::vector<Truth>& targets) const {
  Netlist n;
  n.inputs = inputs_;
  n.gates = record_;
  for (std::size_t o = 0; o < nets.size(); o++)
    n.outputs.push_back({(Net)nets[o], value(nets[o]) != targets[o]});
  for (Gate& g : n.gates)
    if (g.fan_in == 2 && g.table == kTableNotAnd) {
      std::swap(g.in[0], g.in[1]);
      g.in[2] = g.in[0];
      g.table = kTableAndNot;
    }
  return without_dead_gates(n);
}

int Expression::push(const SignalPool& pool, Op op, int a, int b) {
  own_.push_back({false, op, 0, a, b, a, apply(op, value(pool, a), value(pool, b))});
  return top = kFirst + (int)own_.size() - 1;
}

int Expression::add(const SignalPool& pool, Op op, int a, int b, unsigned ref) {
  return push(pool, with_inversions(op, value(pool, a).at(ref), value(pool, b).at(ref)), a, b);
}

bool Expression::add_product(const SignalPool& pool, int a, int b, const Truth& target,
                             const Truth& care) {
  for (const Op op : {Op::kAnd, Op::kAndNot, Op::kNotAnd, Op::kOr}) {
    const Truth wrong = (apply(op, value(pool, a), value(pool, b)) ^ target) & care;
    if (!wrong.empty() && wrong != care) continue;
    push(pool, op, a, b);
    return true;
  }
  return false;
}

bool Expression::add_table(const SignalPool& pool, int a, int b, int c, const Truth& target,
                           const Truth& care) {
  const Truth &x = value(pool, a), &y = value(pool, b), &z = value(pool, c);
  unsigned table = 0;
  for (unsigned i = 0; i < 8; i++) {
    const Truth cell =
        care & invert_if(x, !(i & 1)) & invert_if(y, !(i & 2)) & invert_if(z, !(i & 4));
    const Truth high = cell & target;
    if (high.empty()) continue;
    if (high != cell) return false;
    table |= 1u << i;
  }
  if (table & 1) table ^= 0xff;
  own_.push_back({true, Op::kXor, (std::uint8_t)table, a, b, c, apply(table, x, y, z)});
  top = kFirst + (int)own_.size() - 1;
  return true;
}

int Expression::realise(SignalPool& pool) const {
  std::vector<int> net;
  const auto real = [&](int x) { return x >= kFirst ? net[(std::size_t)(x - kFirst)] : x; };
  for (const Own& g : own_)
    net.push_back(g.is_table ? pool.add(g.table, real(g.a), real(g.b), real(g.c))
                             : pool.add(g.op, real(g.a), real(g.b)));
  return real(top);
}

}  // namespace hedgerow::circuit
