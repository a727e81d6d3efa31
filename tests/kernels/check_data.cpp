// Right answers: known vectors, the iterated chain, random comparisons with the reference, and
// round keys.
#include <string.h>

#include "checks.hpp"
#include "vectors.hpp"

namespace hedgerow::ledger {

Outcome check_vectors(Subject& s) {
  const std::vector<KnownAnswer> answers = known_answers(*s.kernel.variant);
  if (answers.empty()) return fail("no vectors for %s", s.kernel.variant->name);
  for (std::size_t i = 0; i < answers.size(); i++) {
    const KnownAnswer& a = answers[i];
    s.set_key(a.key);
    s.set_counter(a.plaintext, s.kernel.variant->ctr_order);
    if (s.run(Op::kEncrypt, a.plaintext) != a.ciphertext) return fail("vector %zu, encrypt", i);
    if (s.run(Op::kDecrypt, a.ciphertext) != a.plaintext) return fail("vector %zu, decrypt", i);
    if (s.run(Op::kCtr, Bytes(s.block())) != a.ciphertext) return fail("vector %zu, ctr", i);
  }
  std::size_t derived = 0;
  for (const KnownAnswer& a : answers) derived += a.derived;
  if (derived == answers.size())
    return make_outcome(Status::kPassed, "%zu vectors, all implementation-derived", derived);
  return make_outcome(Status::kPassed, "%zu vectors", answers.size());
}

// x -> E(x) -> E(E(x)) ... in place. Lane j starts at the j-th value of the reference's chain, so
// that one chain of the reference checks all lanes of a batch.
Outcome check_chain(Subject& s) {
  const std::size_t lanes = s.effort.chain_all_lanes ? s.width() + 1 : 1;
  const Bytes key = s.random.bytes(s.kernel.variant->key_bytes);
  const Oracle oracle(s.reference, key);
  s.set_key(key);
  Bytes link = s.random.bytes(s.block()), start, end;
  for (std::size_t i = 0; i < s.effort.chain + lanes; i++) {
    if (i < lanes) start.insert(start.end(), link.begin(), link.end());
    if (i >= s.effort.chain) end.insert(end.end(), link.begin(), link.end());
    link = oracle.encrypt(link);
  }
  Bytes x = start;
  for (std::size_t i = 0; i < s.effort.chain; i++) s.run(Op::kEncrypt, x.data(), x.data(), lanes);
  if (x != end) return fail("%zu encryptions differ", s.effort.chain);
  for (std::size_t i = 0; i < s.effort.chain; i++) s.run(Op::kDecrypt, x.data(), x.data(), lanes);
  if (x != start) return fail("%zu decryptions do not lead back", s.effort.chain);
  return pass();
}

namespace {

Outcome one_difference(Subject& s) {
  const Bytes key = s.random.bytes(s.kernel.variant->key_bytes);
  const Bytes counter = s.random.bytes(s.block());
  const std::size_t blocks = 1 + s.random.below(s.max_blocks());
  const Bytes in = s.random.bytes(blocks * s.block());
  const auto order =
      (CounterOrder)s.random.below(has_order(s.block(), CounterOrder::kBigEndianLeft) ? 3 : 2);
  const Oracle oracle(s.reference, key);
  s.set_key(key);
  s.set_counter(counter, order);
  const Bytes ciphertext = s.run(Op::kEncrypt, in);
  if (ciphertext != oracle.encrypt(in)) return fail("%s differs", s.doing);
  if (s.run(Op::kDecrypt, ciphertext) != in) return fail("%s does not invert", s.doing);
  if (s.run(Op::kDecrypt, in) != oracle.decrypt(in)) return fail("%s differs", s.doing);
  if (s.run(Op::kCtr, in) != xor_bytes(oracle.keystream(counter, order, blocks), in.data()))
    return fail("%s differs", s.doing);
  return pass();
}

}  // namespace

Outcome check_differential(Subject& s) {
  for (std::size_t i = 0; i < s.effort.differential; i++) {
    const Outcome r = one_difference(s);
    if (r.status != Status::kPassed) return r;
  }
  return pass();
}

namespace {

Outcome one_schedule(Subject& s, const Bytes& key, const char* what, std::size_t index) {
  const Oracle oracle(s.reference, key);
  const std::uint32_t bytes = s.kernel.ops->round_key_bytes;
  if (bytes != oracle.round_keys().size()) return fail("round keys are %u bytes", bytes);
  s.set_key(key);
  if (memcmp(s.round_keys(), oracle.round_keys().data(), bytes))
    return fail("round keys differ, %s key %zu", what, index);
  if (s.kernel.ops->set_up && s.set_up(key) != s.prepared())
    return fail("set_up differs from schedule and prepare, %s key %zu", what, index);
  return pass();
}

}  // namespace

Outcome check_schedule(Subject& s) {
  const std::size_t n = s.kernel.variant->key_bytes;
  Outcome r = pass();
  for (int fill : {0x00, 0xff, 0x80, 0x01})
    if (r.status == Status::kPassed)
      r = one_schedule(s, Bytes(n, (std::uint8_t)fill), "constant", (std::size_t)fill);
  for (std::size_t bit = 0; bit < 8 * n && r.status == Status::kPassed; bit++) {
    Bytes key(n);
    key[bit / 8] = (std::uint8_t)(1u << (bit % 8));
    r = one_schedule(s, key, "one-bit", bit);
  }
  for (std::size_t i = 0; i < s.effort.differential && r.status == Status::kPassed; i++)
    r = one_schedule(s, s.random.bytes(n), "random", i);
  return r;
}

}  // namespace hedgerow::ledger
