// Moves groups of blocks between memory and vectors, in the layout that arx_shape.hpp draws, and
// makes groups of counter blocks.
#pragma once

#include "base/counter.hpp"
#include "cipher/common/arx_shape.hpp"
#include "isa/transpose_lanes.hpp"
#include "isa/unpack_lanes.hpp"
#include "isa/vec.hpp"

namespace hedgerow::HR_ISA {
namespace {

#ifdef HR_VEC_TWO_LANES
// Transposes 2 x 2 or 4 x 4 words in each 16-byte lane by blends. It suits cores that shuffle on
// two ports and blend on any port.
//
// The byte shuffle that orders the words of vector i also rotates them by kSquareTurn i words of 32
// bits, at no extra cost. Each column then has one word of each number. Blends bring together the
// words with the same number, and another rotation puts them in order. For 4 x 4 words:
//
//     a0 a1 a2 a3        a0 a1 a2 a3        a0 b0 c0 d0        a0 b0 c0 d0
//     b0 b1 b2 b3  turn  b3 b0 b1 b2  blend d1 a1 b1 c1  turn  a1 b1 c1 d1
//     c0 c1 c2 c3  --->  c2 c3 c0 c1  --->  c2 d2 a2 b2  --->  a2 b2 c2 d2
//     d0 d1 d2 d3        d1 d2 d3 d0        b3 c3 d3 a3        a3 b3 c3 d3
//
// turned_in converts the second picture to the last, and turned_out converts back. This takes 3
// shuffles and 8 blends instead of 8 shuffles.

template <int kSize>
constexpr int kSquareTurn = 4 / kSize;
HR_INLINE void blend_square(Vec* x) {
  const Vec a = blend_words32(x[0], x[1]), b = blend_words32(x[2], x[3]);
  const Vec c = blend_words32(x[3], x[0]), d = blend_words32(x[1], x[2]);
  x[0] = blend_words64(a, b);
  x[2] = blend_words64(b, a);
  x[1] = blend_words64(c, d);
  x[3] = blend_words64(d, c);
}
template <int kSize>
HR_INLINE void turned_in(Vec* x) {
  if constexpr (kSize == 2) {
    const Vec a = x[0], b = x[1];
    x[0] = blend_words64(a, b);
    x[1] = swap_words64(blend_words64(b, a));
  } else {
    blend_square(x);
    unroll<3>([&](auto i) HR_LAMBDA { x[i + 1] = turn_words32<i + 1>(x[i + 1]); });
  }
}
template <int kSize>
HR_INLINE void turned_out(Vec* x) {
  if constexpr (kSize == 2) {
    const Vec a = x[0], b = swap_words64(x[1]);
    x[0] = blend_words64(a, b);
    x[1] = blend_words64(b, a);
  } else {
    unroll<3>([&](auto i) HR_LAMBDA { x[i + 1] = turn_words32<3 - i>(x[i + 1]); });
    blend_square(x);
  }
}
#endif

template <arx::Shape kS>
constexpr arx::Pattern kToLanes = make_pattern(kS, false);
template <arx::Shape kS>
constexpr arx::Pattern kFromLanes = make_pattern(kS, true);
template <arx::Shape kS, int kPart>
constexpr arx::Counts kCounts = make_counts(kS, kWidth, kPart);
template <arx::Shape kS, int kWord, int kPart>
constexpr arx::Pattern kCounterPlace = make_counter_place(kS, kWord, kPart);

// Transposes a square of kSize vectors in every 16-byte lane, and is its own inverse.
template <int kSize>
HR_INLINE void transpose(Vec* x) {
  if constexpr (kSize == 2) {
    const Vec a = x[0], b = x[1];
    x[0] = unpack_lo64(a, b);
    x[1] = unpack_hi64(a, b);
  } else {
    // Unpacks pairs of vectors, then quads of pairs, so that element e of four vectors ends up in
    // quad[e / 2].
    constexpr int kHalf = kSize / 2;
    Vec pair[kSize], quad[kSize];
    unroll<kHalf>([&](auto i) HR_LAMBDA {
      const Vec a = x[2 * i], b = x[2 * i + 1];
      pair[2 * i] = kSize == 8 ? unpack_lo16(a, b) : unpack_lo32(a, b);
      pair[2 * i + 1] = kSize == 8 ? unpack_hi16(a, b) : unpack_hi32(a, b);
    });
    if constexpr (kSize == 8) {
      unroll<kSize>([&](auto i) HR_LAMBDA {
        const Vec a = pair[i / 4 * 4 + i % 4 / 2], b = pair[i / 4 * 4 + i % 4 / 2 + 2];
        quad[i] = i % 2 ? unpack_hi32(a, b) : unpack_lo32(a, b);
      });
    } else {
      quad[0] = pair[0];
      quad[1] = pair[1];
      quad[2] = pair[2];
      quad[3] = pair[3];
    }
    unroll<kHalf>([&](auto i) HR_LAMBDA {
      x[2 * i] = unpack_lo64(quad[i], quad[i + kHalf]);
      x[2 * i + 1] = unpack_hi64(quad[i], quad[i + kHalf]);
    });
  }
}

#ifdef HR_VEC_TWO_LANES
template <arx::Shape kS, int kTurn>
constexpr arx::Pattern kToTurned = turned(kToLanes<kS>, kTurn, false);
template <arx::Shape kS, int kTurn>
constexpr arx::Pattern kFromTurned = turned(kFromLanes<kS>, kTurn, true);
#endif

template <arx::Shape kS>
struct Layout {
  static consteval int group_blocks() { return kWidth / kS.lane_bytes(); }

