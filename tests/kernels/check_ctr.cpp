// Fused counter mode in the three counter orders: carries into every byte of the 32-bit field and
// its wrap, at every place of a batch; random counters; and a run that crosses several carries and
// is longer than anything that a kernel computes in advance.
#include <string.h>

#include "checks.hpp"

namespace hedgerow::ledger {

namespace {

constexpr CounterOrder kOrders[] = {CounterOrder::kLittleEndian, CounterOrder::kBigEndian,
                                    CounterOrder::kBigEndianLeft};
constexpr const char* kOrderNames[] = {"little-endian", "big-endian", "big-endian left"};

Bytes counter_at(const Subject& s, const Bytes& base, CounterOrder order, std::uint32_t value) {
  Bytes r = base;
  write_counter(r.data(), s.block(), order, value);
  return r;
}

// Compares the kernel's ctr of random data from `counter` with `stream`.
Outcome compare_ctr(Subject& s, const Bytes& counter, CounterOrder order,
                    const std::uint8_t* stream, std::size_t blocks) {
  const Bytes in = s.random.bytes(blocks * s.block());
  s.set_counter(counter, order);
  const Bytes out = s.run(Op::kCtr, in);
  if (!s.counter_unchanged()) return fail("the counter block was written");
  if (out != xor_bytes(in, stream))
    return fail("%s, counter %08x, %zu blocks", kOrderNames[(int)order],
                read_counter(counter.data(), s.block(), order), blocks);
  return pass();
}

// Starts at every distance, up to a batch, before the carry out of `last`. One keystream of the
// oracle is enough for all of them.
Outcome cross(Subject& s, const Oracle& oracle, CounterOrder order, std::uint32_t last) {
  const std::size_t w = s.width(), before = w + 1;
  const Bytes base = s.random.bytes(s.block());
  const auto first = (std::uint32_t)(last - before);
  const Bytes stream =
      oracle.keystream(counter_at(s, base, order, first), order, before + 2 * w + 2);
  for (std::size_t i = 0; i <= before; i++) {
    const std::size_t distance = before - i;  // from the start to `last`
    if (!s.effort.all_counts && distance > 2 && distance % 16 != 0 && distance + 1 < w) continue;
    const Outcome r = compare_ctr(s, counter_at(s, base, order, first + (std::uint32_t)i), order,
                                  stream.data() + i * s.block(), w + 1 + distance % (w + 1));
    if (r.status != Status::kPassed) return r;
  }
  return pass();
}

Outcome random_starts(Subject& s, const Oracle& oracle, CounterOrder order) {
  // Some kernels compute runs of 256 blocks in advance. They have fewer of them than the widest
  // vector has bytes.
  const std::size_t longest = s.effort.all_counts ? 256 * 65 + 88 : 600;
  for (std::size_t i = 0; i <= s.effort.ctr_random; i++) {
    const std::size_t blocks = i ? 1 + s.random.below(s.max_blocks()) : longest;
    const Bytes counter = s.random.bytes(s.block());
    const Bytes stream = oracle.keystream(counter, order, blocks);
    const Outcome r = compare_ctr(s, counter, order, stream.data(), blocks);
    if (r.status != Status::kPassed) return r;
  }
  return pass();
}

}  // namespace

Outcome check_ctr(Subject& s) {
  const Bytes key = s.random.bytes(s.kernel.variant->key_bytes);
  const Oracle oracle(s.reference, key);
  s.set_key(key);
  Outcome r = pass();
  for (CounterOrder order : kOrders) {
    if (!has_order(s.block(), order)) continue;
    for (std::uint32_t last : {0xffu, 0xffffu, 0xffffffu, 0xffffffffu})
      if (r.status == Status::kPassed) r = cross(s, oracle, order, last);
    if (r.status == Status::kPassed) r = random_starts(s, oracle, order);
  }
  return r;
}

}  // namespace hedgerow::ledger
