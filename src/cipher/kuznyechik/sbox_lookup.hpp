// pi as a table of 256 bytes in registers (VBMI: two vpermi2b, a mask and a blend).
#pragma once

#include "cipher/kuznyechik/decomposition.hpp"
#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace kuznyechik;
struct ForwardBox {
  Table256 table;
};
struct InverseBox {
  Table256 table;
};
constexpr std::uint8_t kForwardOffset = 0;

consteval Table256 conjugate(const std::uint8_t (&box)[256], const ByteMap& to,
                             const ByteMap& from) {
  std::uint8_t r[256]{};
  for (int x = 0; x < 256; x++) r[x] = to.of[box[from.of[x]]];
  return make_table256(r);
}
consteval ForwardBox make_forward_box(const ByteMap& to, const ByteMap& from) {
  return {conjugate(kPi, to, from)};
}
consteval InverseBox make_inverse_box(const ByteMap& to, const ByteMap& from) {
  return {conjugate(kPiInverse.of, to, from)};
}

template <int N>
HR_INLINE void substitute(const ForwardBox& box, Vec* x) {
  lookup256<N>(box.table, x);
}
template <int N>
HR_INLINE void substitute(const InverseBox& box, Vec* x) {
  lookup256<N>(box.table, x);
}

}  // namespace
}  // namespace hedgerow::HR_ISA
