// The spaces of terms: how they are found and made, and how a term of one space becomes a term of another.
#include <algorithm>
#include <bit>
#include <utility>

#include "tables.hpp"
#include "terms.hpp"

namespace hedgerow::proof {
namespace {

unsigned lowest_bit(Print p) {
  return (unsigned)(p.lo ? std::countr_zero(p.lo) : 64 + std::countr_zero(p.hi));
}

// The directions u with f(v + u) = f(v) for all v. Few directions keep the first word, and only these are looked at.
std::vector<unsigned> constant_directions(const Table& f, int dimension) {
  const unsigned points = 1u << dimension;
  std::vector<unsigned> found;
  std::uint64_t first = f.word[0];  // turned by the low bits of u, in the order of a Gray code
  for (unsigned step = 0, low = 0; step < std::min(points, 64u); step++) {
    if (step) {
      const int bit = std::countr_zero(step);
      low ^= 1u << bit;
      first = (first & kVariable[bit]) >> (1 << bit) | (first << (1 << bit) & kVariable[bit]);
    }
    for (unsigned u = low; u < points; u += 64) {
      if (f.word[u / 64] != first || u == 0) continue;
      bool same = true;
      for (unsigned v = 0; v < points && same; v++) same = f.at(v) == f.at(v ^ u);
      if (same) found.push_back(u);
    }
  }
  return found;
}

}  // namespace

// The sum of the coordinates of a space that are in the set.
Print Terms::element(const Print* basis, unsigned set) {
  Print sum{};
  for (; set; set &= set - 1) sum = sum ^ basis[std::countr_zero(set)];
  return sum;
}

// Gives a print to a sum of products that does not follow from earlier functions.
void Terms::add_function(Space* space, Table products, Print print) {
  const unsigned pivot = first_product(products);
  functions_.push_back({products, print, 0, pivot});
  (space->last ? functions_[space->last].next : space->first) =
      (std::uint32_t)functions_.size() - 1;
  space->last = (std::uint32_t)functions_.size() - 1;
}

// A sum of products that does not follow from those with prints gets a random print.
Print Terms::print_of(std::uint32_t number, const Table& table) {
  Space& space = spaces_[number];
  Table rest = monomials(table, space.dimension);
  unsigned inputs = 0;
  for (int i = 0; i < space.dimension; i++) inputs |= (unsigned)rest.at(1u << i) << i;
  Print r = Print{rest.at(0), 0} ^ element(basis(space), inputs);
  for (std::size_t w = 0; w < rest.word.size(); w++) rest.word[w] &= ~kAffine.word[w];
  for (std::uint32_t k = space.first; k; k = functions_[k].next)
    if (const Function& f = functions_[k]; rest.at(f.pivot))
      rest = sum(rest, f.products), r = r ^ f.print;
  if (first_product(rest) == kPoints) return r;
  const Print own = random();
  add_function(&space, rest, own);
  return r ^ own;
}

// Returns whether the print is a sum of coordinates and at most one noted function, and its table. So a space can lack
// a sum of two prints that it has.
bool Terms::holds(const Space& space, Print print, Table* table) const {
  Print rest = without_constant(print);
  const Print* const of = basis(space);
  unsigned which = 0;
  for (int i = 0; i < space.dimension; i++)
    if (rest.at(space.pivot[(std::size_t)i])) {
      rest = rest ^ of[i];
      which |= 1u << i;
    }
  *table = sum_of_variables(which, print.lo & 1);
  if (rest == Print{}) return true;
  if (!space.has_sums) return false;
  const auto noted = [&](const Print& p) {
    const std::uint32_t view = definition(p);
    return view && &spaces_[views_[view].space] == &space ? &views_[view].table : nullptr;
  };
  if (const Table* const t = noted(rest))
    *table = sum(*table, *t);
  else if (const Table* const whole = noted(without_constant(print)))
    *table = print.lo & 1 ? complement(*whole) : *whole;
  else
    return false;
  return true;
}

bool Terms::expand(std::uint32_t space, const Bit& bit, Table* table) const {
  if (bit.view && views_[bit.view].space == space) {
    *table = views_[bit.view].table;
    return true;
  }
  return holds(spaces_[space], bit.print, table);
}

// The bits of x + known are functions of the bits of x, and so are S-boxes of them. Bit slices add other bits to these
// sums and add them again, which loses views.
void Terms::note_sums(const Bit* of) {
  std::uint32_t number;
  std::array<Table, kMostCoordinates> tables;
  if (std::any_of(of, of + kMostCoordinates,
                  [](const Bit& b) { return b.view >= Bit::kFirstChoice; }) ||
      !find_own(of, kMostCoordinates, &number))
    return;
  for (std::size_t i = 0; i < tables.size(); i++) expand(number, of[i], &tables[i]);
  elements_.make_room(kPoints);
  for (unsigned set = 1; set < kPoints; set++) {
    Print print{};
    Table table;
    for (std::size_t i = 0; i < tables.size(); i++)
      if (set >> i & 1) print = print ^ of[i].print, table = sum(table, tables[i]);
    if (print.lo & 1) print = without_constant(print), table = complement(table);
    Table linear;
    if (holds(spaces_[number], print, &linear)) continue;
    add_definition(print, number, table);
    // `holds` asks for the part of a sum that is no sum of coordinates.
    Print rest = print;
    for (int i = 0; i < spaces_[number].dimension; i++)
      if (rest.at(spaces_[number].pivot[(std::size_t)i])) rest = rest ^ basis(spaces_[number])[i];
    if (!(rest == print)) add_definition(rest, number, sum(table, linear));
    add_use(element_at(print), print, number);
  }
  spaces_[number].has_sums = true;
}

// Writes a basis of the sums that the function depends on: those that are 0 in each direction where the function is
// constant.
void Terms::support(std::uint32_t number, Basis* to) {
  View& view = views_[number];
  const Space& space = spaces_[view.space];
  if (view.support == View::kNotAsked) {
    const std::vector<unsigned> constant = constant_directions(view.table, space.dimension);
    view.support = constant.empty() ? View::kWholeSpace : (std::uint32_t)supports_.size();
    if (!constant.empty()) {
      Basis sums;
      for (unsigned w = 1; w < 1u << space.dimension; w++)
        if (std::ranges::all_of(constant,
                                [&](unsigned u) { return std::popcount(w & u) % 2 == 0; })) {
          const Print p = element(basis(space), w);
          reduce(&p, 1, &sums);
        }
      supports_.push_back(sums);
    }
  }
  if (view.support != View::kWholeSpace) {
    *to = supports_[view.support];
    return;
  }
  to->dimension = space.dimension;
  std::copy_n(basis(space), space.dimension, to->of.begin());
  to->pivot = space.pivot;
}

// The same for a function of another space, if it depends only on sums that this space has.
bool Terms::expand_across(std::uint32_t space, const Bit& bit, Table* table) {
  if (expand(space, bit, table)) return true;
  if (!bit.view) return false;
  Basis sums;
  support(bit.view, &sums);
  const View& view = views_[bit.view];
  Table here[kMostCoordinates], there[kMostCoordinates];
  for (std::size_t k = 0; k < (std::size_t)sums.dimension; k++) {
    if (!holds(spaces_[space], sums.of[k], &here[k])) return false;
    holds(spaces_[view.space], sums.of[k], &there[k]);
  }
  const auto index = [&](const Table* tables, unsigned v) {
    unsigned r = 0;
    for (int k = 0; k < sums.dimension; k++) r |= (unsigned)tables[k].at(v) << k;
    return r;
  };
  Table values;  // of the function, by the values of the sums
  const unsigned points = 1u << spaces_[view.space].dimension,
                 points_here = 1u << spaces_[space].dimension;
  for (unsigned v = 0; v < points; v++)
    if (view.table.at(v)) values.word[index(there, v) / 64] |= 1ull << index(there, v) % 64;
  *table = {};
  for (unsigned v = 0; v < points_here; v++)
    if (values.at(index(here, v))) table->flip(v);
  repeat(table, points_here);
  return true;
}

// Finds the space of an input that has all others.
bool Terms::find_own(const Bit* in, int inputs, std::uint32_t* space) const {
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
  return false;
}

// Finds a space that has everything on which the inputs depend, if one of them is nonlinear.
bool Terms::find_larger(const Bit* in, int inputs, std::uint32_t* space) {
  if (std::none_of(in, in + inputs, [](const Bit& b) { return b.view; })) return false;
  for (int i = 0; i < inputs; i++)  // for speed, because most sums are in no space
    if (!in[i].view && element_at(without_constant(in[i].print))->dimension < 3) return false;
  Basis wanted;
  return reduce_supports(in, inputs, &wanted) && find(wanted, space);
}

// Expresses a bit by the functions of a space that have prints, if its print is a sum of theirs.
bool Terms::expand_by_prints(std::uint32_t number, const Bit& bit, Table* table) {
  if (expand(number, bit, table)) return true;
  if (asked_by_prints_ == 1u << 21) return false;  // the bound in terms.hpp
  asked_by_prints_++;
  const Space& space = spaces_[number];
  struct Row {
    Print print;
    Table products;
  };
  std::array<Row, 128> rows{};  // by the lowest bit of the print
  std::array<bool, 128> used{};
  const auto reduced = [&](Row r) {
    for (r.print = without_constant(r.print); !(r.print == Print{});) {
      const unsigned pivot = lowest_bit(r.print);
      if (!used[pivot]) break;
      r.print = r.print ^ rows[pivot].print;
      r.products = sum(r.products, rows[pivot].products);
    }
    return r;
  };
  const auto add = [&](const Print& p, Table products) {
    if (p.lo & 1) products.flip(0);
    const Row r = reduced({p, products});
    if (r.print == Print{}) return;
    used[lowest_bit(r.print)] = true;
    rows[lowest_bit(r.print)] = r;
  };
  for (int i = 0; i < space.dimension; i++) {
    Table t;
    t.flip(1u << i);
    add(basis(space)[i], t);
  }
  int most = 32;  // so that another print is a sum of these with probability below 2^-87
  for (std::uint32_t k = space.first; k && most--; k = functions_[k].next)
    add(functions_[k].print, functions_[k].products);
  Row r = reduced({bit.print, {}});
  if (!(r.print == Print{})) return false;
  if (bit.print.lo & 1) r.products.flip(0);
  *table = values_of(r.products, space.dimension);
  return true;
}

// Finds a space of at least four coordinates that has one input, and functions with the prints of the others. For
// example, a carry can be a function in the space of an S-box of the sum.
bool Terms::find_by_prints(const Bit* in, int inputs, std::uint32_t* space, Table* tables) {
  int tries = 8;
  const auto all = [&](std::uint32_t candidate) {
    if (spaces_[candidate].dimension < 4) return false;
    tries--;
    for (int j = 0; j < inputs; j++)
      if (!expand_by_prints(candidate, in[j], &tables[j])) return false;
    for (int j = 0; j < inputs; j++)
      if (in[j].view)
        spaces_[views_[in[j].view].space].hint = candidate;
      else if (unsigned which; !is_affine(tables[j], &which))  // found by `define` from now on
        add_definition(in[j].print, candidate, tables[j]);
    *space = candidate;
    return true;
  };
  for (int i = 0; i < inputs; i++) {
    if (in[i].view &&
        (all(views_[in[i].view].space) || all(spaces_[views_[in[i].view].space].hint)))
      return true;
    const Element& entry = *element_at(without_constant(in[i].print));
    if (entry.dimension < 4) continue;
    for (std::uint32_t use = entry.use; use && tries > 0; use = uses_[use].next)
      if (all(uses_[use].space)) return true;
  }
  return false;
}

bool Terms::reduce_supports(const Bit* in, int inputs, Basis* to) {
  for (int i = 0; i < inputs; i++)
    if (in[i].view) {
      if (to->dimension == 0) {
        support(in[i].view, to);
        continue;
      }
      Basis sums;
      support(in[i].view, &sums);
      if (!reduce(sums.of.data(), (std::size_t)sums.dimension, to)) return false;
    }
  for (int i = 0; i < inputs; i++)
    if (!in[i].view && !reduce(&in[i].print, 1, to)) return false;
  return true;
}
void Terms::unite(const Bit* in, int inputs) {
  if (by_cases(in, inputs, nullptr, 0, [&](const Bit* x, Bit*) { unite(x, inputs); })) return;
  std::uint32_t block;
  if (std::none_of(in, in + inputs, [](const Bit& b) { return b.view; }) ||
      !have_block(in, inputs, &block))
    return;
  Basis wanted, themselves;
  std::uint32_t found;
  if (!reduce_supports(in, inputs, &wanted)) return;
  bool fits = true;
  for (int i = 0; i < inputs && fits; i++) fits = reduce(&in[i].print, 1, &themselves);
  if ((!fits || wanted.dimension < themselves.dimension) && !find(wanted, &found))
    add_space(wanted);
}

// Adds prints to a reduced basis; false if it gets too many dimensions.
bool Terms::reduce(const Print* in, std::size_t count, Basis* to) {
  for (std::size_t k = 0; k < count; k++) {
    Print p = without_constant(in[k]);
    for (int i = 0; i < to->dimension; i++)
      if (p.at(to->pivot[(std::size_t)i])) p = p ^ to->of[(std::size_t)i];
    if (p == Print{}) continue;
    if (to->dimension == kMostCoordinates) return false;
    const unsigned pivot = lowest_bit(p);
    int place = to->dimension++;
    for (int i = 0; i < to->dimension - 1; i++)
      if (to->of[(std::size_t)i].at(pivot)) to->of[(std::size_t)i] = to->of[(std::size_t)i] ^ p;
    for (; place > 0 && to->pivot[(std::size_t)place - 1] > pivot; place--) {
      to->pivot[(std::size_t)place] = to->pivot[(std::size_t)place - 1];
      to->of[(std::size_t)place] = to->of[(std::size_t)place - 1];
    }
    to->pivot[(std::size_t)place] = (std::uint8_t)pivot;
    to->of[(std::size_t)place] = p;
  }
  return true;
}

// Finds the first space that has all sums of the wanted one.
bool Terms::find(const Basis& wanted, std::uint32_t* found) {
  if (!wanted.dimension) return false;
  *found = 0;
  const Element* rarest = nullptr;
  for (int i = 0; i < wanted.dimension; i++) {
    const Element* const entry = element_at(wanted.of[(std::size_t)i]);
    if (entry->dimension < (unsigned)wanted.dimension) return false;
    if (!rarest || entry->uses < rarest->uses) rarest = entry;
  }
  for (std::uint32_t use = rarest->use; use; use = uses_[use].next) {
    const Space& s = spaces_[uses_[use].space];
    Table unused;
    bool all = s.dimension >= wanted.dimension;
    for (int i = 0; i < wanted.dimension && all; i++)
      all = holds(s, wanted.of[(std::size_t)i], &unused);
    if (all) *found = uses_[use].space;  // the latest space comes first
  }
  return *found != 0;
}

}  // namespace hedgerow::proof
