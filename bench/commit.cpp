// Alone in its file, which every commit compiles anew.
#include "commit.hpp"

#include "hedgerow_bench_commit.h"

namespace hedgerow::bench {

std::string built_from() { return HR_BENCH_COMMIT; }

}  // namespace hedgerow::bench
