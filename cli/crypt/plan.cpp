// Which options go together, and what they stand for.
#include "crypt/plan.hpp"

#include <bit>

#include "support/library.hpp"
#include "support/result.hpp"
#include "support/target.hpp"

namespace hedgerow::cli {
namespace {

std::uint32_t parse_segment_bytes(const std::string& text) {
  const auto value = parse_bytes(text).value_or(0);
  if (!std::has_single_bit(value) || value < HEDGEROW_CONTAINER_MIN_SEGMENT_BYTES ||
      value > HEDGEROW_CONTAINER_MAX_SEGMENT_BYTES)
    throw_usage("--segment " + text + ": allowed are the powers of two from 64K to 4M");
  return static_cast<std::uint32_t>(value);
}

void require_container_algorithm(const std::string& name, const std::string& mode) {
  try {
    container_algorithm(name, mode);
  } catch (const Error& e) {
    if (e.status() == HEDGEROW_CONTAINER_MODE) throw e.with_sentence("--" + e.sentence());
    std::string names;
    for (const auto& cipher : container_ciphers()) names += (names.empty() ? "" : ", ") + cipher;
    throw Error(e.status(),
                "--cipher " + name + ": " + e.sentence() + "; a container can have " + names);
  }
}

void check_directories(const CryptArguments& arguments) {
  const char* option = arguments.recursive ? "--recursive" : "--tar";
  if (arguments.recursive && arguments.tar)
    throw_usage("--recursive makes a container a file, --tar one of all: give one of the two");
  if (arguments.files.size() != 1)
    throw_usage(std::string(option) + " takes one directory or container at a time");
  if (arguments.recursive && !arguments.output)
    throw_usage("--recursive needs -o and the directory that gets the results");
}

void check_salvage(const CryptArguments& arguments) {
  if (arguments.range || arguments.tar || arguments.recursive)
    throw_usage("--salvage excludes --range, --tar and --recursive");
  if (!arguments.output) throw_usage("--salvage makes a file that can have gaps: name it with -o");
}

void check_range(const CryptArguments& arguments) {
  if (arguments.tar) throw_usage("--range and --tar exclude each other");
  if (arguments.recursive) throw_usage("--range and --recursive exclude each other");
  if (arguments.device.id) throw_usage("--range and --device exclude each other");
}

void check_combination(const CryptArguments& arguments) {
  if (arguments.recursive || arguments.tar) check_directories(arguments);
  if (arguments.output && arguments.files.size() != 1)
    throw_usage("-o names one output: give one FILE with it");
  if (arguments.salvage) check_salvage(arguments);
  if (arguments.range) check_range(arguments);
}

void check_standard_input(const CryptArguments& arguments) {
  for (const auto& file : arguments.files) {
    if (file != kStandardStream) continue;
    if (arguments.preserve && !arguments.tar)
      throw_usage("--preserve: standard input has no time and mode of a file");
    if (arguments.range) throw_usage("--range needs a file that can be read at any place");
  }
}

}  // namespace

CryptPlan make_plan(const CryptArguments& arguments) {
  check_combination(arguments);
  CryptPlan plan{arguments, {}, {}};
  if (arguments.range) plan.bytes = parse_range(*arguments.range);
  check_standard_input(arguments);
  auto& options = plan.options;
  options.threads = arguments.threads;
  options.segment_bytes = parse_segment_bytes(arguments.segment);
  check_credential_options(arguments.credentials);
  options.kdf = arguments.credentials.kdf_cost();
  options.kdf_limit = arguments.credentials.kdf_limit();
  std::optional<SegmentChoice> choice;
  if (arguments.encrypting()) {
    require_container_algorithm(arguments.cipher, arguments.mode);
    options.cipher = arguments.cipher;
    options.mode = arguments.mode;
    choice = {arguments.cipher, arguments.mode};
  }
  check_device_options(arguments.device);
  options.aead = segments_on_device(arguments.device, choice);
  return plan;
}

}  // namespace hedgerow::cli
