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
// A run compares fewer than 2^34 prints, and looks up as many among the fewer than 2^28 prints that functions of spaces
// have in its processes, each with the 2^8 sums of the coordinates of its space. At most 2^21 times in each of its
// fewer than 2^13 processes, it asks whether a print is one of the 2^40 sums of 40 prints. Fewer than 2^40 sums of
// bits of a block are compared with one note each. So it takes unequal terms for equal with probability below 2^-52.
// The vectors of products in a new space are random too, but satisfy the equations that make them agree with the
// products of earlier spaces: those of shared coordinates, and those of coordinates that are functions of an earlier
// space. So prints stay a random linear map of sums modulo true equations of functions.
// Unequal terms of equal functions are possible; then the proof fails, and never the other way round.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "open_table.hpp"

namespace hedgerow::proof {

// The print of a sum. Bit 0 is the coefficient of the constant 1.
struct Print {
  std::uint64_t lo, hi;
  friend Print operator^(Print a, Print b) { return {a.lo ^ b.lo, a.hi ^ b.hi}; }
  friend bool operator==(Print a, Print b) { return a.lo == b.lo && a.hi == b.hi; }
  bool is_constant() const { return (lo & ~1ull) == 0 && hi == 0; }
  bool at(unsigned i) const { return ((i < 64 ? lo : hi) >> (i % 64)) & 1; }
};

// A term, and how it was computed: if `view` is not 0, it is a nonlinear function of the coordinates of a space, or a
// choice (choices.cpp).
// The unknown bit has any value, also different ones at different places, and no equation holds for it.
//
// All blocks of a call share the terms of one block X. A bit with the block number n is its term with block n in the
// place of X. So a batch costs little more than one block. Equal terms are equal functions of X, and stay equal
// with any block in its place. A bit of block 0 does not depend on X. A function of bits of one block is their function
// with the same block in the place of X, and a function of bits of several blocks is unknown, apart from their sums:
// `Terms` remembers the parts of a sum of two blocks, because transpositions of bits add such bits and add them again.
struct Bit {
  Print print;
  std::uint32_t view;
  std::uint32_t block = 0;
  bool is_constant() const { return print.is_constant(); }
  bool value() const { return print.lo & 1; }  // of a constant
  bool is_unknown() const { return view == kUnknown; }
  bool is_choice() const { return view >= kFirstChoice && !is_unknown(); }
  bool goes_with(const Bit& b) const { return block == b.block || !block || !b.block; }
  Bit of_block(std::uint32_t number) const {
    return is_constant() || is_unknown() ? *this : Bit{print, view, number};
  }
  friend bool operator==(const Bit& a, const Bit& b) {
    return a.print == b.print && !a.is_unknown() && !b.is_unknown() && a.goes_with(b);
  }
  static constexpr std::uint32_t kUnknown = ~0u, kFirstChoice = 1u << 31;
};
inline Print without_constant(Print p) { return {p.lo & ~1ull, p.hi}; }
inline Bit constant(bool value) { return {{value, 0}, 0}; }
inline Bit unknown() { return {{0, 1}, Bit::kUnknown}; }

constexpr int kMostCoordinates = 8;
constexpr unsigned kPoints = 1u << kMostCoordinates;

// The values of a function of up to eight bits: bit v of the table is f(v), and bit i of v is input i. Tables of fewer
// inputs repeat, so that they are tables of eight inputs as well.
struct Table {
  std::array<std::uint64_t, kPoints / 64> word{};
  bool at(unsigned v) const { return word[v / 64] >> (v % 64) & 1; }
  void flip(unsigned v) { word[v / 64] ^= 1ull << (v % 64); }
  constexpr void set(unsigned v, bool value) { word[v / 64] |= (std::uint64_t)value << (v % 64); }
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
  // Returns whether none of the bits is unknown and all have one block, or none, and writes its number.
  static bool have_block(const Bit* in, int inputs, std::uint32_t* block) {
    *block = 0;
    for (int i = 0; i < inputs; i++) {
      if (in[i].is_unknown() || (*block && in[i].block && in[i].block != *block)) return false;
      *block |= in[i].block;
    }
    return true;
  }
  // Computes f[k](in) for each of the `outputs` functions of at most eight inputs.
  void apply(const Bit* in, int inputs, const Table* f, int outputs, Bit* out);
  // Finds a space and expresses every bit as a function of its coordinates. Returns false if the bits
  // need more than eight coordinates. The space is 0 if all bits are constant.
  bool join(const Bit* in, int inputs, std::uint32_t* space, Table* tables);
  // Makes a space of everything on which the bits depend, if it has fewer coordinates than their own space. Then they
  // are no longer coordinates themselves.
  void unite(const Bit* in, int inputs);
  // Returns the term of a function of the coordinates of a space.
  Bit make(std::uint32_t space, const Table& table);
  // A sum of bits that is equal to this one is a function of the same space. Functions of fewer than eight coordinates
  // are noted without asking, but those of S-boxes would be too many.
  void note(const Bit& b) {
    if (b.view && b.view < Bit::kFirstChoice) remember(b.print, b.view);
  }
  // Notes all sums of eight functions of one space. Then they are found like its coordinates, also without a view.
  void note_sums(const Bit* of);
  Bit exclusive_or(const Bit& a, const Bit& b);
  Bit both(const Bit& a, const Bit& b);
  Bit majority(const Bit& a, const Bit& b, const Bit& c);  // the carry of an adder
  // Writes the table of a bit as a function of these independent bits. Returns false if they have no common space.
  bool table(const Bit& bit, const Bit* coordinates, int count, Table* to);
  // From now on, the carries of sums of these eight bits and a known byte are choices.
  void choose_by(const Bit* byte);
  bool chooses() const { return chooser_ != 0; }
  // If an input is a choice, computes the outputs of f for the terms of each class, and returns true.
  template <class F>
  bool by_cases(const Bit* in, int inputs, Bit* out, int outputs, F f) {
    for (int i = 0; i < inputs; i++)
      if (in[i].is_choice()) {
        split(in, inputs, out, outputs, f);
        return true;
      }
    return false;
  }
  // Forgets all spaces and choices, but not the terms, which later functions take as coordinates. Bits must lose their
  // views first.
  void forget();
  std::size_t spaces() const { return spaces_.size(); }

