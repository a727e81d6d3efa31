// hedgerow verify: authenticates every byte of containers and writes no output.
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>

#include "command.hpp"
#include "crypt/damage.hpp"
#include "crypt/device_segments.hpp"
#include "hedgerow/container.hpp"
#include "key/credentials.hpp"
#include "support/descriptor.hpp"
#include "support/error.hpp"
#include "support/progress.hpp"
#include "support/result.hpp"
#include "support/startup.hpp"
#include "support/target.hpp"
#include "support/text.hpp"

namespace hedgerow::cli {
namespace {

struct VerifyArguments {
  std::vector<std::string> files;
  CredentialArguments credentials;
  bool all = false;
  DeviceArguments device;
  ContainerOptions options;  // for all files
};

Descriptor open_input(const VerifyArguments& arguments, const std::string& path) {
  const bool standard = path == kStandardStream;
  if (standard && !was_inherited(STDIN_FILENO))
    throw Error(HEDGEROW_CONTAINER_IO, "standard input is closed");
  Descriptor in(standard ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
                         : open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!in.valid()) throw_errno("could not be opened", errno);
  struct stat input;
  if (fstat(in.get(), &input) == 0 && is_credential(arguments.credentials, input))
    throw Error(HEDGEROW_CONTAINER_ARGUMENT, kTakenByCredential);
  return in;
}

Json to_json(const std::string& name, const hedgerow_container_info& result) {
  return {{"ok", true},
          {"exit_code", kExitOk},
          {"input", name},
          {"cipher", result.cipher},
          {"plaintext_bytes", result.plaintext_bytes},
          {"opened_with", result.opened_with},
          {"copies_whole", result.copies_whole != 0}};
}

constexpr char kVerifyFooter[] =
    R"(verify reads every byte and prints one line for each authentic container. It continues with the next file after
a failure. The exit code is 0 if all containers are authentic. A container that verify accepts can be decrypted
completely with the same key.

Examples:
  hedgerow verify --key-file backup.key /backups/*.hedgerow
  hedgerow verify --key-file backup.key --all damaged.img.hedgerow       (lists all damaged segments)
  ssh server cat photos.tar.hedgerow | hedgerow verify --key-file backup.key
  hedgerow verify --passphrase-file pass.txt --json photos.tar.hedgerow)";

void warn_of_copies(const std::string& name, const hedgerow_container_info& result) {
  if (result.copies_whole != 0 || json_wanted()) return;
  put_note("warning: " + name +
           ": one of the two copies of its header or credentials is old or damaged; `hedgerow "
           "rekey` repairs it");
}

void tell_authentic(const std::string& name, const hedgerow_container_info& result) {
  if (!quiet_wanted() && !json_wanted())
    std::printf("%s: authentic, %llu bytes of plaintext\n", printable(name).c_str(),
                static_cast<unsigned long long>(result.plaintext_bytes));
}

int verify_file(const VerifyArguments& arguments, const std::string& path, const std::string& name,
                const ContainerCredentials& credentials) {
  ContainerSalvage salvage;
  auto& result = salvage.info;
  {
    const auto in = open_input(arguments, path);
    ProgressBar bar(name);
    auto options = arguments.options;
    options.progress = bar.callback();
    if (arguments.all)
      salvage = salvage_container(in.get(), -1, credentials, options);
    else
      result = verify_container(in.get(), credentials, options);
  }
  warn_of_copies(name, result);
  const auto object = to_json(name, result);
  if (arguments.all) {
    if (const int code = tell_damage(name, object, salvage); code != kExitOk) return code;
  } else if (json_wanted()) {
    put_json(object);
  }
  tell_authentic(name, result);
  return kExitOk;
}

int verify(const VerifyArguments& given) {
  VerifyArguments arguments = given;
  require_files(arguments.files);
  check_credential_options(given.credentials);
  check_device_options(given.device);
  arguments.options.kdf_limit = given.credentials.kdf_limit();
  arguments.options.aead = segments_on_device(given.device);
  require_random();
  const auto credentials = read_credentials(arguments.credentials, Purpose::kOpen, arguments.files);
  int worst = kExitOk;
  for (const auto& path : arguments.files) {
    const std::string name = path == kStandardStream ? "standard input" : path;
    int code = kExitOk;
    const int failed =
        attempt(name, [&] { code = verify_file(arguments, path, name, credentials); });
    worst = worse_exit_code(worst, worse_exit_code(failed, code));
  }
  return worst;
}

}  // namespace

void add_verify(CLI::App& app, Action& action) {
  const auto command = app.add_subcommand(
      "verify", "Check that containers are whole and unchanged, and write nothing");
  const auto arguments = std::make_shared<VerifyArguments>();
  add_files(*command, arguments->files,
            "Containers; - is standard input [if it is not a terminal]");
  add_credential_options(*command, arguments->credentials);
  command
      ->add_flag("--all", arguments->all,
                 "Continue after damage, and list every segment that is not authentic")
      ->group(kHow);
  add_device_options(*command, arguments->device, "Check");
  add_threads_option(*command, arguments->options.threads);
  add_result_options(*command, {"Print one JSON object for each file",
                                "Print nothing except failures; the exit code is the result"});
  command->footer(kVerifyFooter);
  command->final_callback(
      [arguments, &action] { action = [arguments] { return verify(*arguments); }; });
}

}  // namespace hedgerow::cli
