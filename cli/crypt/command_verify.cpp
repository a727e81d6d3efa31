// hedgerow verify: authenticates every byte of containers and writes no output.
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>

#include "command.hpp"
#include "crypt/damage.hpp"
#include "crypt/device_segments.hpp"
#include "crypt/job.hpp"
#include "crypt/parallel.hpp"
#include "hedgerow/container.hpp"
#include "key/credentials.hpp"
#include "support/descriptor.hpp"
#include "support/directory.hpp"
#include "support/error.hpp"
#include "support/progress.hpp"
#include "support/result.hpp"
#include "support/startup.hpp"
#include "support/target.hpp"
#include "support/text.hpp"
#include "support/tree.hpp"

namespace hedgerow::cli {
namespace {

struct VerifyArguments {
  std::vector<std::string> files;
  CredentialArguments credentials;
  bool all = false;
  bool recursive = false;
  DeviceArguments device;
  ContainerOptions options;  // for all files
};

std::string name_of(const std::string& path) {
  return path == kStandardStream ? "standard input" : path;
}

Descriptor open_root(const std::string& path) {
  Descriptor root(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!root.valid() && errno == ENOTDIR) throw_usage("is not a directory, which --recursive takes");
  if (!root.valid()) throw_errno("could not be opened", errno);
  return root;
}

// Throws for everything that can be refused before credentials are read.
void check_input(const VerifyArguments& arguments, const std::string& path) {
  if (arguments.recursive) {
    open_root(path);
    return;
  }
  const auto status =
      path == kStandardStream ? status_of_standard_input() : status_of_input(place_of(path));
  if (is_credential(arguments.credentials, status)) throw_usage(kTakenByCredential);
  if (S_ISDIR(status.st_mode))
    throw Error(HEDGEROW_CONTAINER_IO,
                "is a directory: name the containers in it, or give --recursive");
}

Descriptor open_input(const VerifyArguments& arguments, const std::string& path) {
  const bool standard = path == kStandardStream;
  Descriptor in(standard ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
                         : open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!in.valid()) throw_errno("could not be opened", errno);
  struct stat input;
  if (fstat(in.get(), &input) == 0 && is_credential(arguments.credentials, input))
    throw_usage(kTakenByCredential);
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
completely with the same key. With --recursive, files that do not end in .hedgerow, symbolic links and special files
are skipped with a message.

Examples:
  hedgerow verify --key-file backup.key /backups/*.hedgerow
  hedgerow verify --key-file backup.key --recursive vault
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

// Reads the whole container.
ContainerSalvage check(const VerifyArguments& arguments, const Descriptor& in,
                       const ContainerCredentials& credentials, const ContainerOptions& options) {
  if (arguments.all) return salvage_container(in.get(), -1, credentials, options);
  ContainerSalvage result;
  result.info = verify_container(in.get(), credentials, options);
  return result;
}

// Prints the result for an opened container, and returns the exit code.
int tell(const VerifyArguments& arguments, const std::string& name,
         const ContainerSalvage& result) {
  warn_of_copies(name, result.info);
  const auto object = to_json(name, result.info);
  if (arguments.all) {
    if (const int code = tell_damage(name, object, result); code != kExitOk) return code;
  } else if (json_wanted()) {
    put_json(object);
  }
  tell_authentic(name, result.info);
  return kExitOk;
}

int verify_file(const VerifyArguments& arguments, const std::string& path,
                const ContainerCredentials& credentials) {
  const auto name = name_of(path);
  int code = kExitOk;
  const int failed = attempt(name, [&] {
    ContainerSalvage result;
    {
      const auto in = open_input(arguments, path);
      ProgressBar bar(name);
      auto options = arguments.options;
      options.progress = bar.callback();
      result = check(arguments, in, credentials, options);
    }
    code = tell(arguments, name, result);
  });
  return worse_exit_code(failed, code);
}

// Verifies the containers beneath a directory, several at once, and prints their results in the order of the walk.
class TreeCheck {
 public:
  TreeCheck(const VerifyArguments& arguments, const ContainerCredentials& credentials)
      : arguments_(arguments), credentials_(credentials) {}

  int run(const std::string& path) {
    path_ = path;
    const auto root = open_root(path);
    walk_tree(root.get(), [&](const TreeEntry& entry) { return visit(entry); });
    finish_batch();
    if (!json_wanted())
      put_note(std::to_string(whole_) + (whole_ == 1 ? " container is" : " containers are") +
               " authentic" + (failed_ == 0 ? "" : ", " + std::to_string(failed_) + " failed") +
               (skipped_ == 0 ? "" : ", " + std::to_string(skipped_) + " skipped"));
    return worst_;
  }

 private:
  struct Task {
    TreeEntry entry;
    std::optional<Error> failure = {};
    ContainerSalvage result = {};
  };

  bool visit(const TreeEntry& entry) {
    using Kind = TreeEntry::Kind;
    if (entry.kind == Kind::kFailed)
      count(put_failure(Error(HEDGEROW_CONTAINER_IO, entry.why), name_of(entry)));
    else if (entry.kind == Kind::kLink || entry.kind == Kind::kSpecial)
      skip(entry, entry.why);
    else if (entry.kind == Kind::kFile && !entry.path.ends_with(kContainerSuffix))
      skip(entry, "does not end in .hedgerow");
    else if (entry.kind == Kind::kFile)
      tasks_.push_back({entry});
    if (tasks_.size() >= batch_files()) finish_batch();
    return true;
  }

  void finish_batch() {
    for (std::size_t begin = 0; begin < tasks_.size();) {
      const auto end = run_parallel(begin, tasks_.size(), arguments_.options.threads, kBatchTime,
                                    [&](std::size_t i) {
                                      if (!is_large(tasks_[i])) check_one(tasks_[i], 1);
                                    });
      for (; begin < end; begin++) {
        auto& task = tasks_[begin];
        if (is_large(task)) check_one(task, arguments_.options.threads);
        const auto name = name_of(task.entry);
        count(task.failure ? put_failure(*task.failure, name)
                           : tell(arguments_, name, task.result));
      }
    }
    tasks_.clear();
  }

  bool is_large(const Task& task) const {
    return task.entry.bytes >= kLargeBytes || arguments_.device.id;
  }
  void check_one(Task& task, unsigned threads) {
    auto options = arguments_.options;
    options.threads = threads;
    task.failure = failure_of([&] {
      const auto in = open_found_file(task.entry.directory->get(), task.entry.name());
      task.result = check(arguments_, in, credentials_, options);
    });
  }
  std::string name_of(const TreeEntry& entry) const { return path_ + "/" + entry.path; }
  void skip(const TreeEntry& entry, const std::string& why) {
    skipped_++;
    put_note(name_of(entry) + " is skipped: " + why);
  }
  void count(int code) {
    (code == kExitOk ? whole_ : failed_)++;
    worst_ = worse_exit_code(worst_, code);
  }

  const VerifyArguments& arguments_;
  const ContainerCredentials& credentials_;
  std::string path_;
  std::vector<Task> tasks_;
  unsigned whole_ = 0, failed_ = 0, skipped_ = 0;
  int worst_ = kExitOk;
};

int verify_tree(const VerifyArguments& arguments, const std::string& path,
                const ContainerCredentials& credentials) {
  int code = kExitOk;
  const int failed = attempt(path, [&] { code = TreeCheck(arguments, credentials).run(path); });
  return worse_exit_code(failed, code);
}

int verify(const VerifyArguments& given) {
  VerifyArguments arguments = given;
  if (given.recursive && given.files.empty())
    throw_usage("--recursive takes a directory: name it as FILE");
  require_files(arguments.files);
  check_credential_options(given.credentials);
  check_device_options(given.device);
  arguments.options.kdf_limit = given.credentials.kdf_limit();
  arguments.options.aead = segments_on_device(given.device);
  require_random();
  if (arguments.recursive) lift_descriptor_limit();
  int worst = kExitOk;
  std::erase_if(arguments.files, [&](const std::string& path) {
    const int code = attempt(name_of(path), [&] { check_input(arguments, path); });
    worst = worse_exit_code(worst, code);
    return code != kExitOk;
  });
  if (arguments.files.empty()) return worst;
  set_inputs(arguments.files);
  const auto credentials = read_credentials(arguments.credentials, Purpose::kOpen, arguments.files);
  for (const auto& path : arguments.files)
    worst = worse_exit_code(worst, arguments.recursive ? verify_tree(arguments, path, credentials)
                                                       : verify_file(arguments, path, credentials));
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
      ->add_flag("--recursive", arguments->recursive,
                 "Each FILE is a directory: check every container in it")
      ->group(kFiles);
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
