// A hash table with open addressing, because a proof looks up terms more often than it does anything else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace hedgerow::proof {

// An entry has `bool used() const` and `std::uint64_t hash() const`, which is random in its low bits, as prints are. A
// table has a power of two of places, becomes `kGrowth` times as large, and is at most half full.
template <class Entry, std::size_t kGrowth = 4>
class OpenTable {
 public:
  static constexpr std::size_t kPlaces = 1 << 12;  // of an empty table

  // Returns the entry with this hash that is wanted, or the free one where it belongs.
  template <class Wanted>
  const Entry* at(std::uint64_t hash, const Wanted& wanted) const {
    std::size_t k = place(hash);
    while (entries_[k].used() && !wanted(entries_[k])) k = (k + 1) & (entries_.size() - 1);
    return &entries_[k];
  }
  template <class Wanted>
  Entry* at(std::uint64_t hash, const Wanted& wanted) {
    return const_cast<Entry*>(std::as_const(*this).at(hash, wanted));
  }
  void prefetch(std::uint64_t hash) const { __builtin_prefetch(&entries_[place(hash)]); }
  // Call it before you take so many free entries. It makes results of at() invalid.
  void make_room(std::size_t more) {
    if (2 * (used_ + more) <= entries_.size()) return;
    const auto old = std::exchange(entries_, std::vector<Entry>(kGrowth * entries_.size()));
    for (const Entry& e : old)
      if (e.used()) *at(e.hash(), [](const Entry&) { return false; }) = e;
  }
  void take(Entry* free, const Entry& entry) { *free = entry, used_++; }
  bool empty() const { return used_ == 0; }
  void clear() {
    entries_.assign(kPlaces, Entry{});
    used_ = 0;
  }

 private:
  std::size_t place(std::uint64_t hash) const { return hash & (entries_.size() - 1); }
  std::vector<Entry> entries_ = std::vector<Entry>(kPlaces);
  std::size_t used_ = 0;
};

}  // namespace hedgerow::proof
