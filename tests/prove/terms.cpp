// The normal form of terms. terms.hpp explains it.
#include "terms.hpp"

#include <sys/random.h>

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <utility>

namespace hedgerow::proof {
namespace {

constexpr std::uint64_t kVariable[6] = {0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0,
                                        0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000};

// The table of input i.
Table variable(int i) {
  Table t;
  for (unsigned w = 0; w < t.word.size(); w++)
    t.word[w] = i < 6 ? kVariable[i] : 0ull - (w >> (i - 6) & 1);
  return t;
}
Table sum(const Table& a, const Table& b) {
  Table t;
  for (unsigned w = 0; w < t.word.size(); w++) t.word[w] = a.word[w] ^ b.word[w];
  return t;
}
Table sum_of_variables(unsigned which, bool constant) {
  Table t;
  for (int i = 0; i < kMostCoordinates; i++)
    if (which >> i & 1) t = sum(t, variable(i));
  if (constant)
    for (auto& w : t.word) w = ~w;
  return t;
}

// Returns whether f is a sum of inputs and a constant; `inputs` has the bits of the inputs.
bool is_affine(const Table& f, unsigned* inputs) {
  *inputs = 0;
  for (int i = 0; i < kMostCoordinates; i++) *inputs |= (unsigned)(f.at(1u << i) != f.at(0)) << i;
  return f == sum_of_variables(*inputs, f.at(0));
}

Print without_constant(Print p) { return {p.lo & ~1ull, p.hi}; }

unsigned lowest_bit(Print p) {
  return (unsigned)(p.lo ? std::countr_zero(p.lo) : 64 + std::countr_zero(p.hi));
}

}  // namespace

Terms::Terms() {
  spaces_.emplace_back();
  views_.emplace_back();
  uses_.push_back({0, 0});
}

void Terms::forget() {
  spaces_.erase(spaces_.begin() + 1, spaces_.end());
  views_.erase(views_.begin() + 1, views_.end());
  uses_.erase(uses_.begin() + 1, uses_.end());
  exact_.clear();
  first_use_.clear();
  entered_ = 1;
}

// The vectors come from the operating system. A generator whose outputs are linear in its seed would not do, because
// fixed sums of its outputs are zero.
Print Terms::random() {
  if (random_.empty()) {
    random_.resize(4096);
    const std::size_t bytes = random_.size() * sizeof(Print);
    if (getrandom(random_.data(), bytes, 0) != (ssize_t)bytes)
      throw std::runtime_error("no random bytes");
  }
  Print p = random_.back();
  random_.pop_back();
  p.lo &= ~1ull;
  return p;
}
Bit Terms::input() { return {random(), 0}; }

// Returns whether the print is a sum of coordinates, and its table.
bool Terms::holds(const Space& space, Print print, Table* table) const {
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

// Finds a space that has all inputs, where one of the inputs is nonlinear.
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
  return false;
}

// Makes the reduced basis of the space that the prints span; false if it has too many dimensions. The basis depends
// only on the space, because each pivot is the lowest bit of its vector and the vectors are sorted by pivot.
bool Terms::reduce(const Bit* in, int inputs, Space* to) const {
  for (int k = 0; k < inputs; k++) {
    Print p = without_constant(in[k].print);
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

// Enters the nonzero elements of a space into the index of `search`.
void Terms::enter(std::uint32_t space) {
  const Space& s = spaces_[space];
  Print element{};
  for (unsigned i = 1; i < 1u << s.dimension; i++) {
    element = element ^ s.basis[(std::size_t)std::countr_zero(i)];  // in the order of a Gray code
    std::uint32_t& first = first_use_[element];
    uses_.push_back({space, first});
    first = (std::uint32_t)uses_.size() - 1;
  }
}

// Finds an earlier space that contains the wanted one.
bool Terms::search(const Space& wanted, std::uint32_t* found) {
  for (; entered_ < spaces_.size(); entered_++) enter(entered_);
  const auto first = first_use_.find(wanted.basis[0]);
  if (first == first_use_.end()) return false;
  *found = 0;
  for (std::uint32_t use = first->second; use; use = uses_[use].next) {
    const Space& s = spaces_[uses_[use].space];
    Table unused;
    bool all = s.dimension >= wanted.dimension;
    for (int i = 1; i < wanted.dimension && all; i++)
      all = holds(s, wanted.basis[(std::size_t)i], &unused);
    if (all && (*found == 0 || uses_[use].space < *found)) *found = uses_[use].space;
  }
  return *found != 0;
}

// Returns the number of a space that has all sums of the wanted one: itself, a larger one, or a new one. A new one gets
// a random print for each product of coordinates. The print of a point is the sum of the products that have all
// coordinates which are 1 at the point, because the function that is 1 only there is the product of these coordinates
// and of the complements of the others.
std::uint32_t Terms::space_of(Space wanted) {
  Print hash{};
  for (int i = 0; i < wanted.dimension; i++) {
    const Print& p = wanted.basis[(std::size_t)i];
    hash = {(hash.lo ^ p.lo) * 0x9e3779b97f4a7c15, (hash.hi ^ p.hi) * 0xc2b2ae3d27d4eb4f};
  }
  auto& same = exact_[hash];
  for (std::uint32_t s : same)
    if (spaces_[s].dimension == wanted.dimension && spaces_[s].basis == wanted.basis) return s;
  std::uint32_t found;
  if (wanted.dimension < kMostCoordinates && search(wanted, &found)) return found;
  const unsigned points = 1u << wanted.dimension;
  wanted.point.resize(points);
  for (unsigned m = 0; m < points; m++)
    wanted.point[m] = m == 0                   ? Print{1, 0}
                      : std::has_single_bit(m) ? wanted.basis[(std::size_t)std::countr_zero(m)]
                                               : random();
  for (int i = 0; i < wanted.dimension; i++)
    for (unsigned m = 0; m < points; m++)
      if (!(m >> i & 1)) wanted.point[m] = wanted.point[m] ^ wanted.point[m | 1u << i];
  spaces_.push_back(std::move(wanted));
  same.push_back((std::uint32_t)spaces_.size() - 1);
  return same.back();
}

Bit Terms::make(std::uint32_t space, const Table& table) {
  const Space& s = spaces_[space];
  const unsigned points = (unsigned)s.point.size();
  Bit r{};
  for (unsigned w = 0; w < (points + 63) / 64; w++) {
    std::uint64_t bits = table.word[w];
    if (points < 64) bits &= (1ull << points) - 1;
    for (; bits; bits &= bits - 1)
      r.print = r.print ^ s.point[64 * w + (unsigned)std::countr_zero(bits)];
  }
  unsigned unused;
  if (is_affine(table, &unused)) return r;
  views_.push_back({space, table});
  r.view = (std::uint32_t)views_.size() - 1;
  return r;
}

bool Terms::join(const Bit* in, int inputs, std::uint32_t* space, Table* tables) {
  if (!find_common(in, inputs, space)) {
    Space wanted;
    if (!reduce(in, inputs, &wanted)) return false;
    *space = wanted.dimension ? space_of(std::move(wanted)) : 0;
  }
  for (int i = 0; i < inputs; i++)
    if (!expand(*space, in[i], &tables[i]))
      throw std::logic_error("a space lacks its own elements");
  return true;
}

void Terms::apply(const Bit* in, int inputs, const Table* f, int outputs, Bit* out) {
  bool joined = false;
  std::uint32_t space = 0;
  std::array<std::uint8_t, kPoints> input;  // at each point of the space
  for (int k = 0; k < outputs; k++) {
    unsigned which;
    if (is_affine(f[k], &which)) {
      out[k] = constant(f[k].at(0));
      for (int i = 0; i < inputs; i++)
        if (which >> i & 1) out[k] = exclusive_or(out[k], in[i]);
      continue;
    }
    if (!joined) {
      Table tables[kMostCoordinates];
      join(in, inputs, &space, tables);
      input.fill(0);
      for (int i = 0; i < inputs; i++)
        for (unsigned v = 0; v < kPoints; v++)
          input[v] = (std::uint8_t)(input[v] | tables[i].at(v) << i);
      joined = true;
    }
    const Table table = table_of([&](unsigned v) { return f[k].at(input[v]); });
    out[k] = space ? make(space, table) : constant(table.at(0));
  }
}

bool Terms::table(const Bit& bit, const Bit* coordinates, int count, Table* to) {
  std::vector<Bit> all(coordinates, coordinates + count);
  all.push_back(bit);
  std::vector<Table> tables(all.size());
  std::uint32_t space;
  if (!join(all.data(), count + 1, &space, tables.data())) return false;
  *to = {};
  for (unsigned v = 0; v < kPoints;
       v++) {  // a point of the space for each value of the coordinates
    unsigned index = 0;
    for (int i = 0; i < count; i++) index |= (unsigned)tables[(std::size_t)i].at(v) << i;
    to->set(index, tables.back().at(v));
  }
  return true;
}

Bit Terms::exclusive_or(const Bit& a, const Bit& b) {
  Bit r{a.print ^ b.print, 0};
  if (!a.view && !b.view) return r;
  if (r.is_constant()) return r;
  const std::uint32_t space = views_[a.view ? a.view : b.view].space;
  Table s, t;
  unsigned unused;
  if (!expand(space, a, &s) || !expand(space, b, &t)) return r;
  const Table table = sum(s, t);
  if (is_affine(table, &unused)) return r;
  views_.push_back({space, table});
  r.view = (std::uint32_t)views_.size() - 1;
  return r;
}

Bit Terms::both(const Bit& a, const Bit& b) {
  if (a.is_constant()) return a.value() ? b : a;
  if (b.is_constant()) return b.value() ? a : b;
  const Print difference = a.print ^ b.print;
  if (difference.is_constant()) return difference.lo ? constant(false) : a;
  const Bit in[2] = {a, b};
  std::uint32_t space;
  Table t[2];
  join(in, 2, &space, t);
  for (unsigned w = 0; w < t[0].word.size(); w++) t[0].word[w] &= t[1].word[w];
  return make(space, t[0]);
}

Bit Terms::majority(const Bit& a, const Bit& b, const Bit& c) {
  const Bit in[3] = {a, b, c};
  for (int i = 0; i < 3; i++)
    if (in[i].is_constant()) {
      const Bit &x = in[(i + 1) % 3], &y = in[(i + 2) % 3];
      if (!in[i].value()) return both(x, y);
      const Bit product = both(x, y);
      return exclusive_or(exclusive_or(x, y), product);
    }
  static const Table kMajority =
      table_of([](unsigned v) { return ((v & 1) + (v >> 1 & 1) + (v >> 2 & 1)) >= 2; });
  Bit out;
  apply(in, 3, &kMajority, 1, &out);
  return out;
}

}  // namespace hedgerow::proof
