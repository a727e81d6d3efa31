// hedgerow list: ciphers, kernels and modes, from the queries of the C ABI.
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

// Returns the lengths of the calls that a kernel is selected for, in blocks: "1-32", "33-" for 33 and more, "-" if it
// is never selected.
std::string calls_text(const hedgerow_kernel_info& kernel) {
  if (kernel.up_to_blocks == 0) return "-";
  const auto from = std::to_string(std::max<std::size_t>(kernel.from_blocks, 1));
  return kernel.up_to_blocks == SIZE_MAX ? from + "-"
                                         : from + "-" + std::to_string(kernel.up_to_blocks);
}

// Returns the greatest of these lengths as JSON, which is null if there is no limit.
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

// Returns for example "2^20 blocks (8 MiB)". Limits above 2^40 blocks are shown without bytes, because they are out of
// reach.
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

// Returns the kernel of long calls, which has no upper limit.
const hedgerow_kernel_info& bulk_kernel(const std::vector<hedgerow_kernel_info>& kernels,
                                        const std::string& cipher) {
  return *std::ranges::find_if(kernels, [&](const hedgerow_kernel_info& kernel) {
    return cipher == kernel.cipher && kernel.up_to_blocks == SIZE_MAX;
  });
}

void print_array(const Json& array) { std::cout << array.dump(2) << "\n"; }

void print_ciphers_json() {
  auto array = Json::array();
  const auto kernels = list_kernels();
  for (const auto& cipher : list_ciphers())
    array.push_back({{"cipher", cipher.name},
                     {"family", cipher.family},
                     {"block_bytes", cipher.block_bytes},
                     {"key_bytes", cipher.key_bytes},
                     {"rounds", cipher.rounds},
                     {"aead", cipher.aead},
                     {"maturity", maturity_name(cipher.maturity)},
                     {"limit_blocks", cipher.limit_blocks},
                     {"note", cipher.note},
                     {"kernel", bulk_kernel(kernels, cipher.name).id}});
  print_array(array);
}

void print_ciphers_table() {
  const auto kernels = list_kernels();
  std::printf("%-28s %5s %4s %-4s  %-12s %-20s %s\n", "CIPHER", "BLOCK", "KEY", "AEAD", "MATURITY",
              "DATA LIMIT FOR A KEY", "KERNEL");
  for (const auto& cipher : list_ciphers()) {
    const auto& kernel = bulk_kernel(kernels, cipher.name);
    std::printf("%-28s %5zu %4zu %-4s  %-12s %-20s %s.%s\n", cipher.name, 8 * cipher.block_bytes,
                8 * cipher.key_bytes, cipher.aead, maturity_name(cipher.maturity),
                limit_text(cipher).c_str(), kernel.technique, kernel.isa);
  }
  std::printf("\n%-28s %s\n", "FAMILY", "NOTE");
  std::string family;
  for (const auto& cipher : list_ciphers()) {
    if (cipher.family == family) continue;
    family = cipher.family;
    std::printf("%-28s %s\n", cipher.family, cipher.note);
  }
  std::printf(
      "\nClass of processors: %s\n"
      "BLOCK and KEY are bits. KERNEL is the code that serves long calls on this machine.\n"
      "`hedgerow list --kernels` shows all kernels, `hedgerow list --modes` all modes.\n",
      hedgerow_machine_class());
}

void print_ciphers() {
  if (json_wanted())
    print_ciphers_json();
  else if (quiet_wanted())
    for (const auto& name : cipher_names()) std::printf("%s\n", name.c_str());
  else
    print_ciphers_table();
}

void print_all_kernels_json() {
  auto array = Json::array();
  for (const auto& kernel : list_kernels())
    array.push_back({{"id", kernel.id},
                     {"cipher", kernel.cipher},
                     {"technique", kernel.technique},
                     {"isa", kernel.isa},
                     {"timing", timing_name(kernel.timing)},
                     {"width_blocks", kernel.width_blocks},
                     {"available", kernel.available != 0},
                     {"from_blocks", kernel.from_blocks},
                     {"up_to_blocks", up_to_json(kernel)}});
  print_array(array);
}

