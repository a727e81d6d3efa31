// Converts a circuit to products of sums, and back.
#include "circuit/core/products.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <optional>

#include "circuit/core/error.hpp"
#include "circuit/core/normalise.hpp"

namespace hedgerow::circuit {
namespace {

unsigned sum_of(unsigned values, unsigned mask) {
  return (unsigned)std::popcount(values & mask) & 1;
}

std::string hex(unsigned v) {
  char digits[8];
  return {digits, std::to_chars(digits, digits + sizeof digits, v, 16).ptr};
}

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> r;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t end = std::min(text.find(at, from), text.size());
    if (end > from) r.push_back(text.substr(from, end - from));
    from = end + 1;
  }
  return r;
}

}  // namespace

unsigned ProductCircuit::operator()(unsigned x) const {
  unsigned values = x, r = 0;
  for (std::size_t g = 0; g < products.size(); g++)
    values |= (sum_of(values, products[g][0]) & sum_of(values, products[g][1]))
              << ((std::size_t)inputs + g);
  for (std::size_t o = 0; o < outputs.size(); o++) r |= sum_of(values, outputs[o]) << o;
  return r;
}

int ProductCircuit::depth() const {
  std::vector<int> level((std::size_t)inputs);
  const auto deepest = [&](unsigned mask) {
    int r = 0;
    for (std::size_t i = 0; i < level.size(); i++)
      if (mask >> i & 1) r = std::max(r, level[i]);
    return r;
  };
  for (const auto& p : products) level.push_back(1 + deepest(p[0] | p[1]));
  int r = 0;
  for (const unsigned o : outputs) r = std::max(r, deepest(o));
  return r;
}

SumsBetween::SumsBetween(int inputs) {
  netlist.inputs = inputs;
  for (int i = 0; i < inputs; i++) net_.push_back((Net)i);
}

Net SumsBetween::total(unsigned mask) {
  std::optional<Net> r;
  const auto sum = [&](Net a, Net b) {
    netlist.gates.push_back({{a, b, a}, 2, kTableXor});
    return (Net)(netlist.nets() - 1);
  };
  for (std::size_t i = 0; i < net_.size(); i++)
    if (mask >> i & 1) r = r ? sum(*r, net_[i]) : net_[i];
  return r ? *r : sum(0, 0);
}

void SumsBetween::add(const Gate& gate) {
  netlist.gates.push_back(gate);
  net_.push_back((Net)(netlist.nets() - 1));
}

Netlist ProductCircuit::netlist(unsigned inverted) const {
  SumsBetween sums(inputs);
  for (const auto& p : products) {
    const Net a = sums.total(p[0]), b = sums.total(p[1]);
    sums.add({{a, b, a}, 2, kTableAnd});
  }
  for (std::size_t o = 0; o < outputs.size(); o++)
    sums.netlist.outputs.push_back({sums.total(outputs[o]), (inverted >> o & 1) != 0});
  return normalise(sums.netlist);
}

std::string ProductCircuit::text() const {
  std::string r;
  for (const auto& p : products) r += (r.empty() ? "" : ",") + hex(p[0]) + "*" + hex(p[1]);
  r += ";";
  for (std::size_t o = 0; o < outputs.size(); o++) r += (o ? "," : "") + hex(outputs[o]);
  return r;
}

ProductCircuit product_circuit(int inputs, const std::string& text) {
  ProductCircuit r{inputs, {}, {}};
  const auto mask = [&](const std::string& digits) {
    unsigned v = 0;
    const char* end = digits.data() + digits.size();
    const auto read = std::from_chars(digits.data(), end, v, 16);
    if (read.ec != std::errc{} || read.ptr != end || v >> ((std::size_t)inputs + r.products.size()))
      throw Error("not a set of nets: " + digits + " in " + text);
    return v;
  };
  const std::size_t middle = text.find(';');
  if (middle == std::string::npos) throw Error("no products and outputs: " + text);
  for (const std::string& p : split(text.substr(0, middle), ',')) {
    const std::vector<std::string> operands = split(p, '*');
    if (operands.size() != 2)
      throw Error("not a product of two sets of nets: " + p + " in " + text);
    const unsigned a = mask(operands[0]), b = mask(operands[1]);
    r.products.push_back({a, b});
  }
  for (const std::string& o : split(text.substr(middle + 1), ',')) r.outputs.push_back(mask(o));
  return r;
}

}  // namespace hedgerow::circuit