 private:
  // A basis is reduced: only basis[i] has bit pivot[i], which is its lowest bit. The basis and the pivots depend only
  // on the space, because they are sorted by pivot.
  struct Basis {
    int dimension = 0;
    std::array<Print, kMostCoordinates> of{};
    std::array<std::uint8_t, kMostCoordinates> pivot{};
  };
  struct Space {
    std::uint32_t basis;                // its place in `bases_`
    std::uint32_t first = 0, last = 0;  // of `functions_`
    std::uint8_t dimension;
    std::array<std::uint8_t, kMostCoordinates> pivot;
    bool has_sums = false;   // of `note_sums`
    std::uint32_t hint = 0;  // a space that had a function of this one
  };
  // A sum of products of coordinates of a space that has a print. Its pivot is a product that later functions of the
  // space do not have.
  struct Function {
    Table products;
    Print print;
    std::uint32_t next, pivot;
  };
  struct View {
    std::uint32_t space, support;  // its number in `supports_`, or one of the next two
    Table table;
    static constexpr std::uint32_t kNotAsked = 0, kWholeSpace = 1;
  };
  struct Use {
    std::uint32_t space, next;
  };
  // The first use of an element of spaces.
  struct Element {
    std::uint64_t key;  // 63 bits of the print, and a 1; two elements can have one entry
    std::uint32_t use;
    std::uint32_t dimension : 8, uses : 24;  // of the largest space that has the element; spaces
    static std::uint64_t key_of(const Print& p) { return (p.lo ^ p.hi) | 1; }
    static std::uint64_t hash_of(const Print& p) { return key_of(p) >> 1; }
    bool used() const { return key; }
    std::uint64_t hash() const { return key >> 1; }
  };
  static auto is_element(const Print& p) {
    return [key = Element::key_of(p)](const Element& e) { return e.key == key; };
  }
  // Returns the entry of an element, or the free one where it belongs.
  Element* element_at(const Print& p) { return elements_.at(Element::hash_of(p), is_element(p)); }
  const Element* element_at(const Print& p) const {
    return elements_.at(Element::hash_of(p), is_element(p));
  }
  // Enters an element of a space, for which make_room was called. `entry` is element_at(p).
  void add_use(Element* entry, const Print& p, std::uint32_t space);

  // The first view that has a print, where prints with and without the constant are different.
  struct Definition {
    Print print;
    std::uint32_t view;
    bool used() const { return view; }
    std::uint64_t hash() const { return print.lo >> 1; }
  };
  static auto defines(const Print& p) {
    return [p](const Definition& d) { return d.print == p; };
  }
  std::uint32_t definition(const Print& p) const {  // its view, or 0
    return definitions_.at(p.lo >> 1, defines(p))->view;
  }
  void remember(const Print& p, std::uint32_t view) {
    definitions_.make_room(1);
    Definition* const d = definitions_.at(p.lo >> 1, defines(p));
    if (!d->used()) definitions_.take(d, {p, view});
  }

