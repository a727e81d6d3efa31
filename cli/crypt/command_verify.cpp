// hedgerow verify: every byte of containers authenticated, nothing written.
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>

#include "command.hpp"
#include "container/container.hpp"
#include "container/error.hpp"
#include "container/format/armor.hpp"
#include "container/io/descriptor.hpp"
#include "crypt/damage.hpp"
#include "crypt/device_segments.hpp"
#include "key/credentials.hpp"
#include "support/progress.hpp"
#include "support/result.hpp"
#include "support/startup.hpp"
#include "support/target.hpp"
#include "support/text.hpp"

namespace hedgerow::cli {
namespace {

using container::Error;
using container::Status;

struct VerifyArguments {
  std::vector<std::string> files;
  CredentialArguments credentials;
  unsigned threads = 0;
  bool all = false;
  DeviceArguments device;
  container::MakeSegmentAead aead;  // of the device
};

container::Descriptor open_input(const VerifyArguments& arguments, const std::string& path) {
  const bool standard = path == kStandardStream;
  if (standard && !was_inherited(STDIN_FILENO))
    throw Error(Status::kIo, "standard input is closed");
  container::Descriptor in(standard ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
                                    : open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!in.valid()) container::throw_errno("could not be opened", errno);
  struct stat input;
  if (fstat(in.get(), &input) == 0 && is_credential(arguments.credentials, input))
    throw Error(Status::kArgument, kTakenByCredential);
  return in;
}

Json to_json(const std::string& name, const container::Verification& result) {
  return {{"ok", true},
          {"exit_code", kExitOk},
          {"input", name},
          {"cipher", result.header.cipher},
          {"plaintext_bytes", result.plaintext_bytes},
          {"opened_with", result.opened_with},
          {"copies_whole", result.copies_whole}};
}

void warn_of_copies(const std::string& name, const container::Verification& result) {
  if (result.copies_whole || json_wanted()) return;
  put_note("warning: " + name +
           ": one of the two copies of its header or credentials is stale or damaged; `hedgerow "
           "rekey` mends it");
}

void tell_authentic(const std::string& name, const container::Verification& result) {
  if (!quiet_wanted() && !json_wanted())
    std::printf("%s: authentic, %llu bytes of plaintext\n", printable(name).c_str(),
                static_cast<unsigned long long>(result.plaintext_bytes));
}

// Calls `check` with the container's bytes and the options.
template <class Check>
void read_container(const VerifyArguments& arguments, const std::string& path,
                    const std::string& name, const Check& check) {
  const auto in = open_input(arguments, path);
  ProgressBar bar(name);
  container::DecryptOptions options;
  options.threads = arguments.threads;
  options.aead = arguments.aead;
  options.progress = bar.callback();
  options.kdf_limit = arguments.credentials.kdf_limit();
  const auto read = [&](int fd) { check(fd, options); };
  if (container::is_armored(in.get()))
    container::with_armored_input(in.get(), read);
  else
    read(in.get());
}

int verify_file(const VerifyArguments& arguments, const std::string& path, const std::string& name,
                container::Credentials credentials) {
  container::Salvage salvage;
  auto& result = salvage.found;
  read_container(arguments, path, name, [&](int fd, const container::DecryptOptions& options) {
    if (arguments.all)
      salvage = container::salvage(fd, -1, credentials, options);
    else
      result = container::verify(fd, credentials, options);
  });
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
  check_credential_options(given.credentials);
  check_device_options(given.device);
  VerifyArguments arguments = given;
  arguments.aead = segments_on_device(given.device);
  require_random();
  const auto credentials = read_credentials(arguments.credentials, Purpose::kOpen);
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
      "verify", "Check every byte of containers, as decrypt does, and write nothing");
  const auto arguments = std::make_shared<VerifyArguments>();
  command->add_option("FILE", arguments->files, "Containers; - is standard input")
      ->required()
      ->expected(1, CLI::detail::expected_max_vector_size);
  command->add_flag("--all", arguments->all,
                    "Go on after damage, and list every segment that is not authentic");
  add_credential_options(*command, arguments->credentials);
  add_device_options(*command, arguments->device, "Check");
  add_threads_option(*command, arguments->threads);
  add_result_options(*command, {"Print one JSON object for each file",
                                "No progress bar, no result: the exit code tells"});
  command->final_callback(
      [arguments, &action] { action = [arguments] { return verify(*arguments); }; });
}

}  // namespace hedgerow::cli