  // The offset in memory of vector i of a group.
  static consteval int offset(int i) {
    const int square = kS.square(), lanes = kWidth / 16;
    if (kS.padded_bytes() <= 16) return i * lanes * kS.lane_memory();
    return 16 * (i / square) + i % square * lanes * kS.block_bytes();
  }
  static consteval int stride() { return kS.padded_bytes() <= 16 ? 16 : kS.block_bytes(); }
  HR_INLINE Vec load_piece(const std::uint8_t* p) {
    if constexpr (kS.lane_memory() == 12) return load_lanes12(p);
#ifdef HR_VEC_TWO_LANES
    // Blends two loads; the second one ends at the end of the upper lane.
    if constexpr (stride() > 16) return blend_lanes<2>(load_lane(p), load(p + stride() - 16));
#endif
    return load_lanes<stride()>(p);
  }
  HR_INLINE void store_piece(std::uint8_t* p, Vec a) {
    if constexpr (kS.lane_memory() == 12) return store_lanes12(p, a);
    store_lanes<stride()>(p, a);
  }
#ifdef HR_VEC_TWO_LANES
  // True for blocks of two words of 16 or 32 bits: unpacks then put like words next to each other.
  static constexpr bool kPairs =
      kS.words == 2 && kS.lane_bytes() <= 4 && !kS.padding() && !kS.big_endian;
  static constexpr bool kTurns = kS.square() <= 4 && !kToLanes<kS>.is_identity();
#else
  static constexpr bool kPairs = false, kTurns = false;
#endif
  HR_INLINE Vec from_lanes(Vec a) {
    if constexpr (kPairs || kTurns) return a;
    if constexpr (kFromLanes<kS>.is_identity()) return a;
    return shuffle(a, load(kFromLanes<kS>.of));
  }
  HR_INLINE void transpose_group(Vec* x) {
    unroll<kS.words / kS.square()>([&](auto q)
                                       HR_LAMBDA { transpose<kS.square()>(x + q * kS.square()); });
  }

