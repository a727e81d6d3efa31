// Arithmetic on words of terms, with the normal form of sums and functions by their tables.
#include "word.hpp"

#include <algorithm>
#include <vector>

namespace hedgerow::proof {
namespace {

std::uint64_t low_bits(int n) { return n >= 64 ? ~0ull : (1ull << n) - 1; }

}  // namespace

Word Arithmetic::bitwise_xor(const Word& a, const Word& b) {
  Word r((a.value ^ b.value) & ~(a.open | b.open));
  for (std::uint64_t m = a.open | b.open; m; m &= m - 1) {
    const int i = __builtin_ctzll(m);
    r.set(i, terms_.exclusive_or(a.at(i), b.at(i)));
  }
  return r;
}
Word Arithmetic::bitwise_and(const Word& a, const Word& b) {
  Word r(a.value & b.value);
  for (std::uint64_t m = (a.open | b.open) & (a.open | a.value) & (b.open | b.value); m;
       m &= m - 1) {
    const int i = __builtin_ctzll(m);
    r.set(i, terms_.both(a.at(i), b.at(i)));
    if (!compared_.empty()) r.set(i, note_product(a.at(i), b.at(i), r.at(i)));
  }
  return r;
}
Word Arithmetic::bitwise_or(const Word& a, const Word& b) {
  Word r = bitwise_not(bitwise_and(bitwise_not(a, 64), bitwise_not(b, 64)), 64);
  for (std::uint64_t m = compared_.empty() ? 0 : a.open & b.open; m; m &= m - 1) {
    const int i = __builtin_ctzll(m);
    Bit joined;
    if (join_comparisons(a.at(i), b.at(i), &joined)) r.set(i, joined);
  }
  return r;
}
Word Arithmetic::bitwise_not(const Word& a, int width) { return bitwise_xor(a, low_bits(width)); }

Word Arithmetic::ternary(unsigned table, const Word& a, const Word& b, const Word& c) {
  unsigned monomials = table;  // of the algebraic normal form
  for (unsigned step : {1u, 2u, 4u})
    for (unsigned v = 0; v < 8; v++)
      if (v & step) monomials ^= (monomials >> (v ^ step) & 1) << v;
  const bool many = __builtin_popcount(monomials & 0b11101000) > 1;
  const Table f = many ? table_of([&](unsigned v) { return table >> (v & 7) & 1; }) : Table{};
  Word r;
  Bit last[3], out = constant(false);
  bool has_last = false;  // and its bits have one block
  for (int bit = 0; bit < 64; bit++) {
    const Bit in[3] = {c.at(bit), b.at(bit), a.at(bit)};
    std::uint32_t block;
    const bool one_block = Terms::have_block(in, 3, &block);
    if (has_last && one_block && std::equal(in, in + 3, last, [](const Bit& x, const Bit& y) {
          return x.print == y.print && x.view == y.view;
        })) {
      r.set(bit, out.of_block(block));
      continue;
    }
    std::copy_n(in, 3, last);
    has_last = one_block;
    out = constant(monomials & 1);
    if (many && std::none_of(in, in + 3, [](const Bit& x) { return x.is_constant(); })) {
      terms_.apply(in, 3, &f, 1, &out);
    } else {
      for (unsigned m = 1; m < 8; m++) {
        if (!(monomials >> m & 1)) continue;
        Bit product = constant(true);
        for (unsigned k = 0; k < 3; k++)
          if (m >> k & 1) product = terms_.both(product, in[k]);
        out = terms_.exclusive_or(out, product);
      }
    }
    r.set(bit, out);
  }
  return r;
}

// Adds eight or four bits of a word and known bits as functions of one space, and returns how many. So sums with all
// known values, for example counters, have these bits and the carry as their coordinates, and an S-box of sums agrees
// with gates.
int Arithmetic::add_known(const Word& a, const Word& b, int from, int width, Bit* carry, Word* r) {
  const int n = from % 8 == 0 && carry->is_constant() ? 8 : 4;
  const unsigned mask = (1u << n) - 1;
  const bool known[2] = {(a.open >> from & mask) == 0, (b.open >> from & mask) == 0};
  if (from % 4 || from + n > width || known[0] == known[1]) return 0;
  const Word& x = known[0] ? b : a;
  if (carry->is_choice() && from % 8 == 0 && from + 8 <= width && (x.open >> from & 255) == 255 &&
      ((known[0] ? a : b).open >> from & 255) == 0) {  // in a class, the carry can be known
    Bit in[9], out[9];
    for (int i = 0; i < 8; i++) in[i] = x.at(from + i);
    in[8] = *carry;
    terms_.by_cases(in, 9, out, 9, [&](const Bit* of, Bit* to) {
      Word byte, result;
      for (int i = 0; i < 8; i++) byte.set(i, of[i]);
      to[8] = of[8];
      const Word with = (known[0] ? a : b).value >> from & 255;
      result = add_byte(byte, with, &to[8]);
      for (int i = 0; i < 8; i++) to[i] = result.at(i);
    });
    for (int i = 0; i < 8; i++) r->set(from + i, out[i]);
    *carry = out[8];
    return 8;
  }
  const unsigned added = (unsigned)((known[0] ? a : b).value >> from & mask);
  Bit in[kMostCoordinates], out[9];
  int open[kMostCoordinates], count = 0;
  for (int i = 0; i <= n; i++)
    if (const Bit bit = i < n ? x.at(from + i) : *carry; !bit.is_constant())
      in[count] = bit, open[count++] = i;
  Table f[9];
  for (unsigned v = 0; v < kPoints; v++) {
    unsigned y =
        (unsigned)(x.value >> from & mask) | (carry->is_constant() ? carry->value() << n : 0);
    for (int k = 0; k < count; k++) y |= (v >> k & 1) << open[k];
    const unsigned sum = (y & mask) + added + (y >> n);
    for (int i = 0; i <= n; i++) f[i].set(v, sum >> i & 1);
  }
  terms_.apply(in, count, f, n + 1, out);
  for (int i = 0; i <= n; i++) terms_.note(out[i]);
  if (count == 8 && n == 8) terms_.note_sums(out);
  for (int i = 0; i < n; i++) r->set(from + i, out[i]);
  *carry = out[n];
  return n;
}

// Adds a byte and a known one. The carry is no choice.
Word Arithmetic::add_byte(const Word& a, const Word& known, Bit* carry) {
  Word r;
  for (int i = 0; i < 8;)
    if (const int added = add_known(a, known, i, 8, carry, &r)) {
      i += added;
    } else {
      const Bit x = a.at(i), y = known.at(i);
      r.set(i, terms_.exclusive_or(terms_.exclusive_or(x, y), *carry));
      *carry = terms_.majority(x, y, *carry), i++;
    }
  return r;
}

Word Arithmetic::add(const Word& a, const Word& b, const Bit& carry, int width, Carry* carries) {
  const std::uint64_t mask = low_bits(width);
  if (a.known() && b.known() && carry.is_constant()) {
    const unsigned __int128 sum =
        (unsigned __int128)(a.value & mask) + (b.value & mask) + carry.value();
    const std::uint64_t r = (std::uint64_t)sum & mask;
    if (carries)
      *carries = {constant((a.value ^ b.value ^ r) >> (width - 1) & 1),
                  constant((bool)(sum >> width & 1))};
    return r;
  }
  Word r;
  Bit c = carry;
  for (int i = 0; i < width; i++) {
    if (const int added = add_known(a, b, i, carries ? width - 1 : width, &c, &r)) {
      i += added - 1;
      continue;
    }
    const Bit x = a.at(i), y = b.at(i);
    r.set(i, terms_.exclusive_or(terms_.exclusive_or(x, y), c));
    if (i == width - 1 && !carries) break;
    if (i == width - 1) carries->in = c;
    c = terms_.majority(x, y, c);
  }
  if (carries) carries->out = c;
  return r;
}

Word Arithmetic::part(const Word& a, int from, int count, int to) {
  Word r((a.value >> from & low_bits(count)) << to);
  r.open = (a.open >> from & low_bits(count)) << to;
  if (r.open) std::copy_n(&a.bits[from], std::min(count, 64 - std::max(from, to)), &r.bits[to]);
  return r;
}
Word Arithmetic::join(const Word& a, const Word& b) {
  Word r = a;
  r.value |= b.value;
  r.open |= b.open;
  for (std::uint64_t m = b.open; m; m &= m - 1)
    r.bits[__builtin_ctzll(m)] = b.bits[__builtin_ctzll(m)];
  return r;
}
Word Arithmetic::rotate_left(const Word& a, int n, int width) {
  n &= width - 1;
  return n ? join(part(a, 0, width - n, n), part(a, width - n, n)) : part(a, 0, width);
}
Word Arithmetic::extend_sign(const Word& a, int from, int to) {
  Word r = part(a, 0, from);
  const Bit sign = a.at(from - 1);
  if (sign.is_constant() && !sign.value()) return r;
  for (int i = from; i < to; i++) r.set(i, sign);
  return r;
}

Word Arithmetic::choose(const Bit& which, const Word& yes, const Word& no) {
  if (which.is_constant()) return which.value() ? yes : no;
  Word r = no;
  for (int i = 0; i < 64; i++) {
    const Bit difference = terms_.exclusive_or(yes.at(i), no.at(i));
    if (difference.is_constant() && !difference.value()) continue;
    r.set(i, terms_.exclusive_or(no.at(i), terms_.both(which, difference)));
  }
  return r;
}

Bit Arithmetic::any(const Word& a) {
  if (a.value & ~a.open) return constant(true);
  Bit none = constant(true);
  for (std::uint64_t m = a.open; m; m &= m - 1)
    none = terms_.both(none, terms_.exclusive_or(a.at(__builtin_ctzll(m)), constant(true)));
  return terms_.exclusive_or(none, constant(true));
}

void Arithmetic::unite(const Word& a, const Word& b) {
  std::vector<Bit> bits;
  for (const Word* w : {&a, &b})
    for (std::uint64_t m = w->open; m; m &= m - 1) {
      const Bit& bit = w->bits[__builtin_ctzll(m)];
      if (bit.is_unknown()) return;
      bits.push_back(bit);
    }
  terms_.unite(bits.data(), (int)bits.size());
}

std::array<Word, 2> Arithmetic::product_with_holes(const Word& a, const Word& b) {
  const std::uint64_t x = a.open | a.value, y = b.open | b.value;  // the bits that can be 1
  std::array<Word, 2> r;
  for (int column = 0, carries = 0; column < 128; column++) {  // so many at most enter a column
    Bit sum = constant(false);
    int ones = carries;
    for (int i = std::max(0, column - 63); i < 64 && i <= column; i++) {
      if (!(x >> i & 1) || !(y >> (column - i) & 1)) continue;
      sum = terms_.exclusive_or(sum, terms_.both(a.at(i), b.at(column - i)));
      ones++;
    }
    r[column >= 64].set(column % 64, carries ? unknown() : sum);
    carries = ones / 2;
  }
  return r;
}

namespace {

// The open bits of some words, where equal bits are one input.
struct Inputs {
  std::vector<Bit> distinct;
  std::vector<std::uint8_t> which;  // for each open bit of each word, its place in `distinct`

