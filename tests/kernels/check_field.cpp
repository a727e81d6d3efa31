// Compares field multiplications with the bitwise oracle: hash (Horner) and dot (inner product,
// both byte orders).
#include "check_field.hpp"

#include <string.h>

#include <algorithm>

#include "memory.hpp"
#include "models/field_oracle.hpp"
#include "private_stack.hpp"
#include "residue.hpp"

namespace hedgerow::ledger {

namespace {

enum class FieldOp { kHash, kDot, kDotBigEndian };
constexpr FieldOp kFieldOps[] = {FieldOp::kHash, FieldOp::kDot, FieldOp::kDotBigEndian};
constexpr const char* kFieldOpNames[] = {"hash", "dot", "dot big-endian"};

// A field under test. Its operands are between guard pages, and the prepared key is read-only.
struct FieldSubject {
  const Field& field;
  const FieldOps& ops;
  std::size_t block;
  FieldOracle oracle;
  Random random;
  GuardedMemory key_memory, h, in, accumulator;

  FieldSubject(const Field& f, const Options& o)
      : field(f),
        ops(*f.ops),
        block(ops.block_bytes),
        oracle(block, ops.product),
        random(o.seed),
        key_memory(ops.key_bytes),
        h((o.effort.field_count + 2) * block),
        in((o.effort.field_count + 2) * block),
        accumulator(2 * block + 64) {}

  bool has(FieldOp op) const {
    return op == FieldOp::kHash ? ops.hash != nullptr : ops.dot != nullptr;
  }
  std::uint8_t* key() const { return key_memory.end() - ops.key_bytes; }
  void set_key(const Bytes& value) {
    if (!ops.prepare) return;
    key_memory.make_writable();
    ops.prepare(value.data(), key());
    key_memory.make_read_only();
  }
  // Sets `to` to the result of one op over `blocks` blocks. hash uses the prepared key.
  void run(FieldOp op, std::uint8_t* to, const std::uint8_t* factors, const std::uint8_t* from,
           std::size_t blocks) const {
    if (op == FieldOp::kHash)
      ops.hash(key(), to, from, blocks);
    else
      ops.dot(op == FieldOp::kDotBigEndian, to, factors, from, blocks);
  }
};

// The operands of one op and the accumulator after each block.
struct FieldCase {
  FieldOp op;
  Bytes h, in;  // hash uses only the first element of h
  std::vector<Bytes> after;

