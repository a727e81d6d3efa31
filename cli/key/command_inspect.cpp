// hedgerow inspect: shows the header of a container without a key, so the output is not authenticated.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>

#include "command.hpp"
#include "hedgerow/container.hpp"
#include "support/descriptor.hpp"
#include "support/error.hpp"
#include "support/result.hpp"
#include "support/target.hpp"

namespace hedgerow::cli {
namespace {

using Info = hedgerow_container_info;

Json number_or_null(std::uint64_t number) {
  return number == HEDGEROW_CONTAINER_UNKNOWN ? Json(nullptr) : Json(number);
}

Json to_json(const Info& info) {
  Json json = {{"ok", true},
               {"exit_code", kExitOk},
               {"version", info.version},
               {"cipher", info.cipher},
               {"mode", info.mode},
               {"segment_bytes", info.segment_bytes},
               {"nonce_bytes", info.nonce_bytes},
               {"tag_bytes", info.tag_bytes},
               {"kdf", "none"}};
  if (info.kdf_passes != 0)
    json.update({{"kdf", "argon2id"},
                 {"kdf_passes", info.kdf_passes},
                 {"kdf_memory_kib", info.kdf_memory_kib}});
  json["credentials"] = Json::array();
  for (std::uint32_t i = 0; i < info.slot_count; i++)
    json["credentials"].push_back(hedgerow_container_slot_kind_text(info.slots[i].kind));
  json["container_bytes"] = number_or_null(info.container_bytes);
  json["plaintext_bytes"] = number_or_null(info.plaintext_bytes);
  return json;
}

// Returns for example "one of 2 key files or a passphrase (Argon2id, 3 passes over 64 MiB)".
std::string opens_with(const Info& info) {
  std::string text;
  for (const auto kind : {HEDGEROW_CONTAINER_SLOT_KEY, HEDGEROW_CONTAINER_SLOT_PASSPHRASE,
                          HEDGEROW_CONTAINER_SLOT_RECIPIENT}) {
    const auto count =
        std::count_if(info.slots, info.slots + info.slot_count,
                      [&](const hedgerow_container_slot& slot) { return slot.kind == kind; });
    if (count == 0) continue;
    const std::string name = hedgerow_container_slot_kind_text(kind);
    text += (text.empty() ? "" : " or ") +
            (count == 1 ? "a " + name : "one of " + std::to_string(count) + " " + name + "s");
    if (kind == HEDGEROW_CONTAINER_SLOT_PASSPHRASE && info.kdf_passes != 0)
      text +=
          " (Argon2id, " + text_of(ContainerKdfCost{info.kdf_passes, info.kdf_memory_kib}) + ")";
  }
  return text;
}

void print(const Info& info) {
  std::cout << "format      hedgerow container, version " << info.version << "\ncipher      "
            << info.cipher << ", " << info.mode << "\nopens with  " << opens_with(info)
            << "\nsegments    " << info.segment_bytes / 1024 << " KiB, tags of " << info.tag_bytes
            << " bytes\n";
  if (info.plaintext_bytes != HEDGEROW_CONTAINER_UNKNOWN)
    std::cout << "plaintext   " << info.plaintext_bytes << " bytes\n";
  else if (info.container_bytes != HEDGEROW_CONTAINER_UNKNOWN)
    std::cout << "plaintext   unknown: the container is truncated\n";
  std::cout << "This is not authenticated. `hedgerow verify` checks it, with a key.\n";
}

constexpr char kInspectFooter[] =
    R"(inspect reads only the header. Anybody who can write to the file can change the header, so the output proves
nothing; `hedgerow verify` proves it with a key. The labels of the credentials are encrypted: `hedgerow rekey --list`
shows them.

Examples:
  hedgerow inspect photos.tar.hedgerow
  hedgerow inspect --json photos.tar.hedgerow)";

void inspect(const std::string& path) {
  const Descriptor file(path == kStandardStream ? dup(STDIN_FILENO)
                                                : open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.valid()) throw_errno("could not be opened", errno);
  const auto info = inspect_container(file.get());
  if (json_wanted())
    put_json(to_json(info));
  else if (!quiet_wanted())
    print(info);
}

}  // namespace

void add_inspect(CLI::App& app, Action& action) {
  const auto command = app.add_subcommand(
      "inspect", "Show how a container is encrypted and who can open it, without a key");
  const auto files = std::make_shared<std::vector<std::string>>();
  command->add_option("FILE", *files, "A container; - is standard input [if it is not a terminal]")
      ->expected(0, 1)
      ->type_name("");
  add_result_options(*command, {"Print one JSON object",
                                "Print nothing: the exit code says whether the header is right"});
  command->footer(kInspectFooter);
  command->final_callback([=, &action] {
    action = [=] {
      auto names = *files;
      require_files(names);
      return attempt(names.front(), [&] { inspect(names.front()); });
    };
  });
}

}  // namespace hedgerow::cli
