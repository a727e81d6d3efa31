// The kernel under test. Its prepared key is in guarded, read-only memory and ends at a page end.
// Its buffers are between guard pages. A note describes the current call for reports.
#pragma once

#include "memory.hpp"
#include "options.hpp"
#include "oracle.hpp"
#include "outcome.hpp"

namespace hedgerow::ledger {

enum class Op { kEncrypt, kDecrypt, kCtr };
constexpr Op kAllOps[] = {Op::kEncrypt, Op::kDecrypt, Op::kCtr};
const char* op_name(Op op);

class Subject {
 public:
  Subject(const Kernel& kernel, const Kernel& reference, const Options& options);

  // Runs the kernel's own schedule and prepare.
  void set_key(const Bytes& user_key);
  // The prepared key, and the result of the kernel's set_up for a user key. set_up writes into the
  // same memory, which is restored afterwards.
  Bytes prepared() const { return {key_.end() - kernel.ops->key_bytes, key_.end()}; }
  Bytes set_up(const Bytes& user_key);
  void set_counter(const Bytes& counter, CounterOrder order);
  // Makes one call and describes it in `doing`.
  void run(Op op, const std::uint8_t* in, std::uint8_t* out, std::size_t blocks);
  Bytes run(Op op, const Bytes& in);
  bool counter_unchanged() const;

  std::size_t block() const { return kernel.variant->block_bytes; }
  std::size_t width() const { return kernel.ops->batch_blocks; }
  std::size_t max_blocks() const { return 3 * width() + 1; }
  const std::uint8_t* round_keys() const { return round_keys_.end() - kernel.ops->round_key_bytes; }
  const void* key() const { return key_.end() - kernel.ops->key_bytes; }
  // 0 .. max_blocks(). If the effort is small, counts near whole batches and one random rest.
  std::vector<std::size_t> counts();

  const Kernel& kernel;
  const Kernel& reference;
  const Effort& effort;
  Random random;
  GuardedMemory in, out;  // each has room for max_blocks() blocks with margins and offsets
  char doing[160] = "";

 private:
  GuardedMemory key_, round_keys_, user_key_, counter_memory_;
  std::uint8_t* counter_;  // the last block of its memory
  Bytes counter_copy_;
  CounterOrder order_;
};

// The expected results of the three ops for one random key, counter and input of max_blocks()
// blocks. A sweep over counts or offsets compares prefixes of them.
struct Sweep {
  explicit Sweep(Subject& subject);
  const Bytes& expected(Op op) const { return expected_[(int)op]; }
  Bytes key, input;

 private:
  Bytes expected_[3];
};

// Compares `blocks` blocks and the margins around the output.
Outcome compare(const Subject& subject, const Bytes& expected, const std::uint8_t* out,
                std::size_t blocks);

}  // namespace hedgerow::ledger
