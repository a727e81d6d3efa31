// The normal form of terms. terms.hpp explains it.
#include "terms.hpp"

#include <sys/random.h>

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <utility>

#include "tables.hpp"

namespace hedgerow::proof {

Terms::Terms() {
  spaces_.emplace_back();
  views_.emplace_back();
  uses_.push_back({0, 0});
}

void Terms::forget() {
  spaces_.erase(spaces_.begin() + 1, spaces_.end());
  views_.erase(views_.begin() + 1, views_.end());
  uses_.erase(uses_.begin() + 1, uses_.end());
  first_use_.clear();
}

// The vectors come from the operating system. A generator with outputs that are linear in its seed would not do,
// because fixed sums of its outputs are zero.
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

Bit Terms::make(std::uint32_t space, const Table& table) {
  Bit r{print_of(spaces_[space], table), 0};
  unsigned unused;
  if (is_affine(table, &unused)) return r;
  views_.push_back({space, table, {}});
  r.view = (std::uint32_t)views_.size() - 1;
  return r;
}

bool Terms::join(const Bit* in, int inputs, std::uint32_t* space, Table* tables) {
  if (!find_common(in, inputs, space)) {
    Space wanted;
    std::vector<Print> sums;
    for (int i = 0; i < inputs; i++) sums.push_back(in[i].print);
    if (!reduce(sums, &wanted)) return false;
    *space = wanted.dimension ? space_of(std::move(wanted)) : 0;
  }
  for (int i = 0; i < inputs; i++)
    if (!expand_across(*space, in[i], &tables[i]))
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
  const Bit in[2] = {a, b};
  std::uint32_t space;
  Table s, t;
  unsigned unused;
  if (!find_common(in, 2, &space)) return r;
  expand_across(space, a, &s), expand_across(space, b, &t);
  const Table table = sum(s, t);
  if (is_affine(table, &unused)) return r;
  views_.push_back({space, table, {}});
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
