// Prints the algorithms of the C ABI as a table and as JSON.
#include "list/list_modes.hpp"

#include <bit>
#include <cstdio>
#include <iostream>
#include <string>

#include "hedgerow/hedgerow.hpp"
#include "support/result.hpp"

namespace hedgerow::cli {
namespace {

const char* kind_name(hedgerow_kind kind) {
  constexpr const char* kNames[] = {"block", "stream", "aead", "mac", "wrap"};
  return kNames[kind];
}

// Returns lengths in bytes, for example "8", "4-16", or "16-256/16" for 16 to 256 in steps of 16. "-": there is no
// length.
std::string range_text(std::size_t min, std::size_t max, std::size_t step) {
  if (max == 0) return "-";
  auto text = std::to_string(min);
  if (min == max) return text;
  text += "-" + std::to_string(max);
  return step > 1 ? text + "/" + std::to_string(step) : text;
}

Json algorithm_json(const hedgerow_algorithm_info& algorithm) {
  return {{"cipher", algorithm.cipher},
          {"mode", algorithm.mode},
          {"kind", kind_name(algorithm.kind)},
          {"oid", algorithm.oid},
          {"block_bytes", algorithm.block_bytes},
          {"unit_bytes", algorithm.unit_bytes},
          {"key_bytes", algorithm.key_bytes},
          {"iv_bytes", algorithm.iv_bytes},
          {"min_iv_bytes", algorithm.min_iv_bytes},
          {"max_iv_bytes", algorithm.max_iv_bytes},
          {"iv_step_bytes", algorithm.iv_step_bytes},
          {"tag_bytes", algorithm.tag_bytes},
          {"min_tag_bytes", algorithm.min_tag_bytes},
          {"max_tag_bytes", algorithm.max_tag_bytes},
          {"tag_step_bytes", algorithm.tag_step_bytes},
          {"feedback_bytes", algorithm.feedback_bytes},
          {"section_bytes", algorithm.section_bytes},
          {"master_section_bytes", algorithm.master_section_bytes},
          {"limit_blocks", algorithm.limit_blocks},
          {"message_bytes", algorithm.message_bytes},
          {"note", algorithm.note}};
}

void print_modes_table() {
  std::printf("%-24s %-14s %-6s %3s %-9s %-7s %6s  %-26s %s\n", "CIPHER", "MODE", "KIND", "KEY",
              "IV", "TAG", "LIMIT", "OID", "NOTE");
  for (const auto& algorithm : list_algorithms()) {
    const auto limit = "2^" + std::to_string(std::bit_width(algorithm.limit_blocks) - 1);
    std::printf(
        "%-24s %-14s %-6s %3zu %-9s %-7s %6s  %-26s %s\n", algorithm.cipher, algorithm.mode,
        kind_name(algorithm.kind), algorithm.key_bytes,
        range_text(algorithm.min_iv_bytes, algorithm.max_iv_bytes, algorithm.iv_step_bytes).c_str(),
        range_text(algorithm.min_tag_bytes, algorithm.max_tag_bytes, algorithm.tag_step_bytes)
            .c_str(),
        limit.c_str(), algorithm.oid[0] != '\0' ? algorithm.oid : "-", algorithm.note);
  }
  std::printf(
      "\nKEY, IV and TAG are lengths in bytes, FROM-TO/STEP; LIMIT is blocks under one key.\n");
}

}  // namespace

void print_modes() {
  if (json_wanted()) {
    auto array = Json::array();
    for (const auto& algorithm : list_algorithms()) array.push_back(algorithm_json(algorithm));
    std::cout << array.dump(2) << "\n";
  } else if (quiet_wanted()) {
    for (const auto& algorithm : list_algorithms())
      std::printf("%s %s\n", algorithm.cipher, algorithm.mode);
  } else {
    print_modes_table();
  }
}

}  // namespace hedgerow::cli
