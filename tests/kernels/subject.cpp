// Calls the kernel under test and compares its output.
#include "subject.hpp"

#include <string.h>

namespace hedgerow::ledger {

const char* op_name(Op op) {
  constexpr const char* kNames[] = {"encrypt", "decrypt", "ctr"};
  return kNames[(int)op];
}

Subject::Subject(const Kernel& kernel_under_test, const Kernel& reference_of_it,
                 const Options& options)
    : kernel(kernel_under_test),
      reference(reference_of_it),
      effort(kernel.rank[0] == kNeverSelected ? options.lab_effort : options.effort),
      random(options.seed),
      in(max_blocks() * block() + 4 * kMargin),
      out(max_blocks() * block() + 4 * kMargin),
      key_(kernel.ops->key_bytes),
      round_keys_(kernel.ops->round_key_bytes),
      user_key_(kernel.variant->key_bytes),
      counter_memory_(block()),
      counter_(counter_memory_.end() - block()) {
  set_key(random.bytes(kernel.variant->key_bytes));
  set_counter(random.bytes(block()), kernel.variant->ctr_order);
}

void Subject::set_key(const Bytes& user_key) {
  std::uint8_t* const user = user_key_.end() - user_key.size();
  memcpy(user, user_key.data(), user_key.size());
  key_.make_writable();
  snprintf(doing, sizeof doing, "schedule");
  kernel.ops->schedule(user, round_keys_.end() - kernel.ops->round_key_bytes);
  snprintf(doing, sizeof doing, "prepare");
  kernel.ops->prepare(round_keys(), key_.end() - kernel.ops->key_bytes);
  key_.make_read_only();
}

Bytes Subject::set_up(const Bytes& user_key) {
  std::uint8_t *const user = user_key_.end() - user_key.size(), *const key = key_.end() -
                                                                             kernel.ops->key_bytes;
  const Bytes before = prepared();
  memcpy(user, user_key.data(), user_key.size());
  key_.make_writable();
  memset(key, 0xa5, kernel.ops->key_bytes);
  snprintf(doing, sizeof doing, "set_up");
  kernel.ops->set_up(user, key);
  const Bytes made = prepared();
  memcpy(key, before.data(), before.size());
  key_.make_read_only();
  return made;
}

void Subject::set_counter(const Bytes& counter, CounterOrder order) {
  counter_copy_ = counter;
  memcpy(counter_, counter.data(), counter.size());
  order_ = order;
}

bool Subject::counter_unchanged() const {
  return !memcmp(counter_, counter_copy_.data(), counter_copy_.size());
}

void Subject::run(Op op, const std::uint8_t* from, std::uint8_t* to, std::size_t blocks) {
  snprintf(doing, sizeof doing, "%s of %zu blocks, in %% 64 = %zu, out %% 64 = %zu%s", op_name(op),
           blocks, (std::uintptr_t)from % 64, (std::uintptr_t)to % 64,
           from == to ? ", in place" : "");
  if (op == Op::kEncrypt) kernel.ops->encrypt(key(), from, to, blocks);
  if (op == Op::kDecrypt) kernel.ops->decrypt(key(), from, to, blocks);
  if (op == Op::kCtr) kernel.ops->ctr(key(), counter_, order_, from, to, blocks);
}

Bytes Subject::run(Op op, const Bytes& from) {
  Bytes to(from.size());
  run(op, from.data(), to.data(), from.size() / block());
  return to;
}

std::vector<std::size_t> Subject::counts() {
  std::vector<std::size_t> r;
  const std::size_t w = width(), drawn = random.below(w);
  for (std::size_t n = 0; n <= max_blocks(); n++) {
    const std::size_t lane = n % w;
    if (effort.all_counts || n < 3 || lane <= 1 || lane == w - 1 || lane == drawn) r.push_back(n);
  }
  return r;
}

namespace {

// A random key. S-boxes at its end are permutations, because the API requires this.
Bytes random_key(Subject& subject) {
  const Variant& variant = *subject.kernel.variant;
  Bytes key = subject.random.bytes(variant.key_bytes);
  const std::size_t sbox_bytes = variant.sbox_bytes;
  for (std::size_t i = 0; i < sbox_bytes; i++)
    key[key.size() - sbox_bytes + i] = (std::uint8_t)(0x10 + 0x22 * (i % 8));
  return key;
}

}  // namespace

Sweep::Sweep(Subject& subject)
    : key(random_key(subject)),
      input(subject.random.bytes(subject.max_blocks() * subject.block())) {
  const Bytes counter = subject.random.bytes(subject.block());
  const CounterOrder order = subject.kernel.variant->ctr_order;
  subject.set_key(key);
  subject.set_counter(counter, order);
  const Oracle oracle(subject.reference, key);
  expected_[(int)Op::kEncrypt] = oracle.encrypt(input);
  expected_[(int)Op::kDecrypt] = oracle.decrypt(input);
  expected_[(int)Op::kCtr] =
      xor_bytes(oracle.keystream(counter, order, subject.max_blocks()), input.data());
}

Outcome compare(const Subject& subject, const Bytes& expected, const std::uint8_t* out,
                std::size_t blocks) {
  for (std::size_t i = 0; i < blocks; i++)
    if (memcmp(expected.data() + i * subject.block(), out + i * subject.block(), subject.block()))
      return fail("block %zu is wrong in %s", i, subject.doing);
  if (!margins_intact(out, blocks * subject.block()))
    return fail("bytes beside the output written in %s", subject.doing);
  return pass();
}

}  // namespace hedgerow::ledger
