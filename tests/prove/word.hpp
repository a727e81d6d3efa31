// Words of up to 64 bits. Each bit is known or a term. The arithmetic is that of the processor.
#pragma once

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <span>
#include <stdexcept>
#include <string>
#include <unordered_map>

#include "terms.hpp"

namespace hedgerow::proof {

// A proof that cannot continue, for example because a term decides a branch.
struct ProofError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Bit i is bits[i] if bit i of `open` is set, else bit i of `value`. `value` is 0 where `open` is set.
struct Word {
  std::uint64_t value = 0, open = 0;
  union {  // bits that are not open stay unset, because most words are known
    Bit bits[64];
  };

  Word() {}  // NOLINT: with a union, "= default" would delete it
  Word(std::uint64_t known) : value(known) {}
  Word(const Word& o) { *this = o; }
  Word& operator=(const Word& o) {
    value = o.value, open = o.open;
    for (int i = 0; i < 64; i += 8)
      if (open >> i & 255) std::copy_n(&o.bits[i], 8, &bits[i]);
    return *this;
  }
  bool known() const { return open == 0; }
  Bit at(int i) const { return open >> i & 1 ? bits[i] : constant(value >> i & 1); }
  void set(int i, const Bit& b) {
    value &= ~(1ull << i), open &= ~(1ull << i);
    if (b.is_constant()) {
      value |= (std::uint64_t)b.value() << i;
    } else {
      open |= 1ull << i;
      bits[i] = b;
    }
  }
};

// The last two carries of an addition: into the highest bit and out of it.
struct Carry {
  Bit in, out;
};

class Arithmetic {
 public:
  explicit Arithmetic(Terms& terms) : terms_(terms) {}
  Terms& terms() { return terms_; }
  void forget_sums() {
    sum_at_.clear(), sums_.assign(kSums, {}), compared_.clear();
    computed_.assign(kComputed, {});
  }
  Word bitwise_xor(const Word& a, const Word& b);
  Word bitwise_and(const Word& a, const Word& b);
  Word bitwise_or(const Word& a, const Word& b);
  Word bitwise_not(const Word& a, int width);
  // Bit 4 x + 2 y + z of the table is the function of bits x, y and z.
  Word ternary(unsigned table, const Word& a, const Word& b, const Word& c);
  Word add(const Word& a, const Word& b, const Bit& carry, int width, Carry* carries = nullptr);
  // Returns a + b or a - b in a normal form: x + y + z is the same in every order, x + (y - x) is not simplified, sums
  // of known words are known, and words with disjoint bits are joined before the addition.
  Word sum(const Word& a, const Word& b, bool subtract, int width);
  // Returns a + by. If a is a remembered sum x + y, this is x + y with the carry `by`.
  Word increment(const Word& a, const Bit& by, int width);
  // The same as `sum`, where the lower bits of the result are in normal form, because compilers compute sums of 16 or
  // 32 bits in wider registers.
  Word sum_in_register(const Word& a, const Word& b, bool subtract, int width);
  // The bits of a from bit `from` on, `count` of them, at bit `to` of the result; the other bits are zero.
  static Word part(const Word& a, int from, int count, int to = 0);
  static Word join(const Word& a, const Word& b);  // of words with disjoint bits
  Word shift_left(const Word& a, int n, int width) {
    return n >= width ? Word(0) : part(a, 0, width - n, n);
  }
  Word shift_right(const Word& a, int n, int width) {
    return n >= width ? Word(0) : part(a, n, width - n);
  }
  Word rotate_left(const Word& a, int n, int width);
  static Word extend_sign(const Word& a, int from, int to);
  Word choose(const Bit& which, const Word& yes, const Word& no);
  Bit any(const Word& a);  // whether a bit is set
  Bit equal(const Word& x, const Word& y, int width);
  // Whether x > y, or x = y and `ties`: the carry out of x - y - 1 + ties. If a program computes it from the results of
  // `above` and `equal` for bytes, `bitwise_or` gives the same term.
  Bit above(const Word& x, const Word& y, const Bit& ties, int width);
  // Makes a space of everything on which both words depend, if it is small, so that carries are functions of it.
  void unite(const Word& a, const Word& b);
  // The lower and the upper half of the product of two words. A bit that a carry can reach is unknown. If both words
  // have holes, the other bits are those of the product of polynomials.
  std::array<Word, 2> product_with_holes(const Word& a, const Word& b);
  // Returns f of the words, and evaluates f for all of their values. Throws if they need more than eight coordinates.
  // If `key` is not {}, it identifies f, and the values are remembered. A key begins with a number of its kind.
  using Key = std::vector<std::uint64_t>;
  Word lift(std::span<const Word* const> in, int width,
            const std::function<std::uint64_t(const std::uint64_t*)>& f, const Key& key = {});
  Word lift(std::initializer_list<const Word*> in, int width,
            const std::function<std::uint64_t(const std::uint64_t*)>& f, const Key& key = {}) {
    return lift(std::span(in.begin(), in.size()), width, f, key);
  }