void print_all_kernels() {
  if (json_wanted()) return print_all_kernels_json();
  if (!quiet_wanted())
    std::printf("%-46s %-8s %6s  %-7s %s\n", "KERNEL", "TIMING", "BATCH", "CALLS", "REASON");
  for (const auto& kernel : list_kernels())
    if (quiet_wanted())
      std::printf("%s\n", kernel.id);
    else
      std::printf("%-46s %-8s %6zu  %-7s %s\n", kernel.id, timing_name(kernel.timing),
                  kernel.width_blocks, calls_text(kernel).c_str(), kernel.reason);
  if (!quiet_wanted())
    std::printf(
        "\nTIMING ct is constant time. BATCH is the blocks that a kernel processes at one time.\n"
        "CALLS are the lengths in blocks for which the kernel is selected here.\n");
}

// Returns the kernels that are selected for a cipher, beginning with the one for the shortest calls.
std::vector<hedgerow_kernel_info> chosen_kernels(const std::string& cipher) {
  std::vector<hedgerow_kernel_info> chosen;
  for (const auto& kernel : list_kernels())
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
    print_array(array);
  } else if (quiet_wanted()) {
    for (const auto& kernel : chosen) std::printf("%s\n", kernel.id);
  } else {
    std::printf("%-9s %6s  %s\n", "CALLS", "BATCH", "KERNEL");
    for (const auto& kernel : chosen)
      std::printf("%-9s %6zu  %s\n", calls_text(kernel).c_str(), kernel.width_blocks, kernel.id);
    std::printf(
        "\nCALLS are lengths of calls in blocks. BATCH is the blocks that a kernel processes at "
        "one "
        "time.\n"
        "If the last kernel takes only whole batches, the rest of a long call goes to the kernel "
        "for\ncalls of that length.\n");
  }
}

// CLI11 gives this value to a --kernels without a value, so no cipher may have this name.
constexpr char kAllKernels[] = "all";

std::string check_kernels(const std::string& name) {
  hedgerow_cipher_info info{};
  info.size = sizeof info;
  return name == kAllKernels || hedgerow_cipher_find(name.c_str(), &info) == HEDGEROW_OK
             ? std::string()
             : unknown_cipher(name);
}

constexpr char kListFooter[] =
    R"(A kernel is the code of one cipher for one instruction set. Hedgerow selects kernels by the processor and by the
length of a call. MATURITY is one of: standard (of a country or of an international body), published (only by its
designers), experimental (the specification has open points, so results may change).

Examples:
  hedgerow list
  hedgerow list --kernels                      (all kernels, and why each is selected or not)
  hedgerow list --kernels kuznyechik           (the kernels of one cipher by the length of the call)
  hedgerow list --modes                        (all modes of each cipher: lengths, OID, limits)
  hedgerow list --json)";

}  // namespace

void add_list(CLI::App& app, Action& action) {
  const auto command = app.add_subcommand(
      "list", "Show the ciphers and the kernel that serves each on this machine");
  const auto modes = std::make_shared<bool>(false);
  command->add_flag("--modes", *modes, "Show every cipher in every mode that it has");
  const auto cipher = std::make_shared<std::string>();
  const auto kernels =
      command
          ->add_option("--kernels", *cipher, "Show the kernels of all ciphers, or of the cipher C")
          ->expected(0, 1)
          ->default_str(kAllKernels)
          ->check(CLI::Validator(check_kernels, ""))
          ->transform(lower_case, "")
          ->type_name("C");
  kernels->option_text("[C]");
  add_result_options(*command, {"Print a JSON array", "Print only names"});
  command->footer(kListFooter);
  command->final_callback([modes, cipher, kernels, &action] {
    action = [modes, cipher, kernels] {
      if (*modes && kernels->count() != 0) throw_usage("--modes and --kernels cannot be combined");
      if (*modes)
        print_modes();
      else if (kernels->count() == 0)
        print_ciphers();
      else if (*cipher == kAllKernels)
        print_all_kernels();
      else
        print_kernels(*cipher);
      return kExitOk;
    };
  });
}

}  // namespace hedgerow::cli
