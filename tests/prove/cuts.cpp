// The table of cuts. cuts.hpp has the argument.
#include "cuts.hpp"

#include <utility>
#include <map>
#include <string>

namespace hedgerow::proof {
namespace {

// Returns a term plus a constant.
Bit plus(Bit b, bool value) {
  b.print.lo ^= value;
  return b;
}

}  // namespace

std::size_t Cuts::slot(const Bit& sum) const {
  std::size_t k = (sum.print.lo >> 1 ^ sum.block) & (cuts_.size() - 1);
  while (cuts_[k].to.block && !(cuts_[k].sum.print == sum.print && cuts_[k].sum.block == sum.block))
    k = (k + 1) & (cuts_.size() - 1);
  return k;
}

void Cuts::report(unsigned block) const { std::map<std::pair<uint64_t,uint64_t>,std::string> m; for (size_t k=0;k<cuts_.size();k++) if (cuts_[k].to.block==block) { auto&t=m[{cuts_[k].to.print.hi,cuts_[k].to.print.lo&~1ull}]; t+=' '+std::to_string(cuts_[k].sum.block)+':'+std::to_string(hits_[k]); } int missing=0; for (auto&[k,v]:m) { bool any=false; for (char c='1';c<='9';c++) any|=v.find(std::string(":")+c)!=v.npos; missing+=!any; } if (missing) fprintf(stderr,"cuts of block %u: %d of %zu missing\n",block,missing,m.size()); }
bool Cuts::add(const Bit& sum, const Bit& to) {
  if (4 * used_ >= cuts_.size()) {
    const auto old = std::exchange(cuts_, std::vector<Cut>(cuts_.empty() ? 1 << 10 : 4 * cuts_.size()));
    for (const Cut& c : old)
      if (c.to.block) cuts_[slot(c.sum)] = c;
  }
  const bool one = sum.value();
  Cut& cut = cuts_[slot(plus(sum, one))];
  if (!cut.to.block) cut = {plus(sum, one), plus(to, one)}, used_++;
  return cut.to.print == plus(to, one).print && cut.to.block == to.block;
}

Word Cuts::replaced(const Word& w) const {
  if (empty() || w.known()) return w;
  Word r = w;
  for (std::uint64_t m = w.open; m; m &= m - 1) {
    Bit& b = r.bits[__builtin_ctzll(m)];
    if (b.is_unknown()) continue;
    const bool one = b.value();
    const Cut& cut = cuts_[slot(plus(b, one))];
    if (cut.to.block) { if (hits_.size()!=cuts_.size()) hits_.assign(cuts_.size(),0); hits_[&cut-cuts_.data()]++; b = plus(cut.to, one);}
  }
  return r;
}

}  // namespace hedgerow::proof