 private:
  struct Lifted {
    std::vector<std::uint64_t> key;
    std::vector<Table> tables;
  };
  // The result of an operation on words of these values and terms, apart from their block.
  struct Computed {
    Key key;
    Word result;
  };
  static constexpr std::size_t kComputed = 1 << 12;
  std::vector<Computed> computed_ = std::vector<Computed>(kComputed);
  template <class Compute>
  Word once(Key key, std::span<const Word* const> in, Compute f) {
    std::uint32_t block = 0;
    for (const Word* w : in) {
      if (!have_block(*w, &block)) return f();
      key.insert(key.end(), {w->value, w->open});
      for (std::uint64_t m = w->open; m; m &= m - 1) {
        const Bit& b = w->bits[__builtin_ctzll(m)];
        key.insert(key.end(), {b.print.lo, b.print.hi, b.view});
      }
    }
    std::uint64_t hash = 0;
    for (std::uint64_t x : key) hash = (hash ^ x) * 0x9e3779b97f4a7c15, hash ^= hash >> 29;
    Computed& at = computed_[hash % kComputed];
    if (at.key != key) at.result = f(), at.key = std::move(key);
    return of_block(at.result, block);
  }
  Word lift_once(std::span<const Word* const> in, int width,
                 const std::function<std::uint64_t(const std::uint64_t*)>& f, const Key& key);
  struct Sum {
    Word result;
    int width = 0;
    std::vector<Word> part[2];  // added and subtracted
    std::uint64_t known = 0;
    bool has_block = false;  // of a block, whose number is not noted in the parts
    bool cleared = false;    // whether the low byte of the result was cleared afterwards
  };
  // Notes the block of the bits of a word. Returns false if they have several blocks.
  static bool have_block(const Word& a, std::uint32_t* block);
  static Word of_block(Word a, std::uint32_t number);
  // Finds the sum that a word is, and the block of the word.
  const Sum* find_sum(const Word& a, int width, std::uint32_t* block, bool cleared = false) const;
  Word add_parts(Sum* s);
  struct Comparison {  // of bytes, whose block is not noted
    enum Kind : std::uint8_t { kAbove, kEqual, kEqualWithTies } kind;
    static std::uint64_t key(const Bit& b, Kind kind) {
      return b.print.lo ^ (std::uint64_t)kind << 62;
    }
    Print print;
    std::array<Bit, 8> x, y;
    Bit ties;
  };
  const Comparison* comparison(const Bit& b, Comparison::Kind kind) const;
  void remember(Comparison::Kind kind, const Bit& result, const Word& x, const Word& y, int width);
  Bit note_product(const Bit& a, const Bit& b, const Bit& product);
  bool join_comparisons(const Bit& a, const Bit& b, Bit* result);
  static constexpr std::size_t kSums = 8192;  // the latest ones are remembered
  int add_known(const Word& a, const Word& b, int from, int width, Bit* carry, Word* r);
  Word add_byte(const Word& a, const Word& known, Bit* carry);
  void expand(const Word& a, bool subtract, int width, Sum* to) const;
  void remember(const Sum& s);
  Terms& terms_;
  std::unordered_map<std::uint64_t, std::vector<Lifted>> lifted_;
  std::vector<Sum> sums_ = std::vector<Sum>(kSums);
  std::unordered_map<std::uint64_t, std::size_t> sum_at_;  // by the hash of the result
  std::size_t next_sum_ = 0;
  std::unordered_map<std::uint64_t, Comparison> compared_;  // by the result and the kind
};

}  // namespace hedgerow::proof
