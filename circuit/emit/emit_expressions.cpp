// Writes the languages that have one expression per gate: C99 with a fixed word size, C++ over any type with the
// operators (u64, GNU vectors), C++ over `ternary` (vpternlog), OpenCL C, CUDA (lop3), and Python. The target `cxx` is
// C++ that needs no header.
#include <cstdio>
#include <sstream>

#include "circuit/core/error.hpp"
#include "circuit/emit/emit.hpp"

namespace hedgerow::circuit {
namespace {

std::string number(const char* format, int value) {
  char text[40];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

struct Style {
  std::string head, foot, declare, end;
  enum { kOperators, kTernary, kLop3 } gates;
};

std::string cast(const std::string& type, const std::string& text) {
  return type == "uint8_t" || type == "uint16_t" ? "(" + type + ")(" + text + ")" : text;
}

Style style_of(const std::string& name, const EmitOptions& o, const std::string& type,
               const std::string& in, const std::string& out) {
  const std::string arguments =
      "const " + type + " x[" + in + "], " + type + " y[" + out + "]) {\n";
  if (o.target == "cpp")
    return {"template <class T>\nHR_INLINE void " + name + "(const T (&x)[" + in + "], T (&y)[" +
                out + "]) {\n",
            "}\n", "  const T ", ";\n", Style::kOperators};
  if (o.target == "cxx")
    return {
        "// T: an integer or vector type; each bit position is a copy of its own. Constant time "
        "where ~ & | ^ are.\n"
        "template <class T>\nstatic inline void " +
            name + "(const T (&x)[" + in + "], T (&y)[" + out + "]) {\n",
        "}\n", "  const T ", ";\n", Style::kOperators};
  if (o.target == "ternary")
    return {"// ternary<i>(a, b, c): bit 4a + 2b + c of i.\ntemplate <class T>\nHR_INLINE void " +
                name + "(const T (&x)[" + in + "], T (&y)[" + out + "]) {\n",
            "}\n", "  const T ", ";\n", Style::kTernary};
  if (o.target == "python") return {"def " + name + "(x):\n", "", "    ", "\n", Style::kOperators};
  if (o.target == "c")
    return {"#include <stdint.h>\n\nvoid " + name + "(" + arguments, "}\n", "  const " + type + " ",
            ";\n", Style::kOperators};
  if (o.target == "opencl")
    return {"void " + name + "(" + arguments, "}\n", "  const " + type + " ", ";\n",
            Style::kOperators};
  return {"template <unsigned kTable>\n__device__ __forceinline__ uint32_t " + name +
              "_lop3(uint32_t a, uint32_t b, uint32_t c) {\n  uint32_t r;\n  asm(\"lop3.b32 %0, "
              "%1, %2, %3, %4;\" "
              ": \"=r\"(r) : \"r\"(a), \"r\"(b), \"r\"(c), \"n\"(kTable));\n  return r;\n}\n"
              "__device__ __forceinline__ void " +
              name + "(" + arguments,
          "}\n", "  const " + type + " ", ";\n", Style::kLop3};
}

}  // namespace

std::string emit_expressions(const NetlistFile& file, const EmitOptions& o) {
  if (o.target == "c" && o.word != 8 && o.word != 16 && o.word != 32 && o.word != 64)
    throw Error("words have 8, 16, 32 or 64 bits, not " + std::to_string(o.word));
  const Netlist& n = file.netlist;
  const bool python = o.target == "python";
  const std::string name = function_name(file, o);
  const std::string type = o.target == "c"        ? number("uint%d_t", o.word)
                           : o.target == "opencl" ? "uint"
                           : o.target == "cuda"   ? "uint32_t"
                                                  : "T";
  const Style s =
      style_of(name, o, type, std::to_string(n.inputs), std::to_string(n.outputs.size()));
  std::ostringstream out;
  out << banner(file, python ? "#" : "//") << s.head;
  for (int net = n.inputs; net < n.nets(); net++) {
    const Gate& g = n.gate(net);
    const std::vector<std::string> names = fan_in_names(n, g);
    std::string value = expression(g, names);
    if (g.fan_in == 3 && s.gates != Style::kOperators)
      value = (s.gates == Style::kTernary ? "ternary<" : name + "_lop3<") +
              number("0x%02x>(", (int)vpternlog_immediate(g.table)) + names[0] + ", " + names[1] +
              ", " + names[2] + ")";
    out << s.declare << net_name(n, net) << " = " << cast(type, value) << s.end;
  }
  const auto result = [&](const Output& q) { return (q.inverted ? "~" : "") + net_name(n, q.net); };
  if (python) out << "    return [";
  for (std::size_t i = 0; i < n.outputs.size(); i++)
    if (python)
      out << (i ? ", " : "") << result(n.outputs[i]);
    else
      out << "  y[" << i << "] = " << cast(type, result(n.outputs[i])) << ";\n";
  out << (python ? "]\n" : "") << s.foot;
  return out.str();
}

}  // namespace hedgerow::circuit