  FieldCase(FieldSubject& s, FieldOp which, Bytes factors, Bytes data, const Bytes& start)
      : op(which), h(factors), in(data), after{start} {
    for (std::size_t i = 0; i + s.block <= in.size(); i += s.block) {
      const std::uint8_t* x = in.data() + i;
      Bytes a = after.back();
      if (op == FieldOp::kHash) {
        FieldOracle::add(&a, x);
        a = s.oracle.hash_product(a, Bytes(h.begin(), h.begin() + (std::ptrdiff_t)s.block));
      } else {
        const Bytes factor(h.data() + i, h.data() + i + s.block);
        FieldOracle::add(
            &a,
            s.oracle.multiply(factor, Bytes(x, x + s.block), op == FieldOp::kDotBigEndian).data());
      }
      after.push_back(a);
    }
    if (op == FieldOp::kHash) s.set_key(h);
  }
};

FieldCase random_case(FieldSubject& s, FieldOp op, std::size_t blocks) {
  const std::size_t bytes = blocks * s.block;
  const Bytes h = s.random.bytes(bytes ? bytes : s.block), in = s.random.bytes(bytes);
  return FieldCase(s, op, h, in, s.random.bytes(s.block));
}

// Copies the operands to the given places, runs over `blocks` blocks, and compares.
Outcome run_case(const FieldSubject& s, const FieldCase& c, std::uint8_t* accumulator,
                 std::uint8_t* h, std::uint8_t* in, std::size_t blocks) {
  const std::size_t bytes = blocks * s.block;
  std::copy_n(c.h.begin(), bytes, h);
  std::copy_n(c.in.begin(), bytes, in);
  memcpy(accumulator, c.after[0].data(), s.block);
  s.run(c.op, accumulator, h, in, blocks);
  if (memcmp(accumulator, c.after[blocks].data(), s.block))
    return fail("%s of %zu blocks is wrong, accumulator %% 64 = %zu, in %% 64 = %zu",
                kFieldOpNames[(int)c.op], blocks, (std::uintptr_t)accumulator % 64,
                (std::uintptr_t)in % 64);
  return pass();
}

Outcome run_case(const FieldSubject& s, const FieldCase& c, std::size_t blocks) {
  return run_case(s, c, s.accumulator.begin(), s.h.begin(), s.in.begin(), blocks);
}

// Calls f for the operations that the field has. It must have at least one.
template <class F>
Outcome for_field_ops(const FieldSubject& s, F&& f) {
  if (!s.ops.hash && !s.ops.dot) return fail("neither hash nor dot");
  Outcome r = pass();
  for (FieldOp op : kFieldOps)
    if (s.has(op) && r.status == Status::kPassed) r = f(op);
  return r;
}

// 0, 1, x, x^(n-1), both ends, the neighbours of the reduction polynomial, all ones, and one random
// value.
std::vector<Bytes> special_values(FieldSubject& s) {
  std::vector<Bytes> r;
  for (std::size_t bit : {(std::size_t)0, (std::size_t)1, (std::size_t)63, (std::size_t)64,
                          8 * s.block - 64, 8 * s.block - 1}) {
    if (bit >= 8 * s.block) continue;
    Bytes v(s.block);
    v[bit / 8] = (std::uint8_t)(1u << (bit % 8));
    r.push_back(v);
  }
  r.push_back(Bytes(s.block));
  r.push_back(Bytes(s.block, 0xff));
  r.push_back(s.random.bytes(s.block));
  return r;
}

}  // namespace

Outcome check_field_values(const Field& field, const Options& options) {
  FieldSubject s(field, options);
  const std::vector<Bytes> values = special_values(s);
  return for_field_ops(s, [&](FieldOp op) {
    for (const Bytes& a : values)
      for (const Bytes& b : values) {
        const Outcome r = run_case(s, FieldCase(s, op, a, b, Bytes(s.block)), 1);
        if (r.status != Status::kPassed) return r;
      }
    return pass();
  });
}

// The accumulator of one hash is the block of the next.
Outcome check_field_chain(const Field& field, const Options& options) {
  FieldSubject s(field, options);
  if (!s.ops.hash) return not_applicable("inner products alone");
  const Bytes h = s.random.bytes(s.block);
  s.set_key(h);
  Bytes expected = s.random.bytes(s.block), got = expected;
  for (std::size_t i = 0; i < options.effort.chain; i++) {
    expected = s.oracle.hash_product(expected, h);
    const Bytes in = got;
    std::fill(got.begin(), got.end(), (std::uint8_t)0);
    s.ops.hash(s.key(), got.data(), in.data(), 1);
  }
  return got == expected ? pass() : fail("%zu multiplications differ", options.effort.chain);
}

Outcome check_field_random(const Field& field, const Options& options) {
  FieldSubject s(field, options);
  return for_field_ops(s, [&](FieldOp op) {
    for (std::size_t i = 0; i < options.effort.field_random; i++) {
      const std::size_t blocks = s.random.below(options.effort.field_count + 1);
      const Outcome r = run_case(s, random_case(s, op, blocks), blocks);
      if (r.status != Status::kPassed) return r;
    }
    return pass();
  });
}

Outcome check_field_counts(const Field& field, const Options& options) {
  FieldSubject s(field, options);
  return for_field_ops(s, [&](FieldOp op) {
    const FieldCase c = random_case(s, op, options.effort.field_count);
    for (std::size_t n = 0; n < c.after.size(); n++) {
      const Outcome r = run_case(s, c, n);
      if (r.status != Status::kPassed) return r;
    }
    return pass();
  });
}

Outcome check_field_offsets(const Field& field, const Options& options) {
  FieldSubject s(field, options);
  constexpr std::size_t kBlocks = 5;
  return for_field_ops(s, [&](FieldOp op) {
    const FieldCase c = random_case(s, op, kBlocks);
    for (std::size_t offset = 0; offset < 64; offset++)
      for (int which : {1, 2, 4}) {
        const Outcome r = run_case(s, c, s.accumulator.begin() + (which & 1 ? offset : 0),
                                   s.h.begin() + (which & 2 ? offset : 0),
                                   s.in.begin() + (which & 4 ? offset : 0), kBlocks);
        if (r.status != Status::kPassed) return r;
      }
    return pass();
  });
}

Outcome check_field_guard(const Field& field, const Options& options) {
  FieldSubject s(field, options);
  return for_field_ops(s, [&](FieldOp op) {
    const FieldCase c = random_case(s, op, options.effort.field_count);
    for (std::size_t n = 0; n < c.after.size(); n += options.effort.all_counts ? 1 : 7) {
      const std::size_t bytes = n * s.block;
      const Outcome r =
          run_case(s, c, s.accumulator.end() - s.block, s.h.end() - bytes, s.in.end() - bytes, n);
      if (r.status != Status::kPassed) return r;
    }
    return pass();
  });
}

// The first powers of the hash key, and the sums of the two words of each, which Karatsuba's
// products contain. A power with an exponent of 2^i reveals the hash key, because squaring is
// linear.
Bytes powers_of(const FieldSubject& s, const Bytes& h) {
  constexpr int kPowers = 64;
  Bytes r;
  const auto add_powers = [&](const FieldOracle& oracle, const Bytes& first) {
    Bytes power = first;
    for (int i = 0; i < kPowers; i++, power = oracle.hash_product(power, first)) {
      r.insert(r.end(), power.begin(), power.end());
      for (std::size_t a = 0; a < s.block; a += 8)
        for (std::size_t b = a + 8; b < s.block; b += 8)
          for (std::size_t k = 0; k < 8; k++)
            r.push_back((std::uint8_t)(power[a + k] ^ power[b + k]));
    }
  };
  add_powers(s.oracle, h);
  if (s.ops.product == FieldProduct::kGhash) {  // computed in POLYVAL's order [RFC 8452 appendix A]
    const FieldOracle polyval(s.block, FieldProduct::kPolyval);
    Bytes x(s.block);
    x[0] = 2;
    add_powers(polyval, polyval.multiply(Bytes(h.rbegin(), h.rend()), x));
  }
  return r;
}

// prepare and hash must not leave the hash key and its powers on the stack. The remains of the
// operands of dot are only reported, because compilers spill registers in the middle of a
// multiplication.
Outcome check_field_residue(const Field& field, const Options& options) {
  if (options.effort.portable_model) return not_applicable("the model's code is not the kernel's");
  if (!private_stack_usable()) return not_applicable("a sanitizer owns the stack");
  if (!residue_check_sees()) return fail("the check does not see a key left on purpose");
  FieldSubject s(field, options);
  constexpr std::size_t kBlocks = 11;
  const Bytes in = s.random.bytes(kBlocks * s.block);
  const Secret h{"hash key", true, s.random.bytes(kBlocks * s.block),
                 s.random.bytes(kBlocks * s.block)};
  const auto first = [&](const Bytes& value) {
    return Bytes(value.begin(), value.begin() + (std::ptrdiff_t)s.block);
  };
  const Secret powers{"powers", true, powers_of(s, first(h.a)), powers_of(s, first(h.b))};
  Bytes accumulator(s.block), stack[2];
  const auto residue = [&](auto&& call) {
    stack[0] = run_on_private_stack([&] { call(h.a); });
    stack[1] = run_on_private_stack([&] { call(h.b); });
    return count_residue(stack[0], stack[1], h);
  };
  Outcome r = pass();
  const std::size_t after_prepare = residue([&](const Bytes& value) { s.set_key(value); });
  if (after_prepare != 0)
    r = fail("%zu fragments of the hash key on the stack after prepare", after_prepare);
  else if (const std::size_t n = count_residue(stack[0], stack[1], powers))
    r = fail("%zu fragments of powers of the hash key on the stack after prepare", n);
  for (FieldOp op : kFieldOps) {
    if (!s.has(op)) continue;
    const std::size_t n = residue([&](const Bytes& value) {
      s.set_key(value);
      s.run(op, accumulator.data(), value.data(), in.data(), kBlocks);
    });
    const std::size_t of_powers =
        op == FieldOp::kHash ? count_residue(stack[0], stack[1], powers) : 0;
    if ((!n && !of_powers) || r.status == Status::kFailed) continue;
    r = op == FieldOp::kHash
            ? fail("%zu fragments of the hash key and %zu of its powers on the stack after hash", n,
                   of_powers)
            : make_outcome(Status::kPassed, "info: hash key after %s", kFieldOpNames[(int)op]);
  }
  return r;
}

}  // namespace hedgerow::ledger
