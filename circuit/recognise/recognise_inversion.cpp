// Says whether a box of eight bits is out(1 / in(x)) with affine maps in and out. It does not need to know the field or
// its basis.
//
// The function box(x + z) + box(z) fixes zero. If z is the point that `in` maps to zero, the function is B(1 / A(x))
// with linear maps A and B. Multiplication by a constant commutes with inversion, so we may assume A(1) = 1. The search
// guesses one more value of A. Each known value of A gives a value of B^-1 and vice versa, and sums of known values are
// known too. Therefore everything else follows, or there is a contradiction.
#include <algorithm>
#include <array>

#include "circuit/recognise/recognise.hpp"

namespace hedgerow::circuit {
namespace {

using Bytes = std::array<std::uint8_t, 256>;

unsigned times(unsigned a, unsigned b) {
  unsigned r = 0;
  for (; b; b >>= 1, a = a << 1 ^ (a & 0x80 ? 0x11b : 0)) r ^= b & 1 ? a : 0;
  return r;
}

Bytes inverses() {
  Bytes r{};
  for (unsigned x = 1; x < 256; x++)
    for (unsigned y = x; y < 256; y++)
      if (times(x, y) == 1) r[x] = (std::uint8_t)y, r[y] = (std::uint8_t)x;
  return r;
}

// A linear map that is known on the span of some points.
struct Partial {
  Bytes value{};
  std::array<bool, 256> known{};
  std::vector<std::uint8_t> span{0};
  Partial() { known[0] = true; }
  // Adds one value and all values that follow by linearity, and appends the new points to `fresh`. Returns false on a
  // contradiction.
  bool learn(unsigned x, unsigned v, std::vector<std::uint8_t>* fresh) {
    if (known[x]) return value[x] == v;
    const std::size_t size = span.size();
    for (std::size_t i = 0; i < size; i++) {
      const unsigned y = x ^ span[i], w = v ^ value[span[i]];
      if (!w) return false;
      known[y] = true;
      value[y] = (std::uint8_t)w;
      span.push_back((std::uint8_t)y);
      fresh->push_back((std::uint8_t)y);
    }
    return true;
  }
};

class Equivalence {
 public:
  Equivalence(const Bytes& box, const Bytes& inverse) : box_(box), inverse_(inverse) {
    for (unsigned x = 0; x < 256; x++) back_[box[x]] = (std::uint8_t)x;
  }

  // Finds the map A. Returns false if there is no such map.
  bool find(Bytes* in) {
    Partial a, b;
    return tell(a, b, 1, 1) && guess(a, b, in);
  }

 private:
  bool guess(const Partial& a, const Partial& b, Bytes* in) {
    if (a.span.size() == 256) {
      *in = a.value;
      return true;
    }
    unsigned x = 1;
    while (a.known[x]) x++;
    for (unsigned v = 1; v < 256; v++) {
      Partial c = a, d = b;
      if (tell(c, d, x, v) && guess(c, d, in)) return true;
    }
    return false;
  }

  // Sets a(x) = v and derives everything that follows.
  bool tell(Partial& a, Partial& b, unsigned x, unsigned v) const {
    std::vector<std::uint8_t> of_a, of_b;
    if (!a.learn(x, v, &of_a)) return false;
    while (!of_a.empty() || !of_b.empty()) {
      const bool first = !of_a.empty();
      auto& from = first ? of_a : of_b;
      const unsigned p = from.back();
      from.pop_back();
      const bool fits = first ? b.learn(box_[p], inverse_[a.value[p]], &of_b)
                              : a.learn(back_[p], inverse_[b.value[p]], &of_a);
      if (!fits) return false;
    }
    return true;
  }

  Bytes box_, back_{};
  const Bytes& inverse_;
};

bool is_uniform(const Bytes& box) {  // each difference occurs at most four times
  for (unsigned d = 1; d < 256; d++) {
    std::array<int, 256> count{};
    for (unsigned x = 0; x < 256; x++)
      if (++count[box[x] ^ box[x ^ d]] > 4) return false;
  }
  return true;
}

}  // namespace

bool recognise_inversion(const Box& box, std::array<std::uint8_t, 256>* in) {
  if (box.linear() || box.inputs != 8 || box.outputs.size() != 8 || box.width != 8) return false;
  Bytes table;
  std::copy(box.bytes.begin(), box.bytes.end(), table.begin());
  std::array<bool, 256> seen{};
  for (const std::uint8_t y : table) seen[y] = true;
  if (std::find(seen.begin(), seen.end(), false) != seen.end() || !is_uniform(table)) return false;
  const Bytes inverse = inverses();
  for (unsigned z = 0; z < 256; z++) {
    Bytes moved;
    for (unsigned x = 0; x < 256; x++) moved[x] = table[x ^ z] ^ table[z];
    Bytes linear;
    if (!Equivalence(moved, inverse).find(&linear)) continue;
    for (unsigned x = 0; x < 256; x++) (*in)[x] = linear[x ^ z];
    return true;
  }
  return false;
}

}  // namespace hedgerow::circuit
