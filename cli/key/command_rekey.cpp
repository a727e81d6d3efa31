// hedgerow rekey: who can open a container.
#include <fcntl.h>
#include <sys/stat.h>

#include <cstdio>

#include "command.hpp"
#include "container/error.hpp"
#include "container/format/armor.hpp"
#include "container/io/descriptor.hpp"
#include "container/key/key_text.hpp"
#include "container/rekey.hpp"
#include "key/credentials.hpp"
#include "support/progress.hpp"
#include "support/result.hpp"
#include "support/startup.hpp"
#include "support/text.hpp"

namespace hedgerow::cli {
namespace {

using container::Error;
using container::Status;

struct RekeyArguments {
  std::string file;
  CredentialArguments credentials;
  CLI::Option* kdf = nullptr;
  std::vector<std::string> add;
  std::vector<std::string> labels;
  std::vector<std::string> remove;
  bool list = false;
  bool reencrypt = false;
  container::RekeyOptions options;
};

void check_arguments(const RekeyArguments& arguments) {
  const bool changes = !arguments.add.empty() || !arguments.remove.empty();
  if (arguments.list && (changes || arguments.reencrypt))
    throw Error(Status::kArgument, "--list changes nothing: give it alone");
  if (!arguments.labels.empty() && arguments.labels.size() != arguments.add.size())
    throw Error(Status::kArgument,
                std::to_string(arguments.labels.size()) + " times --label and " +
                    std::to_string(arguments.add.size()) +
                    " times --add: give one label for each, in the same order, or none");
  check_credential_options(arguments.credentials);
  struct stat status;
  if (stat(arguments.file.c_str(), &status) != 0)
    container::throw_errno(arguments.file + " could not be opened", errno);
  const container::Descriptor in(open(arguments.file.c_str(), O_RDONLY | O_CLOEXEC));
  if (in.valid() && S_ISREG(status.st_mode) && container::is_armored(in.get()))
    throw_usage(arguments.file + " is armored: only a binary container can be changed in place");
}

// A recipient's slot is called after the first characters of the public key; the whole key names it
// as well.
std::string label_of(const std::string& text) {
  if (!text.starts_with(container::kPublicPrefix) ||
      text.size() != container::kPublicPrefix.size() + container::kKeyTextBytes)
    return text;
  return container::Credential::from_public_key(container::parse_public_key(text)).hint();
}

container::SlotChange read_change(const RekeyArguments& arguments) {
  container::SlotChange change;
  for (const auto& label : arguments.remove) change.remove.push_back(label_of(label));
  if (arguments.kdf->count() > 0) change.kdf = arguments.credentials.kdf_cost();
  for (std::size_t i = 0; i < arguments.add.size(); i++) {
    auto added = read_added(arguments.add[i]);
    if (!arguments.labels.empty()) {
      if (added.size() != 1)
        throw Error(Status::kArgument, "--label is for one credential: " + arguments.add[i] +
                                           " has " + std::to_string(added.size()));
      added[0] = added[0].with_label(arguments.labels[i]);
    }
    change.add.insert(change.add.end(), added.begin(), added.end());
  }
  return change;
}

void print(const std::string& file, const std::vector<container::SlotInfo>& slots) {
  if (json_wanted()) {
    auto list = Json::array();
    for (const auto& slot : slots)
      list.push_back({{"kind", container::name_of(slot.kind)}, {"label", slot.label}});
    return put_json({{"ok", true}, {"exit_code", kExitOk}, {"input", file}, {"credentials", list}});
  }
  if (quiet_wanted()) return;
  for (const auto& slot : slots)
    std::printf("%-10s  %s\n", container::name_of(slot.kind), printable(slot.label).c_str());
}

int rekey(RekeyArguments& arguments) {
  check_arguments(arguments);
  require_random();
  auto& options = arguments.options;
  options.kdf_limit = arguments.credentials.kdf_limit();
  const auto credentials = read_credentials(arguments.credentials, Purpose::kOpen);
  const auto change = read_change(arguments);
  if (arguments.list) {
    print(arguments.file, container::list_slots(arguments.file, credentials, options));
  } else if (arguments.reencrypt) {
    const auto slots = [&] {
      ProgressBar bar(arguments.file);
      options.progress = bar.callback();
      return container::reencrypt(arguments.file, credentials, change, options);
    }();
    print(arguments.file, slots);
  } else {
    print(arguments.file, container::rekey(arguments.file, credentials, change, options));
  }
  return kExitOk;
}

constexpr char kRekeyFooter[] =
    R"(WHAT is a public key (hedgerow-public-...), key-file:PATH, recipients:PATH, identity:PATH,
passphrase (asked for on the terminal) or passphrase-fd:N.

A recipient that is in the container already is not added again. A slot shows its recipient only by
its default label, the beginning of the public key: one with a --label of its own is not recognised.

Removing a credential keeps nobody out who kept an older copy of the file or had opened it and
kept its key: --reencrypt makes a new file with a new key in the old one's place.)";

void add_changes(CLI::App& command, RekeyArguments& arguments) {
  const auto add_list = [&](const char* name, std::vector<std::string>& values, const char* type,
                            const char* help) {
    command.add_option(name, values, help)->type_name(type)->allow_extra_args(false);
  };
  add_list("--add", arguments.add, "WHAT", "Let this open the container, too");
  add_list("--label", arguments.labels, "NAME",
           "What an added credential is called, one for each --add [its file's name]");
  add_list("--remove", arguments.remove, "LABEL", "Remove the credential that is called so");
  command.add_flag("--list", arguments.list, "Only show the credentials and their labels");
  command.add_flag("--reencrypt", arguments.reencrypt,
                   "Make a new file with a new key, for the credentials that are given and added");
  add_threads_option(command, arguments.options.threads);
}

}  // namespace

void add_rekey(CLI::App& app, Action& action) {
  const auto command =
      app.add_subcommand("rekey", "Change which keys and passphrases open a container");
  const auto arguments = std::make_shared<RekeyArguments>();
  command->add_option("FILE", arguments->file, "A container; its data is not touched")->required();
  add_changes(*command, *arguments);
  add_credential_options(*command, arguments->credentials, Purpose::kOpen);
  add_kdf_option(*command, arguments->credentials);
  arguments->kdf = command->get_option("--kdf");
  add_result_options(*command);
  command->footer(kRekeyFooter);
  command->final_callback([=, &action] { action = [=] { return rekey(*arguments); }; });
}

}  // namespace hedgerow::cli
