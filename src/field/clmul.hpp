// Multiplication in GF(2)[x] / P, elements of kWords 64-bit words in plain basis, for every Vec with clmul and for
// that of portable.hpp.
//
//   128: x^128+x^7+x^2+x+1   256: x^256+x^10+x^5+x^2+1   512: x^512+x^8+x^5+x^2+1   [DSTU 7624:2014]
//
// A chunk is one element per 64-bit half: of elements a and b in planes (one Vec per word w of the elements)
//
//   plane w: lane i = | word w of a_i | word w of b_i |      a: the chunk's first half, b: its second half
//
// so clmul<0x00> multiplies the words of every a, clmul<0x11> those of every b, and Karatsuba's sums are plain xors.
// Products of all elements are summed unreduced, one sum per Karatsuba leaf, and recombined and reduced once.
#pragma once

#include "base/kernel.hpp"
#include "base/secret.hpp"
#include "isa/vec.hpp"
#ifndef HR_VEC_CLMUL
#include "field/portable.hpp"
#endif

namespace hedgerow::HR_ISA::field {
namespace {
// Products of words in Karatsuba's method.
consteval int leaves(int words) { return words == 1 ? 1 : 3 * leaves(words / 2); }

// kWords: of an element, 2, 4 or 8. kChunks: chunks of powers in a hash key, at most that many between two reductions.
template <int kWords, int kChunks>
struct Multiplication {
  static constexpr int kLimbs = kWords / 2;
  static constexpr int kBytes = kWords * 8;
  static constexpr int kChunkBlocks = kWidth / 8;
  static constexpr int kChunkBytes = kChunkBlocks * kBytes;
  static constexpr std::uint64_t kPolynomial = kWords == 2 ? 0x87 : kWords == 4 ? 0x425 : 0x125;

  static constexpr int kLeaves = leaves(kWords);
  static constexpr int kKeyChunkBytes = kLeaves * kWidth;
  static constexpr int kKeyBytes = (kChunks * kKeyChunkBytes + 63) / 64 * 64;

  // Planes -> leaves, depth first: those of the low half, of the high half, of the sum of both
  // halves.
  template <int Words, int First = 0>
  HR_INLINE void expand(const Vec* x, Vec* leaf) {
    if constexpr (Words == 1) {
      leaf[First] = x[0];
    } else {
      constexpr int kHalf = Words / 2, kStep = leaves(kHalf);
      Vec sum[kHalf];
      unroll<kHalf>([&](auto i) HR_LAMBDA { sum[i] = xor2(x[i], x[i + kHalf]); });
      expand<kHalf, First>(x, leaf);
      expand<kHalf, First + kStep>(x + kHalf, leaf);
      expand<kHalf, First + 2 * kStep>(sum, leaf);
    }
  }

  // s[leaf] += the products of the a and of the b elements; h(Index) gives the other factor's leaf.
  template <int Words, int First = 0, class Leaf>
  HR_INLINE void accumulate(const Vec* x, const Leaf& h, Vec* s) {
    if constexpr (Words == 1) {
      const Vec y = h(Index<First>{});
      s[First] = xor3(s[First], clmul<0x00>(x[0], y), clmul<0x11>(x[0], y));
    } else {
      constexpr int kHalf = Words / 2, kStep = leaves(kHalf);
      Vec sum[kHalf];
      unroll<kHalf>([&](auto i) HR_LAMBDA { sum[i] = xor2(x[i], x[i + kHalf]); });
      accumulate<kHalf, First>(x, h, s);
      accumulate<kHalf, First + kStep>(x + kHalf, h, s);
      accumulate<kHalf, First + 2 * kStep>(sum, h, s);
    }
  }

