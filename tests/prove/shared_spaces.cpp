// A new space takes the prints of functions that earlier spaces have too, so that equal functions have equal terms.
#include <algorithm>
#include <bit>

#include "tables.hpp"
#include "terms.hpp"

namespace hedgerow::proof {

// Takes the prints of functions of elements that an earlier space shares. Each product of shared elements is a function
// in both spaces. A print that contradicts the earlier ones stays unused: then two terms of one function are unequal.
void Terms::add_functions(std::uint32_t number, std::uint32_t other,
                          const std::vector<Shared>& shared, bool by_here) {
  const Space& space = spaces_[number];
  std::vector<Shared> basis;  // with independent elements of the other space, or of this one
  std::array<bool, kPoints> spanned{};
  spanned[0] = true;
  for (const Shared& s : shared) {
    unsigned which;
    is_affine(by_here ? s.here : s.there, &which);
    if (spanned[which]) continue;
    basis.push_back(s);
    const auto before = spanned;
    for (unsigned k = 0; k < kPoints; k++) spanned[k ^ which] |= before[k];
  }
  for (unsigned m = 1; m < 1u << basis.size(); m++) {
    if (std::has_single_bit(m)) continue;
    Table f = complement({}), g = f;
    for (std::size_t k = 0; k < basis.size(); k++)
      for (std::size_t w = 0; w < f.word.size() && (m >> k & 1); w++)
        f.word[w] &= basis[k].here.word[w], g.word[w] &= basis[k].there.word[w];
    Print print = print_of(other, g);
    Table rest = monomials(f, space.dimension);
    unsigned inputs = 0;
    for (int i = 0; i < space.dimension; i++) inputs |= (unsigned)rest.at(1u << i) << i;
    print = print ^ Print { rest.at(0), 0 } ^ element(this->basis(space), inputs);
    for (std::size_t w = 0; w < rest.word.size(); w++) rest.word[w] &= ~kAffine.word[w];
    for (std::uint32_t k = space.first; k; k = functions_[k].next)
      if (const Function& known = functions_[k]; rest.at(known.pivot))
        rest = sum(rest, known.products), print = print ^ known.print;
    if (first_product(rest) != kPoints) add_function(&spaces_[number], rest, print);
  }
}

// Notes the spaces that have an element.
void Terms::share(const Print& element, const Table& here, std::uint32_t not_with,
                  std::map<std::uint32_t, std::vector<Shared>>* with) {
  Table there;
  for (std::uint32_t use = element_at(without_constant(element))->use; use; use = uses_[use].next)
    if (const std::uint32_t other = uses_[use].space;
        other != not_with && holds(spaces_[other], element, &there))
      (*with)[other].push_back({here, there});
}

void Terms::add_use(Element* entry, const Print& p, std::uint32_t space) {
  if (!entry->used()) elements_.take(entry, {Element::key_of(p), 0, 0, 0});
  uses_.push_back({space, entry->use});
  entry->use = (std::uint32_t)uses_.size() - 1;
  entry->dimension = std::max((unsigned)entry->dimension, (unsigned)spaces_[space].dimension);
  entry->uses++;
}

// Enters the nonzero elements of a new space into the table of elements. Then it takes the prints of functions from the
// earlier spaces that have two elements or more which are functions in the new space: first sums of its coordinates,
// and then also the functions that got a print. For example, a carry is an element of the space of the next carry.
void Terms::enter(std::uint32_t number) {
  const int dimension = spaces_[number].dimension;
  const unsigned points = 1u << dimension;
  std::array<Print, kPoints> elements{};
  std::map<std::uint32_t, std::vector<Shared>> shared;  // by the other space
  elements_.make_room(points);
  for (unsigned w = 1; w < points; w++) {
    elements[w] = elements[w & (w - 1)] ^ basis(spaces_[number])[std::countr_zero(w)];
    elements_.prefetch(Element::hash_of(elements[w]));
  }
  // Two spaces that share two elements also share their sum. So an element of many spaces is only looked up in those
  // that share another element, and in its latest spaces, which took their prints from earlier ones.
  constexpr unsigned kFew = 64;
  std::vector<unsigned> frequent;
  for (unsigned w = 1; w < points; w++) {
    Element* const entry = element_at(elements[w]);
    if (entry->used() && dimension > 2) {
      if (entry->uses > kFew) {
        frequent.push_back(w);
        unsigned seen = 0;
        for (std::uint32_t use = entry->use; use && seen < kFew; use = uses_[use].next, seen++)
          shared[uses_[use].space];
      } else
        share(elements[w], sum_of_variables(w, false), number, &shared);
    }
    add_use(entry, elements[w], number);
  }
  for (auto& [other, elements_of] : shared)
    for (const unsigned w : frequent)
      if (Table there; holds(spaces_[other], elements[w], &there))
        elements_of.push_back({sum_of_variables(w, false), there});
  for (const auto& [other, elements_of] : shared)
    if (elements_of.size() >= 3) add_functions(number, other, elements_of);
  std::uint32_t done = 0;
  for (std::uint32_t k = spaces_[number].first; k && done < 64; k = functions_[k].next, done++) {
    const Function f = functions_[k];
    const Table values = values_of(f.products, dimension);
    std::map<std::uint32_t, std::vector<Shared>> more;
    for (unsigned w = 0; w < points; w++)
      share(f.print ^ elements[w], sum(values, sum_of_variables(w, false)), number, &more);
    for (const auto& [other, elements_of] : more) {
      auto& all = shared[other];
      all.insert(all.end(), elements_of.begin(), elements_of.end());
      add_functions(number, other, all);
    }
  }
}

// Coordinates of a new space can be functions of an earlier one, for example the outputs of an S-box that are inputs of
// the next one. Their products are then functions in both spaces, and the new one takes their prints.
void Terms::relate(std::uint32_t number, const Bit* in, int inputs) {
  std::vector<std::uint32_t> done{number};
  for (int i = 0; i < inputs; i++) {
    if (!in[i].view || std::ranges::count(done, views_[in[i].view].space)) continue;
    const std::uint32_t other = done.emplace_back(views_[in[i].view].space);
    std::vector<Shared> shared;
    for (int j = 0; j < inputs; j++)
      if (Shared s; expand(other, in[j], &s.there) && holds(spaces_[number], in[j].print, &s.here))
        shared.push_back(s);
    if (shared.size() > 1) add_functions(number, other, shared, true);
  }
}

// Makes a space that `find` does not find.
std::uint32_t Terms::add_space(const Basis& wanted) {
  spaces_.push_back(
      {(std::uint32_t)bases_.size(), 0, 0, (std::uint8_t)wanted.dimension, wanted.pivot});
  bases_.insert(bases_.end(), wanted.of.begin(), wanted.of.begin() + wanted.dimension);
  enter((std::uint32_t)spaces_.size() - 1);
  return (std::uint32_t)spaces_.size() - 1;
}

}  // namespace hedgerow::proof
