// hedgerow mac: computes or checks the tag of standard input.
#include <sodium.h>

#include "command.hpp"
#include "raw/raw_options.hpp"
#include "raw/raw_stream.hpp"
#include "support/error.hpp"
#include "support/result.hpp"

namespace hedgerow::cli {
namespace {

const std::vector<hedgerow_kind> kMacKinds = {HEDGEROW_MAC};

struct MacArguments : RawArguments {
  std::optional<std::string> check;
  bool binary = false;
};

void feed_standard_input(Mac& mac) {
  const int in = require_standard_input();
  RawBytes piece(1 << 20);
  for (std::size_t got = piece.size(); got == piece.size();) {
    got = read_up_to(in, piece.data(), piece.size());
    mac.update(Input(piece.data(), got));
  }
}

std::string hex_of(std::span<const std::uint8_t> bytes) {
  std::string text(2 * bytes.size() + 1, '\0');
  sodium_bin2hex(text.data(), text.size(), bytes.data(), bytes.size());
  text.pop_back();
  return text;
}

void put_tag(const MacArguments& arguments, std::span<const std::uint8_t> tag,
             TargetOutput& output) {
  const auto line = hex_of(tag) + "\n";
  if (arguments.binary)
    output.write(tag);
  else
    output.write({reinterpret_cast<const std::uint8_t*>(line.data()), line.size()});
  output.finish();
}

int run_mac(MacArguments arguments) {
  auto setup = check_raw(arguments, kMacKinds);
  RawBytes expected;
  if (arguments.check) {
    if (arguments.binary || arguments.output != kStandardStream)
      throw_usage("--check prints no tag, so it cannot be combined with --binary or -o");
    expected = parse_hex("--check", *arguments.check);
    if (expected.size() != setup.tag_bytes)
      throw_usage("--check has " + std::to_string(expected.size()) + " bytes, and the tag has " +
                  std::to_string(setup.tag_bytes) + ": --tag-bytes sets the length of the tag");
  }
  // With --json the object contains the tag, so the tag is written elsewhere only if the user gives -o.
  const bool writes = !arguments.check && !(json_wanted() && arguments.output == kStandardStream);
  const auto content = arguments.binary ? Content::kBinary : Content::kText;
  const auto target = writes ? check_raw_output(arguments, content) : Target{};
  read_raw(arguments, setup);
  std::optional<TargetOutput> output;
  if (writes) output.emplace(target, arguments.force, content);
  RawBytes tag(setup.tag_bytes);
  call_library(setup, false, [&] {
    Mac mac(setup.algorithm.cipher, setup.algorithm.mode, setup.key.view(), setup.options);
    if ((setup.algorithm.properties & HEDGEROW_IV_MAC) != 0) mac.set_iv(setup.iv);
    feed_standard_input(mac);
    arguments.check ? mac.final_check(expected) : mac.final_tag(tag);
  });
  if (writes) put_tag(arguments, tag, *output);
  if (!json_wanted()) return kExitOk;
  Json result = {{"ok", true},
                 {"exit_code", kExitOk},
                 {"cipher", setup.algorithm.cipher},
                 {"mode", setup.algorithm.mode},
                 {"tag", arguments.check ? hex_of(expected) : hex_of(tag)}};
  put_json(result);
  return kExitOk;
}

constexpr char kMacFooter[] =
    R"(With --check, the command compares in constant time and prints nothing: the exit code is 0 if the tag is right,
and 1 if it is wrong.

Examples:
  hedgerow mac --cipher kuznyechik --mode cmac --key-file key < in           (prints the tag in hex)
  hedgerow mac --cipher kuznyechik --mode cmac --key-file key --check 336f4d296059fbe34ddeb35b37749c67 < in)";

}  // namespace

void add_mac(CLI::App& app, Action& action) {
  const auto command =
      app.add_subcommand("mac", "Compute or check the authentication tag of standard input");
  const auto a = std::make_shared<MacArguments>();
  command->add_option("--check", a->check, "Compare with this tag instead of printing one")
      ->type_name("HEX")
      ->group(kFiles);
  command->add_flag("--binary", a->binary, "Write the tag as bytes instead of a line of hex")
      ->group(kFiles);
  add_raw_options(*command, *a, kMacKinds);
  add_tag_option(*command, *a);
  command
      ->add_option("--master-section-bytes", a->master_section_bytes,
                   "OMAC-ACPKM: bytes of key material per master key [the mode's]")
      ->type_name("SIZE")
      ->group(kModeOptions);
  add_padded_length_option(*command, *a);
  command
      ->add_flag("--two-blocks", a->two_blocks,
                 "GOST 28147-89: append zeros to 1 to 8 bytes, like gost-engine")
      ->group(kModeOptions);
  add_result_options(*command);
  command->footer(kMacFooter);
  command->final_callback([a, &action] { action = [a] { return run_mac(*a); }; });
}

}  // namespace hedgerow::cli
