// Values that a user gives to the command line: sizes, ranges, names of ciphers and modes,
// hexadecimal keys and IVs, lengths, and texts that are shown on a terminal.
//
//   input   lines, for example "cipher kuznyechik", "mode ctr", "iv 0011". All of them together are
//           the options of `hedgerow cipher`, `mac` and `wrap`, and each is also a size, a range
//           and a text to show. "keyfile", "keyfd" and "sbox" have the content of a file.
//
// Properties: a slow reader computes the same size. Options that were accepted have lengths that
// the algorithm allows, and their hexadecimal digits are the bytes. A text that is shown has no
// controls. No message repeats a key, except a part that another value has, too, for example an
// unknown padding.
//
// It turned red when the product of a number and its unit could overflow, and when a message about
// an invalid key quoted it.
#include <memory>

#include "command.hpp"
#include "fuzz.hpp"
#include "raw/raw_options.hpp"
#include "raw/raw_values.hpp"
#include "support/byte_range.hpp"
#include "support/library.hpp"
#include "support/result.hpp"
#include "support/suggestion.hpp"
#include "support/text.hpp"

using namespace hedgerow::cli;
using namespace hedgerow_fuzz;

namespace {

// The values of the input: the keys, and all others, which messages may quote.
struct Values {
  std::vector<std::string> keys;
  std::string others;
};

template <class Work>
bool succeeds(const Values& values, Work work) {
  try {
    work();
    return true;
  } catch (const Error& e) {
    const int status = exit_code(e);
    check(!e.sentence().empty() && status >= 1 && status <= 4,
          "an error has a sentence and an exit code");
    for (const auto& key : values.keys)
      check(!reveals(e.sentence(), key, values.others), "a message keeps the key");
    return false;
  }
}

// Reads a size digit by digit.
std::optional<std::uint64_t> slow_bytes(const std::string& text) {
  unsigned __int128 value = 0;
  std::size_t at = 0;
  for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; at++) {
    value = value * 10 + static_cast<unsigned>(text[at] - '0');
    if (value >> 64) return {};
  }
  if (at == 0) return {};
  constexpr std::string_view kUnits = "KMGT";
  if (at + 1 == text.size()) {
    const auto unit = kUnits.find(static_cast<char>(text[at] & ~32));
    if (unit == kUnits.npos || (text[at] | 32) < 'a') return {};
    value <<= 10 * (unit + 1);
    at++;
  }
  if (at != text.size() || value >> 64) return {};
  return static_cast<std::uint64_t>(value);
}

void read_size(const std::string& text) {
  check(parse_bytes(text) == slow_bytes(text), "a size has its value");
  const auto colon = text.find(':');
  const auto offset = slow_bytes(text.substr(0, colon));
  const auto length = colon == text.npos ? std::nullopt : slow_bytes(text.substr(colon + 1));
  const bool right = offset && length && *offset <= UINT64_MAX - *length;
  check(succeeds({},
                 [&] {
                   const auto range = parse_range(text);
                   check(range.offset == offset && range.length == length,
                         "a range has its values");
                 }) == right,
        "a range is two sizes");
}

void show(const std::string& text) {
  const auto shown = printable(text);
  check(is_utf8(shown) && printable(shown) == shown, "a shown text is shown as it is");
  check(!is_utf8(text) || shown.size() >= text.size(), "no character is lost");
  Utf8 utf8;
  for (const char c : shown)
    if (utf8.feed(static_cast<std::uint8_t>(c)) == Utf8::Step::kWhole)
      check(!is_control(utf8.character()), "a shown text has no controls");
  if (text.size() > 64) return;  // these take quadratic time
  for (const std::size_t columns : {0u, 2u, 7u, 30u})
    check(columns_of(fitted(shown, columns)) <= columns, "a fitted text fits");
  static const auto names = cipher_names();
  const auto meant = suggestion(text, names);
  check(meant.empty() ||
            std::ranges::any_of(
                names, [&](const auto& name) { return meant == "; did you mean " + name + "?"; }),
        "only names are suggested");
}

