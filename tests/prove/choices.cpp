// Choices: terms by cases.
//
// A choice has a term for each class of a partition of the 256 values of eight bits, and is equal to this term whenever
// the bits have a value of the class. The classes cover all values. An operation on choices works on the terms of each
// class that its inputs have together, and terms of different classes never meet. So a choice is the exact result of
// the operation, and two choices are equal if their terms are equal in every class. Classes with equal terms become
// one, and a choice gets its print by its partition and the prints of its terms, so equal choices have equal prints.
// The terms of a choice have no block, and a choice of block n has them with block n in the place of X (terms.hpp).
//
// Kernels of Kalyna need them in CTR: they take the first round from two tables, by the carry of the low byte of
// counter + key. The carries of all blocks are functions of eight bits of the key, because the counting bits are known.
#include <algorithm>
#include <stdexcept>

#include "tables.hpp"
#include "terms.hpp"

namespace hedgerow::proof {

// Kernels compute the carry of byte + a, or the carry of adding b to the sum modulo 256. So such a function is 1 for an
// interval of values, where 0 follows 255. Every function of the eight bits of this kind is a choice of 0 and 1, but
// not the highest bits of sums: their intervals have 128 values. All other functions of the eight bits are plain terms.
void Terms::choose_by(const Bit* byte) {
  Table bits[kMostCoordinates];
  if (!join(byte, kMostCoordinates, &chooser_, bits) ||
      spaces_[chooser_].dimension < kMostCoordinates) {
    chooser_ = 0;
    return;
  }
  for (unsigned v = 0; v < kPoints; v++) {
    unsigned value = 0;
    for (unsigned i = 0; i < kMostCoordinates; i++) value |= (unsigned)bits[i].at(v) << i;
    point_of_value_[value] = (std::uint8_t)v;
  }
  choices_.assign(1, {});  // the first one is 1
  choice_at_.clear();
  partition({complement({})});
}

bool Terms::is_carry(const Table& table) const {
  unsigned ends = 0, ones = 0;
  bool last = table.at(point_of_value_[kPoints - 1]);
  for (unsigned value = 0; value < kPoints; value++) {
    const bool now = table.at(point_of_value_[value]);
    ends += now != last, ones += now, last = now;
  }
  return ends == 2 && ones != kPoints / 2;
}

Bit Terms::choice_of(const Table& table) {
  const Table both[2] = {table, complement(table)};
  const bool first = table.at(0);
  const Bit bits[2] = {constant(first), constant(!first)};
  return choice(partition({both[!first], both[first]}), bits);
}

// Returns the number of a partition. Its classes are in the order of their first points.
std::uint32_t Terms::partition(const std::vector<Table>& classes) {
  std::array<std::uint8_t, kPoints> at;
  for (std::size_t k = 0; k < classes.size(); k++)
    for (unsigned v = 0; v < kPoints; v++)
      if (classes[k].at(v)) at[v] = (std::uint8_t)k;
  const auto [found, added] = partition_of_.try_emplace(at, (std::uint32_t)partitions_.size());
  if (added) {
    partitions_.push_back({(unsigned)classes.size(), at, {}});
    for (unsigned v = kPoints; v-- > 0;) partitions_.back().first[at[v]] = (std::uint8_t)v;
  }
  return found->second;
}

// Returns the partition into the common parts of the classes of two.
std::uint32_t Terms::meet(std::uint32_t a, std::uint32_t b) {
  if (a == b || b == 0) return a;
  if (a == 0) return b;
  const auto [found, added] = meets_.try_emplace({a, b}, 0);
  if (added) {
    std::map<std::pair<unsigned, unsigned>, std::size_t> number;
    std::vector<Table> classes;
    for (unsigned v = 0; v < kPoints; v++) {
      const auto [at, first] =
          number.try_emplace({partitions_[a].at[v], partitions_[b].at[v]}, classes.size());
      if (first) classes.emplace_back();
      classes[at->second].flip(v);
    }
    found->second = partition(classes);
  }
  return found->second;
}

Bit Terms::at_point(const Bit& bit, unsigned point) const {
  if (!bit.is_choice()) return bit;
  const Choice& c = choices_[bit.view - Bit::kFirstChoice];
  return parts_[c.first + partitions_[c.partition].at[point]];
}

// Returns the choice of these terms, one for each class, or their term if all are equal.
Bit Terms::choice(std::uint32_t number, const Bit* of) {
  const unsigned classes = partitions_[number].classes;
  std::vector<Bit> terms;
  std::vector<std::uint8_t> to(classes);  // classes with equal terms are joined
  for (unsigned k = 0; k < classes; k++) {
    if (of[k].is_unknown()) return unknown();
    const auto same = std::ranges::find(terms, of[k]);
    to[k] = (std::uint8_t)(same - terms.begin());
    if (same == terms.end())
      terms.push_back(of[k]);
    else if (!same->view)
      same->view = of[k].view;
  }
  if (terms.size() == 1) return terms[0];
  Table all;
  bool plain = true;
  for (unsigned k = 0; k < terms.size() && plain; k++) {
    Table table;
    plain = expand(chooser_, terms[k], &table);
    for (unsigned v = 0; v < kPoints && plain; v++)
      if (to[partitions_[number].at[v]] == k && table.at(v)) all.flip(v);
  }
  if (plain && !(std::ranges::all_of(terms, &Bit::is_constant) && is_carry(all)))
    return make(chooser_, all);  // the only form of a function of the eight bits
  if (terms.size() < classes) {
    std::vector<Table> joined(terms.size());
    for (unsigned v = 0; v < kPoints; v++) joined[to[partitions_[number].at[v]]].flip(v);
    number = partition(joined);
  }
  std::uint64_t hash = number;
  for (const Bit& b : terms) {
    hash = (hash ^ b.print.lo ^ (b.print.hi << 1)) * 0x9e3779b97f4a7c15;
    hash ^= hash >> 32;
  }
  choice_at_.make_room(1);
  ChoiceAt* const at = choice_at_.at(hash, [&](const ChoiceAt& a) {
    const Choice& c = choices_[a.number];
    return a.hash() == hash && c.partition == number &&
           std::equal(terms.begin(), terms.end(), &parts_[c.first]);
  });
  if (!at->used()) {
    choice_at_.take(at, {hash, (std::uint32_t)choices_.size()});
    choices_.push_back({number, (std::uint32_t)parts_.size(), random()});
    parts_.insert(parts_.end(), terms.begin(), terms.end());
  }
  const Choice& c = choices_[at->number];
  for (std::size_t i = 0; i < terms.size(); i++)
    if (terms[i].view) parts_[c.first + i].view = terms[i].view;
  return {c.print, Bit::kFirstChoice + at->number};
}

void Terms::split(const Bit* in, int inputs, Bit* out, int outputs,
                  const std::function<void(const Bit*, Bit*)>& f) {
  std::uint32_t common = 0, block;
  if (!have_block(in, inputs, &block)) {
    std::fill_n(out, outputs, unknown());
    return;
  }
  for (int i = 0; i < inputs; i++)
    if (in[i].is_choice())
      common = meet(common, choices_[in[i].view - Bit::kFirstChoice].partition);
  const auto points = partitions_[common].first;
  const std::size_t classes = partitions_[common].classes;
  std::vector<Bit> terms((std::size_t)inputs), results((std::size_t)outputs * classes);
  for (std::size_t k = 0; k < classes; k++) {
    for (int i = 0; i < inputs; i++) terms[(std::size_t)i] = at_point(in[i].of_block(0), points[k]);
    f(terms.data(), results.data() + (std::size_t)outputs * k);
  }
  for (int i = 0; i < outputs; i++) {
    // A result can be a choice again, and has its terms for the points of its class only.
    const auto result = [&](std::size_t k) {
      return results[(std::size_t)outputs * k + (std::size_t)i];
    };
    std::uint32_t all = common;
    for (std::size_t k = 0; k < classes; k++)
      if (result(k).is_choice())
        all = meet(all, choices_[result(k).view - Bit::kFirstChoice].partition);
    std::vector<Bit> of;
    for (unsigned k = 0; k < partitions_[all].classes; k++) {
      const unsigned point = partitions_[all].first[k];
      of.push_back(at_point(result(partitions_[common].at[point]), point));
    }
    out[i] = choice(all, of.data()).of_block(block);
  }
}

}  // namespace hedgerow::proof
