#include "messages.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include "errors.hpp"

namespace hedgerow_python {
namespace {

std::string counted(std::uint64_t n) { return std::to_string(n); }

// Returns "12", "7 to 13" or "16 to 256 in steps of 16".
std::string range(std::size_t least, std::size_t most, std::size_t step) {
  if (least == most) return counted(least);
  const auto text = counted(least) + " to " + counted(most);
  return step > 1 ? text + " in steps of " + counted(step) : text;
}

std::string tag_lengths(const hedgerow_algorithm_info& a) {
  return range(a.min_tag_bytes, a.max_tag_bytes, a.tag_step_bytes);
}

// An option of the library that only some algorithms have.
struct Option {
  const char* name;
  std::uint32_t property;  // 0: AEADs and MACs have it
  bool (*given)(const hedgerow::Options&);
};

constexpr Option kOptions[] = {
    {"tag_bytes", 0, [](const hedgerow::Options& o) { return o.tag_bytes != 0; }},
    {"repeat_nonce", 0, [](const hedgerow::Options& o) { return o.repeat_nonce; }},
    {"mask_nonce", HEDGEROW_NONCE_TOP_BIT, [](const hedgerow::Options& o) { return o.mask_nonce; }},
    {"padded_length", HEDGEROW_HAS_PADDED_LENGTH,
     [](const hedgerow::Options& o) { return o.padded_length; }},
    {"zero_fill", HEDGEROW_HAS_ZERO_FILL, [](const hedgerow::Options& o) { return o.zero_fill; }},
    {"two_blocks", HEDGEROW_HAS_TWO_BLOCKS,
     [](const hedgerow::Options& o) { return o.two_blocks; }},
    {"feedback_bytes", HEDGEROW_HAS_FEEDBACK,
     [](const hedgerow::Options& o) { return o.feedback_bytes != 0; }},
    {"padding", HEDGEROW_HAS_PADDING,
     [](const hedgerow::Options& o) { return o.padding != HEDGEROW_PADDING_NONE; }},
    {"section_bytes", HEDGEROW_HAS_SECTIONS,
     [](const hedgerow::Options& o) { return o.section_bytes != 0; }},
    {"master_section_bytes", HEDGEROW_HAS_MASTER_SECTIONS,
     [](const hedgerow::Options& o) { return o.master_section_bytes != 0; }},
    {"length_bytes", HEDGEROW_HAS_LENGTH_FIELD,
     [](const hedgerow::Options& o) { return o.length_bytes != 0; }},
    {"gamma_bytes", HEDGEROW_HAS_GAMMA,
     [](const hedgerow::Options& o) { return o.gamma_bytes != 0; }},
};

bool has_option(const hedgerow_algorithm_info& a, const Option& option) {
  if (option.property) return (a.properties & option.property) != 0;
  const bool is_mac = a.kind == HEDGEROW_MAC && std::strcmp(option.name, "repeat_nonce") != 0;
  return a.kind == HEDGEROW_AEAD || is_mac;
}

// Names the options that were given and that the algorithm lacks, and those that it has.
std::string unknown_options(const Facts& f) {
  std::string wrong, right = "kernel, limit_blocks";
  for (const auto& option : kOptions) {
    if (has_option(f.algorithm, option))
      right += std::string(", ") + option.name;
    else if (f.options && option.given(*f.options))
      wrong += (wrong.empty() ? "" : ", ") + std::string(option.name);
  }
  return name_of(f.algorithm) + " has no option " + wrong + "; it has " + right;
}

std::string wrong_iv(const Facts& f) {
  const auto& a = f.algorithm;
  const std::string name = f.iv_name;
  if (f.iv && iv_fits(a, *f.iv) && (a.properties & HEDGEROW_NONCE_TOP_BIT))
    return "the first bit of the " + name + " must be 0 for " + name_of(a) + ": the first byte " +
           "must be 0 to 127; the option mask_nonce=True clears this bit";
  return name + " must have " + iv_lengths(a) + " bytes for " + name_of(a) +
         (f.iv ? ", not " + counted(*f.iv) : "");
}

std::string wrong_tag(const Facts& f) {
  if (!f.tag)
    return "tag_bytes must be " + tag_lengths(f.algorithm) + " for " + name_of(f.algorithm) +
           (f.options ? ", not " + counted(f.options->tag_bytes) : "");
  const bool fixed = f.options && f.options->tag_bytes;
  return "tag must have " + (fixed ? counted(f.options->tag_bytes) : tag_lengths(f.algorithm)) +
         " bytes for " + name_of(f.algorithm) + ", not " + counted(*f.tag) +
         (fixed ? "; the option tag_bytes sets the length" : "");
}

std::string wrong_data(const Facts& f) {
  const auto& a = f.algorithm;
  if (a.kind != HEDGEROW_BLOCK)
    return "the message must not be empty for " + name_of(a) + ": 0 bytes have no tag there";
  const bool pads = a.properties & HEDGEROW_HAS_PADDING;
  return std::string(f.data_name) + " must have whole blocks of " + counted(a.block_bytes) +
         " bytes for " + name_of(a) + (f.data ? ", not " + counted(*f.data) + " bytes" : "") +
         (pads ? "; the option padding adds what is missing" : "");
}

std::string over_limit(const Facts& f) {
  const auto& a = f.algorithm;
  const auto data = f.data.value_or(0);
  const auto blocks = data / a.block_bytes + (data % a.block_bytes != 0);
  if (f.blocks_left && *f.blocks_left <= blocks)
    return "the data limit of this key would be exceeded: blocks of " + counted(a.block_bytes) +
           " bytes that are left: " + counted(*f.blocks_left) + ", needed" +
           (f.data ? " for the data: " + counted(blocks) : ": more") +
           (a.kind == HEDGEROW_AEAD ? ", and others for associated data" : "") +
           "; use a new key (the option limit_blocks sets the limit)";
  return "a message may have at most " + counted(a.message_bytes) + " bytes for " + name_of(a) +
         (f.data ? ", and this call passes " + counted(data) : "") +
         ", or less where a long nonce or the option length_bytes leaves less; use several "
         "messages" +
         (std::strcmp(a.mode, "siv") == 0 ? "; SIV takes at most 126 strings" : "");
}

std::string wrong_sbox(const Facts& f) {
  const auto cipher = hedgerow::cipher_info(f.algorithm.cipher);
  const auto given = f.options ? f.options->sbox.size() : 0;
  if (cipher.sbox_bytes == 0)
    return std::string(cipher.name) + " has no option sbox, and " + counted(given) +
           " bytes were given";
  if (given != cipher.sbox_bytes)
    return "sbox must have " + counted(cipher.sbox_bytes) + " bytes for " + cipher.name + ", not " +
           counted(given);
  return "each of the 8 rows of the sbox, which have 8 bytes, must be a permutation of 0 to 15";
}

std::string wrong_kernel(const Facts& f, bool unknown) {
  const std::string given =
      f.options && !f.options->kernel.empty() ? f.options->kernel : "of HEDGEROW_KERNEL";
  std::string names, reason;
  for (const auto& kernel : hedgerow::list_kernels()) {
    if (given == kernel.id) reason = kernel.reason;
    if (std::strcmp(kernel.cipher, f.algorithm.cipher) == 0 && kernel.available)
      names += (names.empty() ? "" : ", ") + std::string(kernel.id);
  }
  return unknown
             ? std::string(f.algorithm.cipher) + " has no kernel '" + given + "'; it has " + names
             : "the kernel '" + given + "' cannot run here (" + reason + "); use one of " + names;
}

std::string wrong_section(const Facts& f) {
  const auto& a = f.algorithm;
  const bool master = a.properties & HEDGEROW_HAS_MASTER_SECTIONS;
  return "section_bytes must be a multiple of the block, " + counted(a.block_bytes) +
         " bytes, for " + name_of(a) + "; the default is " + counted(a.section_bytes) +
         (f.options ? ", and " + counted(f.options->section_bytes) + " was given" : "") +
         (master
              ? "; master_section_bytes also, and it must have room for a key of " +
                    counted(a.key_bytes) +
                    " bytes and a block (default: " + counted(a.master_section_bytes) +
                    (f.options ? ", given: " + counted(f.options->master_section_bytes) : "") + ")"
              : "");
}

std::string number_option(const char* name, std::size_t most, std::uint32_t given, const Facts& f) {
  return std::string(name) + " must be 1 to " + counted(most) + " for " + name_of(f.algorithm) +
         ", not " + counted(given);
}

}  // namespace

bool iv_fits(const hedgerow_algorithm_info& a, std::size_t n) {
  return n >= a.min_iv_bytes && n <= a.max_iv_bytes &&
         (a.iv_step_bytes == 0 || (n - a.min_iv_bytes) % a.iv_step_bytes == 0);
}

std::string iv_lengths(const hedgerow_algorithm_info& algorithm) {
  return range(algorithm.min_iv_bytes, algorithm.max_iv_bytes, algorithm.iv_step_bytes);
}

std::string name_of(const hedgerow_algorithm_info& algorithm) {
  return std::string(algorithm.cipher) + " in mode " + algorithm.mode;
}

std::string explain(hedgerow_status status, const Facts& f) {
  switch (status) {
    case HEDGEROW_ERR_MODE:
      return name_of(f.algorithm) + " has no " + f.call;
    case HEDGEROW_ERR_NONCE_LENGTH:
      return wrong_iv(f);
    case HEDGEROW_ERR_TAG_LENGTH:
      return wrong_tag(f);
    case HEDGEROW_ERR_DATA_LENGTH:
      return wrong_data(f);
    case HEDGEROW_ERR_LIMIT:
      return over_limit(f);
    case HEDGEROW_ERR_KERNEL:
    case HEDGEROW_ERR_UNAVAILABLE:
      return wrong_kernel(f, status == HEDGEROW_ERR_KERNEL);
    case HEDGEROW_ERR_OPTIONS:
      return unknown_options(f);
    case HEDGEROW_ERR_BUFFER:
      if (!f.room || !f.data) break;
      return "buf has " + counted(*f.room) + " bytes, too few for the result of " +
             counted(*f.data) + " bytes of data";
    case HEDGEROW_ERR_SBOX:
      return wrong_sbox(f);
    case HEDGEROW_ERR_FEEDBACK:
      return number_option("feedback_bytes", f.algorithm.block_bytes, f.options->feedback_bytes, f);
    case HEDGEROW_ERR_LENGTH_FIELD:
      return number_option("length_bytes", 8, f.options->length_bytes, f);
    case HEDGEROW_ERR_GAMMA:
      return number_option("gamma_bytes", f.algorithm.block_bytes, f.options->gamma_bytes, f);
    case HEDGEROW_ERR_SECTION:
      return wrong_section(f);
    case HEDGEROW_ERR_TOO_SHORT:
      return "a message must have at least " + counted(f.algorithm.block_bytes) + " bytes for " +
             name_of(f.algorithm) + (f.data ? ", not " + counted(*f.data) : "");
    default:
      break;
  }
  return status_text(status);
}

}  // namespace hedgerow_python
