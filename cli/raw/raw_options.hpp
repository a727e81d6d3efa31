// The common part of cipher, mac, wrap and unwrap, which call one mode of one cipher: the options, and the key, IV and
// S-boxes that the options name. The output has no format of its own, because it is exactly the output of the standard.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "hedgerow/hedgerow.hpp"
#include "raw/raw_bytes.hpp"
#include "support/secret.hpp"

namespace hedgerow::cli {

struct RawArguments {
  std::string cipher, mode;
  std::optional<std::string> key_file, key_hex;
  std::optional<int> key_descriptor;
  std::optional<std::string> iv_hex, iv_file;
  std::optional<std::string> sbox_file;
  std::optional<std::string> aad_file;
  std::optional<unsigned> tag_bytes, feedback_bytes, gamma_bytes, length_bytes;
  std::optional<std::string> section_bytes, master_section_bytes;
  std::string padding = "none";
  bool mask_nonce = false;
  bool padded_length = false;
  bool zero_fill = false;
  bool two_blocks = false;
  bool no_limit = false;
  std::string output = "-";
  bool force = false;
};

// A cipher in a mode with its options, key and IV. All lengths have been checked.
struct RawSetup {
  hedgerow_algorithm_info algorithm{};
  Options options;  // points to `sbox`
  RawBytes iv, aad;
  std::size_t tag_bytes = 0;
  Secret key{0}, sbox{0};
};

// The length limit of a message that must be kept in memory.
inline constexpr std::size_t kMostBuffered = std::size_t{1} << 30;

// The group of options that only some modes have.
inline constexpr char kModeOptions[] = "Options of some modes";

// Adds the options that all four commands have. `kinds` are the kinds of modes that the command accepts.
void add_raw_options(CLI::App& command, RawArguments& arguments, std::vector<hedgerow_kind> kinds);
// Adds --tag-bytes, which cipher and mac have.
void add_tag_option(CLI::App& command, RawArguments& arguments);
void add_padded_length_option(CLI::App& command, RawArguments& arguments);

// Finds the algorithm and checks the options that are not secret. Opens no file. Throws Error: CIPHER or MODE if the
// cipher or the mode does not exist, ARGUMENT if the mode does not have an option or does not allow a length. The
// sentence says which values are allowed.
RawSetup check_raw(const RawArguments& arguments, const std::vector<hedgerow_kind>& kinds);
// Reads the IV, the AAD, the S-boxes and the key. Call it after check_raw. Throws the errors of check_raw, and KEY_TEXT
// and IO for files.
void read_raw(const RawArguments& arguments, RawSetup& setup);

// Converts hex digits to bytes, and throws ARGUMENT with the name of the option if that fails.
RawBytes parse_hex(const std::string& option, const std::string& text);

// Runs `work` and throws errors of the library as Error. If `decrypting` is true, a wrong length is an error of the
// data (TRUNCATED) instead of the arguments.
void call_library(const RawSetup& setup, bool decrypting, const std::function<void()>& work);

// Prints the result as JSON if --json was given. Returns kExitOk.
int put_raw_result(const RawSetup& setup, const std::string& output, std::uint64_t input_bytes,
                   std::uint64_t output_bytes);

}  // namespace hedgerow::cli
