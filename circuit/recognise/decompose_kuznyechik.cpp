// Builds Kuznyechik's box and its inverse from the decomposition of [EUROCRYPT 2016]
// (cipher/kuznyechik/decomposition.hpp). It consists of linear maps, two products in GF(16), and functions of four
// bits. Each of these functions is searched separately.
#include <algorithm>

#include "cipher/kuznyechik/decomposition.hpp"
#include "circuit/core/compose.hpp"
#include "circuit/core/error.hpp"
#include "circuit/core/normalise.hpp"
#include "circuit/recognise/decompose.hpp"

namespace hedgerow::circuit {
namespace {

namespace k = kuznyechik;

using Table = std::vector<unsigned>;

class Parts {
 public:
  Parts(Composer& c, Random& random) : c_(c), random_(random) {}

  Nets nibble(const Table& table, const Nets& in) {
    return c_.instance(nibble_circuit(table, 4, random_), in);
  }

  Nets linear(const ByteMap& map, const Nets& in) {
    std::vector<std::uint32_t> rows(8);
    for (int j = 0; j < 8; j++)
      for (std::size_t i = 0; i < 8; i++) rows[i] |= (std::uint32_t)(map.of[1 << j] >> i & 1) << j;
    return c_.linear(rows, in, random_);
  }

  // Returns a * b in GF(16). Two levels of Karatsuba give nine products of sums of bits.
  Nets product(const Nets& a, const Nets& b) {
    static const std::vector<std::uint32_t> sums = {1, 2, 3, 4, 8, 12, 5, 10, 15};
    const Nets x = c_.linear(sums, a, random_), y = c_.linear(sums, b, random_);
    Nets products;
    for (std::size_t i = 0; i < sums.size(); i++)
      products.push_back(c_.gate(kTableAnd, x[i], y[i]));
    std::vector<std::uint32_t> rows(4);
    for (int i = 0; i < 4; i++)
      for (int j = 0; j < 4; j++)
        for (std::size_t bit = 0; bit < 4; bit++)
          if (k::kNibble.product[1 << i][1 << j] >> bit & 1) rows[bit] ^= bit_product(i, j);
    return c_.linear(rows, products, random_);
  }

  // Returns a if a bit of `when` is set, and a ^ b otherwise.
  Nets add_where_zero(const Nets& a, const Nets& b, const Nets& when) {
    const Net any =
        c_.gate(kTableOr, c_.gate(kTableOr, when[0], when[1]), c_.gate(kTableOr, when[2], when[3]));
    Nets r;
    for (std::size_t i = 0; i < 4; i++)
      r.push_back(c_.gate(kTableXor, a[i], c_.gate(kTableAndNot, b[i], any)));
    return r;
  }

 private:
  // Returns a_i b_j + a_j b_i (or a_i b_i) as a sum of the nine products. A pair with i < j includes both orders,
  // because both belong to the same power; the result for i > j is empty.
  static std::uint32_t bit_product(int i, int j) {
    constexpr int kSquare[4] = {0, 1, 3, 4};
    if (i == j) return 1u << kSquare[i];
    if (i > j) return 0;
    if (i == 0 && j == 1) return 1u << 2 | 1u << 0 | 1u << 1;
    if (i == 2 && j == 3) return 1u << 5 | 1u << 3 | 1u << 4;
    if (i == 0 && j == 2) return 1u << 6 | 1u << 0 | 1u << 3;
    if (i == 1 && j == 3) return 1u << 7 | 1u << 1 | 1u << 4;
    // a0 b3 + a3 b0 + a1 b2 + a2 b1: product 15 minus the squares and the other pairs
    if (i == 0 && j == 3) return 0x1ff;
    return 0;
  }

  Composer& c_;
  Random& random_;
};

template <class F>
Table table(F&& f) {
  Table t;
  for (int x = 0; x < 16; x++) t.push_back((unsigned)f(x));
  return t;
}

Nets join(const Nets& low, const Nets& high) {
  Nets r = low;
  r.insert(r.end(), high.begin(), high.end());
  return r;
}

Nets forward(Parts& p, const Nets& x) {
  const Nets a = p.linear(k::kAlpha, x);
  const Nets r(a.begin(), a.begin() + 4), l(a.begin() + 4, a.end());
  const Nets inverse = p.nibble(table([](int v) { return k::kNibble.inverse[v]; }), r);
  const Nets quotient = p.product(l, inverse);
  const Nets nu1 = p.nibble(table([](int v) { return k::kTu.nu1[v]; }), quotient);
  const Nets nu0 = p.nibble(table([](int v) { return k::kTu.nu0[v] ^ k::kTu.nu1[0]; }), l);
  const Nets left = p.add_where_zero(nu1, nu0, r);
  const Nets phi = p.nibble(table([](int v) { return k::kTu.phi[k::kTu.nu1[v]]; }), quotient);
  // If r is 0, the product is 0 for any phi.
  const Nets right = p.nibble(table([](int v) { return k::kTu.sigma[v]; }), p.product(r, phi));
  return p.linear(k::kOmega, join(right, left));
}

Nets backward(Parts& p, const Nets& x) {
  const Nets a = p.linear(k::kOmegaInverse, x);
  const Nets right(a.begin(), a.begin() + 4), left(a.begin() + 4, a.end());
  const Nets product = p.nibble(table([](int v) { return k::kTu.sigma_inverse[v]; }), right);
  const Nets over_phi =
      p.nibble(table([](int v) { return k::kNibble.inverse[k::kTu.phi[v]]; }), left);
  const Nets r = p.product(product, over_phi);
  const Nets factor = p.nibble(
      table([](int v) {
        return k::kNibble.product[k::kNibble.inverse[k::kTu.phi[v]]][k::kTu.nu1_inverse[v]];
      }),
      left);
  const Nets nu0 = p.nibble(table([](int v) { return k::kTu.nu0_inverse[v]; }), left);
  const Nets l = p.add_where_zero(p.product(product, factor), nu0, product);
  return p.linear(k::kAlphaInverse, join(r, l));
}

}  // namespace

Netlist decompose_kuznyechik(const Box& box, std::uint64_t seed) {
  const bool inverse = box.bytes == find_box("kuznyechik:inv").bytes;
  if (!inverse && box.bytes != find_box("kuznyechik").bytes)
    throw Error("method kuznyechik: only for kuznyechik and kuznyechik:inv");
  Random random(seed);
  Composer c(8);
  Parts parts(c, random);
  const Nets out = inverse ? backward(parts, c.inputs()) : forward(parts, c.inputs());
  const Netlist n = normalise(c.netlist(out));
  verify(n, box);
  return n;
}

}  // namespace hedgerow::circuit
