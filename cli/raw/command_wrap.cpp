// hedgerow wrap and hedgerow unwrap: encrypt a key under another key, and decrypt it.
#include <algorithm>

#include "command.hpp"
#include "raw/raw_options.hpp"
#include "raw/raw_stream.hpp"
#include "support/error.hpp"
#include "support/result.hpp"

namespace hedgerow::cli {
namespace {

constexpr std::size_t kMostWrapped = 1 << 20;
constexpr std::size_t kWrapOverhead = 4 * HEDGEROW_MAX_BLOCK_BYTES;  // enough for every mode
const std::vector<hedgerow_kind> kWrapKinds = {HEDGEROW_WRAP};

// Reads standard input into locked memory, because it is a key.
Secret read_wrap_input() {
  Secret data(kMostWrapped + 1);
  const auto bytes = read_up_to(require_standard_input(), data.data(), data.size());
  if (bytes > kMostWrapped)
    throw_usage("the input has more than 1048576 bytes, which is the limit for a key");
  data.shrink(bytes);
  return data;
}

int run_wrap(const RawArguments& arguments, bool unwrapping) {
  auto setup = check_raw(arguments, kWrapKinds);
  const auto target = check_raw_output(arguments, Content::kBinary);
  read_raw(arguments, setup);
  TargetOutput output(target, arguments.force, Content::kBinary);
  const auto in = read_wrap_input();
  Secret out(in.size() + kWrapOverhead);
  call_library(setup, unwrapping, [&] {
    Wrap context(setup.algorithm.cipher, setup.algorithm.mode, setup.key.view(), setup.options);
    if (!setup.iv.empty()) context.set_iv(setup.iv);
    const Output room(out.data(), out.size());
    out.shrink(unwrapping ? context.unwrap(in.view(), room) : context.wrap(in.view(), room));
  });
  output.write(out.view());
  output.finish();
  return put_raw_result(setup, target.path, in.size(), out.size());
}

constexpr char kKexp15[] =
    "kexp15 takes a key file with two keys: first the key of its MAC, then the key of its "
    "encryption. "
    "The IV is not part\nof the output, so you must keep it.\n\n";

constexpr char kWrapExamples[] = R"(Examples:
  hedgerow wrap --cipher aes-256 --mode kw --key-file kek < key > wrapped
  hedgerow wrap --cipher kuznyechik --mode kexp15 --key-file keys --iv 0909472dd9f26be8 < key > wrapped)";
constexpr char kUnwrapExamples[] = R"(Examples:
  hedgerow unwrap --cipher aes-256 --mode kw --key-file kek -o key < wrapped
  hedgerow unwrap --cipher kuznyechik --mode kexp15 --key-file keys --iv 0909472dd9f26be8 -o key < wrapped)";

void add_wrap_command(CLI::App& app, Action& action, const char* name, const char* help,
                      bool unwrapping) {
  const auto command = app.add_subcommand(name, help);
  const auto a = std::make_shared<RawArguments>();
  add_raw_options(*command, *a, kWrapKinds);
  add_result_options(*command);
  command->footer(std::string(kKexp15) + (unwrapping ? kUnwrapExamples : kWrapExamples));
  command->final_callback([=, &action] { action = [=] { return run_wrap(*a, unwrapping); }; });
}

}  // namespace

void add_wrap(CLI::App& app, Action& action) {
  add_wrap_command(app, action, "wrap", "Wrap the key on standard input under another key", false);
  add_wrap_command(app, action, "unwrap", "Check and unwrap the wrapped key on standard input",
                   true);
}

}  // namespace hedgerow::cli
