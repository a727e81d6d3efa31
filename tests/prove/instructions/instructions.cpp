// The meanings of instructions for Galois fields, AES and masks, and the table that gives each mnemonic its meaning.
// check.cpp compares every meaning with the processor.
#include <array>
#include <unordered_map>

#include "instructions/moves.hpp"

namespace hedgerow::proof {
namespace {

using namespace meaning;

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
    const Word x = s.source[0].word[2 * lane + (s.immediate & 1)];
    Word y = s.source[1].word[2 * lane + (s.immediate >> 4 & 1)];
    if (s.m.mutates(Mutation::kConstant, y.known() && !x.known(), 3 + lane)) y = y.value ^ 0x20;
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
#include "instructions/instructions.def"
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
  Step s(*this, i);
  if (given > 0 && i.operand[i.operands - 1].kind == Operand::kImmediate)
    s.immediate = (int)(i.operand[i.operands - 1].value & 255), given--;
  const int skipped = row->sources > given ? 0 : 1;
  if (row->sources + skipped - 1 != given)
    throw ProofError(std::string("unexpected operands of ") + ZydisMnemonicGetString(i.mnemonic));
  const auto vector_or_memory = [](const Operand& o) {
    return o.kind == Operand::kVector || o.kind == Operand::kMemory;
  };
  const bool mutated = mutation.kind != Mutation::kNone && vector_or_memory(i.operand[0]);
  bool open = false;
  for (int k = 0; k < row->sources; k++) {
    Operand o = i.operand[k + skipped];
    if (mutated && vector_or_memory(o)) {
      open |= is_open(o);
      const bool loads = o.kind == Operand::kMemory && i.operand[0].kind == Operand::kVector;
      if (mutates(Mutation::kKey, loads && is_open(o))) o.value += 16;
    }
    s.source[k] = read_vector(i, o, row->meaning == copy);
  }
  for (int k = 0; mutated && k < row->sources; k++) {
    const Operand& o = i.operand[k + skipped];
    const bool loads = o.kind == Operand::kMemory && !is_open(o);
    if (mutates(Mutation::kConstant, open && loads, k))
      s.source[k].word[0] = arithmetic.bitwise_xor(s.source[k].word[0], 0x20);
  }
  const bool two = row->sources >= 2 && vector_or_memory(i.operand[skipped + 1]);
  if (mutated && mutates(Mutation::kSwap, open && two)) std::swap(s.source[0], s.source[1]);
  if (mutated && mutates(Mutation::kImmediate, open && s.immediate >= 0)) s.immediate ^= 1;
  if (i.operand[0].kind == Operand::kMask && i.operand[skipped].kind == Operand::kVector)
    s.bits = i.operand[skipped].bits;
  row->meaning(s);
  write_vector(i, s.result, s.is_chosen ? 0 : i.mask);
  return true;
}

}  // namespace hedgerow::proof
