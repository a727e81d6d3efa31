// Builds circuits of boxes that are an inversion in GF(2^8) between affine maps (recognise_inversion.cpp), for example
// AES, SM4, CLEFIA's S1 and Camellia's s1.
//
// The middle part is the inversion circuit over GF(((2^2)^2)^2) of [SEA 2010]: 62 gates that compute 18 products from
// 22 linear forms of the input. The linear forms before and after it in that paper are those of AES. For another box
// they are transformed: box(x) = out(aes(in(x))) with affine maps in and out. The map in may be followed by a product
// with a constant and by squarings, because inversion commutes with these up to linear maps. The choice with the fewest
// XORs is taken.
#include <algorithm>
#include <array>
#include <bit>

#include "circuit/core/compose.hpp"
#include "circuit/core/error.hpp"
#include "circuit/core/normalise.hpp"
#include "circuit/recognise/decompose.hpp"
#include "circuit/recognise/recognise.hpp"

namespace hedgerow::circuit {
namespace {

// From [SEA 2010]; x0 is the highest bit.
constexpr const char* kTop =
    "y14 = x3 ^ x5; y13 = x0 ^ x6; y9 = x0 ^ x3; y8 = x0 ^ x5; t0 = x1 ^ x2; y1 = t0 ^ x7; "
    "y4 = y1 ^ x3; y12 = y13 ^ y14; y2 = y1 ^ x0; y5 = y1 ^ x6; y3 = y5 ^ y8; t1 = x4 ^ y12; "
    "y15 = t1 ^ x5; y20 = t1 ^ x1; y6 = y15 ^ x7; y10 = y15 ^ t0; y11 = y20 ^ y9; y7 = x7 ^ y11; "
    "y17 = y10 ^ y11; y19 = y10 ^ y8; y16 = t0 ^ y11; y21 = y13 ^ y16; y18 = x0 ^ y16;";
constexpr const char* kMiddle =
    "t2 = y12 & y15; t3 = y3 & y6; t4 = t3 ^ t2; t5 = y4 & x7; t6 = t5 ^ t2; t7 = y13 & y16; "
    "t8 = y5 & y1; t9 = t8 ^ t7; t10 = y2 & y7; t11 = t10 ^ t7; t12 = y9 & y11; t13 = y14 & y17; "
    "t14 = t13 ^ t12; t15 = y8 & y10; t16 = t15 ^ t12; t17 = t4 ^ t14; t18 = t6 ^ t16; "
    "t19 = t9 ^ t14; t20 = t11 ^ t16; t21 = t17 ^ y20; t22 = t18 ^ y19; t23 = t19 ^ y21; "
    "t24 = t20 ^ y18; t25 = t21 ^ t22; t26 = t21 & t23; t27 = t24 ^ t26; t28 = t25 & t27; "
    "t29 = t28 ^ t22; t30 = t23 ^ t24; t31 = t22 ^ t26; t32 = t31 & t30; t33 = t32 ^ t24; "
    "t34 = t23 ^ t33; t35 = t27 ^ t33; t36 = t24 & t35; t37 = t36 ^ t34; t38 = t27 ^ t36; "
    "t39 = t29 & t38; t40 = t25 ^ t39; t41 = t40 ^ t37; t42 = t29 ^ t33; t43 = t29 ^ t40; "
    "t44 = t33 ^ t37; t45 = t42 ^ t41; z0 = t44 & y15; z1 = t37 & y6; z2 = t33 & x7; "
    "z3 = t43 & y16; z4 = t40 & y1; z5 = t29 & y7; z6 = t42 & y11; z7 = t45 & y17; "
    "z8 = t41 & y10; z9 = t44 & y12; z10 = t37 & y3; z11 = t33 & y4; z12 = t43 & y13; "
    "z13 = t40 & y5; z14 = t29 & y2; z15 = t42 & y9; z16 = t45 & y14; z17 = t41 & y8;";
constexpr const char* kBottom =  // s1, s2, s6 and s7 without their complements
    "t46 = z15 ^ z16; t47 = z10 ^ z11; t48 = z5 ^ z13; t49 = z9 ^ z10; t50 = z2 ^ z12; "
    "t51 = z2 ^ z5; t52 = z7 ^ z8; t53 = z0 ^ z3; t54 = z6 ^ z7; t55 = z16 ^ z17; "
    "t56 = z12 ^ t48; t57 = t50 ^ t53; t58 = z4 ^ t46; t59 = z3 ^ t54; t60 = t46 ^ t57; "
    "t61 = z14 ^ t57; t62 = t52 ^ t58; t63 = t49 ^ t58; t64 = z4 ^ t59; t65 = t61 ^ t62; "
    "t66 = z1 ^ t63; s0 = t59 ^ t63; s6 = t56 ^ t62; s7 = t48 ^ t60; t67 = t64 ^ t65; "
    "s3 = t53 ^ t66; s4 = t51 ^ t66; s5 = t47 ^ t65; s1 = t64 ^ s3; s2 = t55 ^ t67;";

constexpr int kForms = 22, kProducts = 18;
std::string form_name(int i) { return i ? "y" + std::to_string(i) : "x7"; }

using Map = std::array<std::uint8_t, 256>;

// Returns the results of a program as sums of its inputs.
std::vector<std::uint32_t> rows_of(const char* program, const char* in, int inputs,
                                   const std::vector<std::string>& results) {
  std::vector<std::uint32_t> rows(results.size());
  for (int i = 0; i < inputs;
       i++) {  // sets one input at a time, so that a net has this input's bit
    Composer c(8);
    std::map<std::string, Net> names;
    for (int k = 0; k < inputs; k++) names[in + std::to_string(k)] = k == i ? Net{1} : Net{0};
    const std::map<std::string, Net> before = names;
    c.program(program, &names);
    Nets outputs;
    for (const auto& r : results) outputs.push_back(names.at(r));
    const Netlist n = c.netlist(outputs);
    const std::vector<Truth> value = simulate(n);
    for (std::size_t r = 0; r < results.size(); r++)  // at input 2, net 1 is 1 and net 0 is 0
      rows[r] |= (std::uint32_t)value[n.outputs[r].net].at(2) << i;
  }
  return rows;
}

unsigned multiply(unsigned a, unsigned b) {
  unsigned r = 0;
  for (; b; b >>= 1, a = a << 1 ^ (a & 0x80 ? 0x11b : 0)) r ^= b & 1 ? a : 0;
  return r;
}

bool is_affine(const Map& m) {
  for (unsigned x = 0; x < 256; x++)
    for (unsigned bit = 1; bit < 256; bit <<= 1)
      if ((m[x] ^ m[x ^ bit] ^ m[0] ^ m[bit]) != 0) return false;
  return true;
}

// All maps x -> c * x^(2^k). They commute with inversion up to linear maps.
std::vector<Map> automorphisms() {
  std::vector<Map> r;
  for (unsigned c = 1; c < 256; c++)
    for (int k = 0; k < 8; k++) {
      Map m;
      for (unsigned x = 0; x < 256; x++) {
        unsigned y = x;
        for (int i = 0; i < k; i++) y = multiply(y, y);
        m[x] = (std::uint8_t)multiply(c, y);
      }
      r.push_back(m);
    }
  return r;
}

struct Forms {
  std::vector<std::uint32_t> rows;
  std::vector<bool> constant;
};

// Returns y = rows * m(x) as linear forms of x.
Forms through(const std::vector<std::uint32_t>& rows, const Map& m) {
  Forms f;
  for (const std::uint32_t row : rows) {
    std::uint32_t bits = 0;
    for (int i = 0; i < 8; i++)
      bits |= (std::uint32_t)(std::popcount(row & (unsigned)(m[1u << i] ^ m[0])) & 1) << i;
    f.rows.push_back(bits);
    f.constant.push_back(std::popcount(row & m[0]) & 1);
  }
  return f;
}

struct Parts {
  Forms top;                          // the linear forms of the input
  std::vector<std::uint32_t> bottom;  // the output bits as sums of the products
};

class Inversion {
 public:
  explicit Inversion(const Box& box) : box_(box), aes_(find_box("aes").bytes) {
    std::vector<std::string> forms, outputs;
    for (int i = 0; i < kForms; i++) forms.push_back(form_name(i));
    for (int i = 0; i < 8; i++) outputs.push_back("s" + std::to_string(7 - i));
    for (std::uint32_t row : rows_of(kTop, "x", 8, forms)) {  // x0 is the highest bit
      std::uint32_t turned = 0;
      for (int i = 0; i < 8; i++) turned |= (row >> i & 1) << (7 - i);
      top_.push_back(turned);
    }
    bottom_ = rows_of(kBottom, "z", kProducts, outputs);
  }

