// hedgerow list: ciphers and kernels as the C ABI tells of them.
#include <bit>
#include <cinttypes>
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

#include "command.hpp"
#include "list/list_modes.hpp"
#include "support/library.hpp"
#include "support/result.hpp"

namespace hedgerow::cli {
namespace {

// "bulk", "narrow", "both", "single", or nothing.
const char* selection(const hedgerow_kernel_info& kernel) {
  if (kernel.selected_bulk != 0) return kernel.selected_narrow != 0 ? "both" : "bulk";
  if (kernel.selected_narrow != 0) return "narrow";
  return kernel.selected_single != 0 ? "single" : nullptr;
}

const char* timing_name(hedgerow_timing timing) {
  return timing == HEDGEROW_TIMING_CT ? "ct" : "unknown";
}

const char* maturity_name(hedgerow_maturity maturity) {
  constexpr const char* kNames[] = {"standard", "published", "experimental"};
  return kNames[maturity];
}

// "2^20 blocks (8 MiB)"; bytes only where somebody could reach them.
std::string limit_text(const hedgerow_cipher_info& cipher) {
  constexpr const char* kUnits[] = {"bytes", "KiB", "MiB", "GiB"};
  const int log = std::bit_width(cipher.limit_blocks) - 1;
  const std::string text = "2^" + std::to_string(log) + " blocks";
  if (log > 40) return text;
  std::uint64_t bytes = cipher.limit_blocks * cipher.block_bytes;
  int unit = 0;
  for (; unit < 3 && bytes >= 1024; unit++) bytes /= 1024;
  return text + " (" + std::to_string(bytes) + " " + kUnits[unit] + ")";
}

void print_json() {
  auto array = Json::array();
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

void print_names() {
  for (const auto& cipher : all_ciphers()) std::printf("%s\n", cipher.name);
}

void print_tables() {
  std::printf("%-28s %10s %8s %6s %4s  %-12s %s\n", "CIPHER", "BLOCK BITS", "KEY BITS", "ROUNDS",
              "AEAD", "MATURITY", "DATA LIMIT FOR A KEY");
  for (const auto& cipher : all_ciphers())
    std::printf("%-28s %10zu %8zu %6u %4s  %-12s %s\n", cipher.name, 8 * cipher.block_bytes,
                8 * cipher.key_bytes, cipher.rounds, cipher.aead, maturity_name(cipher.maturity),
                limit_text(cipher).c_str());
  std::printf("\n%-28s %s\n", "FAMILY", "NOTE");
  std::string family;
  for (const auto& cipher : all_ciphers()) {
    if (cipher.family == family) continue;
    family = cipher.family;
    std::printf("%-28s %s\n", cipher.family, cipher.note);
  }
  std::printf("\nClass of processors: %s\n", hedgerow_machine_class());
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
  add_result_options(*command,
                     {"Print the kernels (or modes) as a JSON array", "Print names only"});
  const auto modes = std::make_shared<bool>(false);
  command->add_flag("--modes", *modes, "Show every cipher in every mode it has instead");
  command->final_callback([modes, &action] {
    action = [modes] {
      if (*modes)
        print_modes();
      else if (json_wanted())
        print_json();
      else if (quiet_wanted())
        print_names();
      else
        print_tables();
      return kExitOk;
    };
  });
}

}  // namespace hedgerow::cli
