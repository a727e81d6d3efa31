// The C ABI's offers as a table and as JSON.
#include "list_modes.hpp"

#include <bit>
#include <cstdio>
#include <iostream>
#include <string>

#include "hedgerow/hedgerow.hpp"
#include "result.hpp"

namespace hedgerow::cli {
namespace {

const char* kind_name(hedgerow_kind kind) {
  constexpr const char* kNames[] = {"block", "stream", "aead", "mac", "wrap"};
  return kNames[kind];
}

// "8", "4-16", "16-256/16": of bytes, the last number the step; "-" when there is none.
std::string range_text(std::size_t min, std::size_t max, std::size_t step) {
  if (max == 0) return "-";
  auto text = std::to_string(min);
  if (min == max) return text;
  text += "-" + std::to_string(max);
  return step > 1 ? text + "/" + std::to_string(step) : text;
}

Json offer_json(const hedgerow_offer_info& offer) {
  return {{"cipher", offer.cipher},
          {"mode", offer.mode},
          {"kind", kind_name(offer.kind)},
          {"oid", offer.oid},
          {"block_bytes", offer.block_bytes},
          {"unit_bytes", offer.unit_bytes},
          {"key_bytes", offer.key_bytes},
          {"iv_bytes", offer.iv_bytes},
          {"min_iv_bytes", offer.min_iv_bytes},
          {"max_iv_bytes", offer.max_iv_bytes},
          {"iv_step_bytes", offer.iv_step_bytes},
          {"tag_bytes", offer.tag_bytes},
          {"min_tag_bytes", offer.min_tag_bytes},
          {"max_tag_bytes", offer.max_tag_bytes},
          {"tag_step_bytes", offer.tag_step_bytes},
          {"feedback_bytes", offer.feedback_bytes},
          {"section_bytes", offer.section_bytes},
          {"master_section_bytes", offer.master_section_bytes},
          {"limit_blocks", offer.limit_blocks},
          {"message_bytes", offer.message_bytes},
          {"note", offer.note}};
}

void print_modes_table() {
  std::printf("%-24s %-14s %-6s %3s %-9s %-7s %6s  %-26s %s\n", "CIPHER", "MODE", "KIND", "KEY",
              "IV", "TAG", "LIMIT", "OID", "NOTE");
  for (const auto& offer : list_offers()) {
    const auto limit = "2^" + std::to_string(std::bit_width(offer.limit_blocks) - 1);
    std::printf("%-24s %-14s %-6s %3zu %-9s %-7s %6s  %-26s %s\n", offer.cipher, offer.mode,
                kind_name(offer.kind), offer.key_bytes,
                range_text(offer.min_iv_bytes, offer.max_iv_bytes, offer.iv_step_bytes).c_str(),
                range_text(offer.min_tag_bytes, offer.max_tag_bytes, offer.tag_step_bytes).c_str(),
                limit.c_str(), offer.oid[0] != '\0' ? offer.oid : "-", offer.note);
  }
  std::printf(
      "\nKEY, IV and TAG are lengths in bytes, FROM-TO/STEP; LIMIT is blocks under one key.\n");
}

}  // namespace

void print_modes() {
  if (json_wanted()) {
    auto array = Json::array();
    for (const auto& offer : list_offers()) array.push_back(offer_json(offer));
    std::cout << array.dump(2) << "\n";
  } else if (quiet_wanted()) {
    for (const auto& offer : list_offers()) std::printf("%s %s\n", offer.cipher, offer.mode);
  } else {
    print_modes_table();
  }
}

}  // namespace hedgerow::cli
