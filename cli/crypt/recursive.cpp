// Walks the input, makes the directories of the output, and counts the files.
#include "crypt/recursive.hpp"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command.hpp"
#include "crypt/preserve.hpp"
#include "support/directory.hpp"
#include "support/error.hpp"
#include "support/result.hpp"

namespace hedgerow::cli {
namespace {

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
Descriptor make_root(std::string path) {
  while (path.size() > 1 && path.back() == '/')
    path.pop_back();  // a slash at the end would follow the link
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
    : plan_(plan), input_(plan.files.front()), output_(*plan.output) {
  struct stat status;
  if (output_ == kStandardStream) throw_usage("--recursive makes a directory: name it with -o");
  root_ = Descriptor(open(input_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!root_.valid() && errno == ENOTDIR)
    throw_usage(input_ + " is not a directory, which --recursive takes");
  if (!root_.valid()) throw_errno(input_ + " could not be opened", errno);
  if (stat(output_.c_str(), &status) == 0 && !S_ISDIR(status.st_mode))
    throw_usage(output_ + " is not a directory");
  if (lies_within(output_, input_))
    throw_usage("the output " + output_ + " lies inside the input " + input_);
}

int TreeRun::run(const std::function<void(Job&)>& work) {
  outputs_.push_back(make_root(output_));
  walk_tree(root_.get(), [&](const TreeEntry& entry) { return visit(entry, work); });
  leave(root_.get(), output_);
  if (!json_wanted()) tell_summary();
  return worst_;
}

bool TreeRun::visit(const TreeEntry& entry, const std::function<void(Job&)>& work) {
  using Kind = TreeEntry::Kind;
  switch (entry.kind) {
    case Kind::kDirectory:
      return enter(entry);
    case Kind::kDirectoryEnd:
      leave(entry.directory, output_ + "/" + entry.path);
      break;
    case Kind::kFile:
      convert(entry, work);
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
    outputs_.push_back(
        make_directory(outputs_.back().get(), entry.name(), output_ + "/" + entry.path));
  });
  count(code);
  return code == kExitOk;
}

void TreeRun::leave(int from, const std::string& output) {
  if (plan_.preserve)
    count(attempt(output, [&] { copy_time_and_mode(from, outputs_.back().get()); }));
  outputs_.pop_back();
}

void TreeRun::convert(const TreeEntry& entry, const std::function<void(Job&)>& work) {
  auto output = entry.name();
  if (plan_.encrypting()) {
    output += kContainerSuffix;
  } else {
    if (output.size() <= kContainerSuffix.size() || !output.ends_with(kContainerSuffix))
      return skip(entry, "does not end in .hedgerow");
    output.resize(output.size() - kContainerSuffix.size());
  }
  const auto folder = entry.path.substr(0, entry.path.size() - entry.name().size());
  FileJob job(plan_, {entry.directory, entry.name(), input_ + "/" + entry.path},
              {outputs_.back().get(), output, output_ + "/" + folder + output});
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
              (plan_.encrypting() ? "encrypted" : "decrypted");
  if (failed_ > 0) text += ", " + std::to_string(failed_) + " failed";
  if (skipped_ > 0) text += ", " + std::to_string(skipped_) + " skipped";
  put_note(text);
}

}  // namespace hedgerow::cli
