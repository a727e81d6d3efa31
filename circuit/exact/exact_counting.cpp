// Enumerates all circuits of a few gates to find the smallest number of gates for each function of four inputs.
#include <algorithm>
#include <array>

#include "circuit/exact/exact.hpp"

namespace hedgerow::circuit {
namespace {

using Table = std::uint16_t;  // of four inputs and 0 at 0, because complements are free

Table normal(unsigned f) { return (Table)(f & 1 ? ~f : f); }

// For each function of four inputs, the number of gates of its smallest circuit. The value 7 means seven or more.
class FewestOfTwo {
 public:
  FewestOfTwo() {
    gates_.fill(7);
    gates_[0] = 0;
    for (int i = 0; i < 4; i++) {
      gates_[(Table)variable(i).w[0]] = 0;
      net_[nets_++] = (Table)variable(i).w[0];
    }
    std::vector<Table> next;
    for (int i = 1; i < 4; i++) add_functions(i, 1, &next);
    extend(next, 0, 1);
  }
  int of(Table f) const { return gates_[f]; }

 private:
  // Records all functions that gate number `gates` can compute from net i and one earlier net.
  void add_functions(int i, int gates, std::vector<Table>* next) {
    for (int j = 0; j < i; j++) {
      const unsigned a = net_[(std::size_t)i], b = net_[(std::size_t)j];
      for (const unsigned made : {a & b, a & ~b, ~a & b, a | b, a ^ b}) {
        const Table f = (Table)made;
        gates_[f] = std::min(gates_[f], (std::uint8_t)gates);
        if (next) next->push_back(f);
      }
    }
  }

  // Extends the present nets by gate number `gates` and further ones in all ways. `next` lists the functions that one
  // gate can compute from the present nets; those that a new gate makes possible come last. A set of gates is met only
  // once, because its gates are added in the order of `next`.
  void extend(const std::vector<Table>& next, std::size_t from, int gates) {
    std::vector<Table> more;
    for (std::size_t i = from; i < next.size(); i++) {
      if (std::find(net_.begin(), net_.begin() + nets_, next[i]) != net_.begin() + nets_) continue;
      net_[(std::size_t)nets_++] = next[i];
      if (gates == 5) {
        add_functions(nets_ - 1, 6, nullptr);
      } else {
        more = next;
        add_functions(nets_ - 1, gates + 1, &more);
        extend(more, i + 1, gates + 1);
      }
      nets_--;
    }
  }

  std::array<std::uint8_t, 65536> gates_{};
  std::array<Table, 16> net_{};
  int nets_ = 0;
};

// Calls `act` with all functions of three nets that are 0 if the nets are 0.
template <class Do>
void for_tables(Table a, Table b, Table c, Do&& act) {
  for (unsigned table = 2; table < 256; table += 2) {
    Table r = 0;
    for (unsigned x = 1; x < 8; x++)
      if (table >> x & 1) r |= (Table)((x & 1 ? a : ~a) & (x & 2 ? b : ~b) & (x & 4 ? c : ~c));
    act(r);
  }
}

// The same for tables of three inputs. The value 3 means three or more.
class FewestOfThree {
 public:
  FewestOfThree() {
    gates_.fill(3);
    std::array<Table, 4> in{};
    for (std::size_t i = 0; i < 4; i++) in[i] = (Table)variable((int)i).w[0];
    for (std::size_t left_out = 0; left_out < 4; left_out++)
      for_tables(in[left_out ? 0 : 1], in[left_out > 1 ? 1 : 2], in[left_out > 2 ? 2 : 3],
                 [&](Table first) {
                   gates_[first] = 1;
                   for (std::size_t i = 0; i < 4; i++)
                     for (std::size_t j = 0; j < i; j++)
                       for_tables(first, in[i], in[j], [&](Table f) {
                         gates_[f] = std::min(gates_[f], std::uint8_t{2});
                       });
                 });
    gates_[0] = 0;
    for (const Table x : in) gates_[x] = 0;
  }
  int of(Table f) const { return gates_[f]; }

 private:
  std::array<std::uint8_t, 65536> gates_{};
};

int reads(const Truth& f, int inputs) {
  int r = 0;
  for (int i = 0; i < inputs; i++)
    for (unsigned x = 0; x < 1u << inputs; x++)
      if (f.at(x) != f.at(x ^ 1u << i)) {
        r++;
        break;
      }
  return r;
}

}  // namespace

int gates_alone(const Truth& f, int inputs, int fan_in) {
  if (inputs != 4) {
    const int read = reads(f, inputs);
    return read < 2 ? 0 : (read - 2) / (fan_in - 1) + 1;
  }
  static const FewestOfTwo of_two;
  static const FewestOfThree of_three;
  const Table table = normal((unsigned)f.w[0] & 0xffff);
  return fan_in == 2 ? of_two.of(table) : of_three.of(table);
}

int gates_by_counting(const Box& box, int fan_in) {
  std::vector<int> alone;
  for (const Truth& f : box.outputs)
    if (const int gates = gates_alone(f, box.inputs, fan_in)) alone.push_back(gates);
  std::sort(alone.begin(), alone.end());
  int r = 0;
  for (std::size_t i = 0; i < alone.size(); i++)
    r = std::max(r, alone[i] + (int)(alone.size() - 1 - i));
  return r;
}

}  // namespace hedgerow::circuit
