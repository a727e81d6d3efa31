// The meanings of instructions that move elements: shuffles, blends, conversions and look-ups.
#pragma once

#include "instructions/instructions.hpp"

namespace hedgerow::proof::meaning {

// Moves of bytes.
inline void copy(Step& s) { s.result = s.source[0]; }
template <int w>
void copy_low(Step& s) {
  s.result.word[0] = Arithmetic::part(s.source[0].word[0], 0, w);
}
// Loads and stores of one half of the lower lane, and moves between halves.
inline void to_high_half(Step& s) {
  if (s.i.operand[0].kind == Operand::kVector) {
    s.result.word[0] = s.source[0].word[0];
    s.result.word[1] = s.source[1].word[0];
  } else {
    s.result.word[0] = s.source[1].word[1];
  }
}
inline void high_to_low(Step& s) {
  s.result.word[0] = s.source[1].word[1];
  s.result.word[1] = s.source[0].word[1];
}
template <int w, bool high>
void interleave(Step& s) {
  constexpr int n = 128 / w;
  s.move(w,
         [](int k) { return k / n * n + k % n / 2 + (high ? n / 2 : 0) + (k % 2 ? 512 / w : 0); });
}
inline void shuffle_words32(Step& s) {
  s.move(32, [&](int k) { return k / 4 * 4 + (s.immediate >> (2 * (k % 4)) & 3); });
}
inline void shuffle_low_words16(Step& s) {
  s.move(16, [&](int k) { return k % 8 < 4 ? k / 8 * 8 + (s.immediate >> (2 * (k % 4)) & 3) : k; });
}
inline void shuffle_two32(Step& s) {
  s.move(32, [&](int k) {
    return k / 4 * 4 + (s.immediate >> (2 * (k % 4)) & 3) + (k % 4 < 2 ? 0 : 16);
  });
}
inline void shuffle_two64(Step& s) {
  s.move(64, [&](int k) { return k / 2 * 2 + (s.immediate >> k & 1) + (k % 2 ? 8 : 0); });
}
inline void shuffle_lanes(Step& s) {  // the lower half from the first source
  const int n = s.bits / 128, each = n == 4 ? 2 : 1;
  s.move(128, [&](int k) { return (s.immediate >> (each * k) & (n - 1)) + (k < n / 2 ? 0 : 4); });
}
inline void choose_lanes(Step& s) {  // VPERM2I128
  s.move(128, [&](int k) {
    const int choice = s.immediate >> (4 * k) & 15;
    return choice & 8 ? -1 : choice % 2 + (choice & 2 ? 4 : 0);
  });
}
inline void permute_words64(Step& s) {
  s.move(64, [&](int k) { return k / 4 * 4 + (s.immediate >> (2 * (k % 4)) & 3); });
}
template <int w>
void align(Step& s) {  // of the whole vector: the sources are high and low
  const int n = s.bits / w;
  s.move(w, [&](int k) {
    const int from = k + s.immediate % n;
    return from < n ? from + 512 / w : from - n;
  });
}
inline void align_lanes(Step& s) {
  s.move([&](int k) {
    const int from = k % 16 + s.immediate;
    return from >= 32 ? -1 : k / 16 * 16 + from % 16 + (from < 16 ? 64 : 0);
  });
}
inline void bytes_left(Step& s) {
  s.move([&](int k) { return k % 16 < s.immediate ? -1 : k - s.immediate; });
}
inline void bytes_right(Step& s) {
  s.move([&](int k) { return k % 16 + s.immediate >= 16 ? -1 : k + s.immediate; });
}
inline void even_words64(Step& s) {
  s.move(64, [](int k) { return k / 2 * 2; });
}
template <int w>
void repeat(Step& s) {
  s.move(w, [](int) { return 0; });
}
template <int w>
void repeat_pattern(Step& s) {  // of w bits
  s.move([](int k) { return k % (w / 8); });
}
template <int w>
void insert(Step& s) {
  const int at = s.immediate % (s.bits / w);
  s.move(w, [&](int k) { return k == at ? 512 / w : k; });
}
template <int w>
void extract(Step& s) {
  const int at = s.immediate % (s.i.operand[1].bits / w);
  s.move([&](int k) { return k < w / 8 ? at * (w / 8) + k : -1; });
}
template <int w>
void insert_element(Step& s) {  // of a general register
  const int at = s.immediate % (128 / w);
  s.move(w, [&](int k) { return k == at ? 512 / w : k; });
}
template <int w>
void extract_element(Step& s) {
  s.result.word[0] = s.source[0].lane(s.immediate % (128 / w), w);
}
template <int w>
void blend(Step& s) {
  s.move(w, [&](int k) { return s.immediate >> (k % 8) & 1 ? k + 512 / w : k; });
}
inline void blend_by_sign(Step& s) {
  for (int k = 0; k < s.bits / 8; k++)
    s.result.put(k, 8,
                 s.a.choose(s.source[2].byte(k).at(7), s.source[1].byte(k), s.source[0].byte(k)));
}
template <int w>
void blend_by_mask(Step& s) {
  s.is_chosen = true;
  for (int k = 0; k < s.bits / w; k++)
    s.result.put(k, w,
                 s.i.mask ? s.a.choose(s.m.masks[s.i.mask].at(k), s.source[1].lane(k, w),
                                       s.i.zeroing ? Word(0) : s.source[0].lane(k, w))
                          : s.source[1].lane(k, w));
}
template <int from, int to, bool is_signed>
void widen(Step& s) {
  for (int k = 0; k < s.bits / to; k++) {
    const Word x = s.source[0].lane(k, from);
    s.result.put(k, to, is_signed ? Arithmetic::extend_sign(x, from, to) : x);
  }
}
template <int from, int to>
void truncate(Step& s) {
  for (int k = 0; k < s.i.operand[1].bits / from; k++)
    s.result.put(k, to, s.source[0].lane(k, from));
}
inline void pack_unsigned(Step& s) {  // signed words of 16 bits to the nearest unsigned bytes
  for (int k = 0; k < s.bits / 8; k++) {
    const Word x = s.source[k % 16 / 8].lane(k / 16 * 8 + k % 8, 16);
    const Word most =
        s.a.choose(s.a.any(Arithmetic::part(x, 8, 7)), 255, Arithmetic::part(x, 0, 8));
    s.result.put(k, 8, s.a.choose(x.at(15), 0, most));
  }
}

// Look-ups. The index is known, or the entries are.
inline Word entry(Step& s, const Word& index, int w, const std::function<Word(unsigned)>& get) {
  if (index.known()) return get((unsigned)index.value);
  return s.a.lift({&index}, w, [&](const std::uint64_t* v) {
    const Word e = get((unsigned)v[0]);
    if (!e.known()) throw ProofError("a term decides which term is read");
    return e.value;
  });
}
inline void shuffle_bytes(Step& s) {
  for (int k = 0; k < s.bits / 8; k++) {
    const Word index = s.source[1].byte(k);
    const Bit zero = index.at(7);
    if (zero.is_constant() && zero.value()) continue;
    const Word e = entry(s, Arithmetic::part(index, 0, 4), 8,
                         [&](unsigned v) { return s.source[0].byte(k / 16 * 16 + (int)v); });
    s.result.put(k, 8, s.a.choose(zero, 0, e));
  }
}
// Elements of `tables` vectors, by the elements of an index.
template <int w, int index, int first, int tables>
void permute(Step& s) {
  const int n = s.bits / w;
  for (int k = 0; k < n; k++) {
    const Word i = s.a.bitwise_and(s.source[index].lane(k, w), (std::uint64_t)(n * tables - 1));
    s.result.put(k, w, entry(s, i, w, [&](unsigned v) {
                   const int which = (int)v / n ? (first == 0 ? 2 : first + 1) : first;
                   return s.source[which].lane((int)v % n, w);
                 }));
  }
}
}  // namespace hedgerow::proof::meaning
