// One source for CUDA C++ (NVRTC), OpenCL C 1.2 and C99. All sources use the words that are defined
// here:
//
// HR_KERNEL, HR_DEVICE   an entry point; a function of the device, inlined on GPUs
// HR_GLOBAL, HR_LOCAL    the memory of a pointer's target: the device's memory; a group's memory
// HR_LOCAL_WORDS(p, n)   declares p, n words of the group's memory, at the top of an entry
// HR_TERNARY(t, a, b, c, e) a function of three words, bit by bit: bit 4a + 2b + c of t; e is the same
//                        function written with operators
// HR_PERMUTE(a, b, s)    bytes of b:a (a has bytes 0..3), picked by the nibbles of s, lowest first
// HR_WORD_AT(t, p, k), HR_PAIR_AT   one word, or two words, at byte p + k of the group's memory t;
//                        k is a constant
// HR_FENCE(k)            keeps the compiler from mixing the code before and after it, so that fewer
//                        registers are live; k is a constant, different at each place
// hr_opaque(x)           x, computed here: values that depend on it are not kept over a loop
// hr_one()               1, but the compiler does not know it
// hr_product(a, b), hr_product_sum(a, b, c)   a b and a b + c in 64 bits
// HR_THREADS             threads in a group; the host defines it, like all numbers of a variant
// HR_UNROLL, HR_ROLLED   before a loop that must be unrolled because its indices must be constants;
//                        before a loop that must not be unrolled
// HR_ENTRIES             entries to compile: 1 hr_encrypt, 2 hr_decrypt, 4 hr_ctr; default: all
#pragma once
#ifndef HR_ENTRIES
#define HR_ENTRIES 7
#endif
#if defined(__CUDACC__)

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef uint2 hr_pair;
typedef uint4 hr_quad;
#define HR_KERNEL extern "C" __global__ __launch_bounds__(HR_THREADS, 1) void
#define HR_DEVICE static __device__ __forceinline__
#define HR_GLOBAL
#define HR_LOCAL
#define HR_RESTRICT __restrict__
#define HR_LOCAL_WORDS(p, n) extern __shared__ __align__(16) u32 p[]
#define HR_BARRIER() __syncthreads()
#define HR_UNROLL _Pragma("unroll")
#define HR_ROLLED _Pragma("unroll 1")
// A branch that is never taken, where each fence has a different condition.
#define HR_FENCE(k)                                                                   \
  asm volatile("{ .reg .pred p; setp.eq.u32 p, %0, %1; @p exit; }" ::"r"(blockDim.y), \
               "r"(1000 + (k))                                                        \
               : "memory")
// The offset is part of the instruction.
template <unsigned kOffset>
HR_DEVICE u32 hr_local_word(const u32* table, u32 place) {
  u32 r;
  asm volatile("ld.shared.u32 %0, [%1+%2];"
               : "=r"(r)
               : "r"((u32)__cvta_generic_to_shared(table) + place), "n"(kOffset));
  return r;
}
template <unsigned kOffset>
HR_DEVICE hr_pair hr_local_pair(const u32* table, u32 place) {
  hr_pair r;
  asm volatile("ld.shared.v2.u32 {%0, %1}, [%2+%3];"
               : "=r"(r.x), "=r"(r.y)
               : "r"((u32)__cvta_generic_to_shared(table) + place), "n"(kOffset));
  return r;
}
#define HR_WORD_AT(table, place, offset) hr_local_word<offset>(table, place)
#define HR_PAIR_AT(table, place, offset) hr_local_pair<offset>(table, place)
HR_DEVICE u32 hr_opaque(u32 x) {
  u32 r;
  asm volatile("mov.u32 %0, %1;" : "=r"(r) : "r"(x));
  return r;
}
// Returns 1, which the compiler does not know. Therefore a product with a power of two stays in the
// multiplication pipe.
#define hr_one() ((u32)blockDim.y)
HR_DEVICE u64 hr_product(u32 a, u32 b) {
  u64 r;
  asm("mul.wide.u32 %0, %1, %2;" : "=l"(r) : "r"(a), "r"(b));
  return r;
}
HR_DEVICE u64 hr_product_sum(u32 a, u32 b, u64 c) {
  u64 r;
  asm("mad.wide.u32 %0, %1, %2, %3;" : "=l"(r) : "r"(a), "r"(b), "l"(c));
  return r;
}
#define hr_thread() ((u32)threadIdx.x)
#define hr_group() ((u32)blockIdx.x)
#define hr_groups() ((u32)gridDim.x)
template <unsigned kTable>
HR_DEVICE u32 hr_ternary(u32 a, u32 b, u32 c) {
  u32 r;
  asm("lop3.b32 %0, %1, %2, %3, %4;" : "=r"(r) : "r"(a), "r"(b), "r"(c), "n"(kTable));
  return r;
}
#define HR_TERNARY(t, a, b, c, e) hr_ternary<t>(a, b, c)
#define HR_PERMUTE(a, b, s) __byte_perm(a, b, s)