  // Tests whether box = out(aes(in)) for an affine map out, and computes the parts of the circuit if it is.
  bool fits(const Map& in, Parts* parts) const {
    Map out;
    for (unsigned x = 0; x < 256; x++) out[aes_[in[x]]] = box_.bytes[x];
    if (!is_affine(out)) return false;
    parts->top = through(top_, in);
    parts->bottom.assign(8, 0);
    for (int i = 0; i < 8; i++)
      for (int j = 0; j < 8; j++)
        if ((out[1u << j] ^ out[0]) >> i & 1)
          parts->bottom[(std::size_t)i] ^= bottom_[(std::size_t)j];
    return true;
  }

  Netlist build(const Parts& parts, Random& random) const {
    Composer c(8);
    std::map<std::string, Net> names;
    const Nets forms = c.linear(parts.top.rows, c.inputs(), random);
    for (int i = 0; i < kForms; i++)
      names[form_name(i)] = c.invert_if(forms[(std::size_t)i], parts.top.constant[(std::size_t)i]);
    c.program(kMiddle, &names);
    Nets products;
    for (int i = 0; i < kProducts; i++) products.push_back(names.at("z" + std::to_string(i)));
    return finish(c, c.linear(parts.bottom, products, random));
  }

  Netlist published() const {
    Composer c(8);
    std::map<std::string, Net> names;
    for (int i = 0; i < 8; i++) names["x" + std::to_string(i)] = (Net)(7 - i);
    for (const char* text : {kTop, kMiddle, kBottom}) c.program(text, &names);
    Nets outputs;
    for (int i = 0; i < 8; i++) outputs.push_back(names.at("s" + std::to_string(7 - i)));
    return finish(c, outputs);
  }

