// The meanings of vector instructions and of those on masks: one row for each mnemonic, in the table at the end. A
// meaning computes the result from the sources, and Machine::write_vector puts it into the destination.
// instructions_check.cpp compares every meaning with the processor.
//
// The word of Intel's and AMD's manuals for a part of a vector that has its own result is element. A lane has 128 bits.
#include <unordered_map>

#include "machine.hpp"

namespace hedgerow::proof {
namespace {

using Vector = Machine::Vector;

// One instruction that runs: its sources and its result.
struct Step {
  Machine& m;
  const Instruction& i;
  Arithmetic& a;
  int bits;  // of the destination, or of the first source if the result is a mask or a general register
  Vector source[3];
  int immediate = -1;      // the last operand, or -1
  bool is_chosen = false;  // the meaning has used the mask
  Vector result;

  // Byte k of the result is byte f(k) of the sources, each of which has 64 bytes. Negative: 0.
  template <class F>
  void move(F f) {
    for (int k = 0; k < bits / 8; k++)
      if (const int from = f(k); from >= 0) result.put(k, 8, source[from / 64].byte(from % 64));
  }
  // The same for elements of w bits.
  template <class F>
  void move(int w, F f) {
    move([&](int k) {
      const int from = f(k / (w / 8));
      return from < 0 ? -1 : from * (w / 8) + k % (w / 8);
    });
  }
  // Sets element k of a result of comparisons: all its bits, or the bit of a mask.
  void decide(int k, int w, const Bit& b) {
    Word word;
    word.set(0, b);
    if (i.operand[0].kind != Operand::kMask)
      result.put(k, w, Arithmetic::extend_sign(word, 1, w));
    else if (!i.mask)
      result.put(k, 1, word);
    else
      result.put(k, 1, a.bitwise_and(word, Arithmetic::part(m.masks[i.mask], k, 1)));
  }
  int count() const {  // of a shift or a rotation
    if (immediate < 0) throw ProofError("a shift by a register");
    return immediate;
  }
};
using Meaning = void (*)(Step&);

Bit negated(Step& s, const Bit& b) { return s.a.terms().exclusive_or(b, constant(true)); }

// Each element of the result is a function of the elements of two sources.
using Function = Word (*)(Step&, const Word&, const Word&, int w);
template <int w, Function f>
void elements(Step& s) {
  for (int k = 0; k < s.bits / w; k++)
    s.result.put(k, w, f(s, s.source[0].lane(k, w), s.source[1].lane(k, w), w));
}
Word exclusive_or(Step& s, const Word& x, const Word& y, int) { return s.a.bitwise_xor(x, y); }
Word both(Step& s, const Word& x, const Word& y, int) { return s.a.bitwise_and(x, y); }
Word either(Step& s, const Word& x, const Word& y, int) { return s.a.bitwise_or(x, y); }
Word second_only(Step& s, const Word& x, const Word& y, int w) {
  return s.a.bitwise_and(s.a.bitwise_not(x, w), y);
}
Word plus(Step& s, const Word& x, const Word& y, int w) {
  if (s.m.mutates(Mutation::kCarry, !(x.known() && y.known()))) return s.a.bitwise_xor(x, y);
  return s.a.sum(x, y, false, w);
}
Word minus(Step& s, const Word& x, const Word& y, int w) { return s.a.sum(x, y, true, w); }
Word times(Step& s, const Word& x, const Word& y, int w) { return s.m.product(x, y, w); }
Word times_low_halves(Step& s, const Word& x, const Word& y, int w) {
  return s.m.product(Arithmetic::part(x, 0, w / 2), Arithmetic::part(y, 0, w / 2), w);
}
Word gf_times(Step& s, const Word& x, const Word& y, int) {
  return s.a.lift({&x, &y}, 8,
                  [](const std::uint64_t* v) {
                    std::uint64_t r = 0;
                    for (int k = 7; k >= 0; k--)
                      r = ((r << 1) ^ (r >> 7 ? 0x11b : 0)) ^ (v[1] >> k & 1 ? v[0] : 0);
                    return r & 255;
                  },
                  {1000, 0});
}
template <bool is_signed>
Bit less(Step& s, const Word& x, const Word& y, int w) {
  if (w == 8) {
    const Word r =
        s.a.lift({&x, &y}, 1,
                 [](const std::uint64_t* v) -> std::uint64_t {
                   return is_signed ? (std::int8_t)v[0] < (std::int8_t)v[1] : v[0] < v[1];
                 },
                 {1001, is_signed});
    return r.at(0);
  }
  Terms& terms = s.a.terms();
  Carry carry;
  const Word difference = s.a.add(x, s.a.bitwise_not(y, w), constant(true), w, &carry);
  if (!is_signed) return negated(s, carry.out);
  return terms.exclusive_or(difference.at(w - 1), terms.exclusive_or(carry.in, carry.out));
}
template <bool is_signed>
Word smaller(Step& s, const Word& x, const Word& y, int w) {
  if (w == 8 && !is_signed)
    return s.a.lift({&x, &y}, 8, [](const std::uint64_t* v) { return std::min(v[0], v[1]); },
                    {1002, 0});
  return s.a.choose(less<is_signed>(s, x, y, w), x, y);
}
Bit equal(Step& s, const Word& x, const Word& y) {
  return negated(s, s.a.any(s.a.bitwise_xor(x, y)));
}

// Shifts and rotations of elements by the immediate, or by the elements of the second source.
template <int w, Function f>
void shift(Step& s) {
  for (int k = 0; k < s.bits / w; k++)
    s.result.put(k, w, f(s, s.source[0].lane(k, w), (std::uint64_t)s.count(), w));
}
int distance(const Word& n, int w) {
  if (!n.known()) throw ProofError("a term decides a shift");
  return (int)std::min(n.value, (std::uint64_t)w);
}
Word left(Step& s, const Word& x, const Word& n, int w) {
  return s.a.shift_left(x, distance(n, w), w);
}
Word right(Step& s, const Word& x, const Word& n, int w) {
  return s.a.shift_right(x, distance(n, w), w);
}
Word right_signed(Step&, const Word& x, const Word& n, int w) {
  const int d = std::min(distance(n, w), w - 1);
  return Arithmetic::extend_sign(Arithmetic::part(x, d, w - d), w - d, w);
}
Word turn_left(Step& s, const Word& x, const Word& n, int w) {
  return s.a.rotate_left(x, (int)(n.value % (unsigned)w), w);
}
Word turn_right(Step& s, const Word& x, const Word& n, int w) {
  return s.a.rotate_left(x, w - (int)(n.value % (unsigned)w), w);
}
// The upper half of (x, y) << n.
template <int w>
void shift_double(Step& s) {
  const int n = s.count() % w;
  for (int k = 0; k < s.bits / w; k++)
    s.result.put(k, w,
                 Arithmetic::join(s.a.shift_left(s.source[0].lane(k, w), n, w),
                                  s.a.shift_right(s.source[1].lane(k, w), w - n, w)));
}

// Bit 4 x + 2 y + z of the immediate is the function of three bits.
void ternary(Step& s) {
  for (int k = 0; k < s.bits / 64; k++)
    s.result.word[k] = s.a.ternary((unsigned)s.immediate, s.source[0].word[k], s.source[1].word[k],
                                   s.source[2].word[k]);
}

// Comparisons. `relation` is the immediate of VPCMP: 0 to 7 for =, <, <=, false and their complements.
template <int w, int relation, bool is_signed>
void compare(Step& s) {
  const int r = relation < 0 ? s.immediate : relation;
  for (int k = 0; k < s.bits / w; k++) {
    const Word x = s.source[0].lane(k, w), y = s.source[1].lane(k, w);
    const int kind = r & 3;
    Bit b = kind == 0   ? equal(s, x, y)
            : kind == 1 ? less<is_signed>(s, x, y, w)
            : kind == 2 ? negated(s, less<is_signed>(s, y, x, w))
                        : constant(false);
    s.decide(k, w, r & 4 ? negated(s, b) : b);
  }
}
template <int w>
void test_none(Step& s) {
  for (int k = 0; k < s.bits / w; k++)
    s.decide(k, w,
             negated(s, s.a.any(s.a.bitwise_and(s.source[0].lane(k, w), s.source[1].lane(k, w)))));
}

// Moves of bytes.
void copy(Step& s) { s.result = s.source[0]; }
template <int w>
void copy_low(Step& s) {
  s.result.word[0] = Arithmetic::part(s.source[0].word[0], 0, w);
}
// Loads and stores of one half of the lower lane, and moves between halves.
void to_high_half(Step& s) {
  if (s.i.operand[0].kind == Operand::kVector) {
    s.result.word[0] = s.source[0].word[0];
    s.result.word[1] = s.source[1].word[0];
  } else {
    s.result.word[0] = s.source[1].word[1];
  }
}
void high_to_low(Step& s) {
  s.result.word[0] = s.source[1].word[1];
  s.result.word[1] = s.source[0].word[1];
}
template <int w, bool high>
void interleave(Step& s) {
  constexpr int n = 128 / w;
  s.move(w,
         [](int k) { return k / n * n + k % n / 2 + (high ? n / 2 : 0) + (k % 2 ? 512 / w : 0); });
}
void shuffle_words32(Step& s) {
  s.move(32, [&](int k) { return k / 4 * 4 + (s.immediate >> (2 * (k % 4)) & 3); });
}
void shuffle_low_words16(Step& s) {
  s.move(16, [&](int k) { return k % 8 < 4 ? k / 8 * 8 + (s.immediate >> (2 * (k % 4)) & 3) : k; });
}
void shuffle_two32(Step& s) {
  s.move(32, [&](int k) {
    return k / 4 * 4 + (s.immediate >> (2 * (k % 4)) & 3) + (k % 4 < 2 ? 0 : 16);
  });
}
void shuffle_two64(Step& s) {
  s.move(64, [&](int k) { return k / 2 * 2 + (s.immediate >> k & 1) + (k % 2 ? 8 : 0); });
}
void shuffle_lanes(Step& s) {  // the lower half from the first source
  const int n = s.bits / 128, each = n == 4 ? 2 : 1;
  s.move(128, [&](int k) { return (s.immediate >> (each * k) & (n - 1)) + (k < n / 2 ? 0 : 4); });
}
void choose_lanes(Step& s) {  // VPERM2I128
  s.move(128, [&](int k) {
    const int choice = s.immediate >> (4 * k) & 15;
    return choice & 8 ? -1 : choice % 2 + (choice & 2 ? 4 : 0);
  });
}
void permute_words64(Step& s) {
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
void align_lanes(Step& s) {
  s.move([&](int k) {
    const int from = k % 16 + s.immediate;
    return from >= 32 ? -1 : k / 16 * 16 + from % 16 + (from < 16 ? 64 : 0);
  });
}
void bytes_left(Step& s) {
  s.move([&](int k) { return k % 16 < s.immediate ? -1 : k - s.immediate; });
}
void bytes_right(Step& s) {
  s.move([&](int k) { return k % 16 + s.immediate >= 16 ? -1 : k + s.immediate; });
}
void even_words64(Step& s) {
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
void blend_by_sign(Step& s) {
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
void pack_unsigned(Step& s) {  // signed words of 16 bits to the nearest unsigned bytes
  for (int k = 0; k < s.bits / 8; k++) {
    const Word x = s.source[k % 16 / 8].lane(k / 16 * 8 + k % 8, 16);
    const Word most =
        s.a.choose(s.a.any(Arithmetic::part(x, 8, 7)), 255, Arithmetic::part(x, 0, 8));
    s.result.put(k, 8, s.a.choose(x.at(15), 0, most));
  }
}

// Look-ups. The index is known, or the entries are.
Word entry(Step& s, const Word& index, int w, const std::function<Word(unsigned)>& get) {
  if (index.known()) return get((unsigned)index.value);
  return s.a.lift({&index}, w, [&](const std::uint64_t* v) {
    const Word e = get((unsigned)v[0]);
    if (!e.known()) throw ProofError("a term decides which term is read");
    return e.value;
  });
}
void shuffle_bytes(Step& s) {
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
// The inverse in GF(2^8), and 0 for 0, of a byte.
const std::array<std::uint8_t, 256>& inverses() {
  static const auto table = [] {
    const auto times = [](unsigned x, unsigned y) {
      unsigned r = 0;
      for (int k = 7; k >= 0; k--) r = (r << 1) ^ (r >> 7 ? 0x11b : 0) ^ (y >> k & 1 ? x : 0);
      return r;
    };
    std::array<std::uint8_t, 256> t{};
    for (unsigned x = 1; x < 256; x++)
      for (unsigned y = 1; y < 256; y++)
        if (times(x, y) == 1) t[x] = (std::uint8_t)y;
    return t;
  }();
  return table;
}
Word look_up(Step& s, const std::array<std::uint8_t, 256>& table, const Word& x) {
  return s.a.lift({&x}, 8, [&](const std::uint64_t* v) { return table[v[0]]; },
                  {1003, (std::uint64_t)table.data()});
}
// Byte 7 - k of a matrix has the coefficients of bit k.
template <bool inverse>
void affine(Step& s) {
  Terms& terms = s.a.terms();
  for (int k = 0; k < s.bits / 8; k++) {
    Word x = s.source[0].byte(k), y = (std::uint64_t)s.immediate;
    if (inverse) x = look_up(s, inverses(), x);
    for (int bit = 0; bit < 8; bit++) {
      const Word row = s.source[1].byte(k / 8 * 8 + 7 - bit);
      Bit sum = y.at(bit);
      for (int j = 0; j < 8; j++) sum = terms.exclusive_or(sum, terms.both(row.at(j), x.at(j)));
      y.set(bit, sum);
    }
    s.result.put(k, 8, y);
  }
}
// The product of two polynomials over GF(2) in each lane.
void multiply_polynomials(Step& s) {
  for (int lane = 0; lane < s.bits / 128; lane++) {
    const Word x = s.source[0].word[2 * lane + (s.immediate & 1)],
               y = s.source[1].word[2 * lane + (s.immediate >> 4 & 1)];
    Word low, high;
    for (int k = 0; k < 64; k++) {
      if (!(y.value >> k & 1) && !(y.open >> k & 1)) continue;
      Word bit;
      bit.set(0, y.at(k));
      const Word all = Arithmetic::extend_sign(bit, 1, 64), part = s.a.bitwise_and(x, all);
      low = s.a.bitwise_xor(low, s.a.shift_left(part, k, 64));
      if (k) high = s.a.bitwise_xor(high, s.a.shift_right(part, 64 - k, 64));
    }
    s.result.word[2 * lane] = low;
    s.result.word[2 * lane + 1] = high;
  }
}

// Rounds of AES [FIPS 197 section 5]: ShiftRows, SubBytes, MixColumns, AddRoundKey, or their inverses.
const std::array<std::uint8_t, 256>& aes_box(bool inverse) {
  static const auto tables = [] {
    std::array<std::array<std::uint8_t, 256>, 2> t{};
    for (unsigned x = 0; x < 256; x++) {
      const unsigned i = inverses()[x];
      unsigned y = 0x63;
      for (unsigned k = 0; k < 5; k++) y ^= (i << k | i >> (8 - k)) & 255;
      t[0][x] = (std::uint8_t)y;
      t[1][y] = (std::uint8_t)x;
    }
    return t;
  }();
  return tables[inverse];
}
template <bool inverse, bool last>
void aes_round(Step& s) {
  static constexpr unsigned kMix[2][4] = {{2, 3, 1, 1}, {14, 11, 13, 9}};
  const auto twice = [&](const Word& x) {
    const Word high = Arithmetic::part(x, 7, 1);
    Word r = s.a.shift_left(x, 1, 8);
    for (int bit : {0, 1, 3, 4}) r = s.a.bitwise_xor(r, Arithmetic::part(high, 0, 1, bit));
    return r;
  };
  Vector boxes;
  for (int k = 0; k < s.bits / 8; k++) {
    const int row = k % 4, column = k / 4 % 4 + (inverse ? -row : row);
    const Word x = s.source[0].byte(k / 16 * 16 + (column & 3) * 4 + row);
    boxes.put(k, 8, look_up(s, aes_box(inverse), x));
  }
  for (int k = 0; k < s.bits / 8; k++) {
    Word y = last ? boxes.byte(k) : Word(0);
    for (int j = 0; j < 4 && !last; j++) {
      Word x = boxes.byte(k / 4 * 4 + (k + j) % 4);
      for (unsigned c = kMix[inverse][j]; c; c >>= 1, x = twice(x))
        if (c & 1) y = s.a.bitwise_xor(y, x);
    }
    s.result.put(k, 8, s.a.bitwise_xor(y, s.source[1].byte(k)));
  }
}

// Masks.
template <int w, Function f>
void combine(Step& s) {
  s.result.word[0] = Arithmetic::part(f(s, s.source[0].word[0], s.source[1].word[0], w), 0, w);
}
Word same_bits(Step& s, const Word& x, const Word& y, int w) {
  return s.a.bitwise_not(s.a.bitwise_xor(x, y), w);
}
template <int w>
void copy_mask(Step& s) {
  s.result.word[0] = Arithmetic::part(s.source[0].word[0], 0, w);
}
template <int w>
void shift_mask(Step& s) {
  s.result.word[0] = s.a.shift_right(s.source[0].word[0], s.immediate, w);
}
template <int w>
void mask_of_signs(Step& s) {
  for (int k = 0; k < s.bits / w; k++)
    s.result.put(k, 1, Arithmetic::part(s.source[0].lane(k, w), w - 1, 1));
}
template <int w>
void signs_of_mask(Step& s) {
  for (int k = 0; k < s.bits / w; k++)
    s.result.put(k, w, Arithmetic::extend_sign(Arithmetic::part(s.source[0].word[0], k, 1), 1, w));
}

struct Row {
  int sources;  // vectors, masks and registers; with one operand fewer, the destination is the first
  Meaning meaning;
};

const Row* find(ZydisMnemonic mnemonic) {
  static const auto table = [] {
    std::unordered_map<int, Row> t;
    const auto rows = [&](std::initializer_list<ZydisMnemonic> names, int sources, Meaning f) {
      for (ZydisMnemonic n : names) t[n] = {sources, f};
    };
#define M(name) ZYDIS_MNEMONIC_##name
#define HR_MEANING(sources, meaning, ...) rows({__VA_ARGS__}, sources, meaning);
#include "instructions.def"
#undef HR_MEANING
#undef M
    return t;
  }();
  const auto found = table.find(mnemonic);
  return found == table.end() ? nullptr : &found->second;
}

}  // namespace

bool Machine::vector(const Instruction& i) {
  if (i.mnemonic == ZYDIS_MNEMONIC_VZEROUPPER) {
    for (int r = 0; r < 16; r++)
      for (int k = 2; k < 8 && vector_[r]; k++) vector_[r]->word[k] = 0;
    return true;
  }
  if (i.mnemonic == ZYDIS_MNEMONIC_VPGATHERDQ || i.mnemonic == ZYDIS_MNEMONIC_VPGATHERQQ) {
    gather(i, i.mnemonic == ZYDIS_MNEMONIC_VPGATHERDQ ? 32 : 64);
    return true;
  }
  if (i.mnemonic == ZYDIS_MNEMONIC_KORTESTB) {
    const Word w = Arithmetic::part(
        arithmetic.bitwise_or(masks[i.operand[0].reg], masks[i.operand[1].reg]), 0, 8);
    set_logic_flags(w, 64);  // the sign is 0
    set_carry(arithmetic.terms().exclusive_or(arithmetic.any(arithmetic.bitwise_not(w, 8)),
                                              constant(true)));
    return true;
  }
  const Row* const row = find(i.mnemonic);
  const bool strings = i.mnemonic == ZYDIS_MNEMONIC_MOVSD &&  // a name of two instructions
                       i.operand[0].kind != Operand::kVector &&
                       i.operand[1].kind != Operand::kVector;
  if (!row || strings) return false;
  int given = i.operands - 1;
  Step s{*this, i, arithmetic, i.operand[0].bits, {}, -1, false, {}};
  if (given > 0 && i.operand[i.operands - 1].kind == Operand::kImmediate)
    s.immediate = (int)(i.operand[i.operands - 1].value & 255), given--;
  const int skipped = row->sources > given ? 0 : 1;
  if (row->sources + skipped - 1 != given)
    throw ProofError(std::string("unexpected operands of ") + ZydisMnemonicGetString(i.mnemonic));
  for (int k = 0; k < row->sources; k++)
    s.source[k] = read_vector(i, i.operand[k + skipped], row->meaning == copy);
  if (i.operand[0].kind == Operand::kMask && i.operand[skipped].kind == Operand::kVector)
    s.bits = i.operand[skipped].bits;
  row->meaning(s);
  write_vector(i, s.result, s.is_chosen ? 0 : i.mask);
  return true;
}

}  // namespace hedgerow::proof