  explicit Inputs(std::span<const Word* const> in) {
    for (const Word* w : in)
      for (std::uint64_t m = w->open; m; m &= m - 1) {
        const Bit& bit = w->bits[__builtin_ctzll(m)];
        const auto at = std::find(distinct.begin(), distinct.end(), bit);
        which.push_back((std::uint8_t)(at - distinct.begin()));
        if (at == distinct.end()) distinct.push_back(bit);
      }
  }
  int count() const { return (int)distinct.size(); }
};

// The tables of the bits of f. `value(i, v)` is input i at point v.
template <class Value>
std::vector<Table> evaluate(std::span<const Word* const> in, const Inputs& inputs, int width,
                            const std::function<std::uint64_t(const std::uint64_t*)>& f,
                            Value value) {
  std::vector<Table> tables((std::size_t)width);
  for (unsigned v = 0; v < kPoints; v++) {
    std::uint64_t values[8] = {};
    std::size_t word = 0, next = 0;
    for (const Word* w : in) {
      std::uint64_t& x = values[word++] = w->value;
      for (std::uint64_t m = w->open; m; m &= m - 1)
        x |= (std::uint64_t)value(inputs.which[next++], v) << __builtin_ctzll(m);
    }
    const std::uint64_t y = f(values);
    for (int k = 0; k < width; k++) tables[(std::size_t)k].set(v, y >> k & 1);
  }
  return tables;
}

// If an input is a choice, lifts the words with its term of each class.
template <class Lift>
bool lift_by_cases(Terms& terms, std::span<const Word* const> in, const Inputs& inputs, int width,
                   Word* r, Lift lift) {
  Bit out[64];
  const auto of_class = [&](const Bit* x, Bit* y) {
    std::vector<Word> words;
    std::vector<const Word*> at;
    std::size_t next = 0;
    words.reserve(in.size());
    for (const Word* w : in) {
      Word& of = words.emplace_back(w->value);
      for (std::uint64_t m = w->open; m; m &= m - 1)
        of.set(__builtin_ctzll(m), x[inputs.which[next++]]);
      at.push_back(&of);
    }
    const Word result = lift(at);
    for (int k = 0; k < width; k++) y[k] = result.at(k);
  };
  if (!terms.by_cases(inputs.distinct.data(), inputs.count(), out, width, of_class)) return false;
  for (int k = 0; k < width; k++) r->set(k, out[k]);
  return true;
}

}  // namespace

Word Arithmetic::lift(std::span<const Word* const> in, int width,
                      const std::function<std::uint64_t(const std::uint64_t*)>& f, const Key& key) {
  if (key.empty()) return lift_once(in, width, f, key);
  Key full{key.size(), (std::uint64_t)width};
  full.insert(full.end(), key.begin(), key.end());
  return once(std::move(full), in, [&] { return lift_once(in, width, f, key); });
}

Word Arithmetic::lift_once(std::span<const Word* const> in, int width,
                           const std::function<std::uint64_t(const std::uint64_t*)>& f,
                           const Key& key) {
  Word r;
  for (const Word* w : in)
    for (std::uint64_t m = w->open; m; m &= m - 1)
      if (w->bits[__builtin_ctzll(m)].is_unknown()) {
        for (int k = 0; k < width; k++) r.set(k, unknown());
        return r;
      }
  const Inputs inputs(in);
  if (lift_by_cases(terms_, in, inputs, width, &r,
                    [&](std::span<const Word* const> of) { return lift_once(of, width, f, key); }))
    return r;
  terms_.unite(inputs.distinct.data(), inputs.count());
  if (inputs.count() > kMostCoordinates) {
    std::uint32_t space, block;
    std::vector<Table> input(inputs.distinct.size());
    if (!Terms::have_block(inputs.distinct.data(), inputs.count(), &block) ||
        !terms_.join(inputs.distinct.data(), inputs.count(), &space, input.data()))
      throw ProofError("a function of more than eight terms");
    const auto tables =
        evaluate(in, inputs, width, f, [&](unsigned i, unsigned v) { return input[i].at(v); });
    for (int k = 0; k < width; k++)
      r.set(k, terms_.make(space, tables[(std::size_t)k]).of_block(block));
    return r;
  }
  const auto compute = [&] {
    return evaluate(in, inputs, width, f, [](unsigned i, unsigned v) { return v >> i & 1; });
  };
  std::vector<Table> here;
  const std::vector<Table>* tables = &here;
  if (!key.empty()) {
    Key full{key.size(), (std::uint64_t)width};
    full.insert(full.end(), key.begin(), key.end());
    for (const Word* w : in) full.push_back(w->value), full.push_back(w->open);
    full.insert(full.end(), inputs.which.begin(), inputs.which.end());
    std::uint64_t hash = 0;
    for (std::uint64_t x : full) hash = (hash ^ x) * 0x9e3779b97f4a7c15, hash ^= hash >> 29;
    auto& bucket = lifted_[hash];
    const auto found =
        std::find_if(bucket.begin(), bucket.end(), [&](const Lifted& l) { return l.key == full; });
    if (found == bucket.end()) {
      bucket.push_back({full, compute()});
      tables = &bucket.back().tables;
    } else {
      tables = &found->tables;
    }
  } else {
    here = compute();
  }
  Bit out[64];
  terms_.apply(inputs.distinct.data(), inputs.count(), tables->data(), width, out);
  for (int k = 0; k < width; k++) r.set(k, out[k]);
  return r;
}

}  // namespace hedgerow::proof
