// Reads, completes and writes the table of affine classes, and verifies each circuit in it.
#include "circuit/exact/classes.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <sstream>

#include "circuit/core/error.hpp"
#include "circuit/core/table_file.hpp"
#include "circuit/exact/exact.hpp"
#include "circuit/read/netlist_file.hpp"

namespace hedgerow::circuit {
namespace {

constexpr const char* kHead =
    "# number\tleast member\tsize\tinverse\tlinearity\tuniformity\tdegree\tANDs\tAND depth\t"
    "no fewer\tcircuit";
constexpr std::size_t kFields = 11;
constexpr const char* kDigits = "0123456789abcdef";

Box box_of(const Permutation4& s) {
  return make_box(to_text(s), {std::vector<unsigned>(s.begin(), s.end())}, 4, true);
}

std::uint64_t number(const std::string& text) {
  std::uint64_t v = 0;
  const char* end = text.data() + text.size();
  const auto r = std::from_chars(text.data(), end, v);
  if (text.empty() || r.ec != std::errc{} || r.ptr != end) throw Error("not a number: " + text);
  return v;
}

ClassRow row_of(const std::vector<std::string>& f) {
  ClassRow r;
  r.least = permutation_of_digits(f[1]);
  r.size = number(f[2]);
  r.inverse = (int)number(f[3]);
  r.linearity = (int)number(f[4]);
  r.uniformity = (int)number(f[5]);
  r.degree = (int)number(f[6]);
  r.products = f[7] == "-" ? -1 : (int)number(f[7]);
  r.depth = (int)number(f[8]);
  r.fewer = f[9];
  if (r.products < 0) return r;
  r.circuit = product_circuit(4, f[10]);
  if ((int)r.circuit.products.size() != r.products || r.circuit.outputs.size() != 4)
    throw Error("not " + f[7] + " products and 4 outputs: " + f[10]);
  return r;
}

void find_products_of(ClassRow& row, double seconds) {
  const Box box = box_of(row.least);
  const auto ask = [&](int products, ProductCircuit* found) {
    return ask_products(box, products, seconds, found);
  };
  int products = least_products(box);
  std::string fewer = "dimension";
  for (;; products++) {
    const ExactResult r = ask(products, &row.circuit);
    if (r.answer == Answer::kUnknown) throw Error("no answer for " + box.name + ": " + r.solvers);
    if (r.answer == Answer::kCircuit) break;
    fewer = r.solvers;
  }
  if (fewer == "dimension" && products) {
    ProductCircuit none;
    const ExactResult r = ask(products - 1, &none);
    if (r.answer != Answer::kNone)
      throw Error("fewer products than dimensions, or no answer, for " + box.name + ": " +
                  r.solvers);
    fewer += ", " + r.solvers;
  }
  row.products = products;
  row.fewer = fewer;
}

}  // namespace

std::string to_text(const Permutation4& s) {
  std::string r;
  for (const std::uint8_t v : s) r += kDigits[v];
  return r;
}

Permutation4 permutation_of_digits(const std::string& digits) {
  const std::string all = kDigits;
  Permutation4 s{};
  unsigned seen = 0;
  for (std::size_t x = 0; digits.size() == 16 && x < 16; x++) {
    const std::size_t v = all.find(digits[x]);
    if (v == std::string::npos) break;
    s[x] = (std::uint8_t)v;
    seen |= 1u << v;
  }
  if (seen != 0xffff) throw Error("not a permutation of 0 to f: " + digits);
  return s;
}

std::vector<ClassRow> read_classes(const std::string& file) {
  std::vector<ClassRow> rows;
  for (const auto& [line, fields] : read_tab_rows(file, kFields)) try {
      if (number(fields[0]) != rows.size())
        throw Error("not number " + std::to_string(rows.size()));
      rows.push_back(row_of(fields));
    } catch (const Error& e) {
      throw error_at(file, line, e.what());
    }
  return rows;
}

void write_classes(const std::string& file, const std::vector<ClassRow>& rows) {
  std::ostringstream out;
  out << kHead << "\n";
  for (std::size_t i = 0; i < rows.size(); i++) {
    const ClassRow& r = rows[i];
    const bool known = r.products >= 0;
    out << i << "\t" << to_text(r.least) << "\t" << r.size << "\t" << r.inverse << "\t"
        << r.linearity << "\t" << r.uniformity << "\t" << r.degree << "\t"
        << (known ? std::to_string(r.products) : "-") << "\t" << r.depth << "\t"
        << (known ? r.fewer : "-") << "\t" << (known ? r.circuit.text() : "-") << "\n";
  }
  write_file(file, out.str());
}

std::vector<ClassRow> new_classes() {
  std::vector<ClassRow> rows;
  for (const AffineClass& c : affine_classes()) {
    ClassRow r;
    r.least = c.least;
    r.size = c.size;
    r.linearity = linearity(c.least);
    r.uniformity = uniformity(c.least);
    r.degree = degree(c.least);
    r.products = -1;
    r.depth = (int)std::bit_width((unsigned)r.degree - 1);
    rows.push_back(r);
  }
  for (ClassRow& r : rows) r.inverse = (int)class_of(rows, inverse(r.least));
  return rows;
}

void find_products(std::vector<ClassRow>& rows, double seconds,
                   const std::function<void(std::size_t row)>& done) {
  for (std::size_t i = 0; i < rows.size(); i++) {
    if (rows[i].products >= 0) continue;
    find_products_of(rows[i], seconds);
    done(i);
  }
}

std::size_t class_of(const std::vector<ClassRow>& rows, const Permutation4& s) {
  const Permutation4 least = affine_form(s).least;
  for (std::size_t i = 0; i < rows.size(); i++)
    if (rows[i].least == least) return i;
  throw Error("the table of classes has no row " + to_text(least));
}

namespace {

struct Sum {  // a sum of nets, and of 1 if `one`
  unsigned nets = 0;
  bool one = false;
};

// Returns bit i of an affine map as a sum of bits of its argument.
Sum bit_of(const Permutation4& map, int i) {
  Sum r{0, (map[0] >> i & 1) != 0};
  for (unsigned j = 0; j < 4; j++) r.nets |= ((map[1u << j] ^ map[0]) >> i & 1u) << j;
  return r;
}

}  // namespace

// Uses s(x) = out'(least(in'(x))), in which ' denotes the inverse. The sums absorb the affine maps, because (a ^ 1) b =
// a b ^ b.
Netlist circuit_of(const ClassRow& row, const Permutation4& s) {
  const AffineForm form = affine_form(s);
  const Permutation4 in = inverse(form.in), out = inverse(form.out);
  std::vector<Sum> net;  // [net of the least member's circuit]: a sum of nets of the new circuit
  const auto total = [&net](unsigned nets) {
    Sum r;
    for (std::size_t i = 0; i < net.size(); i++)
      if (nets >> i & 1) r.nets ^= net[i].nets, r.one ^= net[i].one;
    return r;
  };
  for (int i = 0; i < 4; i++) net.push_back(bit_of(in, i));
  ProductCircuit circuit{4, {}, {}};
  for (const auto& p : row.circuit.products) {
    const Sum a = total(p[0]), b = total(p[1]);
    net.push_back(
        {1u << (4 + circuit.products.size()) ^ (a.one ? b.nets : 0) ^ (b.one ? a.nets : 0),
         a.one && b.one});
    circuit.products.push_back({a.nets, b.nets});
  }
  unsigned inverted = 0;
  for (int o = 0; o < 4; o++) {
    const Sum of_outputs = bit_of(out, o);
    Sum r{0, of_outputs.one};
    for (std::size_t i = 0; i < 4; i++)
      if (of_outputs.nets >> i & 1) {
        const Sum part = total(row.circuit.outputs[i]);
        r.nets ^= part.nets, r.one ^= part.one;
      }
    circuit.outputs.push_back(r.nets);
    inverted |= (unsigned)r.one << o;
  }
  return circuit.netlist(inverted);
}

}  // namespace hedgerow::circuit
