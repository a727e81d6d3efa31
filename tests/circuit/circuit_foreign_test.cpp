// Files of circuits that no program would write, but a stranger can: too many gates, gates that are
// nested too deeply, names that are too many, and files that end too early. Small ones are in
// tests/fuzz/corpus/circuit.
//
// Each case was wrong before: a circuit with other nets, a crash, or another exception than Error.
// The suite also turned red when the rest of an expression of Verilog was ignored, when `^~` was
// read as `^` and `~`, when a NOT lost its second output, and when ports had the order of their
// declarations.
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
        head + "assign y = " + lines(deep, [](int) { return "a ? a :"; }) + "a;endmodule",
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

// Returns the outputs of a module for all inputs, the table of output 0 first. Bit x is the value for
// the inputs x, of which the first one has the lowest weight.
std::vector<unsigned> tables_of(const std::string& module) {
  const Netlist n = from_verilog(module, "f").netlist;
  const std::vector<Truth> value = simulate(n);
  std::vector<unsigned> r;
  for (const Output& o : n.outputs)
    r.push_back(
        (unsigned)(invert_if(value[o.net], o.inverted).w[0] & ((1u << (1 << n.inputs)) - 1)));
  return r;
}

std::string module_of(const std::string& value) {
  return "module m(input a, input b, input s, output y); assign y = " + value + "; endmodule";
}

TEST(CircuitForeign, OperatorsOfVerilogBindAsInTheStandard) {
  EXPECT_EQ(tables_of(module_of("s ? a : b")), std::vector{0xacu});
  EXPECT_EQ(tables_of(module_of("~(s ? a & b : b)")), std::vector{0x73u});
  EXPECT_EQ(tables_of(module_of("a ? s : b ? ~s : s")), std::vector{0xb4u});
  EXPECT_EQ(tables_of(module_of("a | b ? s : a")), std::vector{0xe0u});
  for (const char* sign : {"~^", "^~"}) {
    EXPECT_EQ(tables_of(module_of("a " + std::string(sign) + " b")), std::vector{0x99u});
    EXPECT_EQ(tables_of(module_of("a" + std::string(sign) + "b & s")), std::vector{0x95u});
    EXPECT_EQ(tables_of(module_of("s | a" + std::string(sign) + "b")), std::vector{0xf9u});
  }
  EXPECT_EQ(tables_of("module m(input a, input b, input s, output y); xor(y, s ? a : b, b ~^ a); "
                      "endmodule"),
            std::vector{0x35u});
}

TEST(CircuitForeign, NoPartOfAnExpressionOfVerilogIsIgnored) {
  for (const char* value : {"a != b", "a == b", "a + b", "a - b", "a >> b", "a << b", "a < b",
                            "a && b", "a || b", "a b", "a[0:0]", "s ? a", "s ? a : b : a", "&a"}) {
    EXPECT_NE(refusal([&] { from_verilog(module_of(value), "f"); }), "accepted") << value;
    for (const std::string& operands : {std::string(value) + ", a", "a, " + std::string(value)})
      EXPECT_NE(refusal([&] {
                  from_verilog("module m(input a, input b, input s, output y); and(y, " + operands +
                                   "); endmodule",
                               "f");
                }),
                "accepted")
          << operands;
  }
  EXPECT_EQ(refusal([] { from_verilog(module_of("a + b"), "f"); }),
            "f:1: `+` is not part of the supported structural Verilog");
  EXPECT_EQ(refusal([] {
              from_verilog("module m(input a, output y, output z); not(y, z, a); endmodule", "f");
            }),
            "f:1: not with more than one output");
}

TEST(CircuitForeign, PortsOfVerilogHaveTheOrderOfTheHead) {
  const std::string body = "assign y = a & ~b & c[1], z = c[0]; endmodule";
  const auto in_head =
      tables_of("module m(output z, output y, input b, input [1:0] c, input a); " + body);
  EXPECT_EQ(tables_of("module m(z, y, b, c, a); input a; (* keep *) input b; wire a; output y; "
                      "input [1:0] c; output z; " +
                      body),
            in_head);
  EXPECT_NE(tables_of("module m(input a, input b, input [1:0] c, output y, output z); " + body),
            in_head);
  EXPECT_EQ(refusal([&] { from_verilog("module m(a, inout b, output y); " + body, "f"); }),
            "f:1: expected `,` instead of `b`");
}

}  // namespace
}  // namespace hedgerow::circuit
