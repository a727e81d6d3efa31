// The round on 64 bytes of message in two registers of 32 bytes. It serves one block and short
// messages, and each 16-byte lane has the rows of one S-box:
//
//   a   | row 0 of columns 0 .. 7 | row 4 | row 1 | row 5 |        lower lane S0, upper lane S1
//   b   | row 2                   | row 6 | row 3 | row 7 |        lower lane S2, upper lane S3
//
// The columns are those of one block of 64 bytes, or of several blocks; a single shorter block is
// repeated. A pass over all four tables takes 32 byte shuffles and serves every byte. One block
// needs this pass in any case, and it is enough for 64 bytes.
//
// MixColumns is computed in two sums, where + is XOR and rows are counted modulo 8:
//
//   E(x)_r = sum over even j of c_j x_{r+j}      O(x)_r = sum over even j of c_{j+1} x_{r+j}
//   y_r    = E(x)_r + O(x)_{r+1}
//
// E and O need no exchange of lanes: x_{r+2} is in b for the rows of a. For the rows of b it is in
// a, with the halves of each lane exchanged. Only the last sum crosses lanes. The products have
// offsets (double_offset), which the S-boxes correct. Round keys have the layout of the state and
// serve both directions.
//
// Source: [DSTU 7624:2014].
#pragma once

#include "cipher/kalyna/round.hpp"

