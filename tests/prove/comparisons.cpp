// Comparisons of words of terms. For bytes, they give the carries of sums with each byte in its own register.
#include <algorithm>
#include <utility>

#include "word.hpp"

namespace hedgerow::proof {

Bit Arithmetic::equal(const Word& x, const Word& y, int width) {
  unite(x, y);
  const Bit r = terms_.exclusive_or(any(bitwise_xor(x, y)), constant(true));
  remember(Comparison::kEqual, r, x, y, width);
  return r;
}
Bit Arithmetic::above(const Word& x, const Word& y, const Bit& ties, int width) {
  if (width == 8) unite(x, y);
  Bit carry = ties;
  for (int i = 0; i < width; i++)
    carry = terms_.majority(x.at(i), terms_.exclusive_or(y.at(i), constant(true)), carry);
  if (ties.is_constant() && !ties.value()) remember(Comparison::kAbove, carry, x, y, width);
  return carry;
}

// A bit can be both, for example 0 = y and 1 > y.
const Arithmetic::Comparison* Arithmetic::comparison(const Bit& b, Comparison::Kind kind) const {
  const auto found = compared_.find(Comparison::key(b, kind));
  return found == compared_.end() || !(found->second.print == b.print) || b.is_unknown()
             ? nullptr
             : &found->second;
}
void Arithmetic::remember(Comparison::Kind kind, const Bit& result, const Word& x, const Word& y,
                          int width) {
  std::uint32_t block = 0;
  if (width != 8 || result.is_constant() || result.is_unknown() || !have_block(x, &block) ||
      !have_block(y, &block))
    return;
  Comparison& c = compared_[Comparison::key(result, kind)];
  c = {kind, result.print, {}, {}, constant(false)};
  for (std::size_t i = 0; i < 8; i++)
    c.x[i] = x.at((int)i).of_block(0), c.y[i] = y.at((int)i).of_block(0);
}
// Returns the product in a normal form.
Bit Arithmetic::note_product(const Bit& a, const Bit& b, const Bit& product) {
  for (const auto& [equal, ties] : {std::pair{a, b}, std::pair{b, a}})
    if (const Comparison* const c = comparison(equal, Comparison::kEqual)) {
      if (comparison(equal, Comparison::kAbove) && comparison(ties, Comparison::kEqual) &&
          !comparison(ties, Comparison::kAbove))
        continue;  // `equal` is a carry, and so the ties of the other comparison
      if (product.is_constant() || product.is_unknown()) return product;
      // No value is below the lowest one, which is 0, or 128 with signs. So x = y and ties is the whole carry, bit by
      // bit. This is true for every x, but then a program has to join it with x > y.
      const auto is_lowest = [](const std::array<Bit, 8>& x) {
        return x[7].is_constant() && std::all_of(x.begin(), x.begin() + 7, [](const Bit& bit) {
                 return bit.is_constant() && !bit.value();
               });
      };
      if (is_lowest(c->x) || is_lowest(c->y)) {
        Bit carry = ties.of_block(0);
        for (std::size_t i = 0; i < 8; i++) {
          const Bit different = terms_.exclusive_or(c->x[i], c->y[i]);
          carry = terms_.both(terms_.exclusive_or(different, constant(true)), carry);
        }
        return carry.of_block(product.block);
      }
      Comparison with = *c;
      with.kind = Comparison::kEqualWithTies, with.print = product.print;
      with.ties = ties.of_block(0);  // product is unknown if this is wrong
      compared_[Comparison::key(product, with.kind)] = with;
      return product;
    }
  return product;
}
// The carry out of x - y - 1 + ties is x > y or (x = y and ties). A comparison with signs is one of x and y with other
// highest bits, which does not change whether they are equal.
bool Arithmetic::join_comparisons(const Bit& a, const Bit& b, Bit* result) {
  const Comparison *above = comparison(a, Comparison::kAbove),
                   *equal = comparison(b, Comparison::kEqualWithTies);
  if (!above || !equal) {
    above = comparison(b, Comparison::kAbove), equal = comparison(a, Comparison::kEqualWithTies);
    if (!above || !equal) return false;
  }
  for (std::size_t i = 0; i < 7; i++)
    if (!(above->x[i] == equal->x[i]) || !(above->y[i] == equal->y[i])) return false;
  const Print x = above->x[7].print ^ equal->x[7].print, y = above->y[7].print ^ equal->y[7].print;
  if (!(x == y) || !x.is_constant() || equal->x[7].is_unknown() || equal->y[7].is_unknown())
    return false;
  std::uint32_t block;
  const Bit both[2] = {a, b};
  if (!Terms::have_block(both, 2, &block)) return false;
  *result = equal->ties;
  for (std::size_t i = 0; i < 8; i++)
    *result =
        terms_.majority(above->x[i], terms_.exclusive_or(above->y[i], constant(true)), *result);
  *result = result->of_block(block);
  return true;
}

}  // namespace hedgerow::proof
