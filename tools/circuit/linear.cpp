#include "linear.hpp"

#include <algorithm>
#include <array>
#include <sstream>

#include "cipher/kalyna/spec.hpp"
#include "random.hpp"

namespace hedgerow::circuit {
namespace {

using Set = std::bitset<kMaxSums>;
using Terms = std::array<int, 3>;  // the last is -1 for a pair

// What a common term spares, in half operations: one that stands in n sums shortens each by one
// term (a pair) or two, and a term costs an operation of fan_in 2, or half of one of fan_in 3.
struct Best {
  long gain = 0;
  std::vector<Terms> all;
  void offer(long g, const Terms& t) {
    if (g < gain || g <= 0) return;
    if (g > gain) all.clear();
    gain = g;
    all.push_back(t);
  }
};

Best best_terms(const std::vector<Set>& columns, int fan_in) {
  Best best;
  const int n = (int)columns.size();
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++) {
      const Set both = columns[(std::size_t)i] & columns[(std::size_t)j];
      const long count = (long)both.count();
      if (count < 2) continue;
      best.offer(fan_in == 3 ? count - 2 : 2 * count - 2, {i, j, -1});
      if (fan_in < 3 || 2 * count - 2 < best.gain) continue;
      for (int k = j + 1; k < n; k++)
        best.offer(2 * (long)(both & columns[(std::size_t)k]).count() - 2, {i, j, k});
    }
  return best;
}

// Sums `terms` in steps of fan_in; the last value.
int add_sum(LinearProgram& p, std::vector<int> terms, int fan_in) {
  while (terms.size() > 1) {
    const std::size_t odd = terms.size() % 2 == 0 ? 2 : 3;  // with 3, an even rest takes one pair
    const std::size_t take = std::min(fan_in == 3 ? odd : 2, terms.size());
    p.steps.emplace_back(terms.begin(), terms.begin() + (long)take);
    terms.erase(terms.begin(), terms.begin() + (long)take);
    terms.insert(terms.begin(), p.inputs + (int)p.steps.size() - 1);
  }
  return terms.at(0);
}

LinearProgram one_try(std::vector<Set> columns, int outputs, int fan_in, Random& random) {
  LinearProgram p;
  p.inputs = (int)columns.size();
  for (;;) {
    const Best best = best_terms(columns, fan_in);
    if (best.gain == 0) break;
    const Terms t = best.all[random.below(best.all.size())];
    std::vector<int> step;
    Set common = ~Set{};
    for (const int i : t)
      if (i >= 0) step.push_back(i), common &= columns[(std::size_t)i];
    for (const int i : step) columns[(std::size_t)i] &= ~common;
    columns.push_back(common);
    p.steps.push_back(step);
  }
  const std::size_t values = columns.size();
  for (int o = 0; o < outputs; o++) {
    std::vector<int> terms;
    for (std::size_t i = values; i-- > 0;)
      if (columns[i][(std::size_t)o]) terms.push_back((int)i);
    p.outputs.push_back(add_sum(p, terms, fan_in));
  }
  return p;
}

// The steps that `value` needs and that are not there yet, each after its operands.
void need(const LinearProgram& p, int value, std::vector<int>& place, std::vector<int>& order) {
  if (value < p.inputs || place[(std::size_t)(value - p.inputs)] >= 0) return;
  for (const int operand : p.steps[(std::size_t)(value - p.inputs)])
    need(p, operand, place, order);
  place[(std::size_t)(value - p.inputs)] = (int)order.size();
  order.push_back(value - p.inputs);
}

// Output by output, each time the one with the fewest steps to do.
LinearProgram ordered(const LinearProgram& p) {
  std::vector<int> place(p.steps.size(), -1), order, left = p.outputs;
  while (!left.empty()) {
    std::size_t best = 0, fewest = p.steps.size() + 1;
    for (std::size_t i = 0; i < left.size(); i++) {
      std::vector<int> copy = place, added;
      need(p, left[i], copy, added);
      if (added.size() < fewest) best = i, fewest = added.size();
    }
    std::vector<int> added;
    for (std::vector<int> copy = place; added.empty(); need(p, left[best], copy, added))
      if (fewest == 0) break;
    for (const int step : added) {
      place[(std::size_t)step] = (int)order.size();
      order.push_back(step);
    }
    left.erase(left.begin() + (long)best);
  }
  LinearProgram r{p.inputs, {}, {}};
  const auto renamed = [&](int v) {
    return v < p.inputs ? v : p.inputs + place[(std::size_t)(v - p.inputs)];
  };
  for (const int step : order) {
    r.steps.emplace_back();
    for (const int v : p.steps[(std::size_t)step]) r.steps.back().push_back(renamed(v));
  }
  for (const int v : p.outputs) r.outputs.push_back(renamed(v));
  return r;
}

}  // namespace

LinearProgram linear_program(const Matrix& m, int fan_in, int tries, std::uint64_t seed) {
  Random random(seed);
  LinearProgram best;
  for (int i = 0; i < tries; i++) {
    LinearProgram p = one_try(m.columns, m.outputs, fan_in, random);
    if (best.inputs == 0 || p.steps.size() < best.steps.size()) best = std::move(p);
  }
  return ordered(best);
}

Matrix kalyna_mix(bool inverse, bool addends) {
  const kalyna::Row& row = inverse ? kalyna::kInverseRow : kalyna::kMixRow;
  Matrix m;
  m.outputs = 32;
  m.columns.resize(addends ? 96 : 64);
  for (unsigned out = 0; out < 32; out++) {
    for (unsigned r = 0; r < 8; r++)
      for (unsigned b = 0; b < 8; b++) {
        unsigned product = 0;  // c_j * x^b
        for (unsigned k = 0, c = row.c[(r + 8 - out / 8) % 8]; k <= b; k++) {
          product = c;
          c = c << 1 ^ (c & 0x80 ? 0x11du : 0);
        }
        m.columns[8 * r + b][out] = product >> (out % 8) & 1;
      }
    if (addends) m.columns[64 + out][out] = true;
  }
  return m;
}

std::string emit_sums(const LinearProgram& p, const std::string& name, int addends_from) {
  const auto value = [&](int v) {
    if (v >= p.inputs) return "t" + std::to_string(v - p.inputs);
    if (v >= addends_from) return "key(" + std::to_string(v - addends_from) + ")";
    return "x[" + std::to_string(v) + "]";
  };
  std::ostringstream out;
  out << "// Generated by `hedgerow circuit linear`; do not edit. " << p.steps.size()
      << " operations.\n#pragma once\n\n"
      << "// y is not x. key(i): what is added to y[i].\ntemplate <class Key>\n"
      << "HR_INLINE void sum_" << name << "(const Vec* x, [[maybe_unused]] Key key, Vec* y) {\n";
  for (std::size_t i = 0; i < p.steps.size(); i++) {
    out << "  const Vec t" << i << " = " << (p.steps[i].size() == 3 ? "xor3(" : "xor2(");
    for (std::size_t k = 0; k < p.steps[i].size(); k++)
      out << (k ? ", " : "") << value(p.steps[i][k]);
    out << ");\n";
    for (std::size_t o = 0; o < p.outputs.size(); o++)
      if (p.outputs[o] == p.inputs + (int)i) out << "  y[" << o << "] = t" << i << ";\n";
  }
  out << "}\n";
  return out.str();
}

}  // namespace hedgerow::circuit
