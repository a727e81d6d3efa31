// Finds boxes by name or file, computes their digest, and joins several boxes into one.
#include "circuit/core/box.hpp"

#include <sodium.h>

#include <algorithm>
#include <bit>
#include <sstream>

#include "circuit/core/error.hpp"
#include "circuit/core/matrix.hpp"
#include "circuit/core/named_tables.hpp"

namespace hedgerow::circuit {
namespace {

void check_table(const std::string& name, const std::vector<unsigned>& table, int width,
                 bool permutation) {
  std::vector<int> seen(256, -1);
  for (std::size_t x = 0; x < table.size(); x++) {
    if (table[x] >> width)
      throw Error(name + ": entry " + std::to_string(x) + " (" + std::to_string(table[x]) +
                  ") does not fit in " + std::to_string(width) + " bits");
    int& before = seen[table[x]];
    if (permutation && before >= 0)
      throw Error(name + ": " + std::to_string(table[x]) + " occurs twice, as entries " +
                  std::to_string(before) + " and " + std::to_string(x));
    before = (int)x;
  }
}

std::vector<std::string> parts_of(const std::string& text) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == '+')
      parts.emplace_back();
    else
      parts.back().push_back(c);
  }
  return parts;
}

}  // namespace

Box make_box(const std::string& name, const std::vector<std::vector<unsigned>>& tables, int width,
             bool permutation) {
  Box box{name, 0, {}, {}, width};
  const std::size_t length = tables.at(0).size();
  while (box.inputs < 8 && (1u << box.inputs) < length) box.inputs++;
  if (length != std::size_t{1} << box.inputs || box.inputs < 3)
    throw Error(name + ": " + std::to_string(length) +
                " entries, not a power of two from 8 to 256");
  if (width < 1 || width > 8)
    throw Error(name + ": entries of 1 to 8 bits, not " + std::to_string(width));
  for (const auto& table : tables) {
    if (table.size() != length) throw Error(name + ": tables of different lengths");
    check_table(name, table, width, permutation);
    for (const unsigned v : table) box.bytes.push_back((std::uint8_t)v);
    for (int bit = 0; bit < width; bit++) {
      Truth t;
      for (unsigned x = 0; x < 256; x++)
        if (table[x % length] >> bit & 1) t.set(x);
      box.outputs.push_back(t);
    }
  }
  return box;
}

// In a joined name such as `cipher:a+b`, the cipher also applies to b. Examples are kalyna:0+1, kalyna:inv0+inv1, and
// gost:tc26-z:0+1.
std::string definition_of(const Box& box) {
  std::string r = std::to_string(box.inputs) + " " + std::to_string(box.width);
  for (std::size_t i = 0; i < box.bytes.size(); i++) {
    if (i % (std::size_t)box.entries() == 0) r += " ";
    for (const int shift : {4, 0}) r += "0123456789abcdef"[box.bytes[i] >> shift & 15];
  }
  return r;
}

Box box_of_definition(const std::string& name, const std::string& definition) {
  std::istringstream words(definition);
  int inputs = 0, width = 0;
  std::vector<std::vector<unsigned>> tables;
  words >> inputs >> width;
  for (std::string hex; words >> hex;) {
    if (hex.size() % 2 || hex.find_first_not_of("0123456789abcdef") != std::string::npos)
      throw Error(name + ": a table has two hex digits an entry");
    tables.emplace_back();
    for (std::size_t i = 0; i < hex.size(); i += 2)
      tables.back().push_back((unsigned)std::stoul(hex.substr(i, 2), nullptr, 16));
  }
  if (tables.empty()) throw Error(name + ": the table is `inputs width hex...`");
  Box box = make_box(name, tables, width, false);
  if (box.inputs != inputs) throw Error(name + ": a table of another number of inputs");
  box.definition = definition_of(box);
  return box;
}

Box find_box(const std::string& text) {
  if (const Rows rows = named_matrix(text); !rows.empty()) return make_matrix_box(text, rows);
  const std::vector<std::string> parts = parts_of(text);
  const std::string prefix = parts[0].substr(0, parts[0].rfind(':') + 1);
  std::vector<std::vector<unsigned>> tables;
  for (std::size_t i = 0; i < parts.size(); i++) {
    const std::string name =
        i && parts[i].find(':') == std::string::npos ? prefix + parts[i] : parts[i];
    std::vector<unsigned> table = named_table(name);
    if (table.empty()) {
      if (parts.size() == 1 && is_box_file(text)) return read_box_file(text);
      std::string known;
      for (const auto& n : box_names()) known += " " + n;
      for (const auto& n : matrix_names()) known += " " + n;
      throw Error("no box or file named " + name + "; boxes:" + known);
    }
    tables.push_back(std::move(table));
  }
  const int width = std::bit_width(*std::max_element(tables[0].begin(), tables[0].end()));
  return make_box(text, tables, width, tables[0].size() == std::size_t{1} << width);
}

std::string Box::extent() const {
  return linear() ? "as " + std::to_string(rows.size()) + " sums of " + std::to_string(inputs) +
                        " inputs"
                  : "on all " + std::to_string(entries()) + " inputs";
}

std::string digest(const Box& box) {
  unsigned char hash[crypto_hash_sha256_BYTES];
  crypto_hash_sha256(hash, box.bytes.data(), box.bytes.size());
  std::string r;
  for (const unsigned char h : hash)
    r += "0123456789abcdef"[h >> 4], r += "0123456789abcdef"[h & 15];
  return r;
}

}  // namespace hedgerow::circuit
