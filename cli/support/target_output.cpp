// Writes files by ContainerFile, devices by open and close, and text on terminals by TerminalGuard.
#include "support/target_output.hpp"

#include <errno.h>
#include <unistd.h>

#include "support/error.hpp"
#include "support/result.hpp"

namespace hedgerow::cli {
namespace {

void refuse_terminal(int fd, bool force, Content content) {
  const bool binary = content == Content::kBinary || content == Content::kContainer;
  if (!binary || force || isatty(fd) == 0) return;
  throw_usage(
      std::string(
          "the output is not text, which could confuse the terminal: name a file with -o, ") +
      "or give " + (content == Content::kContainer ? "--armor or " : "") + "--force");
}

}  // namespace

void TargetOutput::check(const Target& target, bool force, Content content) {
  if (target.kind == Target::Kind::kFile) ContainerFile::check(target.place(), force);
  if (target.kind == Target::Kind::kDescriptor) refuse_terminal(target.descriptor, force, content);
}

TargetOutput::TargetOutput(const Target& target, bool force, Content content) : target_(target) {
  if (target.kind == Target::Kind::kFile) {
    file_.emplace(target.place(), force, target.in_tree.has_value());
    return;
  }
  if (target.kind == Target::Kind::kStream) stream_ = open_stream(target, force_of(force));
  refuse_terminal(fd(), force, content);
  terminal_ = isatty(fd()) != 0;
  if (terminal_ && content == Content::kMaybeText && !force) guard_.emplace(fd());
}

int TargetOutput::fd() const {
  if (guard_) return guard_->fd();
  if (file_) return file_->fd();
  return stream_.valid() ? stream_.get() : target_.descriptor;
}

void TargetOutput::fill(const std::function<void(int fd)>& work) {
  try {
    work(fd());
  } catch (const Error& e) {
    if (guard_ && e.status() == HEDGEROW_CONTAINER_IO)
      guard_->finish();  // throws the reason why the guard stopped
    throw;
  }
}

void TargetOutput::write(std::span<const std::uint8_t> data) {
  fill([=](int fd) { write_all(fd, data.data(), data.size()); });
  bytes_ += data.size();
}

void TargetOutput::finish() {
  if (guard_) guard_->finish();
  if (file_) return file_->commit();
  if (!stream_.valid()) return;
  if (fsync(stream_.get()) != 0 && errno != EINVAL && errno != EROFS && errno != EOPNOTSUPP)
    throw_errno(target_.path + " could not be made durable", errno);
  if (const int error = stream_.close(); error != 0)
    throw_errno(target_.path + " could not be written", error);
}

}  // namespace hedgerow::cli
