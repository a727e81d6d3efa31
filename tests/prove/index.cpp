// Finds the spaces of an element, and the view of a print: two hash tables with open addressing.
#include <algorithm>
#include <utility>

#include "terms.hpp"

namespace hedgerow::proof {

Terms::Index::Entry* Terms::Index::at(const Print& p) {
  const std::uint64_t wanted = key(p);
  std::size_t k = slot(wanted);
  while (entries_[k].key && entries_[k].key != wanted) k = (k + 1) & (entries_.size() - 1);
  return &entries_[k];
}
void Terms::Index::make_room(std::size_t more) {
  if (2 * (used_ + more) <= entries_.size()) return;
  const auto old = std::exchange(entries_, std::vector<Entry>(4 * entries_.size()));
  for (const Entry& e : old) {
    if (!e.key) continue;
    std::size_t k = slot(e.key);
    while (entries_[k].key) k = (k + 1) & (entries_.size() - 1);
    entries_[k] = e;
  }
}
void Terms::Index::clear() {
  std::ranges::fill(entries_, Entry{});
  used_ = 0;
}

void Terms::Definitions::add(const Print& p, std::uint32_t view) {
  if (2 * used_ > entries_.size()) {
    const auto old = std::exchange(entries_, std::vector<Entry>(2 * entries_.size()));
    for (const Entry& e : old)
      if (e.view) entries_[slot(e.print)] = e;
  }
  Entry& to = entries_[slot(p)];
  if (to.view) return;
  to = {p, view};
  used_++;
}
void Terms::Definitions::clear() {
  entries_.assign(1 << 12, {});
  used_ = 0;
}

}  // namespace hedgerow::proof