  HR_INLINE void load_group(const std::uint8_t* p, Vec* x) {
#ifdef HR_VEC_TWO_LANES
    if constexpr (kPairs && kS.lane_bytes() == 4) {
      const Vec a = load(p), b = load(p + kWidth);
      x[0] = even_words32(a, b);
      x[1] = odd_words32(a, b);
      return;
    }
    if constexpr (kTurns) {
      unroll<kS.words>([&](auto i) HR_LAMBDA {
        constexpr int kBy = i % kS.square() * kSquareTurn<kS.square()>;
        x[i] = shuffle(load_piece(p + offset(i)), load(kToTurned<kS, kBy>.of));
      });
      unroll<kS.words / kS.square()>(
          [&](auto q) HR_LAMBDA { turned_in<kS.square()>(x + q * kS.square()); });
      return;
    }
#endif
    unroll<kS.words>([&](auto i) HR_LAMBDA {
      x[i] = load_piece(p + offset(i));
      if constexpr (!kToLanes<kS>.is_identity()) x[i] = shuffle(x[i], load(kToLanes<kS>.of));
    });
    transpose_group(x);
  }
  // Converts words to pieces of blocks, except for the step that from_lanes does.
  HR_INLINE void to_pieces(Vec* x) {
#ifdef HR_VEC_TWO_LANES
    if constexpr (kPairs) {
      const Vec a = x[0], b = x[1];
      x[0] = kS.lane_bytes() == 2 ? unpack_lo16(a, b) : unpack_lo32(a, b);
      x[1] = kS.lane_bytes() == 2 ? unpack_hi16(a, b) : unpack_hi32(a, b);
      return;
    }
    if constexpr (kTurns) {
      unroll<kS.words / kS.square()>(
          [&](auto q) HR_LAMBDA { turned_out<kS.square()>(x + q * kS.square()); });
      unroll<kS.words>([&](auto i) HR_LAMBDA {
        constexpr int kBy = i % kS.square() * kSquareTurn<kS.square()>;
        x[i] = shuffle(x[i], load(kFromTurned<kS, kBy>.of));
      });
      return;
    }
#endif
    transpose_group(x);
  }
#ifdef HR_VEC_TWO_LANES
  // Blocks of two and four lanes are written to memory 32 bytes at a time. One exchange of lanes
  // and two blends for two vectors save two of four stores. Calls put(offset, 32 bytes of a block).
  static constexpr bool kJoins = kS.padded_bytes() > 16;
  template <class Put>
  HR_INLINE void joined(Vec* x, Put put) {
    constexpr int kSquare = kS.square();
    unroll<kS.words / 2>([&](auto n) HR_LAMBDA {
      constexpr int i = n / kSquare * 2 * kSquare + n % kSquare;
      const Vec lower = from_lanes(x[i]), upper = from_lanes(x[i + kSquare]);
      const Vec between = join_lanes(lower, upper);
      put(offset(i), blend_lanes<2>(lower, between));
      put(offset(i) + stride(), blend_lanes<2>(between, upper));
    });
  }
#endif
  HR_INLINE void store_group(std::uint8_t* p, Vec* x) {
    to_pieces(x);
#ifdef HR_VEC_TWO_LANES
    if constexpr (kJoins) return joined(x, [&](int at, Vec a) HR_LAMBDA { store(p + at, a); });
#endif
    unroll<kS.words>([&](auto i) HR_LAMBDA { store_piece(p + offset(i), from_lanes(x[i])); });
  }
  // Computes out = in xor the group.
  HR_INLINE void xor_group(const std::uint8_t* in, std::uint8_t* out, Vec* x) {
    to_pieces(x);
#ifdef HR_VEC_TWO_LANES
    if constexpr (kJoins)
      return joined(x, [&](int at, Vec a) HR_LAMBDA { store(out + at, xor2(a, load(in + at))); });
#endif
#ifdef HR_VEC_AVX512
    // Blocks of two lanes, of which 64 bytes have two. Each vector needs one shuffle, and the input
    // needs no operation.
    if constexpr (kS.padded_bytes() == 32 && kS.square() == kS.words / 2) {
      unroll<kS.words>([&](auto i) HR_LAMBDA {
        const Vec even = from_lanes(x[i / 2]), odd = from_lanes(x[i / 2 + kS.square()]);
        const Vec blocks = i % 2 ? unpack_hi_lanes(even, odd) : unpack_lo_lanes(even, odd);
        store(out + i * kWidth, xor2(blocks, load(in + i * kWidth)));
      });
      return;
    }
    // Blocks of four lanes: the same with two shuffles for every vector.
    if constexpr (kS.padded_bytes() == 64 && kWidth == 64) {
      constexpr int kStep = kS.square();
      unroll<kStep>([&](auto i) HR_LAMBDA {
        Vec b[4];
        unroll<4>([&](auto j) HR_LAMBDA { b[j] = from_lanes(x[i + kStep * j]); });
        transpose_lanes(b[0], b[1], b[2], b[3]);
        unroll<4>([&](auto j) HR_LAMBDA {
          const int at = (4 * i + j) * kWidth;
          store(out + at, xor2(b[j], load(in + at)));
        });
      });
      return;
    }
#endif
    unroll<kS.words>([&](auto i) HR_LAMBDA {
      store_piece(out + offset(i), xor2(load_piece(in + offset(i)), from_lanes(x[i])));
    });
  }

  // Counter blocks with a big-endian counter in the last four bytes.
  struct Counter {
    Vec count[count_vectors(kS)];
    Vec fixed[kS.words];
  };
  HR_INLINE Counter make_counter(const std::uint8_t* counter) {
    Counter r;
    const Vec start =
        splat_count(counter_value<kS.block_bytes()>(counter, CounterOrder::kBigEndian));
    unroll<count_vectors(kS)>(
        [&](auto part) HR_LAMBDA { r.count[part] = add32(start, load(kCounts<kS, part>.of)); });
    std::uint8_t fixed[kS.block_bytes()] = {};
    __builtin_memcpy(fixed, counter, kS.block_bytes() - 4);
    unroll<kS.words>([&](auto w) HR_LAMBDA {
      std::uint8_t word[8];
      store_le64(word, to_lane(load_word(fixed + w * kS.word_bytes(), kS), kS) *
                           (kS.lane_bytes() == 2 ? 0x10001 : 1));
      r.fixed[w] = kS.lane_bytes() == 8 ? load_splat64(word) : load_splat32(word);
    });
    return r;
  }
  // A count in the low 32 bits of its element, where a shuffle drops the upper bits.
  HR_INLINE Vec splat_count(std::uint32_t x) { return splat32(x); }
  // Makes the counter blocks of group kGroup, starting at the count.
  template <int kGroup>
  HR_INLINE void counter_group(const Counter& c, Vec* x) {
    Vec count[count_vectors(kS)];
    unroll<count_vectors(kS)>([&](auto part) HR_LAMBDA {
      count[part] =
          kGroup ? add32(c.count[part], splat_count(kGroup * group_blocks())) : c.count[part];
    });
    unroll<kS.words>([&](auto w) HR_LAMBDA {
      x[w] = c.fixed[w];
      if constexpr (kS.counts(w))
        unroll<count_vectors(kS)>([&](auto part) HR_LAMBDA {
          x[w] = xor2(x[w], shuffle(count[part], load(kCounterPlace<kS, w, part>.of)));
        });
    });
  }
  HR_INLINE void advance(Counter& c, int groups) {
    unroll<count_vectors(kS)>([&](auto part) HR_LAMBDA {
      c.count[part] = add32(c.count[part], splat_count((std::uint32_t)(groups * group_blocks())));
    });
  }
};

}  // namespace
}  // namespace hedgerow::HR_ISA
