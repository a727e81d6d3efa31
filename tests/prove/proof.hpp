// The proof of kernels of one variant, and the refutation of kernels that have a seeded fault.
#pragma once

#include "registry/registry.hpp"
#include "run.hpp"

namespace hedgerow::proof {

struct Result {
  const Kernel* kernel;
  bool proven;
  unsigned blocks;   // of the longest call
  double seconds;    // of the processor
  std::string text;  // the first difference
};

struct Task {
  const Kernel* kernel;
  // CTR also in other orders than that of the cipher's standard, and from a second start.
  bool every_call;
  const KernelOps& ops() const { return *kernel->ops; }
};

// Runs the literal reference of the variant and then each kernel, on the same terms for the key, the counter and the
// data, and compares round keys, prepared keys of `set_up`, and the results of encrypt, decrypt and ctr.
std::vector<Result> prove(const Variant& variant, const std::vector<Task>& tasks,
                          unsigned most_blocks);

// Proves mutants of a kernel, one for each kind of fault that it can have. Each must be refuted.
std::vector<Refutation> refute(const Kernel& kernel);

}  // namespace hedgerow::proof
