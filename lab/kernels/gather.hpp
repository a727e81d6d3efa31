// Look-ups of several 32-bit or 64-bit lanes in a table by one instruction: VPGATHERDD, VPGATHERQQ. NOT constant time.
#pragma once

#include <cstdint>

#include "base/inline.hpp"
#include "isa/vec.hpp"  // intrinsics, without gcc 12's warnings about them

namespace hedgerow::HR_ISA {
namespace {

template <int kLanes>
struct LanesOf {
  typedef std::uint32_t Type32 __attribute__((vector_size(4 * kLanes)));
  typedef std::uint64_t Type64 __attribute__((vector_size(8 * kLanes)));
};
template <int kLanes>
using Lanes32 = typename LanesOf<kLanes>::Type32;
template <int kLanes>
using Lanes64 = typename LanesOf<kLanes>::Type64;

#ifdef HR_VEC_MODEL
template <class Word, class Lanes>
HR_INLINE Lanes look_up(const Word* table, Lanes index) {
  Lanes r{};
  for (unsigned i = 0; i < sizeof(Lanes) / sizeof(Word); i++) r[i] = table[index[i]];
  return r;
}
#else
HR_INLINE Lanes32<8> look_up(const std::uint32_t* table, Lanes32<8> index) {
  return (Lanes32<8>)_mm256_i32gather_epi32((const int*)table, (__m256i)index, 4);
}
HR_INLINE Lanes64<4> look_up(const std::uint64_t* table, Lanes64<4> index) {
  return (Lanes64<4>)_mm256_i64gather_epi64((const long long*)table, (__m256i)index, 8);
}
#ifdef __AVX512F__
HR_INLINE Lanes32<16> look_up(const std::uint32_t* table, Lanes32<16> index) {
  return (Lanes32<16>)_mm512_i32gather_epi32((__m512i)index, table, 4);
}
HR_INLINE Lanes64<8> look_up(const std::uint64_t* table, Lanes64<8> index) {
  return (Lanes64<8>)_mm512_i64gather_epi64((__m512i)index, table, 8);
}
#endif
#endif

}  // namespace
}  // namespace hedgerow::HR_ISA