  Bit sum_of_blocks(const Bit& a, const Bit& b);
  void note_without_block(const Bit& b);
  bool is_without_block(const Print& p) const;
  std::size_t place_without_block(const Print& p) const {
    return (p.lo >> 1) & (without_block_.size() - 1);
  }
  // The result of a function of some terms, apart from its block. The blocks of a batch often have the same terms.
  enum Operation : std::uint32_t { kXor = 1, kAnd, kMajority };
  struct Computed {
    std::uint32_t operation = 0;
    std::array<std::uint32_t, 3> view{};
    std::array<Print, 3> print{};
    Bit result{};
  };
  template <class Compute>
  Bit once(Operation operation, std::uint32_t block, const Bit* in, std::size_t inputs, Compute f) {
    std::uint64_t hash = operation;
    for (std::size_t k = 0; k < inputs; k++)
      hash = (hash ^ in[k].print.lo) * 0x9e3779b97f4a7c15, hash ^= hash >> 32;
    const std::size_t slot = hash % kComputed;
    bool same = computed_[slot].operation == operation;
    for (std::size_t k = 0; k < inputs && same; k++)
      same = computed_[slot].print[k] == in[k].print && computed_[slot].view[k] == in[k].view;
    if (same) return computed_[slot].result.of_block(block);
    const Bit result = f().of_block(0);
    Computed& to = computed_[slot];
    to.operation = operation, to.result = result;
    for (std::size_t k = 0; k < inputs; k++) to.print[k] = in[k].print, to.view[k] = in[k].view;
    return result.of_block(block);
  }
  Print random();
  bool define(std::vector<Bit>* bits) const;
  void add_definition(const Print& print, std::uint32_t space, const Table& table) {
    views_.push_back({space, 0, table});
    remember(print, (std::uint32_t)views_.size() - 1);
  }
  Bit view(std::uint32_t space, const Table& table, const Print& print);
  static Print element(const Print* basis, unsigned set);
  const Print* basis(const Space& s) const { return &bases_[s.basis]; }
  Print print_of(std::uint32_t space, const Table& table);
  bool holds(const Space& space, Print print, Table* table) const;
  bool expand(std::uint32_t space, const Bit& bit, Table* table) const;
  bool expand_across(std::uint32_t space, const Bit& bit, Table* table);
  void support(std::uint32_t view, Basis* to);
  bool reduce_supports(const Bit* in, int inputs, Basis* to);
  bool find_own(const Bit* in, int inputs, std::uint32_t* space) const;
  bool find_larger(const Bit* in, int inputs, std::uint32_t* space);
  bool find_by_prints(const Bit* in, int inputs, std::uint32_t* space, Table* tables);
  bool expand_by_prints(std::uint32_t space, const Bit& bit, Table* table);
  static bool reduce(const Print* in, std::size_t count, Basis* to);
  std::uint32_t add_space(const Basis& wanted);
  bool find(const Basis& wanted, std::uint32_t* found);
  void add_function(Space* space, Table products, Print print);
  // A function of a space that is an element of another one.
  struct Shared {
    Table here, there;
  };
  void share(const Print& element, const Table& here, std::uint32_t not_with,
             std::map<std::uint32_t, std::vector<Shared>>* with);
  void add_functions(std::uint32_t space, std::uint32_t other, const std::vector<Shared>& shared,
                     bool by_here = false);
  void enter(std::uint32_t space);
  void relate(std::uint32_t space, const Bit* in, int inputs);

  // The class of each value of the eight bits, and the first value of each class.
  struct Partition {
    unsigned classes;
    std::array<std::uint8_t, kPoints> at, first;
  };
  // The terms of its classes are in `parts_`.
  struct Choice {
    std::uint32_t partition, first;
    Print print;
  };
  bool is_carry(const Table& table) const;
  Bit choice_of(const Table& table);
  std::uint32_t partition(const std::vector<Table>& classes);
  std::uint32_t meet(std::uint32_t a, std::uint32_t b);
  Bit at_point(const Bit& bit, unsigned point) const;
  Bit choice(std::uint32_t partition, const Bit* of);
  void split(const Bit* in, int inputs, Bit* out, int outputs,
             const std::function<void(const Bit*, Bit*)>& f);

  std::uint32_t asked_by_prints_ = 0;
  std::vector<Print> random_;  // not yet used random vectors
  static constexpr std::size_t kComputed = 1 << 14;
  std::vector<Computed> computed_;
  std::vector<std::array<Bit, 2>> two_blocks_;
  std::uint64_t first_of_two_ = 1;    // the number of the first one; no number occurs again
  std::vector<Print> without_block_;  // by their low bits, without the constant
  std::vector<Space> spaces_;         // number 0 is nothing, here and in the next four
  std::vector<Print> bases_;
  std::vector<Function> functions_;
  std::vector<View> views_;
  std::vector<Basis> supports_;
  std::vector<Use> uses_;
  OpenTable<Element> elements_;
  OpenTable<Definition, 2> definitions_;
  std::uint32_t chooser_ = 0;  // the space of the eight bits, or 0
  std::array<std::uint8_t, kPoints> point_of_value_;
  std::vector<Partition> partitions_;  // number 0 is one class
  std::map<std::array<std::uint8_t, kPoints>, std::uint32_t> partition_of_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> meets_;
  std::vector<Choice> choices_;
  std::vector<Bit> parts_;
  struct ChoiceAt {
    std::uint64_t choice_hash;
    std::uint32_t number;  // of the choice
    bool used() const { return number; }
    std::uint64_t hash() const { return choice_hash; }
  };
  OpenTable<ChoiceAt> choice_at_;
};

}  // namespace hedgerow::proof
