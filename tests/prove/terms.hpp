// Terms: Boolean functions of the input bits in a normal form, so that equal functions which two programs compute in
// different ways become equal values.
//
// A term is a sum modulo 2 of atoms. An atom is the constant 1, an input bit, or a product of two to eight coordinates
// of a space. A space is a set of at most eight independent sums of atoms. Every function of the coordinates is a
// unique sum of their products (its algebraic normal form), so a table, permutes, GFNI instructions and gates that
// compute the same S-box of the same eight sums give the same term. A carry of an addition is a function of three sums.
// Spaces that share two sums or more give the same terms for functions of these sums.
//
// A sum is stored as its print: the sum of one random vector of 127 bits for each atom. Adding two sums is one xor of
// 128 bits, however many atoms they have. Equal sums have equal prints. Two different sums have equal prints with
// probability 2^-127, because their difference is not empty and the vectors are uniform and independent of the program.
// A run compares fewer than 2^34 prints, so it takes unequal terms for equal with probability below 2^-59.
// The vectors of products in a new space are random too, but satisfy the equations that make them agree with the
// products of earlier spaces. So prints stay a random linear map of sums modulo true equations of functions.
// Unequal terms of equal functions are possible; then the proof fails, and never the other way round.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <unordered_map>
#include <vector>

namespace hedgerow::proof {

// The print of a sum. Bit 0 is the coefficient of the constant 1.
struct Print {
  std::uint64_t lo, hi;
  friend Print operator^(Print a, Print b) { return {a.lo ^ b.lo, a.hi ^ b.hi}; }
  friend bool operator==(Print a, Print b) { return a.lo == b.lo && a.hi == b.hi; }
  bool is_constant() const { return (lo & ~1ull) == 0 && hi == 0; }
  bool at(unsigned i) const { return ((i < 64 ? lo : hi) >> (i % 64)) & 1; }
};

// A term, and how it was computed: if `view` is not 0, it is a nonlinear function of the coordinates of a space.
struct Bit {
  Print print;
  std::uint32_t view;
  bool is_constant() const { return print.is_constant(); }
  bool value() const { return print.lo & 1; }  // of a constant
  friend bool operator==(const Bit& a, const Bit& b) { return a.print == b.print; }
};
inline Bit constant(bool value) { return {{value, 0}, 0}; }

constexpr int kMostCoordinates = 8;
constexpr unsigned kPoints = 1u << kMostCoordinates;

// The values of a function of up to eight bits: bit v of the table is f(v), and bit i of v is input i. Tables of fewer
// inputs repeat, so that they are tables of eight inputs as well.
struct Table {
  std::array<std::uint64_t, kPoints / 64> word{};
  bool at(unsigned v) const { return word[v / 64] >> (v % 64) & 1; }
  void flip(unsigned v) { word[v / 64] ^= 1ull << (v % 64); }
  void set(unsigned v, bool value) { word[v / 64] |= (std::uint64_t)value << (v % 64); }
  friend bool operator==(const Table&, const Table&) = default;
};
template <class F>
Table table_of(F f) {
  Table t;
  for (unsigned v = 0; v < kPoints; v++) t.set(v, f(v));
  return t;
}

class Terms {
 public:
  Terms();
  // A new input bit.
  Bit input();
  // Computes f[k](in) for each of the `outputs` functions of at most eight inputs.
  void apply(const Bit* in, int inputs, const Table* f, int outputs, Bit* out);
  // Finds a space and expresses every bit as a function of its coordinates. Returns false if the bits
  // need more than eight coordinates. The space is 0 if all bits are constant.
  bool join(const Bit* in, int inputs, std::uint32_t* space, Table* tables);
  // Makes a space of everything on which the bits depend, if it has at most eight coordinates, so that they are no
  // longer coordinates themselves.
  void unite(const Bit* in, int inputs);
  // Returns the term of a function of the coordinates of a space.
  Bit make(std::uint32_t space, const Table& table);
  Bit exclusive_or(const Bit& a, const Bit& b);
  Bit both(const Bit& a, const Bit& b);
  Bit majority(const Bit& a, const Bit& b, const Bit& c);  // the carry of an adder
  // Writes the table of a bit as a function of these independent bits. Returns false if they have no common space.
  bool table(const Bit& bit, const Bit* coordinates, int count, Table* to);
  // Forgets all spaces, but not the terms, which later functions take as coordinates. Bits must lose their views first.
  void forget();
  std::size_t spaces() const { return spaces_.size(); }

 private:
  struct Space {
    int dimension = 0;
    std::array<Print, kMostCoordinates> basis{};  // reduced: only basis[i] has bit pivot[i]
    std::array<std::uint8_t, kMostCoordinates> pivot{};
    std::vector<Print> point;  // the print of the function that is 1 only at this point
  };
  struct View {
    std::uint32_t space = 0;
    Table table;
    std::vector<Print> support;  // or empty if nothing has asked for it
  };
  struct Hash {
    std::size_t operator()(const Print& p) const { return p.lo ^ p.hi; }
  };
  struct Use {
    std::uint32_t space, next;
  };

  Print random();
  static Print element(const Space& space, unsigned set);
  static Print print_of(const Space& space, const Table& table);
  static bool holds(const Space& space, Print print, Table* table);
  bool expand(std::uint32_t space, const Bit& bit, Table* table) const;
  bool expand_across(std::uint32_t space, const Bit& bit, Table* table);
  const std::vector<Print>& support(View* view) const;
  bool reduce_supports(const Bit* in, int inputs, Space* to);
  bool find_common(const Bit* in, int inputs, std::uint32_t* space);
  static bool reduce(const std::vector<Print>& in, Space* to);
  std::uint32_t space_of(Space wanted);
  bool find(const Space& wanted, std::uint32_t* found) const;
  // A sum of products of a space, with the print that an earlier space gives it.
  struct Equation {
    Table products;
    Print sum;
    unsigned pivot;
  };
  static void add_equations(const Space& space, const Space& other,
                            const std::vector<unsigned>& basis, const std::vector<Print>& product,
                            std::vector<Equation>* to);
  std::vector<Print> products(const Space& space);
  void enter(std::uint32_t space);

  std::vector<Print> random_;                                 // not yet used random vectors
  std::deque<Space> spaces_;                                  // space 0 does not exist
  std::vector<View> views_;                                   // view 0 does not exist
  std::unordered_map<Print, std::uint32_t, Hash> first_use_;  // of an element of a space, in uses_
  std::vector<Use> uses_;
};

}  // namespace hedgerow::proof
