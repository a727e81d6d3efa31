// XTS's tweaks and long xors of a field (RowOps), in place and apart, against the bitwise oracle.
#include <string.h>

#include "check_field.hpp"
#include "field_oracle.hpp"
#include "memory.hpp"

namespace hedgerow::ledger {

namespace {

constexpr std::size_t kMaxCount = 40;  // two steps of the widest vectors, and a rest

Bytes sum_of(Bytes a, const Bytes& b) {
  FieldOracle::add(&a, b.data());
  return a;
}

// A row of tweaks t, t x, .. of kMaxCount + 1 elements.
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

}  // namespace

Outcome check_field_tweaks(const Field& field, const Options& options) {
  if (!field.rows->tweaks || !field.rows->add) return not_applicable("no tweaks");
  const std::size_t block = field.ops->block_bytes, bytes = kMaxCount * block;
  Random random(options.seed);
  Rows rows(bytes);
  const Bytes data = random.bytes(bytes);
  // A random tweak, and one whose every bit is carried out on the way.
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
  return pass();
}

}  // namespace hedgerow::ledger
