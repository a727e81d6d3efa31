// What the commands that call one mode of one cipher have in common (cipher, mac, wrap, unwrap): their options, and the
// key, IV and S-boxes that these name. There is no format around the data: what comes out is what the standard says.
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

// A cipher in a mode with its options, key and IV, all of lengths that it has.
struct RawSetup {
  hedgerow_algorithm_info algorithm{};
  Options options;  // refers to `sbox`
  RawBytes iv, aad;
  std::size_t tag_bytes = 0;
  Secret key{0}, sbox{0};
};

// The most that is held in memory where a message cannot be treated piece by piece.
inline constexpr std::size_t kMostBuffered = std::size_t{1} << 30;

// The group of options that only some modes have.
inline constexpr char kModeOptions[] = "Options of some modes";

// The options that all of them have. `kinds`: of the modes that the command serves.
void add_raw_options(CLI::App& command, RawArguments& arguments, std::vector<hedgerow_kind> kinds);
// --tag-bytes, which cipher and mac have.
void add_tag_option(CLI::App& command, RawArguments& arguments);
void add_padded_length_option(CLI::App& command, RawArguments& arguments);

// The algorithm and the options that are no secret. Opens nothing. Throws Error: CIPHER and
// MODE for what there is not, ARGUMENT for an option that the mode does not have or a length that
// it does not allow, with what is allowed.
RawSetup check_raw(const RawArguments& arguments, const std::vector<hedgerow_kind>& kinds);
// Then reads the IV, the AAD, the S-boxes and the key. Throws as check_raw, KEY_TEXT, IO.
void read_raw(const RawArguments& arguments, RawSetup& setup);

// Hex digits of the command line as bytes. Throws ARGUMENT, which names `option`.
RawBytes parse_hex(const std::string& option, const std::string& text);

// Runs `work`, and throws what the library refuses as Error. `decrypting`: the data is
// at fault when its length is wrong.
void call_library(const RawSetup& setup, bool decrypting, const std::function<void()>& work);

// What a command that made an output tells, as JSON where that is wanted. Returns kExitOk.
int put_raw_result(const RawSetup& setup, const std::string& output, std::uint64_t input_bytes,
                   std::uint64_t output_bytes);

}  // namespace hedgerow::cli
