// Finds linear maps by name or file, and computes the rows of a circuit.
#include "circuit/core/matrix.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <sstream>

#include "cipher/clefia/spec.hpp"
#include "cipher/kalyna/spec.hpp"
#include "cipher/kuznyechik/spec.hpp"
#include "circuit/core/error.hpp"
#include "circuit/core/table_file.hpp"

namespace hedgerow::circuit {
namespace {

unsigned product(unsigned a, unsigned b, unsigned polynomial) {
  unsigned r = 0;
  for (; b; b >>= 1, a = a << 1 ^ (a & 0x80 ? polynomial : 0)) r ^= b & 1 ? a : 0;
  return r;
}

// Returns the rows of the map out[i] = sum over j of at(i, j) * in[j] on bytes in the field with `polynomial`.
Rows of_bytes(std::size_t out, std::size_t in, unsigned polynomial,
              const std::function<unsigned(std::size_t, std::size_t)>& at) {
  Rows r(8 * out, Row(8 * in));
  for (std::size_t i = 0; i < out; i++)
    for (std::size_t j = 0; j < in; j++)
      for (std::size_t from = 0; from < 8; from++)
        for (std::size_t to = 0; to < 8; to++)
          r[8 * i + to][8 * j + from] = product(at(i, j), 1u << from, polynomial) >> to & 1;
  return r;
}

Rows kalyna_mix(const kalyna::Row& row) {
  return of_bytes(8, 8, 0x11d, [&](std::size_t i, std::size_t j) { return row.c[(j - i) % 8]; });
}

Rows clefia_matrix(int f) {
  return of_bytes(4, 4, clefia::kFieldPolynomial,
                  [f](std::size_t i, std::size_t j) { return clefia::kMatrixRow[f][i ^ j]; });
}

// Returns rows 0..3 of the product only, with an addend for each output bit. Inputs 0..63 are the column, and input 64
// + i is added to output i.
Rows kalyna_upper_half(const kalyna::Row& row) {
  Rows r = kalyna_mix(row);
  r.resize(32);
  for (std::size_t i = 0; i < r.size(); i++) {
    r[i].resize(96);
    r[i][64 + i] = true;
  }
  return r;
}

Rows kuznyechik_rows(std::size_t out, std::size_t in,
                     const std::function<unsigned(std::size_t, std::size_t)>& at) {
  return of_bytes(out, in, kuznyechik::kFieldPolynomial, at);
}

using Maker = std::function<Rows()>;

const std::map<std::string, Maker>& all_matrices() {
  namespace k = kuznyechik;
  static const std::map<std::string, Maker> list = {
      {"clefia:m0", [] { return clefia_matrix(0); }},
      {"clefia:m1", [] { return clefia_matrix(1); }},
      {"kalyna:mds", [] { return kalyna_mix(kalyna::kMixRow); }},
      {"kalyna:mds-inv", [] { return kalyna_mix(kalyna::kInverseRow); }},
      {"kalyna:mix", [] { return kalyna_upper_half(kalyna::kMixRow); }},
      {"kalyna:mix-inv", [] { return kalyna_upper_half(kalyna::kInverseRow); }},
      // One step of the recurrence computes the new byte from a_15..a_0.
      {"kuznyechik:l",
       [] {
         return kuznyechik_rows(1, 16, [](auto, std::size_t j) { return k::kCoefficients[j]; });
       }},
      {"kuznyechik:linear",
       [] {
         return kuznyechik_rows(16, 16,
                                [](std::size_t i, std::size_t j) { return k::kLinear.at[i][j]; });
       }},
  };
  return list;
}

}  // namespace

Rows named_matrix(const std::string& name) {
  const auto it = all_matrices().find(name);
  return it == all_matrices().end() ? Rows{} : it->second();
}

std::vector<std::string> matrix_names() {
  std::vector<std::string> r;
  for (const auto& [name, maker] : all_matrices()) r.push_back(name);
  return r;
}

Box make_matrix_box(const std::string& name, const Rows& rows) {
  if (rows.empty() || rows[0].empty()) throw Error(name + ": an empty matrix");
  if (std::max(rows.size(), rows[0].size()) > 1024)
    throw Error(name + ": more than 1024 rows or columns");
  Box box{name, (int)rows[0].size(), {}, {}, 0, rows};
  for (std::size_t i = 0; i < rows.size(); i++) {
    if (rows[i].size() != rows[0].size())
      throw Error(name + ": row " + std::to_string(i) + " has another length than row 0");
    if (std::find(rows[i].begin(), rows[i].end(), true) == rows[i].end())
      throw Error(name + ": row " + std::to_string(i) + " is empty");
    for (std::size_t j = 0; j < rows[i].size(); j++) box.bytes.push_back(rows[i][j] ? '1' : '0');
    box.bytes.push_back('\n');
  }
  return box;
}

Box read_matrix_file(const std::string& path) {
  std::istringstream in(read_text(path));
  Rows rows;
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    number++;
    std::erase_if(line, [](char c) { return c == ' ' || c == '\t' || c == '\r'; });
    line = line.substr(0, line.find('#'));
    if (line.empty() || number == 1) continue;
    if (line.find_first_not_of("01") != std::string::npos)
      throw error_at(path, number, "a matrix has 0 and 1 only");
    if (!rows.empty() && rows[0].size() != line.size())
      throw error_at(path, number, "a row of another length");
    if (line.find('1') == std::string::npos) throw error_at(path, number, "an empty row");
    rows.emplace_back();
    for (const char c : line) rows.back().push_back(c == '1');
  }
  if (rows.empty()) throw Error(path + ": an empty matrix");
  return make_matrix_box(name_of_file(path), rows);
}

Rows transposed(const Rows& rows) {
  Rows r(rows.at(0).size(), Row(rows.size()));
  for (std::size_t i = 0; i < rows.size(); i++)
    for (std::size_t j = 0; j < r.size(); j++) r[j][i] = rows[i][j];
  return r;
}

Rows sums_of(const Netlist& n) {
  Rows sum((std::size_t)n.nets(), Row((std::size_t)n.inputs));
  for (std::size_t i = 0; i < (std::size_t)n.inputs; i++) sum[i][i] = true;
  for (int net = n.inputs; net < n.nets(); net++) {
    const Gate& g = n.gate(net);
    if (g.table != (g.fan_in == 3 ? kTableXor3 : kTableXor) || g.fan_in < 2)
      throw Error("gate " + std::to_string(net - n.inputs) + " is not an XOR");
    for (int i = 0; i < g.fan_in; i++)
      for (std::size_t j = 0; j < sum[0].size(); j++)
        sum[(std::size_t)net][j] = sum[(std::size_t)net][j] != sum[g.in[i]][j];
  }
  Rows r;
  for (const Output& o : n.outputs) r.push_back(sum[o.net]);
  return r;
}

}  // namespace hedgerow::circuit
