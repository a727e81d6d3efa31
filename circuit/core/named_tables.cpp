// The named boxes: those of BOX lines (cipher.def), and boxes that no cipher here has. To add a box, add one line.
#include "circuit/core/named_tables.hpp"

#include <functional>
#include <map>

#include "circuit/core/box.hpp"
#include "lists/box_specs.inc"

namespace hedgerow::circuit {
namespace {

using Table = std::vector<unsigned>;

template <class Array>
Table table_of(const Array& a) {
  return Table(std::begin(a), std::end(a));
}
Table inverse(const Table& t) {
  Table r(t.size());
  for (std::size_t i = 0; i < t.size(); i++) r[t[i]] = (unsigned)i;
  return r;
}

// Bit i is x_i ^ (~x_(i+1) & x_(i+2)), with indices modulo the number of bits [FIPS 202 section 3.2.4].
unsigned chi(unsigned x, unsigned bits) {
  unsigned r = 0;
  for (unsigned i = 0; i < bits; i++)
    r |= (x >> i ^ (~(x >> (i + 1) % bits) & x >> (i + 2) % bits)) % 2 << i;
  return r;
}
Table keccak() {
  Table t;
  for (unsigned x = 0; x < 32; x++) t.push_back(chi(x, 5));
  return t;
}

// Boxes of five bits [Ascon v1.2 table 4; FIDES, CHES 2013; PRIMATEs v1.02; SHAMASH; SC2000, FSE 2001]. PRIMATEs uses
// the box of FIDES.
const Table kAscon = {4,  11, 31, 20, 26, 21, 9,  2,  27, 5,  8, 18, 29, 3,  6,  28,
                      30, 19, 7,  14, 0,  13, 17, 24, 16, 12, 1, 25, 22, 10, 15, 23};
const Table kFides5 = {1,  0, 25, 26, 17, 29, 21, 27, 20, 5, 4,  23, 14, 18, 2,  28,
                       15, 8, 6,  3,  13, 7,  24, 16, 30, 9, 31, 10, 22, 12, 11, 19};
const Table kShamash = {16, 14, 13, 2,  11, 17, 21, 30, 7, 24, 18, 28, 26, 1,  12, 6,
                        31, 25, 0,  23, 20, 22, 8,  27, 4, 3,  19, 5,  9,  10, 29, 15};
const Table kSc2000 = {20, 26, 7, 31, 19, 12, 10, 15, 22, 30, 13, 14, 4, 24, 9,  18,
                       27, 11, 1, 21, 6,  16, 2,  28, 23, 5,  8,  3,  0, 17, 29, 25};

using Maker = std::function<Table()>;

// Returns the S-box as a Feistel network uses it: h ^ S(x), with x in the low four inputs and h above. With `from_zero`
// it is h ^ S(x ^ z), where S(z) = 0. A circuit of this function maps 0 to 0 and therefore needs no NOT.
Table onto(const Table& s, bool from_zero) {
  Table t;
  const unsigned z = from_zero ? inverse(s)[0] : 0;
  for (unsigned x = 0; x < 256; x++) t.push_back(x >> 4 ^ s[(x & 15) ^ z]);
  return t;
}

// Adds gost:<set>:<row>, where row 0 is for the least significant nibble, and the same names followed by :xor and
// :xor0.
void add_gost(std::map<std::string, Maker>& tables, std::string set, const std::string& rows) {
  for (char& c : set) c = c == '_' ? '-' : c;
  for (std::size_t row = 0; row < rows.size() / 16; row++) {
    Table t;
    for (const char c : rows.substr(16 * row, 16))
      t.push_back((unsigned)(c <= '9' ? c - '0' : c - 'a' + 10));
    const std::string name = "gost:" + set + ":" + std::to_string(row);
    tables[name] = [t] { return t; };
    tables[name + ":xor"] = [t] { return onto(t, false); };
    tables[name + ":xor0"] = [t] { return onto(t, true); };
  }
}

std::map<std::string, Maker> all_tables() {
  std::map<std::string, Maker> r;
#define BOX(name, table, has_inverse)       \
  r[name] = [] { return table_of(table); }; \
  if (has_inverse) r[name ":inv"] = [] { return inverse(table_of(table)); };
#include "lists/box.inc"
#define SBOXES(set, rows) add_gost(r, #set, rows);
#include "cipher/gost28147/sboxes.def"
#undef SBOXES
  r["ascon"] = [] { return kAscon; };
  r["keccak"] = keccak;
  r["fides:5"] = r["primates"] = [] { return kFides5; };
  r["shamash"] = [] { return kShamash; };
  r["sc2000:5"] = [] { return kSc2000; };
  return r;
}

}  // namespace

std::vector<unsigned> named_table(const std::string& name) {
  static const std::map<std::string, Maker> tables = all_tables();
  const auto it = tables.find(name);
  return it == tables.end() ? Table{} : it->second();
}

std::vector<std::string> small_boxes() {
  std::vector<std::string> r;
  for (const auto& [name, maker] : all_tables())
    if (name.find(":xor") == std::string::npos && maker().size() <= 32) r.push_back(name);
  return r;
}

std::vector<std::string> box_names() {
  std::vector<std::string> r;
  std::string sets;
  for (const auto& [name, maker] : all_tables()) {
    if (!name.starts_with("gost:"))
      r.push_back(name);
    else if (name.ends_with(":0"))
      sets += (sets.empty() ? "" : ", ") + name.substr(5, name.size() - 7);
  }
  r.push_back("gost:SET:0 to 7, optionally followed by :xor or :xor0 (SET: " + sets + ")");
  return r;
}

}  // namespace hedgerow::circuit
