// The passes of the circuit compiler: verification, conversions, schedules, emitted text, and
// proof.
//
// The suite turned red when kTwoInputs[4] and [2] were exchanged in operators.hpp, and when in
// convert_polarity.cpp XORs did not follow the polarity of their fan-ins or the annealing was left
// out.
#include <gtest/gtest.h>

#include "circuit/anneal/optimise.hpp"
#include "circuit/circuit_support.hpp"
#include "circuit/core/convert.hpp"
#include "circuit/core/schedule.hpp"
#include "circuit/emit/emit.hpp"
#include "circuit/verify/prove.hpp"

namespace hedgerow::circuit {
namespace {

TEST(CircuitVerify, EveryMutantIsRefused) {
  const Box box = present();
  const Netlist n = small_circuit();
  EXPECT_NO_THROW(verify(n, box));
  for (std::uint64_t seed = 0; seed < 50; seed++)
    EXPECT_THROW(verify(mutant(n, box, seed), box), Error);
  EXPECT_THROW(verify(n, find_box("aes")), Error);
}

TEST(CircuitConvert, EveryBasisKeepsTheFunction) {
  const Box box = present();
  const Netlist n = small_circuit();
  for (const Basis& basis : bases()) {
    const Netlist r = convert(n, basis, 1);
    EXPECT_NO_THROW(verify(r, box)) << basis.name;
    EXPECT_NO_THROW(cost(r, basis)) << basis.name;
  }
  EXPECT_LE(merge_gates(n, true).gates.size(), n.gates.size());
  EXPECT_THROW(find_basis("nand"), Error);
}

// Counts the NOTs of the circuit if bit i of `flips` builds product i by De Morgan.
int nots_of(const Netlist& n, unsigned flips) {
  std::vector<bool> made((std::size_t)n.nets());
  std::vector<int> wanted((std::size_t)n.nets());
  for (int i = n.inputs, product = 0; i < n.nets(); i++) {
    const Gate& g = n.gate(i);
    const std::size_t at = (std::size_t)i;
    if (g.table == kTableXor) {
      made[at] = made[g.in[0]] != made[g.in[1]];
      continue;
    }
    const bool flip = flips >> product++ & 1, or_gate = g.table == kTableOr;
    const bool inverts[] = {or_gate, or_gate || g.table == kTableAndNot};
    for (int k = 0; k < 2; k++) wanted[g.in[k]] |= inverts[k] != flip ? 2 : 1;
    made[at] = or_gate != flip;
  }
  for (const Output& o : n.outputs) wanted[o.net] |= o.inverted ? 2 : 1;
  int nots = 0;
  for (std::size_t i = 0; i < wanted.size(); i++) nots += (wanted[i] & (made[i] ? 1 : 2)) != 0;
  return nots;
}

TEST(CircuitConvert, NoFormsNeedFewerNots) {
  const Netlist n = small_circuit();
  int products = 0, least = 1000;
  for (const Gate& g : n.gates) products += g.table != kTableXor;
  ASSERT_LE(products, 16);
  for (unsigned flips = 0; flips < 1u << products; flips++)
    least = std::min(least, nots_of(n, flips));
  const Basis& basis = find_basis("and-or-xor-not");
  EXPECT_EQ(cost(convert(n, basis, 1), basis).gates, (int)n.gates.size() + least);
}

TEST(CircuitOptimise, LocalSearchKeepsTheFunctionAndNeverGrows) {
  const Box box = present();
  const std::atomic<bool> stop = false;
  // Contains two circuits of the same box, so half of the gates can be removed.
  Netlist twice = small_circuit();
  const Netlist merged = merge_gates(twice, true);
  EXPECT_NO_THROW(verify(optimise(twice, 2, {1, 3000, 0, {}}, stop), box));
  EXPECT_NO_THROW(verify(optimise(merged, 3, {1, 3000, 0, {}}, stop), box));
  EXPECT_LE(optimise(merged, 3, {1, 3000, 0, {}}, stop).gates.size(), merged.gates.size());
}

TEST(CircuitSchedule, KeepsTheFunctionAndNeverNeedsMoreValues) {
  const Box box = present();
  const Netlist n = small_circuit(), r = schedule(n, 20);
  EXPECT_NO_THROW(verify(r, box));
  EXPECT_LE(live_values(r), live_values(n));
  EXPECT_EQ(r.gates.size(), n.gates.size());
}

TEST(CircuitShow, DepthAndLiveValuesOfAChain) {
  // There are three levels of gates, and the NOT. First x0, x1 and x2 live at the same time, later
  // fewer nets.
  const Netlist n =
      parse("inputs 3\nt0 = x0 & x1\nt1 = t0 ^ x0\nt2 = t1 | x2\noutputs ~t2\n").netlist;
  EXPECT_EQ(n.output_nots(), 1);
  EXPECT_EQ(depth(n), 4);
  EXPECT_EQ(live_values(n), 3);
  EXPECT_EQ(nonlinear_gates(n), 2);
}

// Of the 256 functions of three inputs, the 16 sums are linear.
TEST(CircuitShow, SumsAreLinear) {
  Netlist n;
  n.inputs = 3;
  for (unsigned t = 0; t < 256; t++) n.gates.push_back({{0, 1, 2}, 3, (std::uint8_t)t});
  EXPECT_EQ(nonlinear_gates(n), 240);
}

// Compiles the emitted C with the shell's compiler and runs it. The result must be the box.
TEST(CircuitEmit, CompiledCIsTheBox) {
  if (std::system("command -v cc >/dev/null 2>&1")) GTEST_SKIP() << "SKIPPED: no C compiler";
  const Netlist n = small_circuit();
  for (const int word : {8, 64}) {
    EmitOptions o;
    o.target = "c";
    o.word = word;
    o.function = "box";
    std::string program = emit({{"present", "", "andn", n}}, o) +
                          "int main(void) {\n  static const unsigned char s[16] = {";
    for (const unsigned v : kPresent) program += std::to_string(v) + ",";
    program += "};\n  for (unsigned v = 0; v < 16; v++) {\n    uint" + std::to_string(word) +
               "_t x[4], y[4];\n    for (int i = 0; i < 4; i++) x[i] = v >> i & 1 ? -1 : 0;\n"
               "    box(x, y);\n    for (int i = 0; i < 4; i++)\n"
               "      if ((y[i] & 1) != (s[v] >> i & 1)) return 1;\n  }\n  return 0;\n}\n";
    const TemporaryFile source(program);
    const std::string path = source.path.string(), exe = path + ".exe";
    ASSERT_EQ(std::system(("cc -std=c99 -x c -o " + exe + " " + path).c_str()), 0);
    EXPECT_EQ(std::system(exe.c_str()), 0);
    std::filesystem::remove(exe);
  }
}

TEST(CircuitEmit, EveryTargetIsDeterministic) {
  const NetlistFile two{"present", "", "andn", small_circuit()};
  const NetlistFile three{"present", "", "lut3", merge_gates(two.netlist, true)};
  for (const auto& target : emit_targets()) {
    const bool masked = target == "isw-c" || target == "dom-verilog";
    const bool names_none = target == "aiger" || target == "bristol";
    const NetlistFile& f = masked ? two : three;
    if (masked) {
      EXPECT_THROW(emit({three}, {target, "", 32}), Error) << target;
    }
    EmitOptions o;
    o.target = target;
    EXPECT_EQ(emit({f}, o), emit({f}, o)) << target;
    EXPECT_EQ(emit({f}, o).find("present") == std::string::npos, names_none) << target;
  }
  EmitOptions o;
  o.target = "fortran";
  EXPECT_THROW(emit({three}, o), Error);
}

TEST(CircuitProve, ProvenAndMutantRefuted) {
  const Box box = present();
  const ProofResult r = prove({"present", "", "andn", small_circuit()}, box, "", 1);
  if (r.proof == Proof::kNoTool) GTEST_SKIP() << "SKIPPED: " << r.detail;
  EXPECT_EQ(r.proof, Proof::kProven) << r.detail;
  const NetlistFile wrong{"present", "", "lut3", mutant(small_circuit(), box, 3)};
  EXPECT_EQ(prove(wrong, box, "", 1).proof, Proof::kWrong);
}

}  // namespace
}  // namespace hedgerow::circuit
