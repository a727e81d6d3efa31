// Files, pipes and terminals behind the commands on single modes.
#include "raw_stream.hpp"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>

#include "container/error.hpp"
#include "result.hpp"
#include "startup.hpp"

namespace hedgerow::cli {

using container::Error;
using container::Status;

std::vector<std::uint8_t> read_whole(int fd, std::size_t most, const std::string& name) {
  constexpr std::size_t kFirst = 1 << 16;
  std::vector<std::uint8_t> all;
  for (std::size_t used = 0;;) {
    all.resize(std::min(most + 1, std::max(kFirst, 2 * used)));
    const auto got = container::read_up_to(fd, all.data() + used, all.size() - used);
    used += got;
    if (used > most)
      throw Error(Status::kArgument, name + " has more than " + std::to_string(most) +
                                         " bytes, which is the most that is held in memory here");
    if (used < all.size()) {
      all.resize(used);
      return all;
    }
  }
}

std::vector<std::uint8_t> read_whole_file(const std::string& path, std::size_t most) {
  const container::Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.valid()) container::throw_errno(path + " could not be opened", errno);
  return read_whole(file.get(), most, path);
}

int require_standard_input() {
  if (!was_inherited(STDIN_FILENO)) throw Error(Status::kIo, "standard input is closed");
  return STDIN_FILENO;
}

Target RawOutput::check(const std::string& path, bool force) {
  auto target = resolve_target(path, force);
  require_free_standard_output(target);
  if (target.kind == Target::Kind::kFile) {
    if (container::is_same_file(STDIN_FILENO, target.path))
      throw Error(Status::kSameFile, "input and output are the same file: " + target.path);
    container::OutputFile::check(target.path, force);
  }
  if (target.kind == Target::Kind::kDescriptor &&
      container::is_same_file(STDIN_FILENO, target.descriptor))
    throw Error(Status::kSameFile, "input and output are the same file");
  return target;
}

RawOutput::RawOutput(const Target& target, bool force, bool text) : target_(target) {
  if (target.kind == Target::Kind::kFile) {
    file_.emplace(target.path, force);
    return;
  }
  if (target.kind == Target::Kind::kStream) {
    stream_ = container::Descriptor(open(target.path.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC));
    if (!stream_.valid()) container::throw_errno(target.path + " could not be opened", errno);
  }
  terminal_ = isatty(fd()) != 0;
  if (!terminal_ || force) return;
  if (!text)
    throw_usage(
        "the output is not text, which could upset the terminal: name a file with -o, or give "
        "--force");
  guard_.emplace(fd());
}

int RawOutput::fd() const {
  if (guard_) return guard_->fd();
  if (file_) return file_->fd();
  return stream_.valid() ? stream_.get() : target_.descriptor;
}

void RawOutput::write(std::span<const std::uint8_t> data) {
  try {
    container::write_all(fd(), data.data(), data.size());
  } catch (const Error&) {
    if (guard_) guard_->finish();  // throws why it took no more
    throw;
  }
  bytes_ += data.size();
}

void RawOutput::finish() {
  if (guard_) guard_->finish();
  if (file_) return file_->commit();
  if (!stream_.valid()) return;
  if (fsync(stream_.get()) != 0 && errno != EINVAL && errno != EROFS && errno != EOPNOTSUPP)
    container::throw_errno(target_.path + " could not be made durable", errno);
  if (const int error = stream_.close(); error != 0)
    container::throw_errno(target_.path + " could not be written", error);
}

}  // namespace hedgerow::cli
