// This is a separate file because every commit compiles it again.
#include "commit.hpp"

#include "hedgerow_bench_commit.h"

namespace hedgerow::bench {

std::string built_from() { return HR_BENCH_COMMIT; }

}  // namespace hedgerow::bench
