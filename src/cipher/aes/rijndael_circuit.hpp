// The S-box of AES as a circuit of 115 gates, 32 AND and 83 XOR: the published one
// [SEA 2010], without the complements of four outputs, which callers fold into their keys. Two
// layers of exclusive ors enclose the inversion in a tower of fields. The text is the figures' own;
// it is parsed, and checked on all 256 inputs, at compile time.
#pragma once

#include "cipher/shared/bit_planes.hpp"
#include "cipher/shared/byte_field.hpp"

namespace hedgerow {

// x0 and s0 are the highest bits.
constexpr char kRijndaelNetlist[] =
    "y14=x3+x5 y13=x0+x6 y9=x0+x3 y8=x0+x5 t0=x1+x2 y1=t0+x7 y4=y1+x3 y12=y13+y14 y2=y1+x0 "
    "y5=y1+x6 y3=y5+y8 t1=x4+y12 y15=t1+x5 y20=t1+x1 y6=y15+x7 y10=y15+t0 y11=y20+y9 y7=x7+y11 "
    "y17=y10+y11 y19=y10+y8 y16=t0+y11 y21=y13+y16 y18=x0+y16 "
    "t2=y12*y15 t3=y3*y6 t4=t3+t2 t5=y4*x7 t6=t5+t2 t7=y13*y16 t8=y5*y1 t9=t8+t7 t10=y2*y7 "
    "t11=t10+t7 t12=y9*y11 t13=y14*y17 t14=t13+t12 t15=y8*y10 t16=t15+t12 t17=t4+t14 t18=t6+t16 "
    "t19=t9+t14 t20=t11+t16 t21=t17+y20 t22=t18+y19 t23=t19+y21 t24=t20+y18 "
    "t25=t21+t22 t26=t21*t23 t27=t24+t26 t28=t25*t27 t29=t28+t22 t30=t23+t24 t31=t22+t26 "
    "t32=t31*t30 t33=t32+t24 t34=t23+t33 t35=t27+t33 t36=t24*t35 t37=t36+t34 t38=t27+t36 "
    "t39=t29*t38 t40=t25+t39 t41=t40+t37 t42=t29+t33 t43=t29+t40 t44=t33+t37 t45=t42+t41 "
    "z0=t44*y15 z1=t37*y6 z2=t33*x7 z3=t43*y16 z4=t40*y1 z5=t29*y7 z6=t42*y11 z7=t45*y17 "
    "z8=t41*y10 z9=t44*y12 z10=t37*y3 z11=t33*y4 z12=t43*y13 z13=t40*y5 z14=t29*y2 z15=t42*y9 "
    "z16=t45*y14 z17=t41*y8 "
    "t46=z15+z16 t47=z10+z11 t48=z5+z13 t49=z9+z10 t50=z2+z12 t51=z2+z5 t52=z7+z8 t53=z0+z3 "
    "t54=z6+z7 t55=z16+z17 t56=z12+t48 t57=t50+t53 t58=z4+t46 t59=z3+t54 t60=t46+t57 t61=z14+t57 "
    "t62=t52+t58 t63=t49+t58 t64=z4+t59 t65=t61+t62 t66=z1+t63 s0=t59+t63 s6=t56+t62 s7=t48+t60 "
    "t67=t64+t65 s3=t53+t66 s4=t51+t66 s5=t47+t65 s1=t64+s3 s2=t55+t67 ";

constexpr int kRijndaelGates = 115;
struct Circuit {
  // Signals 0..7 are the inputs x0..x7; gate i drives signal 8 + i.
  std::uint8_t a[kRijndaelGates], b[kRijndaelGates], output[8];
  bool product[kRijndaelGates];
};

// One name per signal: a letter and a number.
consteval int read_name(const char*& p) {
  int name = 128 * (*p++ - 'a');
  while (*p >= '0' && *p <= '9') name = name / 128 * 128 + name % 128 * 10 + (*p++ - '0');
  return name;
}
consteval Circuit parse_rijndael_netlist() {
  Circuit c{};
  int names[8 + kRijndaelGates]{}, signals = 0;
  const auto find = [&](int name) {
    int i = signals - 1;
    while (names[i] != name) i--;
    return (std::uint8_t)i;
  };
  for (; signals < 8; signals++) names[signals] = 128 * ('x' - 'a') + signals;
  for (const char* p = kRijndaelNetlist; *p; p++) {
    const int name = read_name(p), gate = signals - 8;
    c.a[gate] = find(read_name(++p));
    c.product[gate] = *p == '*';
    c.b[gate] = find(read_name(++p));
    names[signals++] = name;
  }
  for (int i = 0; i < 8; i++) c.output[i] = find(128 * ('s' - 'a') + i);
  return c;
}
constexpr Circuit kRijndael = parse_rijndael_netlist();

// SubBytes [FIPS 197 section 5.1.1], and the constant of it that the circuit leaves out.
constexpr unsigned kRijndaelPolynomial = 0x11b;
constexpr std::uint8_t kRijndaelOffset = 0x63;
consteval ByteMap make_rijndael_box() {
  ByteMap r = make_reciprocals(kRijndaelPolynomial, 3);
  for (std::uint8_t& y : r.of) {
    const unsigned x = y;
    for (int k = 1; k < 5; k++) y ^= (std::uint8_t)(x << k | x >> (8 - k));
    y ^= kRijndaelOffset;
  }
  return r;
}
constexpr ByteMap kRijndaelBox = make_rijndael_box();

// planes[b]: bit b of each byte. SubBytes, less its constant.
template <class Word>
HR_INLINE void rijndael_planes(Word* planes) {
  Word s[8 + kRijndaelGates];
  unroll<8>([&](auto i) HR_LAMBDA { s[i] = planes[7 - i]; });
  unroll<kRijndaelGates>([&](auto i) HR_LAMBDA {
    constexpr int a = kRijndael.a[i], b = kRijndael.b[i];
    if constexpr (kRijndael.product[i])
      s[8 + i] = and2(s[a], s[b]);
    else
      s[8 + i] = xor2(s[a], s[b]);
  });
  unroll<8>([&](auto i) HR_LAMBDA { planes[7 - i] = s[kRijndael.output[i]]; });
}

consteval bool circuit_is_rijndael() {
  for (int x = 0; x < 256; x++) {
    bool s[8 + kRijndaelGates]{};
    for (int i = 0; i < 8; i++) s[i] = (x >> (7 - i)) & 1;
    for (int i = 0; i < kRijndaelGates; i++) {
      const bool a = s[kRijndael.a[i]], b = s[kRijndael.b[i]];
      s[8 + i] = kRijndael.product[i] ? a && b : a != b;
    }
    int y = 0;
    for (int i = 0; i < 8; i++) y = 2 * y + s[kRijndael.output[i]];
    if ((y ^ kRijndaelOffset) != kRijndaelBox.of[x]) return false;
  }
  return true;
}
static_assert(circuit_is_rijndael());

}  // namespace hedgerow
