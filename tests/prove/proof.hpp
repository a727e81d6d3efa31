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

// Runs the literal reference of the variant and then each kernel, on the same terms for the key, the counter and the
// data, and compares round keys, prepared keys of `set_up`, and the results of encrypt, decrypt and ctr. All kernels have
// CTR in the order of the cipher's standard. One kernel with each family, block length, technique and instruction set
// has every order and a second start. The others compute counters with the same code, so they have these calls only with
// `every_call`.
std::vector<Result> prove(const Variant& variant, const std::vector<const Kernel*>& kernels,
                          unsigned most_blocks, bool every_call);

// Proves mutants of a kernel, one for each kind of fault that it can have. Each must be refuted.
std::vector<Refutation> refute(const Kernel& kernel);

}  // namespace hedgerow::proof
