// Compares HEDGEROW_CPU_DISABLE and HEDGEROW_KERNEL with the features and kernels that the library knows.
#include "support/environment.hpp"

#include <stdlib.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "hedgerow/hedgerow.hpp"
#include "support/error.hpp"
#include "support/result.hpp"

namespace hedgerow::cli {
namespace {

constexpr char kVariable[] = "HEDGEROW_CPU_DISABLE";

std::vector<std::string> allowed_names() {
  std::vector<std::string> names = {"all"};
  for (std::size_t i = 0; const char* name = hedgerow_cpu_feature(i); i++) names.push_back(name);
  return names;
}

}  // namespace

void check_environment() {
  const char* value = secure_getenv(kVariable);
  if (value == nullptr) return;
  const auto allowed = allowed_names();
  std::istringstream list(value);
  for (std::string name; std::getline(list, name, ',');) {
    if (name.empty() || std::ranges::find(allowed, name) != allowed.end()) continue;
    std::string text = std::string(kVariable) + ": '" + name +
                       "' is not a CPU feature; allowed are, with commas between them:";
    for (const auto& each : allowed) text += " " + each;
    throw Error(HEDGEROW_CONTAINER_ARGUMENT, text);
  }
}

void warn_of_environment() {
  const char* value = secure_getenv("HEDGEROW_KERNEL");
  if (value == nullptr || *value == '\0') return;
  const std::string id = value;
  const auto kernels = list_kernels();
  if (std::ranges::none_of(kernels, [&](const auto& kernel) { return kernel.id == id; }))
    put_note("warning: HEDGEROW_KERNEL: '" + id +
             "' is not a kernel and is ignored; `hedgerow list --kernels` shows the kernels");
}

}  // namespace hedgerow::cli
