// The listings of rounds: a program computes its circuit in every order and with every number of registers, and the
// order of a listing can be read again.
//
// The suite turned red when free_register stored no value that it dropped, when `turned` also exchanged the operands of
// andnot, when elements_of did not exchange those of a & ~b, when `whole` was always true, when the check for
// overwritten inputs or for three registers was left out, and when order_in lost the last number. `./dev gen --check`
// turned red when a register of a committed listing was another one.
#include "circuit/schedule/listing.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "circuit/circuit_support.hpp"
#include "circuit/core/random.hpp"
#include "circuit/schedule/order_search.hpp"

namespace hedgerow::circuit {
namespace {

using Words = std::vector<std::uint64_t>;

Words random_words(int count, Random& random) {
  Words r;
  for (int i = 0; i < count; i++) r.push_back(random.next());
  return r;
}

Words outputs_of(const Netlist& n, const Words& in) {
  Words nets = in, r;
  for (const Gate& g : n.gates) {
    std::uint64_t value = 0;
    for (unsigned i = 0; i < 4; i++)
      if (g.table >> i & 1)
        value |=
            (i & 1 ? nets[g.in[0]] : ~nets[g.in[0]]) & (i & 2 ? nets[g.in[1]] : ~nets[g.in[1]]);
    nets.push_back(value);
  }
  for (const Output& o : n.outputs) r.push_back(nets[o.net]);
  return r;
}

Words run(const Program& p, const Words& in, std::size_t outputs) {
  Words r(32), memory[] = {in, Words(outputs), Words((std::size_t)p.spills)};
  for (const Step& s : p.steps) {
    const auto a = r[(std::size_t)s.a];
    if (s.kind == Step::kStore) {
      memory[s.place][(std::size_t)s.memory] = a;
      continue;
    }
    const auto b =
        s.kind == Step::kGate ? r[(std::size_t)s.b] : memory[s.place][(std::size_t)s.memory];
    const std::uint64_t results[] = {a ^ b, a & b, a | b, ~a & b};
    r[(std::size_t)s.d] = s.kind == Step::kLoad ? b : results[(int)s.op];
  }
  return memory[Step::kOutput];
}

// An order that reads each value after its elements, drawn.
Order random_order(const Elements& e, Random& random) {
  std::vector<int> left = e.parts, waiting;
  for (int i = 0; i < (int)e.of.size(); i++) waiting.push_back(i);
  Order r;
  while (!waiting.empty()) {
    random.shuffle(waiting);
    std::erase_if(waiting, [&](int i) {
      const Element& x = e.of[(std::size_t)i];
      if (left[(std::size_t)x.a] > 0 || (!x.term && left[(std::size_t)x.b] > 0)) return false;
      r.push_back(i);
      left[(std::size_t)x.value]--;
      return true;
    });
  }
  return r;
}
Order first_order(const Round& round) {
  Order r;
  for (int i = 0; i < (int)elements_of(round.netlist).of.size(); i++) r.push_back(i);
  return r;
}

TEST(CircuitSchedule, ProgramsComputeTheirCircuits) {
  Random random(test_seed());
  for (const std::string& name : round_names()) {
    const Round round = find_round(name, HR_CIRCUITS_DIR);
    const Elements e = elements_of(round.netlist);
    const Words in = random_words(round.netlist.inputs, random);
    for (const int registers : {3, 5, 16, 32}) {
      const Program p =
          make_program(e, random_order(e, random),
                       {registers, round.registers.first_loaded, round.registers.keep_for});
      for (const Step& s : p.steps) ASSERT_LT(std::max({s.a, s.b, s.d}), registers);
      EXPECT_EQ(run(p, in, round.outputs.size()), outputs_of(round.netlist, in))
          << name << " " << registers;
    }
  }
}

TEST(CircuitSchedule, OrdersAreReadBackAndChecked) {
  const Round round = find_round("clefia-f1", HR_CIRCUITS_DIR);
  Order order = first_order(round);
  const std::string text = listing(round, order);
  EXPECT_EQ(order_in(text), order);
  EXPECT_NE(error_of([&] { order_in("// no numbers"); }).find("no order"), std::string::npos);
  order.pop_back();
  EXPECT_NE(error_of([&] { listing(round, order); }).find("search for a new one"),
            std::string::npos);
  order = order_in(text);
  std::reverse(order.begin(), order.end());
  EXPECT_NE(error_of([&] { listing(round, order); }).find("search for a new one"),
            std::string::npos);
  order.front() = order.back();
  EXPECT_NE(error_of([&] { listing(round, order); }).find("search for a new one"),
            std::string::npos);
}

// The first output takes the place of input 0. The second circuit reads that input again later.
TEST(CircuitSchedule, AnOverwrittenInputIsNotRead) {
  Round round;
  round.netlist.inputs = 2;
  round.netlist.gates = {{{1, 0}, 2, kTableAnd}, {{1, 2}, 2, kTableOr}};
  round.netlist.outputs = {{2, false}, {3, false}};
  round.registers = {3, 2, 0};
  round.arguments = {{"Vec*", "x"}, {"Vec*", "spills"}};
  round.inputs = {{0, 0}, {0, 1}};
  round.outputs = {{0, 0}, {0, 1}};
  EXPECT_EQ(error_of([&] { listing(round, {0, 1}); }), "no error");
  round.netlist.gates.push_back({{3, 0}, 2, kTableAnd});
  round.netlist.outputs = {{2, false}, {4, false}};
  EXPECT_NE(error_of([&] { listing(round, {0, 1, 2}); }).find("x + 0"), std::string::npos);
  round.registers.count = 2;
  EXPECT_NE(error_of([&] { listing(round, {0, 1, 2}); }).find("3 registers"), std::string::npos);
}

TEST(CircuitSchedule, SearchFindsAValidOrder) {
  for (const std::string& name : round_names()) {
    const Round round = find_round(name, HR_CIRCUITS_DIR);
    EXPECT_NO_THROW(listing(round, search_order(round, 1, 0.2))) << name;
  }
  EXPECT_NE(error_of([] { find_round("aes", HR_CIRCUITS_DIR); }).find("clefia-f0"),
            std::string::npos);
}

}  // namespace
}  // namespace hedgerow::circuit
