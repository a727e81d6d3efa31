// The table of cuts. cuts.hpp has the argument.
#include "cuts.hpp"

namespace hedgerow::proof {
namespace {

// Returns a term plus a constant.
Bit plus(Bit b, bool value) {
  b.print.lo ^= value;
  return b;
}

auto is_of(const Bit& sum) {
  return
      [sum](const auto& cut) { return cut.sum.print == sum.print && cut.sum.block == sum.block; };
}

}  // namespace

bool Cuts::add(const Bit& sum, const Bit& to) {
  cuts_.make_room(1);
  const bool one = sum.value();
  filter_.resize(kFilter);
  filter_[place(sum)] = true;
  const Bit plain = plus(sum, one);
  Cut* const cut = cuts_.at(Cut::hash_of(plain), is_of(plain));
  if (!cut->used()) cuts_.take(cut, {plain, plus(to, one), true});
  return cut->to.print == plus(to, one).print && cut->to.block == to.block;
}

Word Cuts::replaced(const Word& w) const {
  if (empty() || w.known()) return w;
  Word r = w;
  for (std::uint64_t m = w.open; m; m &= m - 1) {
    Bit& b = r.bits[__builtin_ctzll(m)];
    if (b.is_unknown() || !filter_[place(b)]) continue;
    const bool one = b.value();
    const Bit plain = plus(b, one);
    const Cut* const cut = cuts_.at(Cut::hash_of(plain), is_of(plain));
    if (cut->used()) b = plus(cut->to, one);
  }
  return r;
}

}  // namespace hedgerow::proof
