// Compares operations that a kernel combines with the cipher in one pass (FusedOps) with their
// parts, computed by the reference. Messages: every count, in place and with separate buffers, at
// both edges of memory. Chains: every number and length, in place and with separate buffers,
// written and not written.
//
// The check turned red when a step of the tweaks was not a whole number of bytes.
#include <string.h>

#include "checks.hpp"
#include "fused.hpp"
#include "models/field_oracle.hpp"

namespace hedgerow::ledger {

namespace {

Bytes block_at(const Bytes& b, std::size_t i, std::size_t block) {
  return Bytes(b.begin() + (std::ptrdiff_t)(i * block),
               b.begin() + (std::ptrdiff_t)((i + 1) * block));
}

// Returns the output, and sets `value` to its final value.
Bytes expect_message(const Oracle& e, FusedOp op, const Bytes& in, std::size_t block,
                     Bytes* value) {
  Bytes out;
  for (std::size_t i = 0; i < in.size() / block; i++) {
    const Bytes x = block_at(in, i, block);
    Bytes y;
    if (op == FusedOp::kEncryptTweaked)
      y = xor_bytes(e.encrypt(xor_bytes(x, value->data())), value->data());
    if (op == FusedOp::kDecryptTweaked)
      y = xor_bytes(e.decrypt(xor_bytes(x, value->data())), value->data());
    if (op == FusedOp::kDecryptChained) y = xor_bytes(e.decrypt(x), value->data());
    if (op == FusedOp::kDecryptFeedback) y = xor_bytes(e.encrypt(*value), x.data());
    out.insert(out.end(), y.begin(), y.end());
    if (op == FusedOp::kEncryptTweaked || op == FusedOp::kDecryptTweaked)
      FieldOracle(block).times_x(value);
    else
      *value = x;
  }
  return out;
}

Outcome check_message(Subject& s, const Oracle& oracle, FusedOp op, std::size_t blocks) {
  const std::size_t bytes = blocks * s.block();
  for (int edge = 0; edge < 4; edge++) {
    const bool in_place = edge & 1, at_end = edge & 2;
    const Bytes plain = s.random.bytes(bytes);
    Bytes value = s.random.bytes(s.block()), expected_value = value;
    const Bytes expected = expect_message(oracle, op, plain, s.block(), &expected_value);
    std::uint8_t* const in = at_end ? s.in.end() - bytes : s.in.begin();
    std::uint8_t* const out = in_place ? in : at_end ? s.out.end() - bytes : s.out.begin();
    if (bytes) memcpy(in, plain.data(), bytes);
    snprintf(s.doing, sizeof s.doing, "%s of %zu blocks%s", fused_name(op), blocks,
             in_place ? ", in place" : "");
    run_fused(s, op, value.data(), in, out, blocks);
    if (bytes && memcmp(out, expected.data(), bytes)) return fail("wrong in %s", s.doing);
    if (value != expected_value) return fail("what stays behind is wrong in %s", s.doing);
  }
  return pass();
}

// The text of chain i begins at i * blocks:
//
//   | chain 0: `blocks` blocks | chain 1: `blocks` blocks | ...
Outcome check_chains(Subject& s, const Oracle& oracle, ChainKind kind, std::size_t chains,
                     std::size_t blocks, bool in_place, bool writes) {
  const std::size_t block = s.block(), bytes = chains * blocks * block;
  GuardedMemory in(bytes + 1), out(bytes + 1), x(chains * block);
  const Bytes text = s.random.bytes(bytes), start = s.random.bytes(chains * block);
  Bytes expected, values;
  for (std::size_t i = 0; i < chains; i++) {
    Bytes value = block_at(start, i, block);
    for (std::size_t j = 0; j < blocks; j++) {
      const Bytes p = block_at(text, i * blocks + j, block);
      if (kind == ChainKind::kCipher) value = oracle.encrypt(xor_bytes(value, p.data()));
      if (kind == ChainKind::kFeedback) value = xor_bytes(oracle.encrypt(value), p.data());
      if (kind == ChainKind::kKeystream) value = oracle.encrypt(value);
      const Bytes c = kind == ChainKind::kKeystream ? xor_bytes(value, p.data()) : value;
      expected.insert(expected.end(), c.begin(), c.end());
    }
    values.insert(values.end(), value.begin(), value.end());
  }
  std::uint8_t* const from = in.end() - bytes;
  std::uint8_t* const to = in_place ? from : out.end() - bytes;
  std::uint8_t* const value = x.end() - values.size();
  if (bytes) memcpy(from, text.data(), bytes);
  memcpy(value, start.data(), start.size());
  std::vector<const std::uint8_t*> sources;
  std::vector<std::uint8_t*> targets;
  for (std::size_t i = 0; i < chains; i++) {
    sources.push_back(from + i * blocks * block);
    targets.push_back(to + i * blocks * block);
  }
  snprintf(s.doing, sizeof s.doing, "%zu chains of %zu blocks, kind %d%s%s", chains, blocks,
           (int)kind, in_place ? ", in place" : "", writes ? "" : ", not written");
  s.kernel.fused->run_chains(s.key(), kind, sources.data(), writes ? targets.data() : nullptr,
                             value, chains, blocks);
  if (memcmp(value, values.data(), values.size())) return fail("wrong values after %s", s.doing);
  const Bytes& left = writes ? expected : in_place ? text : Bytes(bytes);
  if (bytes && memcmp(to, left.data(), bytes)) return fail("wrong in %s", s.doing);
  return pass();
}

Outcome check_all_chains(Subject& s, const Oracle& oracle) {
  for (ChainKind kind : {ChainKind::kCipher, ChainKind::kFeedback, ChainKind::kKeystream})
    for (std::size_t chains : {1, 3, 4, 15, 16, 17, 33})
      for (std::size_t blocks : {0, 1, 3, 4, 5, 9})
        for (int how = 0; how < 3; how++) {
          const Outcome r = check_chains(s, oracle, kind, chains, blocks, how == 1, how != 2);
          if (r.status != Status::kPassed) return r;
        }
  return pass();
}

}  // namespace

Outcome check_fused(Subject& s) {
  if (!s.kernel.fused) return not_applicable("the kernel has none");
  const Bytes key = s.random.bytes(s.kernel.variant->key_bytes);
  const Oracle oracle(s.reference, key);
  s.set_key(key);
  for (FusedOp op : kFusedOps) {
    if (!has_fused(s, op)) continue;
    for (std::size_t blocks : s.counts()) {
      const Outcome r = check_message(s, oracle, op, blocks);
      if (r.status != Status::kPassed) return r;
    }
  }
  return s.kernel.fused->run_chains ? check_all_chains(s, oracle) : pass();
}

}  // namespace hedgerow::ledger
