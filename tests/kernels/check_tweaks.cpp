// RowOps of a field: the tweaks of XTS and long xors, in place and with separate buffers, against
// the bitwise oracle; and rows of batches.
//
// The check turned red when a step of the tweaks left out the bits that pass from word to word, and
// when two lanes of a square were exchanged.
#include <string.h>

#include "check_field.hpp"
#include "memory.hpp"
#include "models/field_oracle.hpp"

namespace hedgerow::ledger {

namespace {

constexpr std::size_t kMaxCount = 40;  // two steps of the widest vectors, and a rest

Bytes sum_of(Bytes a, const Bytes& b) {
  FieldOracle::add(&a, b.data());
  return a;
}

// A row of tweaks t, t x, ... of kMaxCount + 1 elements.
Bytes tweaks_from(const Bytes& t) {
  const FieldOracle oracle(t.size());
  Bytes x(t.size()), row, next = t;
  x[0] = 2;
  for (std::size_t i = 0; i <= kMaxCount; i++, next = oracle.multiply(next, x))
    row.insert(row.end(), next.begin(), next.end());
  return row;
}

// Rows that end at a guard page.
struct Rows {
  GuardedMemory in, out, masks, t;
  explicit Rows(std::size_t bytes) : in(bytes), out(bytes), masks(bytes), t(64) {}
};

Outcome check_count(const Field& field, Rows& rows, const Bytes& row, const Bytes& data,
                    std::size_t n, bool in_place) {
  const std::size_t block = field.ops->block_bytes, bytes = n * block;
  std::uint8_t* const in = rows.in.end() - bytes;
  std::uint8_t* const out = in_place ? in : rows.out.end() - bytes;
  std::uint8_t* const masks = rows.masks.end() - bytes;
  std::uint8_t* const t = rows.t.end() - block;
  const Bytes tweaks(row.begin(), row.begin() + (std::ptrdiff_t)bytes);
  const Bytes plain(data.begin(), data.begin() + (std::ptrdiff_t)bytes);
  memcpy(t, row.data(), block);
  std::copy(plain.begin(), plain.end(), in);
  field.rows->tweaks(t, in, out, masks, n);
  if (memcmp(t, row.data() + bytes, block)) return fail("the tweak behind %zu blocks is wrong", n);
  if (!std::equal(tweaks.begin(), tweaks.end(), masks)) return fail("%zu tweaks are wrong", n);
  if (Bytes(out, out + bytes) != sum_of(plain, tweaks))
    return fail("data xor %zu tweaks is wrong%s", n, in_place ? ", in place" : "");
  return pass();
}

Outcome check_sum(const Field& field, Rows& rows, const Bytes& a, const Bytes& b, std::size_t n,
                  int where) {
  std::uint8_t* const left = rows.in.end() - n;
  std::uint8_t* const right = rows.masks.end() - n;
  std::uint8_t* const out = where == 0 ? rows.out.end() - n : where == 1 ? left : right;
  const Bytes first(a.begin(), a.begin() + (std::ptrdiff_t)n);
  const Bytes second(b.begin(), b.begin() + (std::ptrdiff_t)n);
  std::copy(first.begin(), first.end(), left);
  std::copy(second.begin(), second.end(), right);
  field.rows->add(out, left, right, n);
  return Bytes(out, out + n) == sum_of(first, second) ? pass()
                                                      : fail("the xor of %zu bytes is wrong", n);
}

// Moves blocks of `block` bytes from every chain into rows and back.
Outcome check_moves(const Field& field, Random& random, std::size_t block, std::size_t chains,
                    std::size_t n) {
  const std::size_t each = n * block;
  const Bytes data = random.bytes(chains * each);
  GuardedMemory rows(chains * each), back(chains * each);
  std::uint8_t* const to = rows.end() - chains * each;
  std::vector<const std::uint8_t*> in;
  std::vector<std::uint8_t*> out;
  for (std::size_t i = 0; i < chains; i++) {
    in.push_back(data.data() + i * each);
    out.push_back(back.end() - (i + 1) * each);
  }
  field.rows->gather(block, in.data(), to, chains, n);
  for (std::size_t i = 0; i < chains; i++)
    for (std::size_t r = 0; r < n; r++)
      if (memcmp(to + (r * chains + i) * block, in[i] + r * block, block))
        return fail("block %zu of chain %zu of %zu stands elsewhere, %zu bytes", r, i, chains,
                    block);
  field.rows->scatter(block, out.data(), to, chains, n);
  for (std::size_t i = 0; i < chains; i++)
    if (memcmp(out[i], in[i], each))
      return fail("chain %zu of %zu comes back changed, %zu bytes", i, chains, block);
  return pass();
}

}  // namespace

Outcome check_field_tweaks(const Field& field, const Options& options) {
  if (!field.rows->tweaks || !field.rows->add) return not_applicable("no tweaks");
  const std::size_t block = field.ops->block_bytes, bytes = kMaxCount * block;
  Random random(options.seed);
  Rows rows(bytes);
  const Bytes data = random.bytes(bytes);
  // One tweak is random. In the other one a carry leaves every bit at some step.
  for (const Bytes& t : {random.bytes(block), Bytes(block, 0xff)}) {
    const Bytes row = tweaks_from(t);
    for (std::size_t n = 0; n <= kMaxCount; n++)
      for (const bool in_place : {false, true}) {
        const Outcome r = check_count(field, rows, row, data, n, in_place);
        if (r.status != Status::kPassed) return r;
      }
  }
  const Bytes other = random.bytes(bytes);
  for (std::size_t n = 0; n <= 300 && n <= bytes; n++)
    for (int where = 0; where < 3; where++) {
      const Outcome r = check_sum(field, rows, data, other, n, where);
      if (r.status != Status::kPassed) return r;
    }
  for (const std::size_t length : {8, 16, 32, 64})
    for (const std::size_t chains : {1, 3, 8, 13})
      for (const std::size_t n : {1, 4, 9, 16}) {
        const Outcome r = check_moves(field, random, length, chains, n);
        if (r.status != Status::kPassed) return r;
      }
  return pass();
}

}  // namespace hedgerow::ledger
