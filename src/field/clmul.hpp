// Multiplication in GF(2)[x] / P for elements of kWords 64-bit words in plain basis. It works with every Vec that has
// clmul and with the Vec of portable.hpp. definition.hpp has the fields.
//
// A chunk has one element per 64-bit half. Its first half are the elements a, its second half the elements b. In planes
// (one Vec for each word w of the elements; for example, elements of 256 bits have 4 planes):
//
//   plane w: lane i = | word w of a_i | word w of b_i |
//
// clmul<0x00> therefore multiplies the words of every a and clmul<0x11> those of every b, and the sums of Karatsuba are
// plain XORs. The products of all elements are summed unreduced, with one sum per Karatsuba leaf. Only the sums are
// recombined and reduced.
#pragma once

#include "base/bytes.hpp"
#include "base/field.hpp"
#include "base/wiping.hpp"
#include "field/definition.hpp"
#include "field/karatsuba.hpp"
#include "field/rows.hpp"
#include "field/tweaks.hpp"

namespace hedgerow::HR_ISA::field {
namespace {

// kChunks: number of chunks of powers in a hash key, which is also the most chunks between two reductions.
template <class Field, int kChunks>
struct Multiplication {
  static constexpr int kWords = Field::kWords;
  static constexpr int kLimbs = kWords / 2;
  static constexpr int kBytes = kWords * 8;
  static constexpr int kChunkBlocks = kWidth / 8;
  static constexpr int kChunkBytes = kChunkBlocks * kBytes;
  static constexpr bool kReversed = Field::kBytesReversed;

  static constexpr int kLeaves = leaves(kWords);
  static constexpr int kKeyChunkBytes = kLeaves * kWidth;
  static constexpr int kKeyBytes = (kChunks * kKeyChunkBytes + 63) / 64 * 64;

