// Writes a listing, and reads the order from a listing.
#include "circuit/schedule/listing.hpp"

#include <algorithm>
#include <set>
#include <sstream>

#include "circuit/core/error.hpp"
#include "circuit/schedule/model.hpp"

namespace hedgerow::circuit {
namespace {

constexpr std::size_t kColumns = 100;
const std::string kOrderHead = "// Order: ";
constexpr const char* kOps[] = {"xor2", "and2", "or2", "andnot"};

// Joins words to lines of at most kColumns characters.
class Lines {
 public:
  Lines(const std::string& begin, const std::string& later) : line_(begin), later_(later) {}
  void add(const std::string& word, const std::string& between) {
    if (line_.size() + word.size() > kColumns) end();
    line_ += word + between;
  }
  std::string text() {
    end();
    return text_;
  }

 private:
  void end() {
    text_ += line_.substr(0, line_.find_last_not_of(' ') + 1) + "\n";
    line_ = later_;
  }
  std::string line_, text_;
  const std::string later_;
};

class Writer {
 public:
  explicit Writer(const Round& round) : round_(round) {}
  std::string statement(const Step& s) {
    const std::string a = name(s.a), d = name(s.d), op = kOps[(int)s.op];
    switch (s.kind) {
      case Step::kGate:
        return d + " = Ops::" + op + "(" + a + ", " + name(s.b) + ");";
      case Step::kGateFromMemory:
        return d + " = Ops::" + op + "(" + a + ", At{" + at(s) + "});";
      case Step::kLoad:
        return d + " = Ops::" + (is_key(s) ? "load_splat32(" : "load(") + at(s) + ");";
      case Step::kStore:
        return "Ops::store(" + at(s) + ", " + a + ");";
    }
    throw Error("unknown kind of step");
  }

 private:
  static std::string name(int r) { return "r" + std::to_string(r); }
  bool is_key(const Step& s) const {
    return s.place == Step::kInput && s.memory >= round_.registers.first_loaded;
  }
  std::string at(const Step& s) {
    const auto i = (std::size_t)s.memory;
    const Memory m = s.place == Step::kInput ? round_.inputs[i]
                     : s.place == Step::kOutput
                         ? round_.outputs[i]
                         : Memory{(int)round_.arguments.size() - 1, s.memory};
    const std::string text =
        round_.arguments[(std::size_t)m.argument].name + " + " + std::to_string(m.index);
    // An output may have the place of an input.
    if (s.place == Step::kInput && overwritten_.contains(text))
      throw Error("this order reads " + text + " after an output was stored there");
    if (s.kind == Step::kStore) overwritten_.insert(text);
    return text;
  }

  const Round& round_;
  std::set<std::string> overwritten_;
};

}  // namespace

std::string listing(const Round& round, const Order& order) {
  const Program program = make_program(elements_of(round.netlist), order, round.registers);
  Lines numbers(kOrderHead, "// "), statements("  ", "  ");
  for (const int i : order) numbers.add(std::to_string(i) + ",", "");
  Writer writer(round);
  for (const Step& s : program.steps) statements.add(writer.statement(s), " ");
  std::string arguments, registers, held;
  for (const Argument& a : round.arguments) {
    const std::string comma = arguments.empty() ? "" : ", ";
    arguments += comma + a.type + " " + a.name;
    held += comma + "\"+r\"(" + a.name + ")";
  }
  for (int r = 0; r < round.registers.count; r++)
    registers += (r ? ", r" : "r") + std::to_string(r);
  return "// Written by `hedgerow circuit schedule " + round.name + "`; do not edit.\n// " +
         figures(round, program) + ".\n//\n" + numbers.text() +
         "#pragma once\n\n#include \"isa/pinned.hpp\"\n\n#ifdef HR_VEC_LISTINGS\n"
         "namespace hedgerow::HR_ISA {\nnamespace {\n// clang-format off\n\nconstexpr int "
         "kSpills_" +
         round.function + " = " + std::to_string(program.spills) + ";\n// " + round.purpose +
         "\nHR_INLINE void " + round.function + "(" + arguments +
         ") {\n  using Ops = Pinned;\n  // Keeps these addresses in registers, instead of an "
         "address for each plane.\n"
         "  __asm__(\"\" : " +
         held + ");\n  Vec " + registers + ";\n" + statements.text() +
         "}\n\n// clang-format on\n}  // namespace\n}  // namespace hedgerow::HR_ISA\n#endif\n";
}

Order order_in(const std::string& listing) {
  const std::size_t begin = listing.find(kOrderHead), end = listing.find("#pragma once");
  if (begin == std::string::npos || end == std::string::npos || end < begin)
    throw Error("no order: a listing has a comment that begins with `" + kOrderHead + "`");
  std::string numbers = listing.substr(begin, end - begin);
  std::replace_if(numbers.begin(), numbers.end(), [](char c) { return c < '0' || c > '9'; }, ' ');
  std::istringstream words(numbers);
  Order order;
  for (int i; words >> i;) order.push_back(i);
  return order;
}

}  // namespace hedgerow::circuit
