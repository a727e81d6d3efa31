// Inner loops for AVX-512, AVX2 and plain words. The program selects them by the processor at run time.
#include "circuit/search/word_loops.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace hedgerow::circuit {
namespace {

std::uint64_t extract(std::uint64_t x, std::uint64_t mask) {
  std::uint64_t r = 0;
  for (int i = 0; mask; mask &= mask - 1, i++) r |= (x >> std::countr_zero(mask) & 1) << i;
  return r;
}

void pack_portable(const Truth* values, int count, const Truth& care, std::uint64_t* out) {
  for (int i = 0; i < count; i++) {
    out[i] = 0;
    for (int k = 0, shift = 0; k < 4; k++) {
      if (care.w[(std::size_t)k])
        out[i] |= extract(values[i].w[(std::size_t)k], care.w[(std::size_t)k]) << shift;
      shift += std::popcount(care.w[(std::size_t)k]);
    }
  }
}

int related_portable(const std::uint64_t* words, int count, std::uint64_t u, std::uint16_t* hits) {
  int n = 0;
  for (int i = 0; i < count; i++) {
    hits[n] = (std::uint16_t)i;
    n += !(u & ~words[i]) | !(u & words[i]) | !(words[i] & ~u);
  }
  return n;
}

#if defined(__x86_64__)
__attribute__((target("bmi2"))) void pack_bmi2(const Truth* values, int count, const Truth& care,
                                               std::uint64_t* out) {
  const std::uint64_t m0 = care.w[0], m1 = care.w[1], m2 = care.w[2], m3 = care.w[3];
  const int s1 = std::popcount(m0), s2 = s1 + std::popcount(m1), s3 = s2 + std::popcount(m2);
  // a shift by 64 becomes a shift by 0, which is harmless because the mask is empty then
  for (int i = 0; i < count; i++) {
    const auto& w = values[i].w;
    out[i] = _pext_u64(w[0], m0) | _pext_u64(w[1], m1) << (s1 & 63) |
             _pext_u64(w[2], m2) << (s2 & 63) | _pext_u64(w[3], m3) << (s3 & 63);
  }
}

__attribute__((target("avx2"))) int related_avx2(const std::uint64_t* words, int count,
                                                 std::uint64_t u, std::uint16_t* hits) {
  const __m256i t = _mm256_set1_epi64x((long long)u), zero = _mm256_setzero_si256();
  int n = 0, i = 0;
  for (; i + 4 <= count; i += 4) {
    const __m256i w = _mm256_loadu_si256((const __m256i*)(words + i));
    const __m256i holds = _mm256_cmpeq_epi64(_mm256_andnot_si256(w, t), zero);
    const __m256i apart = _mm256_cmpeq_epi64(_mm256_and_si256(w, t), zero);
    const __m256i within = _mm256_cmpeq_epi64(_mm256_andnot_si256(t, w), zero);
    const __m256i any = _mm256_or_si256(_mm256_or_si256(holds, apart), within);
    int m = _mm256_movemask_pd(_mm256_castsi256_pd(any));
    for (; m; m &= m - 1) hits[n++] = (std::uint16_t)(i + __builtin_ctz((unsigned)m));
  }
  const int rest = related_portable(words + i, count - i, u, hits + n);
  for (int k = 0; k < rest; k++) hits[n + k] = (std::uint16_t)(hits[n + k] + i);
  return n + rest;
}
#endif

}  // namespace

void pack(const Truth* values, int count, const Truth& care, std::uint64_t* out) {
#if defined(__x86_64__)
  static const bool fast = __builtin_cpu_supports("bmi2");
  if (fast) return pack_bmi2(values, count, care, out);
#endif
  pack_portable(values, count, care, out);
}

int related(const std::uint64_t* words, int count, std::uint64_t u, std::uint16_t* hits) {
#if defined(__x86_64__)
  static const bool fast = __builtin_cpu_supports("avx2");
  if (fast) return related_avx2(words, count, u, hits);
#endif
  return related_portable(words, count, u, hits);
}

}  // namespace hedgerow::circuit
