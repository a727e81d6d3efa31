// Converts the statuses, sentences and structs of container.h.
#include "container/abi/boundary.hpp"

#include <algorithm>
#include <cstring>

#include "container/utf8.hpp"

namespace hedgerow::container::abi {
namespace {

constexpr unsigned kMaxThreads = 256;

template <std::size_t kRoom>
void copy_text(const char* text, char (&to)[kRoom]) {
  std::memset(to, 0, kRoom);
  std::memcpy(to, text, fitting(text, kRoom - 1).size());
}

// Returns the end of a sentence that names the remedy in the terms of container.h.
const char* help_of(Remedy remedy) {
  switch (remedy) {
    case Remedy::kOverwrite:
      return ": HEDGEROW_CONTAINER_OVERWRITE, where a call has flags, replaces it";
    case Remedy::kRaiseKdfLimit:
      return ": limit_passes and limit_memory_kib of the options raise it for one that is trusted";
    case Remedy::kReencrypt:
      return ": hedgerow_container_reencrypt does that";
    case Remedy::kReencryptPassphrase:
      return ": add it with hedgerow_container_reencrypt, kdf_passes and kdf_memory_kib";
    default:
      return "";
  }
}

Layout layout_of(const hedgerow_container_options& options) {
  switch (options.layout) {
    case HEDGEROW_CONTAINER_LAYOUT_COMPACT:
      return Layout::kCompact;
    case HEDGEROW_CONTAINER_LAYOUT_RESERVED:
      return Layout::kReserved;
    default:
      const bool armored = (options.flags & HEDGEROW_CONTAINER_ARMORED) != 0;
      return armored ? Layout::kCompact : Layout::kAutomatic;
  }
}

}  // namespace

hedgerow_container_status report(hedgerow_container_error* error, Status status, const char* text) {
  const auto code = static_cast<hedgerow_container_status>(status);
  if (error) {
    *error = {};
    error->status = code;
    copy_text(text, error->text);
    error->sentence_bytes = static_cast<std::uint32_t>(std::strlen(error->text));
  }
  return code;
}

hedgerow_container_status report(hedgerow_container_error* error, const Error& thrown) noexcept {
  const auto code = report(error, thrown.status(), thrown.what());
  if (!error) return code;
  error->remedy = static_cast<hedgerow_container_remedy>(thrown.remedy());
  copy_text(thrown.value().c_str(), error->remedy_value);
  const char* help = help_of(thrown.remedy());
  const auto used = error->sentence_bytes;
  if (used + std::strlen(help) < sizeof error->text) std::strcpy(error->text + used, help);
  return code;
}

hedgerow_container_status report_success(hedgerow_container_error* error) {
  return report(error, static_cast<Status>(HEDGEROW_CONTAINER_OK), "");
}

void require(const void* pointer, const char* what) {
  if (!pointer) throw Error(Status::kArgument, std::string(what) + " is NULL");
}

void check_info(const hedgerow_container_info* info) {
  if (info && !size_is_valid<hedgerow_container_info>(info->size))
    throw Error(Status::kArgument, "info: its size is not sizeof(hedgerow_container_info)");
}

void write_info(const hedgerow_container_info& from, hedgerow_container_info* to) {
  check_info(to);
  if (to) static_cast<void>(write_versioned(from, to));
}

hedgerow_container_info info_of(const Header& header) {
  hedgerow_container_info info{};
  info.version = header.version;
  info.cipher = header.algorithm.cipher;  // both texts are static
  info.mode = header.algorithm.mode;
  info.segment_bytes = header.segment_bytes;
  info.nonce_bytes = header.nonce_bytes;
  info.tag_bytes = header.tag_bytes;
  info.body_offset = static_cast<std::uint32_t>(header.body_offset());
  info.container_bytes = info.plaintext_bytes = HEDGEROW_CONTAINER_UNKNOWN;
  info.copies_whole = 1;
  return info;
}

hedgerow_container_info info_of(const Inspection& inspection) {
  auto info = info_of(inspection.header);
  info.container_bytes = inspection.container_bytes.value_or(HEDGEROW_CONTAINER_UNKNOWN);
  info.plaintext_bytes = inspection.plaintext_bytes.value_or(HEDGEROW_CONTAINER_UNKNOWN);
  if (inspection.kdf) {
    info.kdf_passes = inspection.kdf->passes;
    info.kdf_memory_kib = inspection.kdf->memory_kib;
  }
  info.slot_count = static_cast<std::uint32_t>(inspection.slots.size());
  static_assert(HEDGEROW_CONTAINER_MAX_SLOTS == kMaxSlots);
  for (std::size_t i = 0; i < inspection.slots.size(); i++)
    info.slots[i].kind = static_cast<hedgerow_container_slot_kind>(inspection.slots[i]);
  return info;
}

void copy_label(const std::string& label, char (&to)[HEDGEROW_CONTAINER_LABEL_BYTES]) {
  static_assert(HEDGEROW_CONTAINER_LABEL_BYTES == kMaxLabelBytes + 1);
  copy_text(label.c_str(), to);
}

void require_flags(std::uint32_t flags, std::uint32_t allowed) {
  if ((flags & ~allowed) != 0)
    throw Error(Status::kArgument, "flags: " + std::to_string(flags) +
                                       " has one that container.h does not give to this call");
}

hedgerow_container_options checked_options(const hedgerow_container_options* options) {
  auto result = read_struct(options, "options");
  require_flags(result.flags, HEDGEROW_CONTAINER_ARMORED | HEDGEROW_CONTAINER_OVERWRITE |
                                  HEDGEROW_CONTAINER_IN_ORDER | HEDGEROW_CONTAINER_ANY_END |
                                  HEDGEROW_CONTAINER_SHARE_SALT);
  if (result.threads > kMaxThreads)
    throw Error(Status::kArgument,
                "options.threads: " + std::to_string(result.threads) + " is more than 256");
  if (result.layout > HEDGEROW_CONTAINER_LAYOUT_RESERVED)
    throw Error(Status::kArgument, "options.layout: " + std::to_string(result.layout) +
                                       " is none of HEDGEROW_CONTAINER_LAYOUT_...");
  return result;
}

KdfCost kdf_cost_of(const hedgerow_container_options& options) {
  if (options.kdf_passes == 0 && options.kdf_memory_kib == 0) return kDefaultKdfCost;
  const KdfCost cost{options.kdf_passes, options.kdf_memory_kib};
  require_writable(cost);
  return cost;
}

KdfLimit kdf_limit_of(const hedgerow_container_options& options) {
  if (options.limit_passes == 0 && options.limit_memory_kib == 0) return kDefaultKdfLimit;
  const KdfCost cost{options.limit_passes, options.limit_memory_kib};
  if (!is_kdf_cost(cost))
    throw Error(Status::kArgument, "options.limit_passes and limit_memory_kib: " + text_of(cost) +
                                       "; allowed are 1 to 16 passes over 8 KiB to 1 GiB");
  return limit_of(cost);
}

EncryptOptions encrypt_options_of(const hedgerow_container_options& options) {
  EncryptOptions result;
  if (options.cipher) result.cipher = options.cipher;
  if (options.mode) result.mode = options.mode;
  if (options.segment_bytes != 0) result.segment_bytes = options.segment_bytes;
  result.kdf = kdf_cost_of(options);
  result.threads = options.threads;
  result.layout = layout_of(options);
  if ((options.flags & HEDGEROW_CONTAINER_SHARE_SALT) != 0) result.salt = Salt::kShared;
  result.aead = aead_of(options);
  return result;
}

std::size_t checked_transfer(std::int64_t returned, std::size_t bytes, const char* what) {
  if (returned < 0)
    throw Error(Status::kCallback,
                std::string("the ") + what + " callback failed: " + std::to_string(returned));
  if (static_cast<std::uint64_t>(returned) > bytes)
    throw Error(Status::kCallback, std::string("the ") + what + " callback returned " +
                                       std::to_string(returned) + ": at most " +
                                       std::to_string(bytes) + " were asked for");
  return static_cast<std::size_t>(returned);
}

}  // namespace hedgerow::container::abi

extern "C" {

const char* hedgerow_container_version(void) {
#define HR_TEXT_(x) #x
#define HR_TEXT(x) HR_TEXT_(x)
  return HR_TEXT(HEDGEROW_VERSION_MAJOR) "." HR_TEXT(HEDGEROW_VERSION_MINOR) "." HR_TEXT(
      HEDGEROW_VERSION_PATCH);
}

const char* hedgerow_container_status_text(hedgerow_container_status status) {
  struct Text {
    hedgerow_container_status status;
    const char* text;
  };
  static constexpr Text kTexts[] = {
#include "container/abi/status.def"
  };
  for (const auto& entry : kTexts)
    if (entry.status == status) return entry.text;
  return "This is not a status of this version of Hedgerow.";
}

}  // extern "C"
