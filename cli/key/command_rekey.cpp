// hedgerow rekey: who can open a container.
#include <fcntl.h>
#include <sys/stat.h>

#include <cstdio>

#include "command.hpp"
#include "key/credentials.hpp"
#include "support/descriptor.hpp"
#include "support/error.hpp"
#include "support/progress.hpp"
#include "support/result.hpp"
#include "support/startup.hpp"
#include "support/text.hpp"

namespace hedgerow::cli {
namespace {

struct RekeyArguments {
  std::string file;
  CredentialArguments credentials;
  CLI::Option* kdf = nullptr;
  std::vector<std::string> add;
  std::vector<std::string> labels;
  std::vector<std::string> remove;
  bool list = false;
  bool reencrypt = false;
  unsigned threads = 0;
};

void check_arguments(const RekeyArguments& arguments) {
  const bool changes = !arguments.add.empty() || !arguments.remove.empty();
  if (arguments.list && (changes || arguments.reencrypt))
    throw Error(HEDGEROW_CONTAINER_ARGUMENT, "--list changes nothing: give it alone");
  if (!arguments.labels.empty() && arguments.labels.size() != arguments.add.size())
    throw Error(HEDGEROW_CONTAINER_ARGUMENT,
                std::to_string(arguments.labels.size()) + " times --label and " +
                    std::to_string(arguments.add.size()) +
                    " times --add: give one label for each, in the same order, or none");
  check_credential_options(arguments.credentials);
  struct stat status;
  if (stat(arguments.file.c_str(), &status) != 0)
    throw_errno(arguments.file + " could not be opened", errno);
  const Descriptor in(open(arguments.file.c_str(), O_RDONLY | O_CLOEXEC));
  if (in.valid() && S_ISREG(status.st_mode) && hedgerow_container_is_armored(in.get()) != 0)
    throw_usage(arguments.file + " is armored: only a binary container can be changed in place");
}

// A recipient's slot is called after the first characters of the public key; the whole key names it
// as well.
std::string label_of(const std::string& text) {
  if (!text.starts_with(HEDGEROW_CONTAINER_PUBLIC_PREFIX) ||
      text.size() != HEDGEROW_CONTAINER_PUBLIC_TEXT_BYTES - 1)
    return text;
  ContainerCredentials recipient;
  recipient.add_recipient(text);
  return recipient.at(0).default_label;
}

ContainerChange read_change(const RekeyArguments& arguments) {
  ContainerChange change;
  for (const auto& label : arguments.remove) change.remove.push_back(label_of(label));
  for (std::size_t i = 0; i < arguments.add.size(); i++) {
    const auto added = read_added(arguments.add[i]);
    if (arguments.labels.empty()) {
      change.add.add(added);
      continue;
    }
    if (added.size() != 1)
      throw_usage("--label is for one credential: " + arguments.add[i] + " has " +
                  std::to_string(added.size()));
    change.add.add(added, 0, arguments.labels[i].c_str());
  }
  return change;
}

void print(const std::string& file, const hedgerow_container_info& info) {
  auto list = Json::array();
  for (std::uint32_t i = 0; i < info.slot_count; i++) {
    const auto& slot = info.slots[i];
    const char* kind = hedgerow_container_slot_kind_text(slot.kind);
    list.push_back({{"kind", kind}, {"label", slot.label}});
    if (!json_wanted() && !quiet_wanted())
      std::printf("%-10s  %s\n", kind, printable(slot.label).c_str());
  }
  if (json_wanted())
    put_json({{"ok", true}, {"exit_code", kExitOk}, {"input", file}, {"credentials", list}});
}

int rekey(const RekeyArguments& arguments) {
  check_arguments(arguments);
  require_random();
  ContainerOptions options;
  options.threads = arguments.threads;
  options.kdf_limit = arguments.credentials.kdf_limit();
  if (arguments.kdf->count() > 0) options.kdf = arguments.credentials.kdf_cost();
  const auto credentials = read_credentials(arguments.credentials, Purpose::kOpen);
  const auto change = read_change(arguments);
  const auto& file = arguments.file;
  if (arguments.list) {
    print(file, container_slots(file, credentials, options));
  } else if (arguments.reencrypt) {
    print(file, [&] {
      ProgressBar bar(file);
      options.progress = bar.callback();
      return reencrypt_container(file, credentials, change, options);
    }());
  } else {
    print(file, rekey_container(file, credentials, change, options));
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
  add_threads_option(command, arguments.threads);
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