  // Sums of leaf products -> c[0..2*Words-2]: c[j] is the 128-bit coefficient of x^(64j).
  template <int Words>
  HR_INLINE void recombine(const Vec* s, Vec* c) {
    if constexpr (Words == 1) {
      c[0] = s[0];
    } else {
      constexpr int kHalf = Words / 2, kStep = leaves(kHalf), kPart = 2 * kHalf - 1;
      Vec mid[kPart];
      recombine<kHalf>(s, c);
      c[kPart] = zero();
      recombine<kHalf>(s + kStep, c + Words);
      recombine<kHalf>(s + 2 * kStep, mid);
      unroll<kPart>([&](auto i) HR_LAMBDA { mid[i] = xor3(mid[i], c[i], c[i + Words]); });
      unroll<kPart>([&](auto i) HR_LAMBDA { c[i + kHalf] = xor2(c[i + kHalf], mid[i]); });
    }
  }

  // Sums of leaf products -> reduced limbs of 128 bits, in each lane by itself. A word at x^(64j), j
  // >= kWords, is worth word * (P - x^n) at x^(64(j - kWords)); that product is at most 74 bits, so
  // one descending pass is enough.
  HR_INLINE void reduce(const Vec* s, Vec* limb) {
    Vec c[2 * kWords - 1];
    recombine<kWords>(s, c);
    const Vec p = splat64(kPolynomial);
    unroll<kWords - 1>([&](auto i) HR_LAMBDA {
      constexpr int kHigh = 2 * kWords - 2 - i, kLow = kHigh - kWords;
      c[kLow + 1] = xor2(c[kLow + 1], clmul<0x01>(c[kHigh], p));
      c[kLow] = xor2(c[kLow], clmul<0x00>(c[kHigh], p));
    });
    c[0] = xor2(c[0], clmul<0x01>(c[kWords - 1], p));
    unroll<kLimbs>([&](auto i) HR_LAMBDA {
      limb[i] = xor2(c[2 * i], unpack_lo64(zero(), c[2 * i + 1]));
      if constexpr (i > 0) limb[i] = xor2(limb[i], unpack_hi64(c[2 * i - 1], zero()));
    });
  }

  HR_INLINE void clear_sums(Vec* s) {
    unroll<kLeaves>([&](auto i) HR_LAMBDA { s[i] = zero(); });
  }

  // Limbs of the a and of the b elements -> planes.
  HR_INLINE void to_planes(const Vec* a, const Vec* b, Vec* x) {
    unroll<kLimbs>([&](auto i) HR_LAMBDA {
      x[2 * i] = unpack_lo64(a[i], b[i]);
      x[2 * i + 1] = unpack_hi64(a[i], b[i]);
    });
  }

  // One chunk of elements from memory -> planes. Big-endian: the limbs, words and bytes stand in
  // reverse.
  template <bool BigEndian>
  HR_INLINE void load_planes(const std::uint8_t* p, Vec* x) {
    unroll<kLimbs>([&](auto i) HR_LAMBDA {
      constexpr int kAt = 16 * (BigEndian ? kLimbs - 1 - i : +i);
      Vec lo, hi;
      if constexpr (kLimbs == 1) {
        load_pairs64(p, lo, hi);
      } else {
        const Vec a = load_lanes<kBytes>(p + kAt);
        const Vec b = load_lanes<kBytes>(p + kAt + kChunkBytes / 2);
        lo = unpack_lo64(a, b);
        hi = unpack_hi64(a, b);
      }
      x[2 * i] = BigEndian ? reverse64(hi) : lo;
      x[2 * i + 1] = BigEndian ? reverse64(lo) : hi;
    });
  }

  // One element -> planes that are zero but for the first a.
  HR_INLINE void load_first(const std::uint8_t* p, Vec* x) {
    Vec a[kLimbs], b[kLimbs];
    unroll<kLimbs>([&](auto i) HR_LAMBDA {
      a[i] = load_lane(p + 16 * i);
      b[i] = zero();
    });
    to_planes(a, b, x);
  }

  HR_INLINE void copy_blocks(std::uint8_t* to, const std::uint8_t* from, std::size_t blocks) {
    for (std::size_t i = 0; i < blocks * kLimbs; i++)
      store_lane(to + 16 * i, load_lane(from + 16 * i));
  }

