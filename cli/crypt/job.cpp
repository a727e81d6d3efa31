// The steps that jobs have in common: opening the input, checking the output, the order of the steps.
#include "crypt/job.hpp"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "crypt/preserve.hpp"
#include "support/directory.hpp"
#include "support/error.hpp"
#include "support/progress.hpp"
#include "support/result.hpp"
#include "support/startup.hpp"

namespace hedgerow::cli {
namespace {

std::optional<std::uint64_t> length_of(int fd) {
  struct stat status;
  if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode)) return {};
  return static_cast<std::uint64_t>(status.st_size);
}

// Returns true if the target is a file that exists. A link does not count, because it may lead to anything.
bool is_file(const Target& target) {
  struct stat status;
  const auto place = target.place();
  return target.kind == Target::Kind::kFile &&
         fstatat(place.directory, place.name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0 &&
         S_ISREG(status.st_mode);
}

}  // namespace

struct stat status_of_standard_input() {
  struct stat status;
  if (!was_inherited(STDIN_FILENO)) throw Error(HEDGEROW_CONTAINER_IO, "standard input is closed");
  if (fstat(STDIN_FILENO, &status) != 0) throw_errno("could not be opened", errno);
  return status;
}

struct stat status_of_input(const ContainerPlace& input, bool follows_links) {
  struct stat status;
  const auto name = input.name.c_str();
  const int flags = follows_links ? 0 : AT_SYMLINK_NOFOLLOW;
  if (fstatat(input.directory, name, &status, flags) != 0 ||
      (follows_links && faccessat(input.directory, name, R_OK, 0) != 0))
    throw_errno("could not be opened", errno);
  return status;
}

struct stat Job::input_status() const {
  const auto status =
      is_standard_input() ? status_of_standard_input() : status_of_input(input_, follows_links());
  if (is_credential(plan_.credentials, status)) throw_usage(kTakenByCredential);
  if (!takes_directory() && S_ISDIR(status.st_mode))
    throw Error(HEDGEROW_CONTAINER_IO,
                "is a directory: name the files in it, or give --recursive or --tar");
  return status;
}

void Job::open_input() {
  if (follows_links())
    in_ = Descriptor(is_standard_input()
                         ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
                         : openat(input_.directory, input_.name.c_str(), O_RDONLY | O_CLOEXEC));
  else
    in_ = open_found_file(input_.directory, input_.name);
  if (!in_.valid()) throw_errno("could not be opened", errno);
  if (fstat(in_.get(), &opened_) != 0) throw_errno("could not be examined", errno);
  if (is_credential(plan_.credentials, opened_)) throw_usage(kTakenByCredential);
  if (S_ISREG(opened_.st_mode)) result_.input_bytes = static_cast<std::uint64_t>(opened_.st_size);
}

ContainerOptions Job::options(bool in_order) const {
  auto options = plan_.options;
  if (in_order) options.flags |= HEDGEROW_CONTAINER_IN_ORDER;
  if (plan_.armor) options.flags |= HEDGEROW_CONTAINER_ARMORED;
  if (plan_.encrypting()) options.flags |= HEDGEROW_CONTAINER_SHARE_SALT;
  if (beside_others_) options.threads = 1;
  return options;
}

void Job::decrypt(const ContainerCredentials& credentials, int out, bool in_order, bool bar) const {
  ProgressBar progress(name());
  auto with = options(in_order);
  if (bar) with.progress = progress.callback();
  decrypt_container(in_.get(), out, credentials, with);
}

Target TargetJob::target() const {
  return resolve_target(wanted_output_ ? *wanted_output_ : default_output(), force_of(plan_.force));
}

void TargetJob::check() {
  target_ = target();
  result_.output = target_.path;
  check_target();
  require_free_standard_output(target_);
  const auto input = input_status();
  const auto old = old_output();
  if (is_target(input, old))
    throw Error(HEDGEROW_CONTAINER_SAME_FILE,
                "input and output are the same file: " + target_.path);
  result_.existed = plan_.skip_existing && is_file(target_);
  if (result_.existed) return;
  if (target_.kind == Target::Kind::kFile && old && gives_credential(plan_.credentials, *old))
    throw Error(HEDGEROW_CONTAINER_SAME_FILE,
                "the output would replace the file of a key or passphrase: " + target_.path);
  // In a tree, prepare follows immediately, and checks the same.
  if (!target_.in_tree) TargetOutput::check(target_, plan_.force, content());
}

void TargetJob::prepare(const ContainerCredentials& credentials) {
  if (result_.existed) return;
  open_input();
  output_.emplace(target_, plan_.force, content());
  // A bar would mix with output on a terminal, and with the bars of other jobs.
  show_bar_ = !output_->is_terminal() && !beside_others_;
  output_->fill([&](int fd) { transfer(credentials, fd, !output_->is_file()); });
  look_for_change();
  if (output_->is_file()) {
    result_.output_bytes = length_of(output_->fd());
    if (keeps_time_and_mode()) copy_time_and_mode(in_.get(), output_->fd());
  }
  in_.close();  // because there may be more jobs than descriptors
}

void TargetJob::run(const ContainerCredentials& credentials) {
  prepare(credentials);
  if (output_) output_->finish();
  output_.reset();
}

// This matters only for encryption: a container that changes while it is decrypted is not authentic.
void TargetJob::look_for_change() {
  struct stat now;
  if (!plan_.encrypting() || !result_.input_bytes || fstat(in_.get(), &now) != 0) return;
  if (now.st_size != opened_.st_size || now.st_mtim.tv_sec != opened_.st_mtim.tv_sec ||
      now.st_mtim.tv_nsec != opened_.st_mtim.tv_nsec)
    result_.changed_bytes = static_cast<std::uint64_t>(now.st_size);
}

// Returns the status of an existing file at the place of the output. Links are followed.
std::optional<struct stat> TargetJob::old_output() const {
  struct stat output;
  if (target_.is_new) return {};
  const auto place = target_.place();
  if ((target_.kind == Target::Kind::kDescriptor
           ? fstat(target_.descriptor, &output)
           : fstatat(place.directory, place.name.c_str(), &output, 0)) != 0)
    return {};
  return output;
}

// Terminals, other character devices and sockets may be input and output at the same time, so they are not compared.
bool TargetJob::is_target(const struct stat& input, const std::optional<struct stat>& output) {
  return output && !S_ISCHR(input.st_mode) && !S_ISSOCK(input.st_mode) &&
         input.st_dev == output->st_dev && input.st_ino == output->st_ino;
}

Content TargetJob::content() const {
  if (!plan_.encrypting()) return Content::kMaybeText;
  return plan_.armor ? Content::kText : Content::kContainer;
}

}  // namespace hedgerow::cli
