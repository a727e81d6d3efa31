// Parses and checks the options of cipher, mac, wrap and unwrap, and reads their secrets.
#include "raw/raw_options.hpp"

#include <sodium.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "command.hpp"
#include "raw/raw_stream.hpp"
#include "raw/raw_values.hpp"
#include "support/arguments.hpp"
#include "support/byte_range.hpp"
#include "support/descriptor.hpp"
#include "support/error.hpp"
#include "support/library.hpp"
#include "support/result.hpp"
#include "support/startup.hpp"

namespace hedgerow::cli {
namespace {

constexpr std::size_t kMostKeyText = 4096;  // length limit of a file or descriptor with a key

std::string join_choices(const auto& names) {
  std::string all;
  for (const auto& name : names) all += (all.empty() ? "" : "|") + std::string(name);
  return all;
}

// Returns the modes of these kinds, without duplicates, in the order of the list. If `cipher` is not empty, only its
// modes.
std::vector<std::string> mode_names(const std::vector<hedgerow_kind>& kinds,
                                    const std::string& cipher = "") {
  std::vector<std::string> names;
  for (const auto& algorithm : list_algorithms())
    if ((cipher.empty() || algorithm.cipher == cipher) &&
        std::ranges::count(kinds, algorithm.kind) != 0 &&
        std::ranges::count(names, algorithm.mode) == 0)
      names.push_back(algorithm.mode);
  return names;
}

std::string name_of(const hedgerow_algorithm_info& algorithm) {
  return algorithm.cipher + std::string(" in mode ") + algorithm.mode;
}

hedgerow_algorithm_info find_algorithm(const RawArguments& arguments,
                                       const std::vector<hedgerow_kind>& kinds) {
  hedgerow_algorithm_info algorithm{};
  algorithm.size = sizeof algorithm;
  const auto status =
      hedgerow_algorithm_find(arguments.cipher.c_str(), arguments.mode.c_str(), &algorithm);
  if (status == HEDGEROW_ERR_CIPHER)
    throw Error(HEDGEROW_CONTAINER_CIPHER, "--cipher: " + unknown_cipher(arguments.cipher));
  if (status == HEDGEROW_OK && std::ranges::count(kinds, algorithm.kind) != 0) return algorithm;
  const auto modes = join_choices(mode_names(kinds, arguments.cipher));
  throw Error(
      HEDGEROW_CONTAINER_MODE,
      "--mode: " + arguments.cipher + " has no mode '" + arguments.mode +
          "' for this command: " + (modes.empty() ? "it has none" : "allowed are " + modes));
}

void refuse_unless(bool has, bool given, const char* option,
                   const hedgerow_algorithm_info& algorithm) {
  if (given && !has) throw_usage(name_of(algorithm) + " has no " + option);
}

void check_properties(const RawArguments& a, const hedgerow_algorithm_info& algorithm) {
  const auto has = [&](std::uint32_t property) { return (algorithm.properties & property) != 0; };
  refuse_unless(has(HEDGEROW_HAS_PADDING), a.padding != "none", "--padding", algorithm);
  refuse_unless(has(HEDGEROW_HAS_FEEDBACK), a.feedback_bytes.has_value(), "--feedback-bytes",
                algorithm);
  refuse_unless(has(HEDGEROW_HAS_GAMMA), a.gamma_bytes.has_value(), "--gamma-bytes", algorithm);
  refuse_unless(has(HEDGEROW_HAS_SECTIONS), a.section_bytes.has_value(), "--section-bytes",
                algorithm);
  refuse_unless(has(HEDGEROW_HAS_MASTER_SECTIONS), a.master_section_bytes.has_value(),
                "--master-section-bytes", algorithm);
  refuse_unless(has(HEDGEROW_HAS_LENGTH_FIELD), a.length_bytes.has_value(), "--length-bytes",
                algorithm);
  refuse_unless(has(HEDGEROW_NONCE_TOP_BIT), a.mask_nonce, "--mask-nonce", algorithm);
  refuse_unless(has(HEDGEROW_HAS_PADDED_LENGTH), a.padded_length, "--padded-length", algorithm);
  refuse_unless(has(HEDGEROW_HAS_ZERO_FILL), a.zero_fill, "--zero-fill", algorithm);
  refuse_unless(has(HEDGEROW_HAS_TWO_BLOCKS), a.two_blocks, "--two-blocks", algorithm);
  refuse_unless(algorithm.kind == HEDGEROW_AEAD && !has(HEDGEROW_NO_AAD), a.aad_file.has_value(),
                "--aad-file", algorithm);
  refuse_unless(algorithm.tag_bytes != 0, a.tag_bytes.has_value(), "--tag-bytes", algorithm);
}

void check_sources(const RawArguments& a, const hedgerow_algorithm_info& algorithm) {
  if (a.key_file.has_value() + a.key_descriptor.has_value() + a.key_hex.has_value() != 1)
    throw_usage("give the key by one of --key-file, --key-fd and --insecure-key-hex");
  const bool given = a.iv_hex || a.iv_file;
  if (a.iv_hex && a.iv_file) throw_usage("give the IV by one of --iv and --iv-file");
  refuse_unless(algorithm.max_iv_bytes != 0, given, "IV", algorithm);
  if (algorithm.min_iv_bytes != 0 && !given)
    throw_usage(
        name_of(algorithm) + " needs an IV of " +
        lengths_text(algorithm.min_iv_bytes, algorithm.max_iv_bytes, algorithm.iv_step_bytes) +
        ": give --iv or --iv-file");
  const bool boxes = cipher_info(algorithm.cipher).sbox_bytes != 0;
  refuse_unless(boxes, a.sbox_file.has_value(), "--sbox-file", algorithm);
  if (boxes && !a.sbox_file) throw_usage(name_of(algorithm) + " needs S-boxes: give --sbox-file");
}

// Returns a secret of `bytes` bytes: `text` itself if it has this length, otherwise the bytes of its hex digits. Errors
// name `source`.
Secret decode_secret(Secret text, std::size_t bytes, const std::string& source,
                     const std::string& what) {
  if (text.size() == bytes) return text;
  auto end = text.size();
  while (end > 0 && (text.data()[end - 1] == '\n' || text.data()[end - 1] == '\r')) end--;
  Secret decoded(bytes);
  std::size_t length = 0;
  if (end == 2 * bytes &&
      sodium_hex2bin(decoded.data(), bytes, reinterpret_cast<const char*>(text.data()), end,
                     nullptr, &length, nullptr) == 0 &&
      length == bytes)
    return decoded;
  throw Error(HEDGEROW_CONTAINER_KEY_TEXT, source + " holds " + std::to_string(text.size()) +
                                               " bytes: " + what + " are " + std::to_string(bytes) +
                                               " bytes, or " + std::to_string(2 * bytes) +
                                               " hex digits");
}

Secret load_secret(const std::string& path, std::size_t bytes, const char* kind,
                   const std::string& what) {
  Secret text(kMostKeyText);
  hedgerow_container_exposure exposure{};
  text.shrink(read_secret_file(path, kind, text.span(), exposure));
  if (exposure != HEDGEROW_CONTAINER_EXPOSED_TO_NONE)
    put_note("warning: " + path + ": " + hedgerow_container_exposure_text(exposure));
  return decode_secret(std::move(text), bytes, kind + (" " + path), what);
}

Secret read_key_descriptor(int fd, std::size_t bytes, const std::string& what) {
  const auto name = "--key-fd " + std::to_string(fd);
  if (!was_inherited(fd))
    throw_usage(name +
                ": that descriptor is not open; the caller opens it, as in `--key-fd 3 3<key`");
  struct stat key, data;
  if (fstat(fd, &key) == 0 && fstat(STDIN_FILENO, &data) == 0 && !S_ISCHR(key.st_mode) &&
      key.st_dev == data.st_dev && key.st_ino == data.st_ino)
    throw_usage(name + ": one input cannot give both the data and the key");
  Secret text(kMostKeyText + 1);
  text.shrink(read_up_to(fd, text.data(), text.size()));
  return decode_secret(std::move(text), bytes, name, what);
}

Secret read_key(const RawArguments& a, const hedgerow_algorithm_info& algorithm) {
  const auto what = "keys of " + name_of(algorithm);
  if (a.key_file) return load_secret(*a.key_file, algorithm.key_bytes, "key file", what);
  if (a.key_descriptor) return read_key_descriptor(*a.key_descriptor, algorithm.key_bytes, what);
  put_note("warning: --insecure-key-hex shows the key to everybody who can list processes");
  Secret text(a.key_hex->size());
  std::ranges::copy(*a.key_hex, text.data());
  if (text.size() == algorithm.key_bytes)  // decode_secret would take them as raw bytes
    throw_usage("--insecure-key-hex: " + what + " are " + std::to_string(2 * algorithm.key_bytes) +
                " hex digits");
  return decode_secret(std::move(text), algorithm.key_bytes, "--insecure-key-hex", what);
}

RawBytes read_iv(const RawArguments& a, const hedgerow_algorithm_info& algorithm) {
  RawBytes iv;
  if (!a.iv_hex && !a.iv_file) return iv;
  const auto source = a.iv_hex ? "--iv" : "--iv-file " + *a.iv_file;
  iv = a.iv_hex ? parse_hex("--iv", *a.iv_hex) : read_whole_file(*a.iv_file, kMostKeyText);
  if (!is_length(iv.size(), algorithm.min_iv_bytes, algorithm.max_iv_bytes,
                 algorithm.iv_step_bytes))
    throw_usage(
        source + " has " + std::to_string(iv.size()) + " bytes: " + name_of(algorithm) + " takes " +
        lengths_text(algorithm.min_iv_bytes, algorithm.max_iv_bytes, algorithm.iv_step_bytes));
  if ((algorithm.properties & HEDGEROW_NONCE_TOP_BIT) != 0 && !a.mask_nonce && (iv[0] & 0x80) != 0)
    throw_usage(source + " begins with a bit of 1: " + name_of(algorithm) +
                " takes nonces whose first bit is 0, and --mask-nonce clears it");
  return iv;
}

}  // namespace

void add_tag_option(CLI::App& command, RawArguments& arguments) {
  command
      .add_option("--tag-bytes", arguments.tag_bytes,
                  "Length of the tag [the usual one of the mode]")
      ->type_name("N")
      ->group(kModeOptions);
}

void add_padded_length_option(CLI::App& command, RawArguments& arguments) {
  command
      .add_flag(
          "--padded-length", arguments.padded_length,
          "GCM and GMAC of Kalyna: treat incomplete blocks like cryptonite and UAPKI; the tag does "
          "not cover the length within the last block")
      ->group(kModeOptions);
}

void add_raw_options(CLI::App& command, RawArguments& a, std::vector<hedgerow_kind> kinds) {
  constexpr char kKeyAndIv[] = "Cipher, key and IV";
  const auto add = [&](const char* names, auto& value, const char* type, const char* help) {
    return command.add_option(names, value, help)->type_name(type)->group(kKeyAndIv);
  };
  add("--cipher", a.cipher, "C", "A cipher of `hedgerow list`")
      ->transform(lower_case, "")
      ->required();
  add("--mode", a.mode, "MODE", "A mode of the cipher")
      ->type_name(join_choices(mode_names(kinds)))
      ->transform(lower_case, "")
      ->required();
  add("-k,--key-file", a.key_file, "FILE", "The key: raw bytes, or twice as many hex digits");
  add("--key-fd", a.key_descriptor, "N", "The key, read from this file descriptor to its end")
      ->check(is_descriptor_number());
  add("--insecure-key-hex", a.key_hex, "HEX",
      "The key, for tests only: other users can see it in the list of processes");
  add("--iv", a.iv_hex, "HEX", "The IV or nonce; never use one twice with the same key");
  add("--iv-file", a.iv_file, "FILE", "The IV or nonce as raw bytes");
  add("--sbox-file", a.sbox_file, "FILE",
      "The S-boxes of gost28147:user: 64 bytes, or 128 hex digits");
  command
      .add_option("--section-bytes", a.section_bytes,
                  "Bytes per section key, in modes with key meshing [the mode's]")
      ->type_name("SIZE")
      ->group(kModeOptions);
  command.add_flag("--no-limit", a.no_limit, "Lift the data limit for one key")
      ->group(kModeOptions);
  command.add_option("-o,--output", a.output, "The output; - is standard output")
      ->type_name("OUT")
      ->capture_default_str()
      ->group(kFiles);
  command
      .add_flag("--force", a.force, "Overwrite an existing output; write binary data to a terminal")
      ->group(kFiles);
}

RawBytes parse_hex(const std::string& option, const std::string& text) {
  RawBytes bytes(text.size() / 2);
  std::size_t length = 0;
  if (text.size() % 2 != 0 ||
      (sodium_hex2bin(bytes.data(), bytes.size(), text.data(), text.size(), nullptr, &length,
                      nullptr) != 0) ||
      length != bytes.size())
    throw_usage(option + " '" + text + "': allowed are hex digits, two for each byte");
  return bytes;
}

RawSetup check_raw(const RawArguments& a, const std::vector<hedgerow_kind>& kinds) {
  RawSetup setup;
  const auto& algorithm = setup.algorithm = find_algorithm(a, kinds);
  auto& options = setup.options;
  options.padding = padding_option(a.padding);
  options.section_bytes = size_option("--section-bytes", a.section_bytes);
  options.master_section_bytes = size_option("--master-section-bytes", a.master_section_bytes);
  check_properties(a, algorithm);
  check_sources(a, algorithm);
  if (options.section_bytes % algorithm.block_bytes != 0)
    throw_usage("--section-bytes " + *a.section_bytes + ": allowed are whole blocks of " +
                std::to_string(algorithm.block_bytes) + " bytes");
  setup.tag_bytes = a.tag_bytes.value_or(static_cast<unsigned>(algorithm.tag_bytes));
  if (!is_length(setup.tag_bytes, algorithm.min_tag_bytes, algorithm.max_tag_bytes,
                 algorithm.tag_step_bytes))
    throw_usage(
        "--tag-bytes " + std::to_string(setup.tag_bytes) + ": " + name_of(algorithm) +
        " has tags of " +
        lengths_text(algorithm.min_tag_bytes, algorithm.max_tag_bytes, algorithm.tag_step_bytes));
  options.tag_bytes = static_cast<std::uint32_t>(setup.tag_bytes);
  options.feedback_bytes =
      count_option("--feedback-bytes", a.feedback_bytes, algorithm.block_bytes);
  options.gamma_bytes = count_option("--gamma-bytes", a.gamma_bytes, algorithm.block_bytes);
  options.length_bytes = count_option("--length-bytes", a.length_bytes, 8);
  options.mask_nonce = a.mask_nonce;
  options.padded_length = a.padded_length;
  options.zero_fill = a.zero_fill;
  options.two_blocks = a.two_blocks;
  options.limit_blocks = a.no_limit ? HEDGEROW_NO_LIMIT : 0;
  return setup;
}

void read_raw(const RawArguments& a, RawSetup& setup) {
  require_sodium();
  setup.iv = read_iv(a, setup.algorithm);
  if (a.aad_file) setup.aad = read_whole_file(*a.aad_file, kMostBuffered);
  if (a.sbox_file) {
    setup.sbox = load_secret(*a.sbox_file, cipher_info(setup.algorithm.cipher).sbox_bytes,
                             "S-box file", "S-boxes of " + std::string(setup.algorithm.cipher));
    setup.options.sbox = Input(setup.sbox.data(), setup.sbox.size());
  }
  setup.key = read_key(a, setup.algorithm);
}

void call_library(const RawSetup& setup, bool decrypting, const std::function<void()>& work) {
  try {
    work();
  } catch (const error& e) {
    const auto name = name_of(setup.algorithm);
    const auto text = name + ": " + e.what();
    const auto status = e.status();
    if (status == HEDGEROW_ERR_PADDING || status == HEDGEROW_ERR_INTEGRITY)
      throw Error(HEDGEROW_CONTAINER_TAMPERED, text);
    const bool cut = status == HEDGEROW_ERR_DATA_LENGTH || status == HEDGEROW_ERR_TOO_SHORT;
    if (cut && decrypting) throw Error(HEDGEROW_CONTAINER_TRUNCATED, text);
    check_library(status, name.c_str());
  }
}

int put_raw_result(const RawSetup& setup, const std::string& output, std::uint64_t input_bytes,
                   std::uint64_t output_bytes) {
  if (json_wanted())
    put_json({{"ok", true},
              {"exit_code", kExitOk},
              {"cipher", setup.algorithm.cipher},
              {"mode", setup.algorithm.mode},
              {"output", output},
              {"input_bytes", input_bytes},
              {"output_bytes", output_bytes}});
  return kExitOk;
}

}  // namespace hedgerow::cli
