// The S-boxes of the rows that share a set of registers (plane_sets.hpp). With two-input gates they
// are joint circuits. With three-input gates a joint circuit saves almost no gates, so the single
// circuits run one after another.
#pragma once

#include "cipher/kalyna/plane_layout.hpp"
#include "isa/vec.hpp"
#ifdef HR_VEC_TERNARY
#include "circuit/kalyna/0.lut3.hpp"
#include "circuit/kalyna/1.lut3.hpp"
#include "circuit/kalyna/2.lut3.hpp"
#include "circuit/kalyna/3.lut3.hpp"
#include "circuit/kalyna/inv0.lut3.hpp"
#include "circuit/kalyna/inv1.lut3.hpp"
#include "circuit/kalyna/inv2.lut3.hpp"
#include "circuit/kalyna/inv3.lut3.hpp"
#else
#include "circuits/kalyna/0+1+2+3.andn.hpp"
#include "circuits/kalyna/0+1.andn.hpp"
#include "circuits/kalyna/2+3.andn.hpp"
#include "circuits/kalyna/inv0+inv1+inv2+inv3.andn.hpp"
#include "circuits/kalyna/inv0+inv1.andn.hpp"
#include "circuits/kalyna/inv2+inv3.andn.hpp"
#endif

namespace hedgerow::HR_ISA {
namespace {

using namespace kalyna;

constexpr int kBoxes = 4 / kSets;  // in each set
// Runs all boxes of set kSet. Box kBoxes * kSet + i writes to[8 * i] and the next seven. kSubNots
// and kInverseSubNots are the outputs that the circuits leave inverted, by rows.
#ifdef HR_VEC_TERNARY
template <int kSet>
HR_INLINE void boxes(const Vec* x, Vec* to) {
  if constexpr (kSet == 0) box_kalyna_0(x, to);
  if constexpr (kSet == 0) box_kalyna_1(x, to + 8);
  if constexpr (kSet + 1 == kSets) box_kalyna_2(x, to + 8 * (kBoxes - 2));
  if constexpr (kSet + 1 == kSets) box_kalyna_3(x, to + 8 * (kBoxes - 1));
}
template <int kSet>
HR_INLINE void inverse_boxes(const Vec* x, Vec* to) {
  if constexpr (kSet == 0) box_kalyna_inv0(x, to);
  if constexpr (kSet == 0) box_kalyna_inv1(x, to + 8);
  if constexpr (kSet + 1 == kSets) box_kalyna_inv2(x, to + 8 * (kBoxes - 2));
  if constexpr (kSet + 1 == kSets) box_kalyna_inv3(x, to + 8 * (kBoxes - 1));
}
constexpr Row kSubNots = repeated(kNots_kalyna_0, kNots_kalyna_1, kNots_kalyna_2, kNots_kalyna_3);
constexpr Row kInverseSubNots =
    repeated(kNots_kalyna_inv0, kNots_kalyna_inv1, kNots_kalyna_inv2, kNots_kalyna_inv3);
#else
template <int kSet>
HR_INLINE void boxes(const Vec* x, Vec* to) {
  if constexpr (kSets == 1)
    box_kalyna_0_1_2_3(x, to);
  else if constexpr (kSet == 0)
    box_kalyna_0_1(x, to);
  else
    box_kalyna_2_3(x, to);
}
template <int kSet>
HR_INLINE void inverse_boxes(const Vec* x, Vec* to) {
  if constexpr (kSets == 1)
    box_kalyna_inv0_inv1_inv2_inv3(x, to);
  else if constexpr (kSet == 0)
    box_kalyna_inv0_inv1(x, to);
  else
    box_kalyna_inv2_inv3(x, to);
}
consteval Row nots_of(std::uint64_t all, std::uint64_t lower, std::uint64_t upper) {
  const std::uint64_t n = kSets == 1 ? all : lower | upper << 16;
  return repeated(n & 0xff, n >> 8 & 0xff, n >> 16 & 0xff, n >> 24 & 0xff);
}
constexpr Row kSubNots = nots_of(kNots_kalyna_0_1_2_3, kNots_kalyna_0_1, kNots_kalyna_2_3);
constexpr Row kInverseSubNots =
    nots_of(kNots_kalyna_inv0_inv1_inv2_inv3, kNots_kalyna_inv0_inv1, kNots_kalyna_inv2_inv3);
#endif

}  // namespace
}  // namespace hedgerow::HR_ISA