std::optional<unsigned> number(const std::string& text) {
  return static_cast<unsigned>(slow_bytes(text).value_or(0));
}

// A file of the process with this content, which others could have given to it.
int inherited(const std::string& content, std::vector<std::unique_ptr<MemoryFile>>& files) {
  files.push_back(std::make_unique<MemoryFile>(
      std::span(reinterpret_cast<const std::uint8_t*>(content.data()), content.size())));
  fcntl(files.back()->fd(), F_SETFD, 0);
  return files.back()->fd();
}

// Sets the option that a line names.
void set(RawArguments& a, const std::string& name, const std::string& value,
         std::vector<std::unique_ptr<MemoryFile>>& files) {
  if (name == "keyfile") a.key_file = (inherited(value, files), files.back()->path());
  if (name == "keyfd") a.key_descriptor = value.empty() ? 1000 : inherited(value, files);
  if (name == "sbox") a.sbox_file = (inherited(value, files), files.back()->path());
  if (name == "cipher") a.cipher = lower_case(value);
  if (name == "mode") a.mode = lower_case(value);
  if (name == "key") a.key_hex = value;
  if (name == "iv") a.iv_hex = value;
  if (name == "tag") a.tag_bytes = number(value);
  if (name == "feedback") a.feedback_bytes = number(value);
  if (name == "gamma") a.gamma_bytes = number(value);
  if (name == "length") a.length_bytes = number(value);
  if (name == "section") a.section_bytes = value;
  if (name == "master") a.master_section_bytes = value;
  if (name == "padding") a.padding = value;
  if (name == "mask") a.mask_nonce = true;
  if (name == "padded") a.padded_length = true;
  if (name == "zero") a.zero_fill = true;
  if (name == "two") a.two_blocks = true;
  if (name == "limit") a.no_limit = true;
}

std::string hex(std::span<const std::uint8_t> bytes) { return hex_of(text_of(bytes)); }

void check_setup(const RawArguments& a, const RawSetup& setup) {
  const auto& algorithm = setup.algorithm;
  check(algorithm.cipher == a.cipher && algorithm.mode == a.mode, "the algorithm is the named one");
  check(setup.iv.empty() || is_length(setup.iv.size(), algorithm.min_iv_bytes,
                                      algorithm.max_iv_bytes, algorithm.iv_step_bytes),
        "an IV has an allowed length");
  check(setup.key.size() == algorithm.key_bytes, "a key has its length");
  check(!a.key_hex || hex(setup.key.view()) == lower_case(*a.key_hex), "a key has its bytes");
  check(!a.iv_hex || hex(setup.iv) == lower_case(*a.iv_hex), "an IV has its bytes");
  check(setup.tag_bytes <= algorithm.max_tag_bytes, "a tag is not too long");
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  const char* const quiet[] = {"hedgerow", "-q"};
  CLI::App app;
  add_result_options(app);
  app.parse(2, quiet);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Input in(data, size);
  RawArguments arguments;
  std::vector<std::unique_ptr<MemoryFile>> files;
  Values values;
  while (!in.empty()) {
    const auto line = in.text();
    read_size(line);
    show(line);
    const auto blank = line.find(' ');
    const auto value = blank == line.npos ? "" : line.substr(blank + 1);
    set(arguments, line.substr(0, blank), value, files);
    if (line.starts_with("key"))
      values.keys.push_back(value);
    else
      values.others += value + '\n';
  }
  // The message about an unknown name takes long, so only some inputs have it.
  hedgerow_cipher_info info{};
  info.size = sizeof info;
  if (hedgerow_cipher_find(arguments.cipher.c_str(), &info) != HEDGEROW_OK && size % 64 != 0)
    return 0;
  for (const auto& kinds : {std::vector{HEDGEROW_BLOCK, HEDGEROW_STREAM, HEDGEROW_AEAD},
                            std::vector{HEDGEROW_MAC}, std::vector{HEDGEROW_WRAP}})
    succeeds(values, [&] {
      auto setup = check_raw(arguments, kinds);
      read_raw(arguments, setup);
      check_setup(arguments, setup);
    });
  return 0;
}
