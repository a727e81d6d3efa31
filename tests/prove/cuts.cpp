// The table of cuts. cuts.hpp has the argument.
#include "cuts.hpp"

#include <utility>

namespace hedgerow::proof {
namespace {

// Returns a term plus a constant.
Bit plus(Bit b, bool value) {
  b.print.lo ^= value;
  return b;
}

}  // namespace

std::size_t Cuts::slot(const Bit& sum) const {
  std::size_t k = (sum.print.lo >> 1 ^ sum.block * 0x9e3779b97f4a7c15) & (cuts_.size() - 1);
  while (cuts_[k].used && !(cuts_[k].sum.print == sum.print && cuts_[k].sum.block == sum.block))
    k = (k + 1) & (cuts_.size() - 1);
  return k;
}

bool Cuts::add(const Bit& sum, const Bit& to) {
  if (4 * used_ >= cuts_.size()) {
    const auto old =
        std::exchange(cuts_, std::vector<Cut>(cuts_.empty() ? 1 << 10 : 4 * cuts_.size()));
    for (const Cut& c : old)
      if (c.used) cuts_[slot(c.sum)] = c;
  }
  const bool one = sum.value();
  filter_.resize(kFilter);
  filter_[place(sum)] = true;
  Cut& cut = cuts_[slot(plus(sum, one))];
  if (!cut.used) cut = {plus(sum, one), plus(to, one), true}, used_++;
  return cut.to.print == plus(to, one).print && cut.to.block == to.block;
}

Word Cuts::replaced(const Word& w) const {
  if (empty() || w.known()) return w;
  Word r = w;
  for (std::uint64_t m = w.open; m; m &= m - 1) {
    Bit& b = r.bits[__builtin_ctzll(m)];
    if (b.is_unknown() || !filter_[place(b)]) continue;
    const bool one = b.value();
    const Cut& cut = cuts_[slot(plus(b, one))];
    if (cut.used) b = plus(cut.to, one);
  }
  return r;
}

}  // namespace hedgerow::proof
