// Files of circuits that no program would write, but a stranger can: too many gates, gates that are
// nested too deeply, names that are too many, and files that end too early. Small ones are in
// tests/fuzz/corpus/circuit.
//
// Each case was wrong before: a circuit with other nets, a crash, or another exception than Error.
#include <gtest/gtest.h>

#include <functional>

#include "circuit/circuit_support.hpp"
#include "circuit/core/cells.hpp"
#include "circuit/read/blif.hpp"
#include "circuit/read/foreign.hpp"

namespace hedgerow::circuit {
namespace {

// Returns the sentence of the Error that `read` must throw.
std::string refusal(const std::function<void()>& read) {
  try {
    read();
  } catch (const Error& e) {
    return e.what();
  }
  return "accepted";
}

std::string lines(int count, const std::function<std::string(int)>& line) {
  std::string text;
  for (int i = 0; i < count; i++) text += line(i) + "\n";
  return text;
}

std::string number(int value) { return std::to_string(value); }

TEST(CircuitForeign, NetsBeyondTheLimitAreRefused) {
  const int many = 70000;
  const auto bristol = number(many) + " 50000\n1 2\n1 1\n\n" +
                       lines(many, [](int i) { return "2 1 0 1 " + number(i + 2) + " AND"; });
  EXPECT_NE(refusal([&] { from_bristol(bristol, "f"); }).find("wire 50000"), std::string::npos);
  const auto aiger = "aag 3 4 0 1 4294967295\n" + lines(4, [](int i) { return number(2 * i + 2); });
  EXPECT_NE(refusal([&] { from_aiger(aiger + "10\n", "f"); }).find("too many variables"),
            std::string::npos);
  const std::string wide = "module m(input [70000:0] a, output y); assign y = a[1]; endmodule";
  EXPECT_NE(refusal([&] { from_verilog(wide, "f"); }).find("1024"), std::string::npos);
}

TEST(CircuitForeign, AnAigerFileHasAnInputAndAnOutput) {
  for (const char* text :
       {"aag 1 1 0 0 0\n2\n", "aig 2 1 0 0 1\n4\n\001\001", "aag 0 0 0 1 0\n2\n"})
    EXPECT_EQ(refusal([&] { from_aiger(text, "f"); }),
              "f:1: a circuit has at least one input and one output")
        << text;
}

TEST(CircuitForeign, DeepNestingIsRefusedAndNotACrash) {
  const int deep = 50000;
  const std::string opening(deep, '('), closing(deep, ')'), head = "module m(input a, output y); ";
  for (const std::string& text :
       {head + "assign y = " + opening + "a" + closing + ";endmodule",
        head + "not(y, " + opening + "a" + closing + ");endmodule",
        head + "assign y = " + std::string(deep, '~') + "a;endmodule",
        head +
            lines(deep,
                  [](int i) { return "assign t" + number(i) + " = t" + number(i + 1) + ";"; }) +
            "assign t" + number(deep) + " = a, y = t0; endmodule"})
    EXPECT_NE(refusal([&] { from_verilog(text, "f"); }).find("nested"), std::string::npos);
  const auto aiger = "aag 50001 1 0 1 50000\n2\n100002\n" + lines(deep, [](int i) {
                       return number(2 * i + 4) + " " + number(2 * i + 2) + " 2";
                     });
  EXPECT_NE(refusal([&] { from_aiger(aiger, "f"); }).find("nested"), std::string::npos);
  std::istringstream blif(".model m\n.inputs a b\n.outputs y\n" +
                          lines(deep,
                                [&](int i) {
                                  return ".names b t" + number(i + 1) + " " +
                                         (i ? "t" + number(i) : "y") + "\n11 1";
                                }) +
                          ".names a b t50000\n11 1\n.end\n");
  EXPECT_NE(refusal([&] { from_blif(blif, "f"); }).find("nested"), std::string::npos);
  for (const char sign : {'(', '!'})
    EXPECT_NE(refusal([&] {
                parse_liberty(
                    "cell(x) { area : 1; function : \"" + std::string(500000, sign) + "a\"; }",
                    "f");
              }).find("no NAND"),
              std::string::npos);
}

TEST(CircuitForeign, AnAreaIsAFiniteNumber) {
  for (const char* area : {"inf", "nan", "1e999"})
    EXPECT_NE(refusal([&] {
                parse_liberty(
                    "cell(x) { area : " + std::string(area) + "; function : \"!(a*b)\"; }", "f");
              }).find("not a number"),
              std::string::npos)
        << area;
}

TEST(CircuitForeign, ACommentOfVerilogEndsAfterItBegan) {
  const auto read =
      from_verilog("module m(input a, output y); /*/ not /*/ assign y = ~a; endmodule", "f");
  EXPECT_EQ(read.netlist.outputs.size(), 1u);
  EXPECT_TRUE(read.netlist.outputs[0].inverted);
  EXPECT_NE(refusal([&] { from_verilog("module m(input a,", "f"); }).find("ends before endmodule"),
            std::string::npos);
}

}  // namespace
}  // namespace hedgerow::circuit