  // Limbs of the products of x (whose b elements, or a elements, are zero) and of y.
  HR_INLINE void multiply(const Vec* x, const Vec* y, Vec* limb) {
    Vec s[kLeaves], leaf[kLeaves];
    clear_sums(s);
    expand<kWords>(y, leaf);
    accumulate<kWords>(x, [&](auto i) HR_LAMBDA { return leaf[i]; }, s);
    reduce(s, limb);
  }

  // The first chunk of powers: p[i] = h^(kChunkBlocks - i).
  HR_INLINE void first_powers(const std::uint8_t* h, std::uint8_t* p) {
    Vec x[kWords], y[kWords], limb[kLimbs];
    copy_blocks(p + kChunkBytes - kBytes, h, 1);
    load_first(h, y);
    for (int i = kChunkBlocks - 2; i >= 0; i--) {
      load_first(p + (i + 1) * kBytes, x);
      multiply(x, y, limb);
      unroll<kLimbs>([&](auto q) HR_LAMBDA { store_lane(p + i * kBytes + 16 * q, limb[q]); });
    }
  }

  // Key: the leaves of kChunks chunks of powers, descending: h^(kChunks*kChunkBlocks), ..., h^1.
  static void prepare(const std::uint8_t* h, void* key) noexcept {
    alignas(64) std::uint8_t powers[kChunkBytes];
    std::uint8_t* out = (std::uint8_t*)key + (kChunks - 1) * kKeyChunkBytes;
    Vec x[kWords], step[kWords];
    first_powers(h, powers);
    load_planes<false>(powers, x);
    unroll<kWords>([&](auto i) HR_LAMBDA { step[i] = load_splat64(powers + 8 * i); });
    for (int chunk = 0; chunk < kChunks; chunk++, out -= kKeyChunkBytes) {
      Vec leaf[kLeaves], half[kWords], a[kLimbs], b[kLimbs];
      expand<kWords>(x, leaf);
      unroll<kLeaves>([&](auto i) HR_LAMBDA { store(out + kWidth * i, leaf[i]); });
      unroll<kWords>([&](auto i) HR_LAMBDA { half[i] = unpack_lo64(x[i], zero()); });
      multiply(half, step, a);
      unroll<kWords>([&](auto i) HR_LAMBDA { half[i] = unpack_hi64(x[i], zero()); });
      multiply(half, step, b);
      to_planes(a, b, x);
    }
    wipe(powers, sizeof powers);
  }

  // acc = (acc xor first block) * h^n + ... + last block * h over n = chunks * kChunkBlocks blocks:
  // one chunk at `first`, the others at `rest`. The chunk that waits for acc comes last, so that
  // groups overlap.
  HR_INLINE void hash_group(const std::uint8_t* key, std::uint8_t* acc, const std::uint8_t* first,
                            const std::uint8_t* rest, std::size_t chunks) {
    Vec s[kLeaves], x[kWords], limb[kLimbs];
    clear_sums(s);
    for (std::size_t c = 1; c < chunks; c++, rest += kChunkBytes) {
      const std::uint8_t* k = key + c * kKeyChunkBytes;
      load_planes<false>(rest, x);
      accumulate<kWords>(x, [&](auto i) HR_LAMBDA { return load(k + kWidth * i); }, s);
    }
    Vec a[kWords];
    load_first(acc, a);
    load_planes<false>(first, x);
    unroll<kWords>([&](auto i) HR_LAMBDA { x[i] = xor2(x[i], a[i]); });
    accumulate<kWords>(x, [&](auto i) HR_LAMBDA { return load(key + kWidth * i); }, s);
    reduce(s, limb);
    unroll<kLimbs>([&](auto i) HR_LAMBDA { store_lane(acc + 16 * i, xor_lanes(limb[i])); });
  }

