// hedgerow list: ciphers and kernels as the C ABI tells of them.
#include <algorithm>
#include <bit>
#include <cinttypes>
#include <cstdint>
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

// The blocks of the calls that a kernel is chosen for: "1-32", "33-" for all longer ones, "-" for none.
std::string calls_text(const hedgerow_kernel_info& kernel) {
  if (kernel.up_to_blocks == 0) return "-";
  const auto from = std::to_string(std::max<std::size_t>(kernel.from_blocks, 1));
  return kernel.up_to_blocks == SIZE_MAX ? from + "-"
                                         : from + "-" + std::to_string(kernel.up_to_blocks);
}

// The same as JSON: null for no limit.
Json up_to_json(const hedgerow_kernel_info& kernel) {
  return kernel.up_to_blocks == SIZE_MAX ? Json(nullptr) : Json(kernel.up_to_blocks);
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
    array.push_back({{"id", kernel.id},
                     {"cipher", kernel.cipher},
                     {"technique", kernel.technique},
                     {"isa", kernel.isa},
                     {"timing", timing_name(kernel.timing)},
                     {"width_blocks", kernel.width_blocks},
                     {"available", kernel.available != 0},
                     {"from_blocks", kernel.from_blocks},
                     {"up_to_blocks", up_to_json(kernel)}});
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
  std::printf("\n%-46s %-8s %6s  %-7s %s\n", "KERNEL", "TIMING", "BATCH", "CALLS", "WHY");
  for (const auto& kernel : all_kernels()) {
    std::printf("%-46s %-8s %6zu  %-7s %s\n", kernel.id, timing_name(kernel.timing),
                kernel.width_blocks, calls_text(kernel).c_str(), kernel.reason);
  }
  std::printf(
      "\nBATCH is blocks; CALLS are the blocks of the calls that the kernel is chosen for.\n");
}

// The kernels that are chosen for a cipher, those of short calls first.
std::vector<hedgerow_kernel_info> chosen_kernels(const std::string& cipher) {
  std::vector<hedgerow_kernel_info> chosen;
  for (const auto& kernel : all_kernels())
    if (cipher == kernel.cipher && kernel.up_to_blocks != 0) chosen.push_back(kernel);
  std::sort(chosen.begin(), chosen.end(),
            [](const auto& a, const auto& b) { return a.from_blocks < b.from_blocks; });
  return chosen;
}

void print_kernels(const std::string& cipher) {
  const auto chosen = chosen_kernels(cipher);
  if (json_wanted()) {
    auto array = Json::array();
    for (const auto& kernel : chosen)
      array.push_back({{"id", kernel.id},
                       {"from_blocks", kernel.from_blocks},
                       {"up_to_blocks", up_to_json(kernel)},
                       {"width_blocks", kernel.width_blocks}});
    std::cout << array.dump(2) << "\n";
  } else if (quiet_wanted()) {
    for (const auto& kernel : chosen) std::printf("%s\n", kernel.id);
  } else {
    std::printf("%-9s %6s  %s\n", "CALLS", "BATCH", "KERNEL");
    for (const auto& kernel : chosen)
      std::printf("%-9s %6zu  %s\n", calls_text(kernel).c_str(), kernel.width_blocks, kernel.id);
    std::printf(
        "\nCALLS are blocks of a call, BATCH is blocks that a kernel takes at once. Of a long call "
        "the\n"
        "last kernel may take whole batches alone: the rest then goes where a call of its length "
        "does.\n");
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
  const auto cipher = std::make_shared<std::string>();
  command
      ->add_option("--kernels", *cipher,
                   "Show instead which kernel serves calls of which length of this cipher")
      ->check([](const std::string& name) {
        hedgerow_cipher_info info{};
        info.size = sizeof info;
        return hedgerow_cipher_find(name.c_str(), &info) == HEDGEROW_OK
                   ? std::string()
                   : "there is no cipher '" + name + "': `hedgerow list` shows the ciphers";
      })
      ->type_name("CIPHER")
      ->excludes("--modes");
  command->final_callback([modes, cipher, &action] {
    action = [modes, cipher] {
      if (!cipher->empty())
        print_kernels(*cipher);
      else if (*modes)
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
