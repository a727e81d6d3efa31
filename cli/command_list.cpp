// hedgerow list: ciphers and kernels as the C ABI tells of them.
#include <cinttypes>
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>
#include <vector>

#include "command.hpp"
#include "library.hpp"

namespace hedgerow::cli {
namespace {

// "bulk", "narrow", "both", or nothing.
const char* selection(const hedgerow_kernel_info& kernel) {
  if (kernel.selected_bulk != 0) return kernel.selected_narrow != 0 ? "both" : "bulk";
  return kernel.selected_narrow != 0 ? "narrow" : nullptr;
}

const char* timing_name(hedgerow_timing timing) {
  return timing == HEDGEROW_TIMING_CT ? "ct" : "vartime";
}

void print_json() {
  auto array = nlohmann::ordered_json::array();
  for (const auto& kernel : all_kernels()) {
    const auto selected = selection(kernel);
    array.push_back({{"id", kernel.id},
                     {"cipher", kernel.cipher},
                     {"technique", kernel.technique},
                     {"isa", kernel.isa},
                     {"timing", timing_name(kernel.timing)},
                     {"width_blocks", kernel.width_blocks},
                     {"available", kernel.available != 0},
                     {"selected", nullptr}});
    if (selected != nullptr) array.back()["selected"] = selected;
  }
  std::cout << array.dump(2) << "\n";
}

void print_tables() {
  std::printf("%-16s %10s %9s %7s %5s\n", "CIPHER", "BLOCK BITS", "KEY BITS", "ROUNDS", "AEAD");
  for (const auto& cipher : all_ciphers())
    std::printf("%-16s %10zu %9zu %7u %5s\n", cipher.name, 8 * cipher.block_bytes,
                8 * cipher.key_bytes, cipher.rounds, cipher.aead);
  std::printf("\n%-46s %-8s %6s  %-7s %s\n", "KERNEL", "TIMING", "BLOCKS", "CHOSEN", "WHY");
  for (const auto& kernel : all_kernels()) {
    const auto selected = selection(kernel);
    std::printf("%-46s %-8s %6zu  %-7s %s\n", kernel.id, timing_name(kernel.timing),
                kernel.width_blocks, selected != nullptr ? selected : "-", kernel.reason);
  }
}

}  // namespace

void add_list(CLI::App& app, Action& action) {
  const auto command =
      app.add_subcommand("list", "Show ciphers and kernels, and which are chosen here and why");
  const auto json = std::make_shared<bool>(false);
  command->add_flag("--json", *json, "Print the kernels as JSON");
  command->final_callback([=, &action] {
    action = [=] {
      *json ? print_json() : print_tables();
      return kExitOk;
    };
  });
}

}  // namespace hedgerow::cli
