// The walk, the directories of the output, and the counts.
#include "recursive.hpp"

#include <errno.h>
#include <sys/stat.h>

#include "command.hpp"
#include "container/error.hpp"
#include "preserve.hpp"
#include "result.hpp"

namespace hedgerow::cli {
namespace {

// Also when it is there already; never through a symbolic link.
void make_directory(const std::string& path) {
  if (mkdir(path.c_str(), 0700) == 0) return;
  const int error = errno;
  struct stat status;
  if (error != EEXIST || lstat(path.c_str(), &status) != 0)
    container::throw_errno(path + " could not be made", error);
  if (S_ISLNK(status.st_mode)) throw_usage(path + " is a symbolic link, which is not followed");
  if (!S_ISDIR(status.st_mode)) throw_usage(path + " is not a directory");
}

}  // namespace

TreeRun::TreeRun(const CryptArguments& arguments)
    : arguments_(arguments), input_(arguments.files.front()), output_(*arguments.output) {
  struct stat status;
  if (output_ == kStandardStream) throw_usage("--recursive makes a directory: name it with -o");
  if (stat(input_.c_str(), &status) != 0)
    container::throw_errno(input_ + " could not be opened", errno);
  if (!S_ISDIR(status.st_mode))
    throw_usage(input_ + " is not a directory, which --recursive takes");
  if (stat(output_.c_str(), &status) == 0 && !S_ISDIR(status.st_mode))
    throw_usage(output_ + " is not a directory");
  if (lies_within(output_, input_))
    throw_usage("the output " + output_ + " lies inside the input " + input_);
}

int TreeRun::run(const std::function<void(Job&)>& work) {
  struct stat status;
  if (stat(output_.c_str(), &status) != 0) make_directory(output_);
  walk_tree(input_, [&](const TreeEntry& entry) { return visit(entry, work); });
  if (arguments_.preserve)
    count(attempt(output_, [&] { copy_directory_time_and_mode(input_, output_); }));
  if (!json_wanted()) tell_summary();
  return worst_;
}

bool TreeRun::visit(const TreeEntry& entry, const std::function<void(Job&)>& work) {
  using Kind = TreeEntry::Kind;
  switch (entry.kind) {
    case Kind::kDirectory:
      return enter(entry);
    case Kind::kDirectoryEnd:
      if (arguments_.preserve)
        count(attempt(output_ + "/" + entry.path, [&] {
          copy_directory_time_and_mode(input_ + "/" + entry.path, output_ + "/" + entry.path);
        }));
      break;
    case Kind::kFile:
      convert(entry, work);
      break;
    case Kind::kSkipped:
      skip(entry, entry.why);
      break;
    case Kind::kFailed:
      count(put_failure(kExitIo, input_ + "/" + entry.path, entry.why));
  }
  return true;
}

bool TreeRun::enter(const TreeEntry& entry) {
  const int code =
      attempt(input_ + "/" + entry.path, [&] { make_directory(output_ + "/" + entry.path); });
  count(code);
  return code == kExitOk;
}

void TreeRun::convert(const TreeEntry& entry, const std::function<void(Job&)>& work) {
  auto output = output_ + "/" + entry.path;
  const auto name = entry.path.substr(entry.path.rfind('/') + 1);
  if (arguments_.encrypting()) {
    output += kContainerSuffix;
  } else {
    if (name.size() <= kContainerSuffix.size() || !name.ends_with(kContainerSuffix))
      return skip(entry, "does not end in .hedgerow");
    output.resize(output.size() - kContainerSuffix.size());
  }
  Job job(arguments_, input_ + "/" + entry.path, output);
  const int code = attempt(job.name(), [&] { work(job); });
  count(code);
  if (code == kExitOk) done_++;
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
              (arguments_.encrypting() ? "encrypted" : "decrypted");
  if (failed_ > 0) text += ", " + std::to_string(failed_) + " failed";
  if (skipped_ > 0) text += ", " + std::to_string(skipped_) + " skipped";
  put_note(text);
}

}  // namespace hedgerow::cli
