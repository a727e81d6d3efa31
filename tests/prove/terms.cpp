// The normal form of terms. terms.hpp explains it.
#include "terms.hpp"

#include <sys/random.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "tables.hpp"

namespace hedgerow::proof {

Terms::Terms() { forget(); }

void Terms::forget() {
  spaces_.assign(1, {});
  bases_.clear();
  functions_.assign(1, {});
  views_.assign(1, {});
  supports_.assign(2, {});
  uses_.assign(1, {});
  elements_.clear();
  definitions_.clear();
  first_of_two_ += two_blocks_.size();
  two_blocks_.clear();
  without_block_.assign(1 << 14, {});
  computed_.assign(kComputed, {});
  chooser_ = 0;
  partitions_.clear(), partition_of_.clear(), meets_.clear();
  choices_.clear(), parts_.clear(), choice_at_.clear();
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

// A transposition adds a bit without a block, for example of a key, to one with a block, and then takes the latter
// away. The rest has no block again: equal prints are equal sums, and this one does not depend on X. Notes can be lost.
void Terms::note_without_block(const Bit& b) {
  if (!b.is_constant()) without_block_[place_without_block(b.print)] = without_constant(b.print);
}
bool Terms::is_without_block(const Print& p) const {
  return without_block_[place_without_block(p)] == without_constant(p);
}

// The sum is an unknown bit for all but this function, which finds its parts by its print.
Bit Terms::sum_of_blocks(const Bit& a, const Bit& b) {
  Bit part[2];
  int parts = 0;
  const auto add = [&](const Bit& x) {
    if (x.is_constant() && !x.value()) return true;
    for (int k = 0; k < parts; k++)
      if (part[k].goes_with(x)) {
        part[k] = exclusive_or(part[k], x);
        if (part[k].is_constant() && !part[k].value()) part[k] = part[--parts];
        return true;
      }
    if (parts == 2) return false;
    part[parts++] = x;
    return true;
  };
  for (const Bit* x : {&a, &b}) {
    if (!x->is_unknown()) {
      if (!add(*x)) return unknown();
      continue;
    }
    const std::uint64_t number = x->print.lo - first_of_two_;
    if (!x->print.lo || number >= two_blocks_.size()) return unknown();
    const auto both = two_blocks_[number];
    if (!add(both[0]) || !add(both[1])) return unknown();
  }
  if (parts < 2) return parts ? part[0] : constant(false);
  if (part[0].goes_with(part[1])) return exclusive_or(part[0], part[1]);
  two_blocks_.push_back({part[0], part[1]});
  return {{first_of_two_ + two_blocks_.size() - 1, 1}, Bit::kUnknown};
}

Bit Terms::view(std::uint32_t space, const Table& table, const Print& print) {
  if (chooser_ && space == chooser_ && is_carry(table)) return choice_of(table);
  views_.push_back({space, 0, table});
  const Bit r{print, (std::uint32_t)views_.size() - 1};
  if (spaces_[space].dimension < kMostCoordinates) note(r);
  return r;
}

Bit Terms::make(std::uint32_t space, const Table& table) {
  unsigned inputs;
  if (!is_affine(table, &inputs)) return view(space, table, print_of(space, table));
  return {Print{table.at(0), 0} ^ element(basis(spaces_[space]), inputs), 0};
}

// The sum of a view and another bit has no view, and adding the other bit again gives a bit without a view too. It gets
// the first view that had its print.
bool Terms::define(std::vector<Bit>* bits) const {
  bool changed = false;
  for (Bit& b : *bits)
    if (const std::uint32_t view = b.view ? 0 : definition(b.print)) b.view = view, changed = true;
  return changed;
}

bool Terms::join(const Bit* in, int inputs, std::uint32_t* space, Table* tables) {
  if (std::any_of(in, in + inputs, [](const Bit& b) { return b.is_choice(); })) return false;
  Basis wanted;
  std::vector<Bit> defined;
  bool fits = true;
  for (int i = 0; i < inputs && fits; i++) fits = reduce(&in[i].print, 1, &wanted);
  if (wanted.dimension == 0) {
    *space = 0;
  } else if (!(fits && find(wanted, space)) && !find_own(in, inputs, space) &&
             !find_larger(in, inputs, space)) {
    defined.assign(in, in + inputs);
    if (define(&defined)) in = defined.data();
    if (in != defined.data() || (!find_own(in, inputs, space) && !find_larger(in, inputs, space))) {
      if (find_by_prints(in, inputs, space, tables)) return true;
      if (!fits) return false;
      *space = add_space(wanted);
      relate(*space, in, inputs);
    }
  }
  const auto expand_all = [&] {
    for (int i = 0; i < inputs; i++)
      if (!expand_across(*space, in[i], &tables[i])) return false;
    return true;
  };
  if (expand_all()) return true;
  // The space has noted sums, so it may lack a sum of two of its elements.
  if (!fits) return false;
  *space = add_space(wanted);
  relate(*space, in, inputs);
  if (!expand_all()) throw std::logic_error("a space lacks its own elements");
  return true;
}

void Terms::apply(const Bit* in, int inputs, const Table* f, int outputs, Bit* out) {
  if (by_cases(in, inputs, out, outputs,
               [&](const Bit* x, Bit* y) { apply(x, inputs, f, outputs, y); }))
    return;
  std::uint32_t block;
  const bool one_block = have_block(in, inputs, &block);
  bool joined = false;
  std::uint32_t space = 0;
  std::array<std::uint8_t, kPoints> input;  // at each point of the space
  unsigned points = 1;
  for (int k = 0; k < outputs; k++) {
    unsigned which;
    if (is_affine(f[k], &which)) {
      out[k] = constant(f[k].at(0));
      for (int i = 0; i < inputs; i++)
        if (which >> i & 1) out[k] = exclusive_or(out[k], in[i]);
      continue;
    }
    if (!one_block) {
      out[k] = unknown();
      continue;
    }
    if (!joined) {
      Table tables[kMostCoordinates];
      join(in, inputs, &space, tables);
      points = 1u << spaces_[space].dimension;
      for (unsigned v = 0; v < points; v += 8) {
        std::uint64_t rows = 0;
        for (int i = 0; i < inputs; i++)
          rows |= (tables[i].word[v / 64] >> (v % 64) & 255) << (8 * i);
        rows = transposed(rows);
        std::memcpy(&input[v], &rows, 8);
      }
      joined = true;
    }
    Table table;
    for (unsigned v = 0; v < points; v++)
      table.word[v / 64] |= (std::uint64_t)f[k].at(input[v]) << (v % 64);
    repeat(&table, points);
    out[k] = space ? make(space, table).of_block(block) : constant(table.at(0));
  }
}

bool Terms::table(const Bit& bit, const Bit* coordinates, int count, Table* to) {
  std::vector<Bit> all(coordinates, coordinates + count);
  all.push_back(bit);
  std::vector<Table> tables(all.size());
  std::uint32_t space, block;
  if (!have_block(all.data(), count + 1, &block) ||
      !join(all.data(), count + 1, &space, tables.data()))
    return false;
  *to = {};
  for (unsigned v = 0; v < kPoints;
       v++) {  // a point of the space for each value of the coordinates
    unsigned index = 0;
    for (int i = 0; i < count; i++) index |= (unsigned)tables[(std::size_t)i].at(v) << i;
    if (tables.back().at(v)) to->word[index / 64] |= 1ull << index % 64;
  }
  repeat(to, 1u << count);
  return true;
}

Bit Terms::exclusive_or(const Bit& a, const Bit& b) {
  if (a.is_unknown() || b.is_unknown() || !a.goes_with(b)) return sum_of_blocks(a, b);
  Bit r{a.print ^ b.print, 0, a.block | b.block};
  if (r.is_constant()) r.block = 0;
  if (a.block != b.block)
    note_without_block(a.block ? b : a);
  else if (r.block && is_without_block(r.print))
    r.block = 0;
  if ((!a.view && !b.view) || r.is_constant()) return r;
  const Bit in[2] = {a, b};
  Bit chosen;
  if (by_cases(in, 2, &chosen, 1, [&](const Bit* x, Bit* y) { *y = exclusive_or(x[0], x[1]); }))
    return chosen;
  std::uint32_t space;
  Table s, t;
  unsigned unused;
  if (b.is_constant() || a.is_constant()) {
    const View v = views_[b.is_constant() ? a.view : b.view];
    return a.print.is_constant() && !a.print.lo ? b
           : b.print.is_constant() && !b.print.lo
               ? a
               : view(v.space, complement(v.table), r.print).of_block(r.block);
  }
  return once(kXor, r.block, in, 2, [&] {
    if (!find_own(in, 2, &space) && !find_larger(in, 2, &space)) return r;
    if (!expand_across(space, a, &s) || !expand_across(space, b, &t)) return r;
    const Table table = sum(s, t);
    return is_affine(table, &unused) ? r : view(space, table, r.print);
  });
}

Bit Terms::both(const Bit& a, const Bit& b) {
  if (a.is_constant()) return a.value() ? b : a;
  if (b.is_constant()) return b.value() ? a : b;
  const Bit in[2] = {a, b};
  std::uint32_t block;
  if (!have_block(in, 2, &block)) return unknown();
  const Print difference = a.print ^ b.print;
  if (difference.is_constant()) return difference.lo ? constant(false) : a.of_block(block);
  Bit chosen;
  if (by_cases(in, 2, &chosen, 1, [&](const Bit* x, Bit* y) { *y = both(x[0], x[1]); }))
    return chosen;
  return once(kAnd, block, in, 2, [&] {
    std::uint32_t space;
    Table t[2];
    join(in, 2, &space, t);
    for (unsigned w = 0; w < t[0].word.size(); w++) t[0].word[w] &= t[1].word[w];
    return make(space, t[0]);
  });
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
  if (a == b) return a;  // compilers shift by x + x, also if the carry into it is of another block
  std::uint32_t block;
  if (!have_block(in, 3, &block)) return unknown();
  Bit chosen;
  if (by_cases(in, 3, &chosen, 1, [&](const Bit* x, Bit* y) { *y = majority(x[0], x[1], x[2]); }))
    return chosen;
  return once(kMajority, block, in, 3, [&] {
    std::uint32_t space;
    Table t[3];
    join(in, 3, &space, t);
    for (unsigned w = 0; w < t[0].word.size(); w++)
      t[0].word[w] = (t[0].word[w] & (t[1].word[w] ^ t[2].word[w])) ^ (t[1].word[w] & t[2].word[w]);
    return space ? make(space, t[0]) : constant(t[0].at(0));
  });
}

}  // namespace hedgerow::proof
