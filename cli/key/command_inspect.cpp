// hedgerow inspect: what a container's header says, without a key. Nothing shown is authenticated.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>

#include "command.hpp"
#include "container/container.hpp"
#include "container/error.hpp"
#include "container/format/armor.hpp"
#include "container/io/descriptor.hpp"
#include "support/result.hpp"

namespace hedgerow::cli {
namespace {

using container::Inspection;

Json to_json(const Inspection& result) {
  const auto& header = result.header;
  Json json = {{"ok", true},
               {"exit_code", kExitOk},
               {"version", header.version},
               {"cipher", header.cipher},
               {"mode", header.algorithm.mode},
               {"segment_bytes", header.segment_bytes},
               {"nonce_bytes", header.nonce_bytes},
               {"tag_bytes", header.tag_bytes},
               {"kdf", "none"}};
  if (result.kdf)
    json.update({{"kdf", "argon2id"},
                 {"kdf_passes", result.kdf->passes},
                 {"kdf_memory_kib", result.kdf->memory_kib}});
  json["credentials"] = Json::array();
  for (const auto kind : result.slots) json["credentials"].push_back(container::name_of(kind));
  json["container_bytes"] = nullptr;
  json["plaintext_bytes"] = nullptr;
  if (result.container_bytes) json["container_bytes"] = *result.container_bytes;
  if (result.plaintext_bytes) json["plaintext_bytes"] = *result.plaintext_bytes;
  return json;
}

// Such as "2 key files or a passphrase (Argon2id, 3 passes over 64 MiB)".
std::string opens_with(const Inspection& result) {
  std::string text;
  for (const auto kind : {container::SlotKind::kKeyFile, container::SlotKind::kPassphrase,
                          container::SlotKind::kRecipient}) {
    const auto count = std::count(result.slots.begin(), result.slots.end(), kind);
    if (count == 0) continue;
    const std::string name = container::name_of(kind);
    text += (text.empty() ? "" : " or ") +
            (count == 1 ? "a " + name : "one of " + std::to_string(count) + " " + name + "s");
    if (kind == container::SlotKind::kPassphrase && result.kdf)
      text += " (Argon2id, " + container::text_of(*result.kdf) + ")";
  }
  return text;
}

void print(const Inspection& result) {
  const auto& header = result.header;
  std::cout << "format      hedgerow container, version " << int{header.version} << "\ncipher      "
            << header.cipher << ", " << header.algorithm.mode << "\nopens with  "
            << opens_with(result) << "\nsegments    " << header.segment_bytes / 1024
            << " KiB, tags of " << int{header.tag_bytes} << " bytes\n";
  if (result.plaintext_bytes)
    std::cout << "plaintext   " << *result.plaintext_bytes << " bytes\n";
  else if (result.container_bytes)
    std::cout << "plaintext   unknown: the container is truncated\n";
  std::cout << "Nothing of this is authenticated: that takes the key.\n";
}

int inspect(const std::string& path) {
  const container::Descriptor file(path == "-" ? dup(STDIN_FILENO)
                                               : open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.valid()) container::throw_errno("could not be opened", errno);
  container::Inspection result;
  const auto look = [&](int fd) { result = container::inspect(fd); };
  if (container::is_armored(file.get()))
    container::with_armored_input(file.get(), look);
  else
    look(file.get());
  if (json_wanted())
    put_json(to_json(result));
  else if (!quiet_wanted())
    print(result);
  return kExitOk;
}

}  // namespace

void add_inspect(CLI::App& app, Action& action) {
  const auto command =
      app.add_subcommand("inspect", "Show a container's header; needs no key, proves nothing");
  const auto path = std::make_shared<std::string>();
  command->add_option("FILE", *path, "A container, or - for standard input")->required();
  add_result_options(*command, {"Print one JSON object",
                                "Print nothing: the exit code says whether the header is right"});
  command->final_callback([=, &action] {
    action = [=] {
      try {
        return inspect(*path);
      } catch (const container::Error& e) {
        return put_failure(container::exit_code(e.status()), *path, text_of(e));
      }
    };
  });
}

}  // namespace hedgerow::cli