namespace hedgerow::HR_ISA {
namespace {

using namespace kalyna;

constexpr int kGroupBytes = 64;

// kN groups of 64 bytes.
template <int kN>
struct BoxLanes {
  Vec a[kN], b[kN];
};

// Two S-boxes in the two lanes of a register, in rows of 16 entries. A byte shuffle gives 0 if bit
// 7 of its index is set. Therefore, with x < 128, the indices x - 16 k read only the rows 0 to x /
// 16. Each row is stored as the sum with the row before it, so that the sum of all reads is the
// wanted entry. The upper half of the box is stored as the sum with the lower half:
//
//   S(x) = lower(x & 127) + (bit 7 of x) * upper(x & 127)
struct alignas(64) BoxPair {
  std::uint8_t lower[8][32], upper[8][32];
};
consteval BoxPair make_box_pair(const Box& first, const Box& second) {
  BoxPair r{};
  for (int k = 0; k < 8; k++)
    for (int i = 0; i < 32; i++) {
      const auto& t = i < 16 ? first.t : second.t;
      const auto step = [&](int at) { return t[at] ^ (k ? t[at - 16] : 0); };
      const int at = 16 * k + i % 16;
      r.lower[k][i] = (std::uint8_t)step(at);
      r.upper[k][i] = (std::uint8_t)(step(at) ^ step(128 + at));
    }
  return r;
}
struct BoxPairs {
  BoxPair a, b;
};
consteval BoxPairs make_box_pairs(const Boxes& boxes) {
  return {make_box_pair(boxes.box[0], boxes.box[1]), make_box_pair(boxes.box[2], boxes.box[3])};
}

#ifdef HR_VEC_GFNI
HR_INLINE Vec double_offset(Vec x) { return multiply<2>(x); }
constexpr unsigned kLanesOffset = 0;
#else
HR_INLINE Vec double_offset(Vec x) { return offset_twice(x); }
// 2, 4 and 8 times x have 1, 3 and 7 times the offset of a doubling. Every row of MixColumns has
// two products by 2, four by 4 and one by 8 in this sense.
constexpr unsigned kLanesOffset = kalyna::gf_mul(7, kTwiceOffset);
#endif
consteval unsigned sum_of_row(Row row) {
  unsigned sum = 0;
  for (auto c : row.c) sum ^= c;
  return sum;
}
// The S-boxes correct the offset of MixColumns before it: they add a constant that the rows of the
// matrix map to this offset.
consteval Boxes boxes_of_lanes() {
  const unsigned before = kalyna::gf_mul(kLanesOffset, gf_inverse(sum_of_row(kMixRow)));
  Boxes r = kBoxes;
  for (auto& box : r.box)
    for (auto& entry : box.t) entry ^= (std::uint8_t)before;
  return r;
}
constexpr BoxPairs kLanesBoxes = make_box_pairs(boxes_of_lanes()),
                   kLanesInverseBoxes = make_box_pairs(kInverseBoxes);

// SubBytes. The asm hides the address of the tables from the compiler, because gcc would otherwise
// copy their rows to the stack before the rounds.
template <int kN>
HR_KALYNA_STEP void sub_lanes(const BoxPairs& boxes, BoxLanes<kN>& s) {
  const BoxPairs* here = &boxes;
  __asm__ volatile("" : "+r"(here));
  const auto half = [&](const BoxPair& box, Vec* x) HR_LAMBDA {
    Vec index[kN], lower[kN], upper[kN];
    unroll<kN>([&](auto n) HR_LAMBDA { index[n] = and2(x[n], splat8(127)); });
    unroll<8>([&](auto k) HR_LAMBDA {
      const Vec low = load(box.lower[k]), up = load(box.upper[k]);
      unroll<kN>([&](auto n) HR_LAMBDA {
        const Vec i = k == 0 ? index[n] : sub8(index[n], splat8(16 * k));
        const Vec l = shuffle(low, i), u = shuffle(up, i);
        lower[n] = k == 0 ? l : xor2(lower[n], l);
        upper[n] = k == 0 ? u : xor2(upper[n], u);
      });
    });
    unroll<kN>([&](auto n) HR_LAMBDA { x[n] = xor2(lower[n], and2(upper[n], negative8(x[n]))); });
  };
  half(here->a, s.a);
  half(here->b, s.b);
}

struct alignas(32) LanesIndex {
  std::uint8_t b[32];
};
// The row that is in a half lane.
consteval int lanes_row(bool of_b, int at) { return at / 16 + at / 8 % 2 * 4 + (of_b ? 2 : 0); }
consteval LanesIndex make_lanes_shift(int columns, bool of_b, bool inverse) {
  LanesIndex r{};
  for (int i = 0; i < 32; i++) {
    const int right = row_shift(lanes_row(of_b, i), columns), column = i % columns;
    const int from = (column + (inverse ? right : columns - right)) % columns;
    r.b[i] = (std::uint8_t)(i % 16 - column + from);
  }
  return r;
}
template <int kColumns, bool kOfB, bool kInverse>
constexpr LanesIndex kLanesShift = make_lanes_shift(kColumns, kOfB, kInverse);
template <int kColumns, bool kInverse, int kN>
HR_KALYNA_STEP void shift_lanes(BoxLanes<kN>& s) {
  unroll<kN>([&](auto n) HR_LAMBDA {
    s.a[n] = shuffle(s.a[n], load(kLanesShift<kColumns, false, kInverse>.b));
    s.b[n] = shuffle(s.b[n], load(kLanesShift<kColumns, true, kInverse>.b));
  });
}

// MixColumns with a key. ta and tb are products by 6, and the sums that cross lanes come first.
HR_KALYNA_STEP void mix_lanes(Vec& x, Vec& y, Vec key_x, Vec key_y) {
  const Vec a = x, b = y;
  const Vec a2 = double_offset(a), b2 = double_offset(b), a4 = double_offset(a2),
            b4 = double_offset(b2);
  const Vec ab = xor2(a, b), ta = xor2(a2, a4), tb = xor2(b2, b4);
  const Vec odd_turned = xor2(xor2(swap_words64(ab), b4), ta), odd_a = swap_words64(odd_turned),
            odd_b = xor2(xor2(b, a4), swap_words64(xor2(a, tb)));
  const Vec a8 = double_offset(a4), b8 = double_offset(b4);
  const Vec even_a = xor2(xor2(key_x, xor2(ab, b4)), swap_words64(xor2(a8, xor2(b, tb)))),
            even_b = xor2(xor2(key_y, xor2(ab, ta)), swap_words64(xor2(b8, xor2(a, a4))));
  x = xor2(even_a, join_lanes(odd_a, odd_b));
  y = xor2(even_b, join_lanes(odd_b, odd_turned));
}
// Multiplies by any circulant matrix. A product of nibbles takes the same time for every
// coefficient. The inverse matrix has large ones, therefore this is faster there than N * M of
// spec.hpp, and takes fewer operations.
template <Row kRow>
HR_KALYNA_STEP void multiply_lanes(Vec a, Vec b, Vec& x, Vec& y) {
  const auto sum = [&](auto of_a, auto of_b) HR_LAMBDA {
    return xor2(multiply<kRow.c[of_a]>(a), multiply<kRow.c[of_b]>(b));
  };
  const auto turned = [&](Vec straight, Vec crossed)
                          HR_LAMBDA { return xor2(straight, swap_words64(crossed)); };
  const Vec odd_a = turned(sum(Index<1>{}, Index<3>{}), sum(Index<5>{}, Index<7>{})),
            odd_b = turned(sum(Index<7>{}, Index<1>{}), sum(Index<3>{}, Index<5>{}));
  x = xor2(turned(sum(Index<0>{}, Index<2>{}), sum(Index<4>{}, Index<6>{})),
           join_lanes(odd_a, odd_b));
  y = xor2(turned(sum(Index<6>{}, Index<0>{}), sum(Index<2>{}, Index<4>{})),
           join_lanes(odd_b, swap_words64(odd_a)));
}

template <int kColumns, int kN>
HR_INLINE void encrypt_lanes_round(BoxLanes<kN>& s, Vec key_a, Vec key_b) {
  sub_lanes(kLanesBoxes, s);
  shift_lanes<kColumns, false>(s);
  unroll<kN>([&](auto n) HR_LAMBDA { mix_lanes(s.a[n], s.b[n], key_a, key_b); });
}
template <int kColumns, int kN>
HR_INLINE void decrypt_lanes_round(BoxLanes<kN>& s) {
  unroll<kN>([&](auto n)
                 HR_LAMBDA { multiply_lanes<kInverseRow>(s.a[n], s.b[n], s.a[n], s.b[n]); });
  shift_lanes<kColumns, true>(s);
  sub_lanes(kLanesInverseBoxes, s);
}

// The shuffle from two columns, 16 bytes of memory in each lane, to words of two bytes: rows 0 4 2
// 6 or 1 5 3 7, twice.
consteval LanesIndex make_word_index() {
  LanesIndex r{};
  for (int i = 0; i < 32; i++)
    r.b[i] = (std::uint8_t)(i % 2 * 8 + lanes_row(i / 4 % 2 != 0, i / 16 * 16 + i / 2 % 2 * 8));
  return r;
}
constexpr LanesIndex kWordIndex = make_word_index();
// The same for a or b, with the two columns repeated.
consteval LanesIndex make_pair_index(bool of_b) {
  LanesIndex r{};
  for (int i = 0; i < 32; i++) r.b[i] = (std::uint8_t)(i % 2 * 8 + lanes_row(of_b, i));
  return r;
}
template <bool kOfB>
constexpr LanesIndex kPairIndex = make_pair_index(kOfB);

// Converts kChunks (1, 2, 4) times 16 bytes, each in both lanes of a register, to a and b. Fewer
// than four chunks are repeated.
template <int kChunks>
HR_INLINE void lanes_from_chunks(const Vec* chunk, Vec& a, Vec& b) {
  if constexpr (kChunks == 1) {
    a = shuffle(chunk[0], load(kPairIndex<false>.b));
    b = shuffle(chunk[0], load(kPairIndex<true>.b));
  } else {
    Vec t[2];
    unroll<2>([&](auto i) HR_LAMBDA {
      constexpr int at = 2 * i % kChunks;
      t[i] = unpack_lo16(shuffle(chunk[at], load(kWordIndex.b)),
                         shuffle(chunk[at + 1], load(kWordIndex.b)));
    });
    a = unpack_lo32(t[0], t[1]);
    b = unpack_hi32(t[0], t[1]);
  }
}
// Converts back, so that the content of a chunk is in its lower lane.
template <int kChunks>
HR_INLINE void chunks_from_lanes(Vec a, Vec b, Vec* chunk) {
  const Vec lo = unpack_lo8(a, b), hi = unpack_hi8(a, b);
  unroll<(kChunks + 1) / 2>([&](auto i) HR_LAMBDA {
    const Vec rows = i == 0 ? unpack_lo16(lo, hi) : unpack_hi16(lo, hi),
              odd_rows = join_lanes(rows, rows);
    chunk[2 * i] = unpack_lo8(rows, odd_rows);
    if constexpr (kChunks > 1) chunk[2 * i + 1] = unpack_hi8(rows, odd_rows);
  });
}

// Loads or stores 16 * kChunks bytes of a message, and adds or subtracts an outer round key.
template <int kChunks, bool kSubtract>
HR_INLINE void load_lanes_state(const std::uint8_t* in, const std::uint8_t* key, Vec& a, Vec& b) {
  Vec chunk[kChunks];
  unroll<kChunks>([&](auto i) HR_LAMBDA {
    const Vec x = load_splat128(in + 16 * i), k = load_splat128(key + 16 * i);
    chunk[i] = kSubtract ? sub64(x, k) : add64(x, k);
  });
  lanes_from_chunks<kChunks>(chunk, a, b);
}
template <int kChunks, bool kSubtract>
HR_INLINE void store_lanes_state(Vec a, Vec b, const std::uint8_t* key, std::uint8_t* out) {
  Vec chunk[kChunks];
  chunks_from_lanes<kChunks>(a, b, chunk);
  unroll<kChunks>([&](auto i) HR_LAMBDA {
    const Vec k = load_splat128(key + 16 * i);
    store_lane(out + 16 * i, kSubtract ? sub64(chunk[i], k) : add64(chunk[i], k));
  });
}

// The round on up to 32 bytes of message in one register, with even rows in one lane and odd rows
// in the other. For one block of 16 or 32 bytes this is shorter than the form with two registers,
// and it uses the same tables.
//
//   x   | row 0 of columns 0 .. 3 | row 2 | row 4 | row 6 |        lower lane: S0 S2 S0 S2
//       | row 1                   | row 3 | row 5 | row 7 |        upper lane: S1 S3 S1 S3
//
// Both pairs of tables are read at the same indices. E and O are as above. Each coefficient takes
// one byte shuffle, which rotates rows and columns (ShiftRows, or its inverse). For O, it also
// rotates the lower lane by one of its rows before the lanes are exchanged, because row 1 of the
// result needs row 2 of O. Blocks of two columns are repeated.

constexpr int kPairBytes = 32;

HR_KALYNA_STEP Vec sub_pair(const BoxPairs& boxes, Vec x) {
  const BoxPairs* here = &boxes;
  __asm__ volatile("" : "+r"(here));
  const Vec index = and2(x, splat8(127));
  Vec lower[2], upper[2];
  unroll<8>([&](auto k) HR_LAMBDA {
    const Vec i = k == 0 ? index : sub8(index, splat8(16 * k));
    unroll<2>([&](auto of_b) HR_LAMBDA {
      const BoxPair& box = of_b ? here->b : here->a;
      const Vec l = shuffle(load(box.lower[k]), i), u = shuffle(load(box.upper[k]), i);
      lower[of_b] = k == 0 ? l : xor2(lower[of_b], l);
      upper[of_b] = k == 0 ? u : xor2(upper[of_b], u);
    });
  });
  return xor2(blend_words32(lower[0], lower[1]),
              and2(blend_words32(upper[0], upper[1]), negative8(x)));
}

// The bytes that coefficient number j of a matrix multiplies. There is one byte for each byte of E
// (j even) or of O before lanes are exchanged (j odd). They come from the state before ShiftRows;
// with `inverse`, from the state whose sum includes the inverse of ShiftRows.
consteval LanesIndex make_pair_term(int columns, int j, bool inverse) {
  LanesIndex r{};
  for (int i = 0; i < 32; i++) {
    const int lane = i / 16, column = i % columns;
    // The row of the result for this byte, and the row of its lane that it uses.
    const int row = 2 * (i / 4 % 4) + (j % 2 ? 1 - lane : lane), from = (row + j) % 8;
    const int right = row_shift(inverse ? row : from, columns);
    const int before = (column + (inverse ? right : columns - right)) % columns;
    r.b[i] = (std::uint8_t)(from / 2 * 4 + i % 4 - column + before);
  }
  return r;
}
template <int kColumns, int kTerm, bool kInverse>
constexpr LanesIndex kPairTerm = make_pair_term(kColumns, kTerm, kInverse);

template <int kColumns, int kTerm, bool kInverse>
HR_INLINE Vec pair_term(Vec x) {
  return shuffle(x, load(kPairTerm<kColumns, kTerm, kInverse>.b));
}

// ShiftRows and MixColumns with a key, where the sums that cross lanes come first.
template <int kColumns>
HR_KALYNA_STEP Vec mix_pair(Vec x, Vec key) {
  const auto term = [](auto j, Vec v) HR_LAMBDA { return pair_term<kColumns, j, false>(v); };
  const Vec x2 = double_offset(x);
  const Vec plain = xor2(term(Index<1>{}, x), term(Index<3>{}, x)),
            even = xor2(key, term(Index<0>{}, x));
  const Vec x4 = double_offset(x2), x6 = xor2(x4, x2);
  const Vec odd = xor2(xor2(plain, term(Index<7>{}, x4)), term(Index<5>{}, x6));
  const Vec joined = join_lanes(odd, odd);
  const Vec five = xor2(even, term(Index<2>{}, xor2(x4, x))), seven = term(Index<6>{}, xor2(x6, x)),
            eight = term(Index<4>{}, double_offset(x4));
  return xor2(xor2(five, xor2(seven, eight)), joined);
}
// The inverses of both, by products of nibbles.
template <int kColumns>
HR_KALYNA_STEP Vec inverse_mix_pair(Vec x) {
  const auto term = [&](auto j) HR_LAMBDA {
    return pair_term<kColumns, j, true>(multiply<kInverseRow.c[j]>(x));
  };
  const Vec odd =
      xor2(xor2(term(Index<1>{}), term(Index<3>{})), xor2(term(Index<5>{}), term(Index<7>{})));
  const Vec joined = join_lanes(odd, odd);
  const Vec even =
      xor2(xor2(term(Index<0>{}), term(Index<2>{})), xor2(term(Index<4>{}), term(Index<6>{})));
  return xor2(even, joined);
}

template <int kColumns>
HR_INLINE Vec encrypt_pair_round(Vec x, Vec key) {
  return mix_pair<kColumns>(sub_pair(kLanesBoxes, x), key);
}
template <int kColumns>
HR_INLINE Vec decrypt_pair_round(Vec x) {
  return sub_pair(kLanesInverseBoxes, inverse_mix_pair<kColumns>(x));
}

// The shuffle from two columns, 16 bytes of memory in each lane, to the even (lower lane) or odd
// rows. A word of two bytes has one row of both columns. If `repeated`, each word follows itself;
// otherwise all four words follow again.
consteval LanesIndex make_pair_words(bool repeated) {
  LanesIndex r{};
  for (int i = 0; i < 32; i++)
    r.b[i] = (std::uint8_t)(i % 2 * 8 + i / 16 + 2 * (repeated ? i / 4 % 4 : i / 2 % 4));
  return r;
}
template <bool kRepeated>
constexpr LanesIndex kPairWords = make_pair_words(kRepeated);
// Transposes 4x4 bytes of a lane.
consteval LanesIndex make_pair_turned() {
  LanesIndex r{};
  for (int i = 0; i < 32; i++) r.b[i] = (std::uint8_t)(i % 4 * 4 + i / 4 % 4);
  return r;
}
constexpr LanesIndex kPairTurned = make_pair_turned();

// Loads 16 * kChunks (1, 2) bytes of message and adds or subtracts the outer keys.
template <int kChunks, bool kSubtract>
HR_INLINE Vec load_pair_state(const std::uint8_t* in, const std::uint8_t* key) {
  Vec word[kChunks];
  unroll<kChunks>([&](auto i) HR_LAMBDA {
    const Vec x = load_splat128(in + 16 * i), k = load_splat128(key + 16 * i);
    word[i] = shuffle(kSubtract ? sub64(x, k) : add64(x, k), load(kPairWords < kChunks == 1 >.b));
  });
  if constexpr (kChunks == 1) return word[0];
  return unpack_lo16(word[0], word[kChunks - 1]);
}
template <int kChunks, bool kSubtract>
HR_INLINE void store_pair_state(Vec x, const std::uint8_t* key, std::uint8_t* out) {
  const Vec rows = shuffle(x, load(kPairTurned.b)), odd_rows = join_lanes(rows, rows);
  unroll<kChunks>([&](auto i) HR_LAMBDA {
    const Vec k = load_splat128(key + 16 * i),
              chunk = i == 0 ? unpack_lo8(rows, odd_rows) : unpack_hi8(rows, odd_rows);
    store_lane(out + 16 * i, kSubtract ? sub64(chunk, k) : add64(chunk, k));
  });
}

}  // namespace
}  // namespace hedgerow::HR_ISA