  // The incomplete chunk comes first, behind zero blocks, and takes acc with it.
  HR_INLINE void pad_front(std::uint8_t* chunk, std::uint8_t* acc, const std::uint8_t* in,
                           std::size_t blocks) {
    std::uint8_t* start = chunk + (kChunkBlocks - blocks) * kBytes;
    __builtin_memset(chunk, 0, kChunkBytes);
    copy_blocks(start, in, blocks);
    unroll<kLimbs>([&](auto i) HR_LAMBDA {
      store_lane(start + 16 * i, xor2(load_lane(start + 16 * i), load_lane(acc + 16 * i)));
      store_lane(acc + 16 * i, zero());
    });
  }

  static void hash(const void* key, std::uint8_t* acc, const std::uint8_t* in,
                   std::size_t blocks) noexcept {
    alignas(64) std::uint8_t padded[kChunkBytes];
    const std::size_t odd = blocks % kChunkBlocks;
    std::size_t chunks = blocks / kChunkBlocks + (odd != 0);
    const std::uint8_t* first = in;
    if (odd) {
      pad_front(padded, acc, in, odd);
      first = padded;
    }
    in += odd ? odd * kBytes : kChunkBytes * (chunks != 0);
    while (chunks) {
      const std::size_t n = chunks < kChunks ? chunks : (std::size_t)kChunks;
      hash_group((const std::uint8_t*)key + (kChunks - n) * kKeyChunkBytes, acc, first, in, n);
      chunks -= n;
      first = in + (n - 1) * kChunkBytes;
      in = first + kChunkBytes * (chunks != 0);
    }
    if (odd) wipe(padded, sizeof padded);
  }

  template <bool BigEndian>
  HR_INLINE void add_to(std::uint8_t* acc, const Vec* limb) {
    unroll<kLimbs>([&](auto i) HR_LAMBDA {
      std::uint8_t* at = acc + 16 * (BigEndian ? kLimbs - 1 - i : +i);
      Vec v = xor_lanes(limb[i]);
      if constexpr (BigEndian) v = reverse64(xor2(unpack_lo64(zero(), v), unpack_hi64(v, zero())));
      store_lane(at, xor2(load_lane(at), v));
    });
  }

  template <bool BigEndian>
  HR_INLINE void dot_ordered(std::uint8_t* acc, const std::uint8_t* h, const std::uint8_t* in,
                             std::size_t blocks) {
    alignas(64) std::uint8_t padded[2][kChunkBytes];
    Vec s[kLeaves], x[kWords], leaf[kLeaves], limb[kLimbs];
    const std::size_t odd = blocks % kChunkBlocks;
    clear_sums(s);
    for (std::size_t left = blocks; left;) {
      const std::size_t n = left < kChunkBlocks ? left : (std::size_t)kChunkBlocks;
      const bool whole = n == kChunkBlocks;
      if (!whole) {
        __builtin_memset(padded, 0, sizeof padded);
        copy_blocks(padded[0], h, n);
        copy_blocks(padded[1], in, n);
      }
      load_planes<BigEndian>(whole ? h : padded[0], x);
      expand<kWords>(x, leaf);
      load_planes<BigEndian>(whole ? in : padded[1], x);
      accumulate<kWords>(x, [&](auto i) HR_LAMBDA { return leaf[i]; }, s);
      left -= n;
      h += n * kBytes;
      in += n * kBytes;
    }
    reduce(s, limb);
    add_to<BigEndian>(acc, limb);
    if (odd) wipe(padded, sizeof padded);
  }

  static void dot(bool big_endian, std::uint8_t* acc, const std::uint8_t* h, const std::uint8_t* in,
                  std::size_t blocks) noexcept {
    if (big_endian)
      dot_ordered<true>(acc, h, in, blocks);
    else
      dot_ordered<false>(acc, h, in, blocks);
  }

  static consteval FieldOps ops() { return {kKeyBytes, kBytes, prepare, hash, dot}; }
};

}  // namespace
}  // namespace hedgerow::HR_ISA::field
