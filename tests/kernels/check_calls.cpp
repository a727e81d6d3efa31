// Calls a kernel with every count and every alignment, in place, and at the edge of memory.
#include <string.h>

#include "checks.hpp"

namespace hedgerow::ledger {

namespace {

// Calls `f(op)` for the three ops until one fails.
template <class F>
Outcome for_ops(F&& f) {
  Outcome r = pass();
  for (Op op : kAllOps)
    if (r.status == Status::kPassed) r = f(op);
  return r;
}

// Makes one call from `from` into `to`, which has margins.
Outcome call(Subject& s, const Sweep& sweep, Op op, std::uint8_t* from, std::uint8_t* to,
             std::size_t blocks) {
  const std::size_t bytes = blocks * s.block();
  fill_margins(to, bytes);
  memcpy(from, sweep.input.data(), bytes);
  s.run(op, from, to, blocks);
  if (from != to && memcmp(from, sweep.input.data(), bytes))
    return fail("input changed in %s", s.doing);
  return compare(s, sweep.expected(op), to, blocks);
}

// Compares small calls with a call that is far larger than a batch, because a kernel may use
// streaming stores there.
Outcome large_call(Subject& s, Op op) {
  const std::size_t blocks = s.effort.large_bytes / s.block() + 3;
  const Bytes in = s.random.bytes(blocks * s.block());
  Bytes counter = s.random.bytes(s.block());
  s.set_counter(counter, s.kernel.variant->ctr_order);
  const Bytes large = s.run(op, in);
  Bytes small(in.size());
  for (std::size_t i = 0, n; i < blocks; i += n) {
    n = blocks - i < s.width() ? blocks - i : s.width();
    s.run(op, in.data() + i * s.block(), small.data() + i * s.block(), n);
    write_counter(
        counter.data(), s.block(), s.kernel.variant->ctr_order,
        read_counter(counter.data(), s.block(), s.kernel.variant->ctr_order) + (std::uint32_t)n);
    s.set_counter(counter, s.kernel.variant->ctr_order);
  }
  if (large != small) return fail("%s of %zu blocks differs from small calls", op_name(op), blocks);
  return pass();
}

}  // namespace

Outcome check_counts(Subject& s) {
  const Sweep sweep(s);
  Outcome r = for_ops([&](Op op) {
    for (std::size_t n : s.counts()) {
      const Outcome one = call(s, sweep, op, s.in.begin() + kMargin, s.out.begin() + kMargin, n);
      if (one.status != Status::kPassed) return one;
    }
    return pass();
  });
  const bool streams = s.kernel.timing() == Timing::kConstantTime;
  if (r.status != Status::kPassed || !streams) return r;
  return for_ops([&](Op op) { return large_call(s, op); });
}

Outcome check_offsets(Subject& s) {
  const Sweep sweep(s);
  std::uint8_t *const in = s.in.begin() + kMargin, *const out = s.out.begin() + kMargin;
  return for_ops([&](Op op) {
    for (std::size_t n : {(std::size_t)1, s.width() + 1})
      for (std::size_t offset = 0; offset < 64; offset++)
        for (std::size_t which : {1u, 2u, 3u}) {  // in, out, both; alternating if effort is small
          if (!s.effort.all_counts && offset % 3 + 1 != which) continue;
          const Outcome r =
              call(s, sweep, op, in + (which & 1 ? offset : 0), out + (which & 2 ? offset : 0), n);
          if (r.status != Status::kPassed) return r;
        }
    return pass();
  });
}

Outcome check_in_place(Subject& s) {
  const Sweep sweep(s);
  std::uint8_t* const buffer = s.out.begin() + kMargin;
  return for_ops([&](Op op) {
    for (std::size_t n : s.counts()) {
      const Outcome r = call(s, sweep, op, buffer, buffer, n);
      if (r.status != Status::kPassed) return r;
    }
    return pass();
  });
}

namespace {

// Input and output touch the guard page after them, or the guard page before them.
Outcome at_guards(Subject& s, const Sweep& sweep, Op op, std::size_t blocks, bool at_end) {
  const std::size_t bytes = blocks * s.block();
  std::uint8_t* const in = at_end ? s.in.end() - bytes : s.in.begin();
  std::uint8_t* const out = at_end ? s.out.end() - bytes : s.out.begin();
  memcpy(in, sweep.input.data(), bytes);
  memset(out, 0, bytes);
  s.run(op, in, out, blocks);
  if (memcmp(out, sweep.expected(op).data(), bytes))
    return fail("wrong at a page edge, %s", s.doing);
  return pass();
}

}  // namespace

Outcome check_guard(Subject& s) {
  const Sweep sweep(s);
  return for_ops([&](Op op) {
    for (std::size_t n : s.counts())
      for (bool at_end : {false, true}) {
        const Outcome r = at_guards(s, sweep, op, n, at_end);
        if (r.status != Status::kPassed) return r;
      }
    s.run(op, nullptr, nullptr, 0);
    return pass();
  });
}

}  // namespace hedgerow::ledger
