// hedgerow wrap and hedgerow unwrap: one key under another.
#include <algorithm>

#include "command.hpp"
#include "raw/raw_options.hpp"
#include "raw/raw_stream.hpp"
#include "support/error.hpp"
#include "support/result.hpp"

namespace hedgerow::cli {
namespace {

constexpr std::size_t kMostWrapped = 1 << 20;
constexpr std::size_t kWrapOverhead = 4 * HEDGEROW_MAX_BLOCK_BYTES;  // of any mode, at least
const std::vector<hedgerow_kind> kWrapKinds = {HEDGEROW_WRAP};

// Standard input in locked memory: it is a key, wrapped or not.
Secret read_wrap_input() {
  Secret data(kMostWrapped + 1);
  const auto bytes = read_up_to(require_standard_input(), data.data(), data.size());
  if (bytes > kMostWrapped)
    throw_usage("the input has more than 1048576 bytes, the most for a key");
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

constexpr char kWrapFooter[] = R"(Example:
  hedgerow wrap --cipher kuznyechik --mode kexp15 --key-file keys --iv 0909472dd9f26be8 < key > wrapped

kexp15 takes the key of its MAC and that of its encryption, one behind the other. The IV is not part of the
output.)";

void add_wrap_command(CLI::App& app, Action& action, const char* name, const char* help,
                      bool unwrapping) {
  const auto command = app.add_subcommand(name, help);
  const auto a = std::make_shared<RawArguments>();
  add_raw_options(*command, *a, kWrapKinds);
  add_result_options(*command);
  command->footer(kWrapFooter);
  command->final_callback([=, &action] { action = [=] { return run_wrap(*a, unwrapping); }; });
}

}  // namespace

void add_wrap(CLI::App& app, Action& action) {
  add_wrap_command(app, action, "wrap", "A key on standard input, wrapped under another", false);
  add_wrap_command(app, action, "unwrap", "A wrapped key on standard input, checked and unwrapped",
                   true);
}

}  // namespace hedgerow::cli