  // Reduces sums of leaf products to limbs of 128 bits, separately in each lane. A word at x^(64j) with j >= kWords
  // equals word * (P - x^n) at x^(64(j - kWords)). That product has at most 74 bits, so one descending pass is enough.
  HR_INLINE void reduce(const Vec* s, Vec* limb) {
    Vec c[2 * kWords - 1];
    recombine<kWords>(s, c);
    const Vec p = splat64(Field::kPolynomial);
    if constexpr (Field::kMontgomery) {
      limb[0] = reduce_from_below(c, p);
      return;
    }
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

  // Reduces from the low end: cancels each of the two lowest words by adding a multiple of the polynomial. This works
  // because the only term of the polynomial below x^64 is 1.
  HR_INLINE Vec reduce_from_below(const Vec* c, Vec p) {
    const Vec low = xor2(c[1], clmul<0x00>(c[0], p));
    const Vec next = xor2(low, unpack_hi64(c[0], zero()));
    const Vec high = xor3(c[2], unpack_hi64(low, zero()), unpack_lo64(c[0], next));
    return xor2(high, clmul<0x00>(next, p));
  }

  HR_INLINE void clear_sums(Vec* s) {
    unroll<kLeaves>([&](auto i) HR_LAMBDA { s[i] = zero(); });
  }

  // Converts the limbs of the elements a and b to planes.
  HR_INLINE void to_planes(const Vec* a, const Vec* b, Vec* x) {
    unroll<kLimbs>([&](auto i) HR_LAMBDA {
      x[2 * i] = unpack_lo64(a[i], b[i]);
      x[2 * i + 1] = unpack_hi64(a[i], b[i]);
    });
  }

  // Loads one chunk of elements into planes. If BigEndian, the limbs, words and bytes are in reverse order.
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

  // Reverses the bytes of every 16-byte lane.
  HR_INLINE Vec reverse_lanes(Vec v) {
    return reverse64(xor2(unpack_lo64(zero(), v), unpack_hi64(v, zero())));
  }
  // Byte offset of limb i of an element.
  template <bool BigEndian>
  static consteval int limb_at(int i) {
    return 16 * (BigEndian ? kLimbs - 1 - i : i);
  }

  // Loads one element as the first a, and sets all other elements of the planes to zero.
  template <bool BigEndian>
  HR_INLINE void load_first(const std::uint8_t* p, Vec* x) {
    Vec a[kLimbs], b[kLimbs];
    unroll<kLimbs>([&](auto i) HR_LAMBDA {
      a[i] = load_lane(p + limb_at<BigEndian>(i));
      if constexpr (BigEndian) a[i] = reverse_lanes(a[i]);
      b[i] = zero();
    });
    to_planes(a, b, x);
  }

  HR_INLINE void copy_elements(std::uint8_t* to, const std::uint8_t* from, std::size_t blocks) {
    for (std::size_t i = 0; i < blocks * kLimbs; i++)
      store_lane(to + 16 * i, load_lane(from + 16 * i));
  }

  // Computes the limbs of the products of x and y. Either the a or the b elements of x must be zero.
  HR_INLINE void multiply(const Vec* x, const Vec* y, Vec* limb) {
    Vec s[kLeaves], leaf[kLeaves];
    clear_sums(s);
    expand<kWords>(y, leaf);
    accumulate<kWords>(x, [&](auto i) HR_LAMBDA { return leaf[i]; }, s);
    reduce(s, limb);
  }

  // Computes the first chunk of powers: p[i] = h^(kChunkBlocks - i).
  HR_INLINE void first_powers(const std::uint8_t* h, std::uint8_t* p) {
    Vec x[kWords], y[kWords], limb[kLimbs];
    copy_elements(p + kChunkBytes - kBytes, h, 1);
    load_first<false>(h, y);
    for (int i = kChunkBlocks - 2; i >= 0; i--) {
      load_first<false>(p + (i + 1) * kBytes, x);
      multiply(x, y, limb);
      unroll<kLimbs>([&](auto q) HR_LAMBDA { store_lane(p + i * kBytes + 16 * q, limb[q]); });
    }
  }

  // Converts the h of GHASH to the form for powers: times x, in the byte order of POLYVAL.
  HR_INLINE void from_ghash(const std::uint8_t* h, std::uint8_t* element) {
    const std::uint64_t high = load_be64(h), low = load_be64(h + 8);
    const std::uint64_t carry = opaque(0 - (high >> 63));
    store_le64(element, (low << 1) ^ (carry & 1));
    store_le64(element + 8, (high << 1 | low >> 63) ^ (carry & Field::kPolynomial));
  }

  // Upper limit of the stack that `prepare` uses, and `hash` on CPUs with few registers. The compiler may spill powers
  // there, and h can be computed from a power.
  static constexpr int kStack = sizeof(void*) == 8 ? 4096 : 8192;

  // Key: the leaves of kChunks chunks of powers, in descending order: h^(kChunks*kChunkBlocks), ..., h^1.
  static void prepare(const std::uint8_t* h, void* key) noexcept {
    alignas(64) std::uint8_t powers[kChunkBytes];
    std::uint8_t* out = (std::uint8_t*)key + (kChunks - 1) * kKeyChunkBytes;
    Vec x[kWords], step[kWords];
    if constexpr (kReversed) {
      std::uint8_t element[kBytes];
      from_ghash(h, element);
      first_powers(element, powers);
      wipe(element, sizeof element);
    } else {
      first_powers(h, powers);
    }
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

  // acc = (acc xor first block) * h^n + ... + last block * h over n = chunks * kChunkBlocks blocks. The first chunk is
  // at `first`, the others at `rest`. The chunk that needs acc is multiplied last, so that consecutive groups overlap.
  HR_INLINE void hash_group(const std::uint8_t* key, std::uint8_t* acc, const std::uint8_t* first,
                            const std::uint8_t* rest, std::size_t chunks) {
    Vec s[kLeaves], x[kWords], limb[kLimbs];
    clear_sums(s);
    for (std::size_t c = 1; c < chunks; c++, rest += kChunkBytes) {
      const std::uint8_t* k = key + c * kKeyChunkBytes;
      load_planes<kReversed>(rest, x);
      accumulate<kWords>(x, [&](auto i) HR_LAMBDA { return load(k + kWidth * i); }, s);
    }
    Vec a[kWords];
    load_first<kReversed>(acc, a);
    load_planes<kReversed>(first, x);
    unroll<kWords>([&](auto i) HR_LAMBDA { x[i] = xor2(x[i], a[i]); });
    accumulate<kWords>(x, [&](auto i) HR_LAMBDA { return load(key + kWidth * i); }, s);
    reduce(s, limb);
    unroll<kLimbs>([&](auto i) HR_LAMBDA {
      const Vec v = xor_lanes(limb[i]);
      store_lane(acc + limb_at<kReversed>(i), kReversed ? reverse_lanes(v) : v);
    });
  }

  // Puts the incomplete chunk first, after zero blocks, and adds acc to it.
  HR_INLINE void pad_front(std::uint8_t* chunk, std::uint8_t* acc, const std::uint8_t* in,
                           std::size_t blocks) {
    std::uint8_t* start = chunk + (kChunkBlocks - blocks) * kBytes;
    __builtin_memset(chunk, 0, kChunkBytes);
    copy_elements(start, in, blocks);
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
      std::uint8_t* at = acc + limb_at<BigEndian>(i);
      const Vec v = xor_lanes(limb[i]);
      store_lane(at, xor2(load_lane(at), BigEndian ? reverse_lanes(v) : v));
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
        copy_elements(padded[0], h, n);
        copy_elements(padded[1], in, n);
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

  static consteval FieldTable table() {
    FieldTable r{
        {kKeyBytes, kBytes, Wiping<prepare, kStack>::call, nullptr, nullptr, Field::kProduct}, {}};
#ifdef HR_VEC_SPILLS_KEYS  // words of powers
    r.ops.hash = Wiping<hash, kStack>::call;
#else
    r.ops.hash = WipeStackAfter<hash>::call;
#endif
    if constexpr (Field::kProduct == FieldProduct::kPlain) {
      r.ops.dot = WipeStackAfter<dot>::call;
      using Row = Tweaks<kWords, Field::kPolynomial>;
      r.rows = {WipeStackAfter<Row::run>::call, Row::add, Rows::gather, Rows::scatter};
    }
    return r;
  }
};

}  // namespace
}  // namespace hedgerow::HR_ISA::field
