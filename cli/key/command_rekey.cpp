// hedgerow rekey: changes who can open a container.
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
    throw Error(HEDGEROW_CONTAINER_ARGUMENT,
                "--list only shows: it cannot be combined with --add, --remove or --reencrypt");
  if (!arguments.labels.empty() && arguments.labels.size() != arguments.add.size())
    throw Error(HEDGEROW_CONTAINER_ARGUMENT,
                "there are " + std::to_string(arguments.labels.size()) + " --label and " +
                    std::to_string(arguments.add.size()) +
                    " --add: give one --label for each --add, in the same order, or none");
  check_credential_options(arguments.credentials);
  struct stat status;
  if (stat(arguments.file.c_str(), &status) != 0)
    throw_errno(arguments.file + " could not be opened", errno);
  if (!S_ISREG(status.st_mode))
    throw_usage(arguments.file +
                " is not a regular file: only in those credentials can be changed");
  // O_NONBLOCK, because a FIFO may have taken the file's place meanwhile.
  const Descriptor in(open(arguments.file.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  if (!in.valid()) throw_errno(arguments.file + " could not be opened", errno);
  if (hedgerow_container_is_armored(in.get()) != 0)
    throw_usage(arguments.file +
                " is armored, and only a binary container can be changed in place: decrypt it, and "
                "encrypt it again");
}

// Returns the label of a slot. The slot of a recipient has the first characters of the public key as its label, but the
// user may also give the whole public key.
std::string label_of(const std::string& text) {
  if (!text.starts_with(HEDGEROW_CONTAINER_PUBLIC_PREFIX) ||
      text.size() != HEDGEROW_CONTAINER_PUBLIC_TEXT_BYTES - 1)
    return text;
  ContainerCredentials recipient;
  recipient.add_recipient(text);
  return recipient.at(0).default_label;
}

// Reads the credentials of each --add into its place of `added`: either those that are asked for, or the others.
void read_all_added(const RekeyArguments& arguments, bool asked,
                    std::vector<ContainerCredentials>& added) {
  added.resize(arguments.add.size());
  for (std::size_t i = 0; i < added.size(); i++) {
    if ((arguments.add[i] == kAskedPassphrase) != asked) continue;
    added[i] = read_added(arguments.add[i]);
    if (!arguments.labels.empty() && added[i].size() != 1)
      throw_usage("--label is for one credential: " + arguments.add[i] + " has " +
                  std::to_string(added[i].size()));
  }
}

ContainerChange change_of(const RekeyArguments& arguments,
                          const std::vector<ContainerCredentials>& added) {
  ContainerChange change;
  for (const auto& label : arguments.remove) change.remove.push_back(label_of(label));
  for (std::size_t i = 0; i < added.size(); i++) {
    if (arguments.labels.empty())
      change.add.add(added[i]);
    else
      change.add.add(added[i], 0, arguments.labels[i].c_str());
  }
  return change;
}

void print(const std::string& file, const hedgerow_container_info& info) {
  auto list = Json::array();
  for (std::uint32_t i = 0; i < info.slot_count; i++) {
    const auto& slot = info.slots[i];
    const char* kind = hedgerow_container_slot_kind_text(slot.kind);
    list.push_back({{"kind", kind}, {"label", slot.label}});
    if (!is_utf8(slot.label)) list.back()["label_hex"] = hex_of(slot.label);
    if (!json_wanted() && !quiet_wanted())
      std::printf("%-10s  %s\n", kind, printable(slot.label).c_str());
  }
  if (json_wanted())
    put_json({{"ok", true}, {"exit_code", kExitOk}, {"input", file}, {"credentials", list}});
}

int rekey(const RekeyArguments& arguments) {
  check_arguments(arguments);
  set_inputs({arguments.file});
  require_random();
  ContainerOptions options;
  options.threads = arguments.threads;
  options.kdf_limit = arguments.credentials.kdf_limit();
  if (arguments.kdf->count() > 0) options.kdf = arguments.credentials.kdf_cost();
  std::vector<ContainerCredentials> added;
  const auto credentials = read_credentials(arguments.credentials, Purpose::kOpen, {arguments.file},
                                            [&] { read_all_added(arguments, false, added); });
  read_all_added(arguments, true, added);
  const auto change = change_of(arguments, added);
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
passphrase (asked for on the terminal), passphrase-file:PATH or passphrase-fd:N.

The default name of a key file is the name of its file, cut to 60 bytes if it is longer. --remove also takes the whole
name. With --json, a name that is not UTF-8 also has its bytes in label_hex.

A recipient that is already in the container is not added again. A slot names its recipient only by the default label,
which is the beginning of the public key. Therefore a recipient that you added with a --label is not recognised.

--remove does not keep out people who have an older copy of the file, or who opened it and kept its key. --reencrypt
does: it makes a new file with a new key in the place of the old one.

Examples:
  hedgerow rekey --list --key-file backup.key photos.tar.hedgerow
  hedgerow rekey --key-file backup.key --add passphrase photos.tar.hedgerow
  hedgerow rekey --key-file old.key --add key-file:new.key --remove old.key photos.tar.hedgerow
  hedgerow rekey --key-file new.key --reencrypt photos.tar.hedgerow)";

void add_changes(CLI::App& command, RekeyArguments& arguments) {
  constexpr char kChanges[] = "What changes";
  const auto add_list = [&](const char* name, std::vector<std::string>& values, const char* type,
                            const char* help) {
    command.add_option(name, values, help)
        ->type_name(type)
        ->allow_extra_args(false)
        ->group(kChanges);
  };
  add_list("--add", arguments.add, "WHAT", "Also let this open the container");
  add_list("--label", arguments.labels, "NAME",
           "The name of an added credential, once for each --add [the name of its file]");
  add_list("--remove", arguments.remove, "LABEL", "Remove the credential with this name");
  command.add_flag("--list", arguments.list, "Only show the credentials and their names")
      ->group(kChanges);
  command
      .add_flag("--reencrypt", arguments.reencrypt,
                "Make a new file with a new key, for the given and the added credentials")
      ->group(kChanges);
}

}  // namespace

void add_rekey(CLI::App& app, Action& action) {
  const auto command = app.add_subcommand(
      "rekey", "Change who can open a container: add and remove keys, recipients, passphrases");
  const auto arguments = std::make_shared<RekeyArguments>();
  command->add_option("FILE", arguments->file, "A container; its data stays unchanged")
      ->required()
      ->type_name("");
  add_credential_options(*command, arguments->credentials, Purpose::kOpen);
  add_kdf_option(*command, arguments->credentials);
  arguments->kdf = command->get_option("--kdf");
  add_changes(*command, *arguments);
  add_threads_option(*command, arguments->threads);
  add_result_options(*command);
  command->footer(kRekeyFooter);
  command->final_callback([=, &action] { action = [=] { return rekey(*arguments); }; });
}

}  // namespace hedgerow::cli
