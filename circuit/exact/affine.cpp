// Computes the affine classes of 4-bit permutations: the least member of a class and the maps that lead to it.
#include "circuit/exact/affine.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <set>

namespace hedgerow::circuit {
namespace {

constexpr std::uint8_t kUnknown = 0xff;

// Records which differences of outputs have a new value: place[d] is the new output for S(..) = first ^ d.
struct Placed {
  Permutation4 place;
  std::uint8_t first = 0, next = 1;

  // Returns the new output for output y: the smallest value that is still possible.
  std::uint8_t of(std::uint8_t y) {
    const std::uint8_t d = y ^ first;
    if (place[d] == kUnknown) {
      const Permutation4 before = place;
      for (unsigned e = 0; e < 16; e++)
        if (before[e] != kUnknown) place[e ^ d] = before[e] ^ next;
      next = (std::uint8_t)(next << 1);
    }
    return place[d];
  }
};

// Enumerates the affine maps A of the inputs by the images of 0, 1, 2, 4 and 8. Each A has one B that makes B o S o A
// minimal; it is found entry by entry. The search drops a map when an entry is larger than in the least table so far.
class Canoniser {
 public:
  explicit Canoniser(const Permutation4& s) : s_(s) {
    form_.least.fill(kUnknown);
    for (unsigned a = 0; a < 16; a++) {
      Placed placed;
      placed.place.fill(kUnknown);
      placed.first = s[a];
      placed.place[0] = 0;
      Permutation4 in{};
      in[0] = (std::uint8_t)a;
      if (entry(0, 0)) extend(0, in, placed);
    }
  }
  const AffineForm& form() const { return form_; }

 private:
  // Returns false if this map gives a larger table than the least one so far.
  bool entry(std::size_t x, std::uint8_t value) {
    if (value > form_.least[x]) return false;
    if (value < form_.least[x]) {
      form_.least[x] = value;
      std::fill(form_.least.begin() + (int)x + 1, form_.least.end(), kUnknown);
      form_.symmetries = 0;
    }
    return true;
  }

  void extend(int level, const Permutation4& in, const Placed& placed) {
    const std::size_t half = std::size_t{1} << level;
    if (level == 4) {
      if (form_.symmetries++ == 0) {
        form_.in = in;
        for (std::size_t y = 0; y < 16; y++) form_.out[y] = placed.place[y ^ placed.first];
      }
      return;
    }
    unsigned taken = 0;
    for (std::size_t x = 0; x < half; x++) taken |= 1u << in[x];
    for (unsigned a = 0; a < 16; a++) {
      if (taken >> a & 1) continue;
      Permutation4 more = in;
      Placed then = placed;
      bool least = true;
      for (std::size_t x = half; least && x < 2 * half; x++) {
        more[x] = (std::uint8_t)(in[x - half] ^ in[0] ^ a);
        least = entry(x, then.of(s_[more[x]]));
      }
      if (least) extend(level + 1, more, then);
    }
  }

  const Permutation4& s_;
  AffineForm form_{};
};

}  // namespace

AffineForm affine_form(const Permutation4& s) { return Canoniser(s).form(); }

std::vector<AffineClass> affine_classes() {
  Permutation4 identity;
  for (unsigned x = 0; x < 16; x++) identity[x] = (std::uint8_t)x;
  std::set<Permutation4> seen{identity};
  std::vector<Permutation4> found{identity};
  for (std::size_t i = 0; i < found.size(); i++)
    for (std::size_t x = 0; x < 16; x++)
      for (std::size_t y = 0; y < x; y++) {
        Permutation4 s = found[i];
        std::swap(s[x], s[y]);
        const Permutation4 least = affine_form(s).least;
        if (seen.insert(least).second) found.push_back(least);
      }
  std::vector<AffineClass> r;
  for (const Permutation4& s : seen)
    r.push_back({s, kAffineMaps4 / affine_form(s).symmetries * kAffineMaps4});
  return r;
}

Permutation4 inverse(const Permutation4& s) {
  Permutation4 r{};
  for (unsigned x = 0; x < 16; x++) r[s[x]] = (std::uint8_t)x;
  return r;
}

int linearity(const Permutation4& s) {
  int most = 0;
  for (unsigned b = 1; b < 16; b++)
    for (unsigned a = 0; a < 16; a++) {
      int sum = 0;
      for (unsigned x = 0; x < 16; x++)
        sum += (std::popcount(a & x) + std::popcount(b & s[x])) & 1 ? -1 : 1;
      most = std::max(most, std::abs(sum));
    }
  return most;
}

int uniformity(const Permutation4& s) {
  int most = 0;
  for (unsigned a = 1; a < 16; a++) {
    std::array<int, 16> count{};
    for (unsigned x = 0; x < 16; x++) most = std::max(most, ++count[s[x] ^ s[x ^ a]]);
  }
  return most;
}

int degree(const Permutation4& s) {
  int r = 0;
  for (unsigned m = 0; m < 16; m++) {
    unsigned sum = 0;
    for (unsigned x = 0; x < 16; x++)
      if ((x & m) == x) sum ^= s[x];
    if (sum) r = std::max(r, std::popcount(m));
  }
  return r;
}

}  // namespace hedgerow::circuit
