// The command line of kernel_ledger, and the amount of work of a run. Native code is fast. The
// model and qemu are slow, so they run every row with fewer cases.
#pragma once

#include <cstddef>
#include <cstdint>

namespace hedgerow::ledger {

struct Effort {
  std::size_t chain;         // iterations of the chain
  bool chain_all_lanes;      // a full batch plus a block; otherwise one block
  std::size_t differential;  // random cases per kernel
  bool all_counts;           // all counts and offsets; otherwise the edges
  std::size_t ctr_random;    // random counters per order
  std::size_t large_bytes;   // one large call of a ct kernel
  std::size_t field_count;   // block counts of a field: 0 up to this
  std::size_t field_random;
  bool portable_model;  // the op model runs other code than the kernel, so its stack is not checked
};

struct Options {
  const char* how = "native";
  const char* json = nullptr;
  const char* kernel = nullptr;     // an id, or null for all
  std::size_t part = 0, parts = 1;  // only rows part, part + parts, ...
  bool first_variants = false;      // only the first variant that each kernel object serves
  bool list = false;
  std::uint64_t seed = 0;
  Effort effort{};
  Effort lab_effort{};  // of references and of the lab's kernels
};

// Fills `options`, or prints the error and returns false.
bool parse_options(int argc, char** argv, Options* options);

}  // namespace hedgerow::ledger
