// hedgerow selftest: checks every kernel that this CPU can run with the known answers of the standards.
#include <cstdio>

#include "command.hpp"
#include "hedgerow/hedgerow.hpp"
#include "support/error.hpp"
#include "support/result.hpp"

namespace hedgerow::cli {
namespace {

struct Count {
  unsigned passed = 0, failed = 0;
};

Count test_kernel(const hedgerow_kernel_info& kernel) {
  Count count;
  const auto status = hedgerow_selftest_kernel(kernel.id, &count.passed, &count.failed);
  if (status != HEDGEROW_ERR_SELFTEST) check_library(status, kernel.id);
  return count;
}

// A kernel without a known answer counts as a failure, because it was not tested.
bool is_right(const Count& count) { return count.failed == 0 && count.passed > 0; }

void tell(const hedgerow_kernel_info& kernel, const Count& count, Json& kernels) {
  if (json_wanted())
    kernels.push_back({{"id", kernel.id},
                       {"available", kernel.available != 0},
                       {"passed", count.passed},
                       {"failed", count.failed}});
  else if (quiet_wanted() && (kernel.available == 0 || is_right(count)))
    return;
  else if (kernel.available == 0)
    std::printf("%-46s not available here\n", kernel.id);
  else
    std::printf("%-46s %s (%u of %u)\n", kernel.id, is_right(count) ? "ok" : "FAILED", count.passed,
                count.passed + count.failed);
}

int selftest() {
  Count total;
  unsigned tested = 0, unavailable = 0;
  auto kernels = Json::array();
  for (const auto& kernel : list_kernels()) {
    const auto count = kernel.available == 0 ? Count{} : test_kernel(kernel);
    tell(kernel, count, kernels);
    kernel.available == 0 ? unavailable++ : tested++;
    total.passed += count.passed;
    total.failed += count.failed;
    if (kernel.available != 0 && count.passed + count.failed == 0) total.failed++;
  }
  const int code = is_right(total) ? kExitOk : kExitNotAuthentic;
  if (json_wanted())
    put_json({{"ok", code == kExitOk},
              {"exit_code", code},
              {"passed", total.passed},
              {"failed", total.failed},
              {"kernels", kernels}});
  else if (!quiet_wanted() || code != kExitOk)
    std::printf("%u kernels, %u not available here: %u known answers passed, %u failed\n", tested,
                unavailable, total.passed, total.failed);
  return code;
}

}  // namespace

void add_selftest(CLI::App& app, Action& action) {
  const auto command =
      app.add_subcommand("selftest", "Check every kernel with the test vectors of the standards");
  add_result_options(*command, {"Print one JSON object", "Print only failures"});
  command->footer(
      R"(A known answer is a test vector of a standard. The exit code is 0 if all kernels that this processor can run
compute all answers.

Examples:
  hedgerow selftest
  hedgerow selftest --quiet && echo all kernels are right)");
  command->final_callback([&action] { action = selftest; });
}

}  // namespace hedgerow::cli
