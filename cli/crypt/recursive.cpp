// Walks the input, makes the directories of the output, and works on the files in batches.
#include "crypt/recursive.hpp"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command.hpp"
#include "crypt/parallel.hpp"
#include "crypt/preserve.hpp"
#include "support/directory.hpp"
#include "support/error.hpp"
#include "support/result.hpp"

namespace hedgerow::cli {
namespace {

constexpr std::uint64_t kBatchBytes = 256 << 20;

// Call it after opening `path` without following links has failed and set errno.
[[noreturn]] void throw_not_opened(const std::string& path) {
  const int error = errno;
  struct stat status;
  if (lstat(path.c_str(), &status) == 0 && S_ISLNK(status.st_mode))
    throw_usage(path + " is a symbolic link, which is not followed");
  if (error == ENOTDIR) throw_usage(path + " is not a directory");
  throw_errno(path + " could not be opened", error);
}

// Opens a directory of the output, and makes it if it does not exist.
Descriptor make_directory(int parent, const std::string& name, const std::string& path) {
  if (mkdirat(parent, name.c_str(), 0700) != 0 && errno != EEXIST)
    throw_errno(path + " could not be made", errno);
  auto directory = open_directory(parent, name);
  if (!directory.valid()) throw_not_opened(path);
  return directory;
}

// Opens the root of the output, and makes it if it does not exist. A link is followed because the user named it, but
// not a link of another user.
Descriptor make_root(const std::string& given) {
  const auto path = without_slashes(given);  // because a slash at the end would follow the link
  struct stat link;
  if (lstat(path.c_str(), &link) != 0 || !S_ISLNK(link.st_mode))
    return make_directory(AT_FDCWD, path, path);
  if (link.st_uid != geteuid())
    throw_usage(path + " is a symbolic link of another user, which is not followed");
  Descriptor directory(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!directory.valid()) throw_not_opened(path);
  return directory;
}

}  // namespace

TreeRun::TreeRun(const CryptPlan& plan)
    : plan_(plan), input_(plan.files.front()), output_(*plan.output), most_tasks_(batch_files()) {
  struct stat status;
  if (output_ == kStandardStream) throw_usage("--recursive makes a directory: name it with -o");
  root_ = Descriptor(open(input_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!root_.valid() && errno == ENOTDIR)
    throw_usage(input_ + " is not a directory, which --recursive takes");
  if (!root_.valid()) throw_errno(input_ + " could not be opened", errno);
  if (stat(output_.c_str(), &status) != 0)
    require_place_for_directory(output_);
  else if (!S_ISDIR(status.st_mode))
    throw_usage(output_ + " is not a directory");
  if (lies_within(output_, input_))
    throw_usage("the output " + output_ + " lies inside the input " + input_);
}

int TreeRun::run(const ContainerCredentials& credentials,
                 const std::function<void(const Job&)>& tell) {
  credentials_ = &credentials;
  tell_ = tell;
  const auto root = std::make_shared<const Descriptor>(make_root(output_));
  outputs_.push_back(root);
  walk_tree(root_.get(), [&](const TreeEntry& entry) { return visit(entry); });
  leave(std::make_shared<const Descriptor>(std::move(root_)), output_);
  finish_batch();
  // The batches flushed their files. This is for the last directories.
  count(attempt(output_, [&] {
    if (syncfs(root->get()) != 0) throw_errno("could not be made durable", errno);
  }));
  if (!json_wanted()) tell_summary();
  return worst_;
}

bool TreeRun::visit(const TreeEntry& entry) {
  using Kind = TreeEntry::Kind;
  switch (entry.kind) {
    case Kind::kDirectory:
      return enter(entry);
    case Kind::kDirectoryEnd:
      leave(entry.directory, output_ + "/" + entry.path);
      break;
    case Kind::kFile:
      add(entry);
      break;
    case Kind::kLink:
    case Kind::kSpecial:
      skip(entry, entry.why);
      break;
    case Kind::kFailed:
      count(put_failure(Error(HEDGEROW_CONTAINER_IO, entry.why), input_ + "/" + entry.path));
  }
  return true;
}

bool TreeRun::enter(const TreeEntry& entry) {
  const int code = attempt(input_ + "/" + entry.path, [&] {
    outputs_.push_back(std::make_shared<const Descriptor>(
        make_directory(outputs_.back()->get(), entry.name(), output_ + "/" + entry.path)));
  });
  count(code);
  return code == kExitOk;
}

void TreeRun::leave(const Directory& from, const std::string& output) {
  if (plan_.preserve) left_.push_back({from, outputs_.back(), output});
  outputs_.pop_back();
  if (left_.size() >= most_tasks_) finish_batch();
}

void TreeRun::add(const TreeEntry& entry) {
  auto output = entry.name();
  if (plan_.encrypting()) {
    output += kContainerSuffix;
  } else {
    if (output.size() <= kContainerSuffix.size() || !output.ends_with(kContainerSuffix))
      return skip(entry, "does not end in .hedgerow");
    output.resize(output.size() - kContainerSuffix.size());
  }
  const auto folder = entry.path.substr(0, entry.path.size() - entry.name().size());
  const bool large = entry.bytes >= kLargeBytes || plan_.device.id;
  const ContainerPlace from{entry.directory->get(), entry.name(), input_ + "/" + entry.path};
  const ContainerPlace to{outputs_.back()->get(), output, output_ + "/" + folder + output};
  tasks_.push_back({entry.directory, outputs_.back(),
                    std::make_unique<FileJob>(plan_, from, to, !large), large});
  bytes_ += entry.bytes;
  if (tasks_.size() >= most_tasks_ || bytes_ >= kBatchBytes) finish_batch();
}

// Prepares files from `begin` on for some time, and returns the first that is not prepared. A large file has all
// threads for itself.
std::size_t TreeRun::prepare(std::size_t begin) {
  const auto prepare = [&](Task& task) {
    task.failure = failure_of([&] {
      task.job->check();
      task.job->prepare(*credentials_);
    });
  };
  const auto end =
      run_parallel(begin, tasks_.size(), plan_.threads, kBatchTime, [&](std::size_t i) {
        if (!tasks_[i].large) prepare(tasks_[i]);
      });
  for (auto i = begin; i < end; i++)
    if (tasks_[i].large) prepare(tasks_[i]);
  return end;
}

void TreeRun::commit(std::size_t begin, std::size_t end) {
  std::vector<ContainerFile*> files;
  std::vector<Task*> owners;
  for (auto i = begin; i < end; i++) {
    auto& task = tasks_[i];
    if (task.failure || !task.job->file()) continue;
    files.push_back(task.job->file());
    owners.push_back(&task);
  }
  std::vector<std::optional<Error>> failures;
  const auto failure = failure_of([&] { failures = ContainerFile::commit_all(files); });
  for (std::size_t i = 0; i < owners.size(); i++)
    owners[i]->failure = failure ? failure : failures[i];
}

void TreeRun::finish_batch() {
  for (std::size_t begin = 0; begin < tasks_.size();) {
    const auto end = prepare(begin);
    commit(begin, end);
    for (; begin < end; begin++) {
      auto& task = tasks_[begin];
      if (task.failure) {
        count(put_failure(*task.failure, task.job->name()));
      } else {
        (task.job->result().existed ? existed_ : done_)++;
        tell_(*task.job);
      }
      task.job.reset();
    }
  }
  tasks_.clear();
  bytes_ = 0;
  for (const auto& left : left_)
    count(attempt(left.output, [&] { copy_time_and_mode(left.from->get(), left.to->get()); }));
  left_.clear();
}

void TreeRun::skip(const TreeEntry& entry, const std::string& why) {
  skipped_++;
  put_note(input_ + "/" + entry.path + " is skipped: " + why);
}

void TreeRun::count(int code) {
  if (code != kExitOk) failed_++;
  worst_ = worse_exit_code(worst_, code);
}

void TreeRun::tell_summary() const {
  auto text = std::to_string(done_) + (done_ == 1 ? " file " : " files ") +
              (plan_.encrypting() ? "encrypted" : "decrypted");
  if (existed_ > 0) text += ", " + std::to_string(existed_) + " existed already";
  if (failed_ > 0) text += ", " + std::to_string(failed_) + " failed";
  if (skipped_ > 0) text += ", " + std::to_string(skipped_) + " skipped";
  put_note(text);
}

}  // namespace hedgerow::cli
