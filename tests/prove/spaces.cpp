// The spaces of terms: how they are found and made, and how a term of one space becomes a term of another.
#include <algorithm>
#include <bit>
#include <map>
#include <utility>

#include "tables.hpp"
#include "terms.hpp"

namespace hedgerow::proof {
namespace {

Print without_constant(Print p) { return {p.lo & ~1ull, p.hi}; }

unsigned lowest_bit(Print p) {
  return (unsigned)(p.lo ? std::countr_zero(p.lo) : 64 + std::countr_zero(p.hi));
}

// Some of the sums, which are a basis of all of them.
std::vector<unsigned> independent(const std::vector<unsigned>& sums) {
  std::vector<unsigned> basis;
  std::array<bool, kPoints> spanned{};
  spanned[0] = true;
  for (unsigned w : sums) {
    if (spanned[w]) continue;
    basis.push_back(w);
    const auto before = spanned;
    for (unsigned k = 0; k < kPoints; k++) spanned[k ^ w] |= before[k];
  }
  return basis;
}

}  // namespace

// The sum of the coordinates of a space that are in the set.
Print Terms::element(const Space& space, unsigned set) {
  Print sum{};
  for (; set; set &= set - 1) sum = sum ^ space.basis[(std::size_t)std::countr_zero(set)];
  return sum;
}

Print Terms::print_of(const Space& space, const Table& table) {
  const unsigned points = (unsigned)space.point.size();
  Print r{};
  for (unsigned w = 0; w < (points + 63) / 64; w++) {
    std::uint64_t bits = table.word[w];
    if (points < 64) bits &= (1ull << points) - 1;
    for (; bits; bits &= bits - 1) r = r ^ space.point[64 * w + (unsigned)std::countr_zero(bits)];
  }
  return r;
}

// Returns whether the print is a sum of coordinates, and its table.
bool Terms::holds(const Space& space, Print print, Table* table) {
  Print rest = without_constant(print);
  unsigned which = 0;
  for (int i = 0; i < space.dimension; i++)
    if (rest.at(space.pivot[(std::size_t)i])) {
      rest = rest ^ space.basis[(std::size_t)i];
      which |= 1u << i;
    }
  if (!(rest == Print{})) return false;
  *table = sum_of_variables(which, print.lo & 1);
  return true;
}

bool Terms::expand(std::uint32_t space, const Bit& bit, Table* table) const {
  if (bit.view && views_[bit.view].space == space) {
    *table = views_[bit.view].table;
    return true;
  }
  return holds(spaces_[space], bit.print, table);
}

// Returns a basis of the sums that the function depends on: those that are 0 in each direction where the function
// is constant.
const std::vector<Print>& Terms::support(View* view) const {
  if (!view->support.empty()) return view->support;
  const Space& space = spaces_[view->space];
  const unsigned points = 1u << space.dimension;
  std::vector<unsigned> constant;
  for (unsigned u = 1; u < points; u++) {
    bool same = true;
    for (unsigned v = 0; v < points && same; v++) same = view->table.at(v) == view->table.at(v ^ u);
    if (same) constant.push_back(u);
  }
  Space basis;
  for (unsigned w = 1; w < points; w++)
    if (std::ranges::all_of(constant, [&](unsigned u) { return std::popcount(w & u) % 2 == 0; }) &&
        (constant.size() || std::has_single_bit(w)))
      reduce({element(space, w)}, &basis);
  view->support.assign(basis.basis.begin(), basis.basis.begin() + basis.dimension);
  return view->support;
}

// The same for a function of another space, if it depends only on sums that this space has.
bool Terms::expand_across(std::uint32_t space, const Bit& bit, Table* table) {
  if (expand(space, bit, table)) return true;
  if (!bit.view) return false;
  View& view = views_[bit.view];
  const std::vector<Print>& sums = support(&view);
  std::vector<Table> here(sums.size()), there(sums.size());
  for (std::size_t k = 0; k < sums.size(); k++) {
    if (!holds(spaces_[space], sums[k], &here[k])) return false;
    holds(spaces_[view.space], sums[k], &there[k]);
  }
  const auto index = [&](const std::vector<Table>& tables, unsigned v) {
    unsigned r = 0;
    for (std::size_t k = 0; k < sums.size(); k++) r |= (unsigned)tables[k].at(v) << k;
    return r;
  };
  Table values;  // of the function, by the values of the sums
  for (unsigned v = 0; v < kPoints; v++)
    if (view.table.at(v)) values.word[index(there, v) / 64] |= 1ull << index(there, v) % 64;
  *table = table_of([&](unsigned v) { return values.at(index(here, v)); });
  return true;
}

// Finds a space that has all inputs, where one of the inputs is nonlinear: a space of one of them, or a space that has
// everything on which they depend.
bool Terms::find_common(const Bit* in, int inputs, std::uint32_t* space) {
  std::uint32_t last = 0;
  for (int i = 0; i < inputs; i++) {
    if (!in[i].view || views_[in[i].view].space == last) continue;
    last = views_[in[i].view].space;
    Table unused;
    bool all = true;
    for (int j = 0; j < inputs && all; j++) all = expand(last, in[j], &unused);
    if (all) {
      *space = last;
      return true;
    }
  }
  if (!last) return false;
  Space wanted;
  return reduce_supports(in, inputs, &wanted) && find(wanted, space);
}

bool Terms::reduce_supports(const Bit* in, int inputs, Space* to) {
  for (int i = 0; i < inputs; i++)
    if (!(in[i].view ? reduce(support(&views_[in[i].view]), to) : reduce({in[i].print}, to)))
      return false;
  return true;
}
void Terms::unite(const Bit* in, int inputs) {
  Space wanted;
  if (reduce_supports(in, inputs, &wanted) && wanted.dimension) space_of(wanted);
}

// Makes the reduced basis of the space that the prints span; false if it has too many dimensions. The basis depends
// only on the space, because each pivot is the lowest bit of its vector and the vectors are sorted by pivot.
bool Terms::reduce(const std::vector<Print>& in, Space* to) {
  for (Print p : in) {
    p = without_constant(p);
    for (int i = 0; i < to->dimension; i++)
      if (p.at(to->pivot[(std::size_t)i])) p = p ^ to->basis[(std::size_t)i];
    if (p == Print{}) continue;
    if (to->dimension == kMostCoordinates) return false;
    const unsigned pivot = lowest_bit(p);
    int place = to->dimension++;
    for (int i = 0; i < to->dimension - 1; i++)
      if (to->basis[(std::size_t)i].at(pivot))
        to->basis[(std::size_t)i] = to->basis[(std::size_t)i] ^ p;
    for (; place > 0 && to->pivot[(std::size_t)place - 1] > pivot; place--) {
      to->pivot[(std::size_t)place] = to->pivot[(std::size_t)place - 1];
      to->basis[(std::size_t)place] = to->basis[(std::size_t)place - 1];
    }
    to->pivot[(std::size_t)place] = (std::uint8_t)pivot;
    to->basis[(std::size_t)place] = p;
  }
  return true;
}

// Enters the nonzero elements of a space into the index of `find` and `products`.
void Terms::enter(std::uint32_t space) {
  const Space& s = spaces_[space];
  Print sum{};
  for (unsigned i = 1; i < 1u << s.dimension; i++) {
    sum = sum ^ s.basis[(std::size_t)std::countr_zero(i)];  // in the order of a Gray code
    std::uint32_t& first = first_use_[sum];
    uses_.push_back({space, first});
    first = (std::uint32_t)uses_.size() - 1;
  }
}

// Finds the first space that has all sums of the wanted one.
bool Terms::find(const Space& wanted, std::uint32_t* found) const {
  const auto first = first_use_.find(wanted.basis[0]);
  if (!wanted.dimension || first == first_use_.end()) return false;
  *found = 0;
  for (std::uint32_t use = first->second; use; use = uses_[use].next) {
    const Space& s = spaces_[uses_[use].space];
    Table unused;
    bool all = s.dimension >= wanted.dimension;
    for (int i = 1; i < wanted.dimension && all; i++)
      all = holds(s, wanted.basis[(std::size_t)i], &unused);
    if (all) *found = uses_[use].space;  // the latest space comes first
  }
  return *found != 0;
}

// Adds the equations between the products of a space and those of an earlier one, which shares these sums. Each product
// of shared sums is a sum of products in both.
void Terms::add_equations(const Space& space, const Space& other,
                          const std::vector<unsigned>& basis, const std::vector<Print>& product,
                          std::vector<Equation>* to) {
  const unsigned points = 1u << space.dimension;
  std::vector<Table> there(basis.size());
  for (std::size_t k = 0; k < basis.size(); k++) holds(other, element(space, basis[k]), &there[k]);
  for (unsigned m = 1; m < 1u << basis.size(); m++) {
    if (std::has_single_bit(m)) continue;
    const auto function = [&](auto value) {
      return table_of([&](unsigned v) {
        for (std::size_t k = 0; k < basis.size(); k++)
          if ((m >> k & 1) && !value(k, v)) return false;
        return true;
      });
    };
    Equation e;
    e.products = monomials(
        function([&](std::size_t k, unsigned v) { return std::popcount(v & basis[k]) % 2; }),
        points);
    e.sum = print_of(other, function([&](std::size_t k, unsigned v) { return there[k].at(v); }));
    for (unsigned p = 0; p < points; p++)
      if (e.products.at(p) && (p == 0 || std::has_single_bit(p))) {
        e.products.flip(p);
        e.sum = e.sum ^ product[p];
      }
    for (const Equation& f : *to)
      if (e.products.at(f.pivot)) e.products = sum(e.products, f.products), e.sum = e.sum ^ f.sum;
    e.pivot = 0;
    while (e.pivot < points && !e.products.at(e.pivot)) e.pivot++;
    if (e.pivot < points) to->push_back(e);
  }
}

// The prints of the products of coordinates of a new space. An earlier space that shares two sums or more has prints
// of their products, and each gives a linear equation between the products of this space. A product that no equation
// decides gets a random print. An equation that contradicts the earlier ones stays unused: then two terms of one
// function are unequal.
std::vector<Print> Terms::products(const Space& space) {
  const unsigned points = 1u << space.dimension;
  std::vector<Print> product(points);
  for (unsigned m = 0; m < points; m++)
    product[m] = m == 0 ? Print{1, 0} : element(space, std::has_single_bit(m) ? m : 0);
  std::map<std::uint32_t, std::vector<unsigned>> shared;  // sums of this space, by the other space
  for (unsigned w = 1; w < points; w++)
    if (const auto first = first_use_.find(element(space, w)); first != first_use_.end())
      for (std::uint32_t use = first->second; use; use = uses_[use].next)
        shared[uses_[use].space].push_back(w);
  std::vector<Equation> equations;
  for (const auto& [other, sums] : shared)
    if (sums.size() >= 3)  // the shared sums are a space too
      add_equations(space, spaces_[other], independent(sums), product, &equations);
  std::array<bool, kPoints> decided{};
  for (const Equation& e : equations) decided[e.pivot] = true;
  for (unsigned m = 0; m < points; m++)
    if (m && !std::has_single_bit(m) && !decided[m]) product[m] = random();
  for (std::size_t k = equations.size(); k--;) {  // later equations do not have the earlier pivots
    const Equation& e = equations[k];
    Print rest = e.sum;
    for (unsigned m = 0; m < points; m++)
      if (m != e.pivot && e.products.at(m)) rest = rest ^ product[m];
    product[e.pivot] = rest;
  }
  return product;
}

// Returns the number of a space that has all sums of the wanted one: itself, a larger one, or a new one. The print of a
// point is the sum of the products that have all coordinates which are 1 at the point, because the function that is 1
// only there is the product of these coordinates and of the complements of the others.
std::uint32_t Terms::space_of(Space wanted) {
  std::uint32_t found;
  if (find(wanted, &found)) return found;
  wanted.point = products(wanted);
  for (int i = 0; i < wanted.dimension; i++)
    for (unsigned m = 0; m < wanted.point.size(); m++)
      if (!(m >> i & 1)) wanted.point[m] = wanted.point[m] ^ wanted.point[m | 1u << i];
  spaces_.push_back(std::move(wanted));
  enter((std::uint32_t)spaces_.size() - 1);
  return (std::uint32_t)spaces_.size() - 1;
}

}  // namespace hedgerow::proof
