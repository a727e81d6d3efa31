// encrypt and decrypt: what the options allow together, the credentials, and the files one by one.
#include <unistd.h>

#include <cstdio>
#include <list>

#include "command.hpp"
#include "container/error.hpp"
#include "crypt/crypt_job.hpp"
#include "crypt/damage.hpp"
#include "crypt/generated_passphrase.hpp"
#include "crypt/recursive.hpp"
#include "support/byte_range.hpp"
#include "support/directory.hpp"
#include "support/library.hpp"
#include "support/result.hpp"
#include "support/startup.hpp"
#include "support/text.hpp"

namespace hedgerow::cli {
namespace {

using container::Credential;
using container::Error;
using container::Status;

void require_container_algorithm(const std::string& name, const std::string& mode) {
  try {
    container::find_container_algorithm(name, mode);
  } catch (const Error& e) {
    if (e.status() == Status::kMode) throw e.with_text(std::string("--") + e.what());
    std::string names;
    for (const auto& cipher : container_ciphers()) names += (names.empty() ? "" : ", ") + cipher;
    throw Error(e.status(),
                "--cipher " + name + ": " + e.what() + "; a container can have " + names);
  }
}

// No work begins that could not end on the device.
container::MakeSegmentAead device_of(const CryptArguments& arguments) {
  std::optional<SegmentChoice> choice;
  if (arguments.encrypting()) choice = {arguments.options.cipher, arguments.options.mode};
  return segments_on_device(arguments.device, choice);
}

void check_directories(const CryptArguments& arguments) {
  const char* option = arguments.recursive ? "--recursive" : "--tar";
  if (arguments.recursive && arguments.tar)
    throw_usage("--recursive makes a container a file, --tar one of all: give one of the two");
  if (arguments.files.size() != 1)
    throw_usage(std::string(option) + " takes one directory or container at a time");
  if (arguments.recursive && !arguments.output)
    throw_usage("--recursive needs -o and the directory that gets the results");
}

void check_salvage(const CryptArguments& arguments) {
  if (arguments.range || arguments.tar || arguments.recursive)
    throw_usage("--salvage excludes --range, --tar and --recursive");
  if (!arguments.output) throw_usage("--salvage makes a file that can have gaps: name it with -o");
}

void check_arguments(const CryptArguments& arguments) {
  if (arguments.recursive || arguments.tar) check_directories(arguments);
  if (arguments.output && arguments.files.size() != 1)
    throw_usage("-o names one output: give one FILE with it");
  if (arguments.salvage) check_salvage(arguments);
  if (arguments.range && arguments.tar) throw_usage("--range and --tar exclude each other");
  if (arguments.range && arguments.recursive)
    throw_usage("--range and --recursive exclude each other");
  if (arguments.range && arguments.device.id)
    throw_usage("--range and --device exclude each other");
  if (arguments.range) parse_range(*arguments.range);
  for (const auto& file : arguments.files) {
    if (file == kStandardStream && arguments.preserve && !arguments.tar)
      throw_usage("--preserve: standard input has no time and mode of a file");
    if (file == kStandardStream && arguments.range)
      throw_usage("--range needs a file that can be read at any place");
  }
  parse_segment_bytes(arguments.segment);
  check_credential_options(arguments.credentials);
  if (arguments.encrypting())
    require_container_algorithm(arguments.options.cipher, arguments.options.mode);
  check_device_options(arguments.device);
}

// Credentials as the options have them, and the passphrase that was made, if any.
class Keys {
 public:
  explicit Keys(const CryptArguments& arguments) {
    const auto purpose = arguments.encrypting() ? Purpose::kMake : Purpose::kOpen;
    if (!arguments.generate_passphrase || arguments.credentials.any())
      credentials_ = read_credentials(arguments.credentials, purpose);
    if (arguments.generate_passphrase) generate();
  }
  const std::vector<Credential>& credentials() const { return credentials_; }
  const std::optional<std::string>& passphrase() const { return passphrase_; }
  void show() const { print_error("the passphrase is " + *passphrase_); }

 private:
  // It is shown before the work: no file is ever left behind that nothing opens.
  void generate() {
    const auto secret = generate_passphrase();
    passphrase_ = std::string(secret.view().begin(), secret.view().end());
    credentials_.push_back(Credential::from_passphrase(secret.view()));
    if (json_wanted()) return;
    if (was_inherited(STDERR_FILENO)) show();
    if (!was_inherited(STDERR_FILENO) || std::fflush(stderr) != 0 || std::ferror(stderr) != 0)
      throw Error(Status::kIo,
                  "the generated passphrase could not be shown, so nothing was encrypted");
  }

  std::vector<Credential> credentials_;
  std::optional<std::string> passphrase_;
};

// Returns the exit code: what was salvaged is not whole.
int tell(const Job& job, const Keys& keys) {
  if (!json_wanted() && !job.salvaged()) return kExitOk;
  Json object = {{"ok", true},
                 {"exit_code", kExitOk},
                 {"input", job.name()},
                 {"output", job.output()},
                 {"input_bytes", nullptr},
                 {"output_bytes", nullptr}};
  if (job.input_bytes()) object["input_bytes"] = *job.input_bytes();
  if (job.output_bytes()) object["output_bytes"] = *job.output_bytes();
  if (job.input_changed()) object["input_changed"] = true;
  if (keys.passphrase()) object["passphrase"] = *keys.passphrase();
  if (job.salvaged()) return tell_damage(job.name(), object, *job.salvaged());
  put_json(object);
  if (keys.passphrase() && (!was_inherited(STDOUT_FILENO) || std::ferror(stdout) != 0)) keys.show();
  return kExitOk;
}

int run_files(const CryptArguments& arguments) {
  std::list<Job> jobs;
  for (const auto& file : arguments.files) jobs.emplace_back(arguments, file, arguments.output);
  int worst = kExitOk;
  const auto for_each_job = [&](auto step) {
    for (auto job = jobs.begin(); job != jobs.end();) {
      const int code = attempt(job->name(), [&] { step(*job); });
      worst = worse_exit_code(worst, code);
      job = code == kExitOk ? std::next(job) : jobs.erase(job);
    }
  };
  for_each_job([](Job& job) { job.check(); });
  if (jobs.empty()) return worst;
  const Keys keys(arguments);
  for_each_job([&](Job& job) {
    job.run(keys.credentials());
    worst = worse_exit_code(worst, tell(job, keys));
  });
  return worst;
}

int run_tree(const CryptArguments& arguments) {
  TreeRun tree(arguments);
  const Keys keys(arguments);
  return tree.run([&](Job& job) {
    job.check();
    job.run(keys.credentials());
    tell(job, keys);
  });
}

}  // namespace

int run_crypt(const CryptArguments& given) {
  check_arguments(given);
  CryptArguments arguments = given;
  arguments.aead = device_of(given);
  require_random();
  if (arguments.recursive || arguments.tar) lift_descriptor_limit();
  return arguments.recursive ? run_tree(arguments) : run_files(arguments);
}

}  // namespace hedgerow::cli