 private:
  // Sets the constants of the output map so that the values are correct.
  Netlist finish(const Composer& c, const Nets& outputs) const {
    Netlist n = c.netlist(outputs);
    const std::vector<Truth> value = simulate(n);
    for (std::size_t o = 0; o < n.outputs.size(); o++)
      n.outputs[o].inverted = value[n.outputs[o].net].at(0) != box_.outputs[o].at(0);
    return normalise(n);
  }

  const Box& box_;
  std::vector<std::uint8_t> aes_;
  std::vector<std::uint32_t> top_, bottom_;
};

}  // namespace

Netlist decompose_inversion(const Box& box, std::uint64_t seed) {
  Map first;
  if (!recognise_inversion(box, &first))
    throw Error("method inversion: " + box.name +
                " is not an inversion of eight bits between affine maps");
  const Inversion inversion(box);
  Random random(seed);
  Parts parts;
  if (seed % 2 && box.bytes == find_box("aes").bytes) return inversion.published();
  Netlist best;
  for (const Map& turn : automorphisms()) {
    Map in;
    for (unsigned x = 0; x < 256; x++) in[x] = turn[first[x]];
    if (!inversion.fits(in, &parts)) continue;
    Netlist n = inversion.build(parts, random);
    if (best.gates.empty() || n.gates.size() < best.gates.size()) best = std::move(n);
  }
  return best;
}

}  // namespace hedgerow::circuit
