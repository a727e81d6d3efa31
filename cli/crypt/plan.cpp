// Checks which options can be combined, and parses their values.
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
    auto help = suggestion(name, container_ciphers());
    if (help.empty()) {
      help = "; a container can have ";
      for (const auto& cipher : container_ciphers())
        help += (help.ends_with(" ") ? "" : ", ") + cipher;
    }
    throw Error(e.status(), "--cipher " + name + ": " + e.sentence() + help);
  }
}

void check_directories(const CryptArguments& arguments) {
  const char* option = arguments.recursive ? "--recursive" : "--tar";
  if (arguments.recursive && arguments.tar)
    throw_usage(
        "--recursive (one container per file) and --tar (one container for everything) cannot be "
        "combined");
  if (arguments.files.empty() && (arguments.recursive || arguments.encrypting()))
    throw_usage(std::string(option) + " takes a directory: name it as FILE");
  if (arguments.files.size() > 1)
    throw_usage(std::string(option) + " takes one FILE: a directory" +
                (arguments.encrypting() ? "" : ", or with --tar a container"));
  if (arguments.recursive && !arguments.output)
    throw_usage("--recursive writes into a directory: name it with -o");
}

void check_salvage(const CryptArguments& arguments) {
  if (arguments.range || arguments.tar || arguments.recursive)
    throw_usage("--salvage cannot be combined with --range, --tar or --recursive");
  if (!arguments.output) throw_usage("--salvage writes a file that can have gaps: name it with -o");
}

void check_range(const CryptArguments& arguments) {
  if (arguments.tar) throw_usage("--range and --tar cannot be combined");
  if (arguments.recursive) throw_usage("--range and --recursive cannot be combined");
  if (arguments.device.id) throw_usage("--range and --device cannot be combined");
}

void check_combination(const CryptArguments& arguments) {
  if (arguments.output && arguments.files.size() != 1)
    throw_usage("-o names the output of one FILE, and there are " +
                std::to_string(arguments.files.size()) +
                ": without -o, each output is named after its FILE");
  if (arguments.skip_existing && arguments.force)
    throw_usage("--skip-existing keeps existing outputs, and --force overwrites them: give one");
  if (arguments.skip_existing && arguments.tar)
    throw_usage("--skip-existing and --tar cannot be combined");
  if (arguments.salvage) check_salvage(arguments);
  if (arguments.range) check_range(arguments);
}

std::uint32_t parse_layout(const std::string& text) {
  if (const auto layout = find_container_layout(text)) return *layout;
  throw_usage("--layout " + text + ": allowed are automatic, compact, reserved");
}

void check_standard_input(const CryptArguments& arguments) {
  for (const auto& file : arguments.files) {
    if (file != kStandardStream) continue;
    if (arguments.preserve && !arguments.tar)
      throw_usage("--preserve: standard input has no time and permissions: name a FILE");
    if (arguments.range)
      throw_usage("--range cannot read from standard input, because it jumps: name a FILE");
  }
}

}  // namespace

CryptPlan make_plan(const CryptArguments& given) {
  auto arguments = given;
  if (arguments.recursive || arguments.tar) check_directories(arguments);
  require_files(arguments.files);
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
    options.layout = parse_layout(arguments.layout);
    choice = {arguments.cipher, arguments.mode};
  }
  check_device_options(arguments.device);
  options.aead = segments_on_device(arguments.device, choice);
  return plan;
}

}  // namespace hedgerow::cli
