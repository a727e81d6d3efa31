// Macros and compile-time loops that kernels and the headers they include may use. Everything here is inlined, because
// a kernel object must define exactly one global symbol (./dev lint checks it with nm).
#pragma once

#include <cstddef>
#include <cstdint>

#ifdef HR_VEC_MODEL  // in the model every operation is a call; inlined rounds would take minutes to compile
#define HR_INLINE static inline
#define HR_LAMBDA
#else
#define HR_INLINE static inline __attribute__((always_inline))
#define HR_LAMBDA __attribute__((always_inline))
#endif
#define HR_NOINLINE __attribute__((noinline))

namespace hedgerow {

// A compile-time int that a generic lambda can take, so that `constexpr int k = i;` works inside it.
template <int I>
struct Index {
  constexpr __attribute__((always_inline)) operator int() const { return I; }
};

template <class T, T... I>
struct IndexList {};

#if defined(__clang__)
template <int N>
using MakeIndexList = __make_integer_seq<IndexList, int, N>;
#else
template <int N>
using MakeIndexList = IndexList<int, __integer_pack(N)...>;
#endif

template <class F, int... I>
HR_INLINE void unroll_list(F&& f, IndexList<int, I...>) {
  (f(Index<I>{}), ...);
}

// Calls f(Index<0>), ..., f(Index<N-1>). The loop is unrolled before optimisation. Arrays of vectors that it indexes
// therefore stay in registers with both compilers. Mark the lambda with HR_LAMBDA.
template <int N, class F>
HR_INLINE void unroll(F&& f) {
  unroll_list(f, MakeIndexList<N>{});
}

}  // namespace hedgerow