#else

#if defined(__OPENCL_VERSION__)
typedef uchar u8;
typedef ushort u16;
typedef uint u32;
typedef ulong u64;
typedef uint2 hr_pair;
typedef uint4 hr_quad;
#define HR_KERNEL __kernel __attribute__((reqd_work_group_size(HR_THREADS, 1, 1))) void
// On a CPU the compiler chooses which functions of a bit slice it inlines, because one large
// function takes five times as long to compile (LLVM's superword-level vectorizer is quadratic).
// Table kernels are always inlined, because PoCL 3.1 breaks otherwise.
#if defined(HR_ON_CPU) && HR_EACH == 32
#define HR_DEVICE static __attribute__((unused))
#else
#define HR_DEVICE static inline __attribute__((always_inline))
#endif
#define HR_GLOBAL __global
#define HR_LOCAL __local
#define HR_LOCAL_WORDS(p, n) __local u32 p[n] __attribute__((aligned(16)))
#define HR_BARRIER() barrier(CLK_LOCAL_MEM_FENCE)
#define HR_UNROLL _Pragma("unroll")
#define HR_ROLLED _Pragma("unroll 1")
#define hr_thread() ((u32)get_local_id(0))
#define hr_group() ((u32)get_group_id(0))
#define hr_groups() ((u32)get_num_groups(0))
#else
#include <stdint.h>
typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef struct {
  u32 x, y;
} hr_pair;
typedef struct {
  u32 x, y, z, w;
} hr_quad;
// Threads run one after another, so a barrier must have no effect. Therefore a group has one
// thread, unless a test asks for more in a kernel without barriers. native.inc sets these.
#undef HR_THREADS
#ifdef HR_NATIVE_THREADS
#define HR_THREADS HR_NATIVE_THREADS
#else
#define HR_THREADS 1
#endif
static __thread u32 hr_native_thread, hr_native_group, hr_native_groups;
#define HR_KERNEL static void
#define HR_DEVICE static inline
#define HR_GLOBAL
#define HR_LOCAL
#define HR_LOCAL_WORDS(p, n) static u32 p[n] __attribute__((aligned(16)))
#define HR_BARRIER() (void)0
#define HR_UNROLL
#define HR_ROLLED
#define hr_thread() hr_native_thread
#define hr_group() hr_native_group
#define hr_groups() hr_native_groups
#endif
#define HR_RESTRICT restrict
#define HR_FENCE(k) (void)(k)
#define HR_WORD_AT(table, place, offset) \
  (*(const HR_LOCAL u32*)((const HR_LOCAL u8*)(table) + (place) + (offset)))
#define HR_PAIR_AT(table, place, offset) \
  (*(const HR_LOCAL hr_pair*)((const HR_LOCAL u8*)(table) + (place) + (offset)))
HR_DEVICE u32 hr_opaque(u32 x) { return x; }
#define hr_one() 1u
HR_DEVICE u64 hr_product(u32 a, u32 b) { return (u64)a * b; }
HR_DEVICE u64 hr_product_sum(u32 a, u32 b, u64 c) { return (u64)a * b + c; }
#define HR_TERNARY(t, a, b, c, e) (e)
HR_DEVICE u32 hr_permute(u32 a, u32 b, u32 s) {
  const u64 both = (u64)b << 32 | a;
  u32 r = 0;
  HR_UNROLL
  for (int i = 0; i < 4; i++) r |= (u32)(both >> (8 * (s >> (4 * i) & 7)) & 255) << (8 * i);
  return r;
}
#define HR_PERMUTE(a, b, s) hr_permute(a, b, s)

#endif

#define HR_XOR3(a, b, c) HR_TERNARY(0x96, a, b, c, (a) ^ (b) ^ (c))

HR_DEVICE u32 hr_reverse32(u32 x) { return HR_PERMUTE(x, x, 0x0123); }
HR_DEVICE u32 hr_rotl32(u32 x, int n) { return x << n | x >> (32 - n); }

// Advances a pointer by `at` bytes.
#define HR_AT(type, bytes, p, at) ((type)((bytes)(p) + (at)))

// Loads 16 bytes of a key, where `at` is a multiple of 4 words.
HR_DEVICE hr_quad hr_load4(const HR_GLOBAL u32* p) { return *(const HR_GLOBAL hr_quad*)p; }

// The counter of hr_ctr (CounterArgument of src/device/kernel_info.hpp).
struct hr_counter {
  u32 block[16];
  // 0: bytes 0..3, little-endian; 1: the last four bytes, big-endian; 2: the last four bytes of the
  // left half
  u32 order;
  u32 keystream;
};
#define HR_LITTLE_ENDIAN 0
#define HR_BIG_ENDIAN 1
#define HR_BIG_ENDIAN_LEFT 2
